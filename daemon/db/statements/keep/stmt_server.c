/* stmt_server: see stmt_server.h. */
#include "stmt_server.h"

#include "db/statements/statement.h"

STATEMENT(find_where, "",
          "select format('database %s, role %s%s', current_database(), current_user,"
          " format(', server %s port %s', host(inet_server_addr()), inet_server_port())"
          "  || case when inet_server_addr() is null then null else '' end)");

bool stmt_find_where(struct db *db, char where[STMT_WHERE_SIZE])
{
	return statement_row(db, &find_where, NO_VALUES, FIELDS(BUFFER(where, STMT_WHERE_SIZE)));
}
