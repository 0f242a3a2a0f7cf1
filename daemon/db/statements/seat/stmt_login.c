/* stmt_login: see stmt_login.h. */
#include "stmt_login.h"

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_login.inc"

bool stmt_my_seats(struct db *db, struct db_rows *rows)
{
	return db_query(db, &my_seats, VALUES(STMT_MY_SEATS), rows);
}

bool stmt_link_seats(struct db *db, const uint8_t *keys, int count, struct db_rows *rows)
{
	return db_query(db, &link_seats, VALUES(BYTES(keys, (size_t)count * DIGEST_SIZE)), rows);
}
