/* stmt_login: see stmt_login.h. */
#include "stmt_login.h"

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_login.inc"

bool stmt_login_bind(struct db *db)
{
	return db_script(db, bind_login);
}

bool stmt_my_seats(struct db *db, struct db_rows *rows)
{
	return db_query(db, &my_seats, VALUES(STMT_MY_SEATS), rows);
}

bool stmt_link_seats(struct db *db, const uint8_t *keys, int count, struct db_rows *rows)
{
	return db_query(db, &link_seats, VALUES(BYTES(keys, (size_t)count * DIGEST_SIZE)), rows);
}

bool stmt_next_my_seat(struct db_rows *rows, struct my_seat *seat)
{
	return db_rows_next(rows, FIELDS(seat->link, seat->game, seat->number, seat->tournament,
	                                 seat->power, seat->order, seat->phase, seat->timed,
	                                 seat->deadline, seat->left, seat->submitted, seat->final,
	                                 seat->state, seat->fate, seat->points, seat->winner));
}
