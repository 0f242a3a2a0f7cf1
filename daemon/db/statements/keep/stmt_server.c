/* stmt_server: see stmt_server.h. */
#include "stmt_server.h"

#include "db/statements/statement.h"

#include "db/statements/keep/stmt_server.inc"

bool stmt_find_where(struct db *db, char where[STMT_WHERE_SIZE])
{
	return statement_row(db, &find_where, NO_VALUES, FIELDS(BUFFER(where, STMT_WHERE_SIZE)));
}
