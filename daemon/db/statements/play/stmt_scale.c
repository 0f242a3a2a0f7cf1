/* stmt_scale: see stmt_scale.h. */
#include "db/statements/statement.h"

#include "stmt_scale.h"

#include "db/statements/play/stmt_scale.inc"

bool stmt_read_waits(struct db *db, struct waits *waits)
{
	return statement_row(db, &read_waits, NO_VALUES,
	                     FIELDS(waits->busy, waits->locks, waits->latches, waits->disk));
}
