/* stmt_seat: see stmt_seat.h. The functions are those of schema/web.sql, for a role
 * those at the end of schema/api.sql. */
#include "stmt_seat.h"

#include <stdlib.h>

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_seat.inc"

#define KEY(door)   BYTES((door)->key, DIGEST_SIZE)
#define ROLE(door)  (door)->game, (door)->power
#define PLACE(text) BUFFER(text, sizeof(text))

/* The statement for a door, and its values: what names the seat comes first. */
#define BY(door, link, role) ((door)->game != 0 ? &(role) : &(link))
#define WITH(door, ...)                                                                            \
	((door)->game != 0 ? VALUES(ROLE(door), ##__VA_ARGS__) : VALUES(KEY(door), ##__VA_ARGS__))

/* The single text result of a statement, from malloc; NULL: out of memory. */
static bool take_text(struct db *db, const struct db_statement *statement,
                      struct wire_values values, char **text)
{
	struct db_rows rows;
	const char *read;
	*text = NULL;
	if (!db_query(db, statement, values, &rows))
		return false;
	if (db_rows_next(&rows, FIELDS(read)))
		*text = strdup(read);
	return db_rows_close(&rows);
}

/* ── what is new ── */

bool stmt_seat_listen(struct db *db, bool *listening)
{
	return statement_row(db, &seat_queue, NO_VALUES, FIELDS(*listening)) &&
	       (!*listening || db_script(db, listen_seat));
}

bool stmt_seat_pulses(struct db *db, const uint8_t *keys, int count, char pulses[][STMT_PULSE_SIZE])
{
	struct db_rows rows;
	int32_t n;
	const char *pulse;
	memset(pulses, 0, (size_t)count * sizeof *pulses);
	if (!db_query(db, &seat_pulses, VALUES(BYTES(keys, count * DIGEST_SIZE)), &rows))
		return false;
	while (db_rows_next(&rows, FIELDS(n, pulse)))
		if (n >= 0 && n < count)
			snprintf(pulses[n], STMT_PULSE_SIZE, "%s", pulse);
	return db_rows_close(&rows);
}

bool stmt_seat_pulse(struct db *db, const struct seat_door *door, char pulse[STMT_PULSE_SIZE])
{
	char pulses[1][STMT_PULSE_SIZE];
	if (door->game != 0)
		return statement_row(db, &role_pulse, VALUES(ROLE(door)),
		                     FIELDS(BUFFER(pulse, STMT_PULSE_SIZE)));
	const bool read = stmt_seat_pulses(db, door->key, 1, pulses);
	memcpy(pulse, pulses[0], STMT_PULSE_SIZE);
	return read;
}

/* ── for both kinds of doors ── */

bool stmt_seat_state(struct db *db, const struct seat_door *door, char **text)
{
	return take_text(db, BY(door, seat_state, role_state), WITH(door), text);
}

bool stmt_seat_press(struct db *db, const struct seat_door *door, char **text)
{
	return take_text(db, BY(door, seat_press, role_press), WITH(door), text);
}

bool stmt_seat_submit(struct db *db, const struct seat_door *door, struct seat_orders *orders)
{
	struct db_rows rows;
	const char *results;
	orders->results = NULL;
	if (!db_query(db, BY(door, seat_submit, role_submit),
	              WITH(door, orders->lines, orders->final, orders->phase), &rows))
		return false;
	if (db_rows_next(&rows,
	                 FIELDS(results, orders->stored, PLACE(orders->given), PLACE(orders->problem))))
		orders->results = strdup(results);
	return db_rows_close(&rows);
}

bool stmt_seat_reopen(struct db *db, const struct seat_door *door, const char *phase,
                      char problem[STMT_PROBLEM_SIZE])
{
	return statement_row(db, BY(door, seat_reopen, role_reopen), WITH(door, phase),
	                     FIELDS(BUFFER(problem, STMT_PROBLEM_SIZE)));
}

bool stmt_seat_messages(struct db *db, const struct seat_door *door, int32_t sheet, char **text)
{
	return take_text(db, BY(door, seat_messages, role_messages), WITH(door, sheet), text);
}

bool stmt_seat_write(struct db *db, const struct seat_door *door, const char *to, const char *text,
                     char problem[STMT_PROBLEM_SIZE])
{
	return statement_row(db, BY(door, seat_write, role_write), WITH(door, to, text),
	                     FIELDS(BUFFER(problem, STMT_PROBLEM_SIZE)));
}

bool stmt_seat_vote(struct db *db, const struct seat_door *door, const char *wish, bool vote,
                    const char *among, char problem[STMT_PROBLEM_SIZE])
{
	return statement_row(db, BY(door, seat_vote, role_vote), WITH(door, wish, vote, among),
	                     FIELDS(BUFFER(problem, STMT_PROBLEM_SIZE)));
}

bool stmt_seat_board(struct db *db, const struct seat_door *door, struct seat_board *board)
{
	struct stored *open = &board->open;
	memset(open, 0, sizeof *open);
	return statement_row(
		db, BY(door, seat_board, role_board), WITH(door),
		FIELDS(board->game, board->map, board->power, OPTIONAL(board->waits, open->phase),
	           OPTIONAL(board->waits, MANY(open->units, open->unit_count)),
	           OPTIONAL(board->waits, open->owners), board->due, PLACE(board->lines)));
}

bool stmt_seat_terms(struct db *db, const struct seat_door *door, struct seat_terms *terms)
{
	struct db_rows rows;
	const char *legal;
	terms->legal = NULL;
	if (!db_query(db, BY(door, seat_terms, role_terms), WITH(door), &rows))
		return false;
	if (db_rows_next(&rows, FIELDS(terms->hints, terms->rules, terms->due, legal)))
		terms->legal = strdup(legal);
	if (db_rows_close(&rows))
		return true;
	free(terms->legal);
	return false;
}

/* ── for a host ── */

bool stmt_seat_links(struct db *db, const struct seat_door *door, char **text)
{
	return take_text(db, &seat_links, VALUES(KEY(door)), text);
}

bool stmt_seat_invite(struct db *db, const struct seat_door *door, const char *power,
                      bool hand_over, const uint8_t digest[DIGEST_SIZE], struct seat_link *made)
{
	return statement_row(db, hand_over ? &seat_hand_over : &seat_invite,
	                     VALUES(KEY(door), power, BYTES(digest, DIGEST_SIZE)),
	                     FIELDS(made->link, PLACE(made->expires), PLACE(made->problem)));
}
