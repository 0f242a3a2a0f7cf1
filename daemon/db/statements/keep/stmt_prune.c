/* stmt_prune: see stmt_prune.h. */
#include "stmt_prune.h"

#include "db/statements/statement.h"

#include "db/statements/keep/stmt_prune.inc"

bool stmt_sweep_dropped(struct db *db, int32_t most, int64_t *swept, int64_t *left, int64_t *boards)
{
	return statement_row(db, &sweep_dropped, VALUES(most), FIELDS(*swept)) &&
	       statement_row(db, &count_dropped, NO_VALUES, FIELDS(*left, *boards));
}
