/* statements_role: see statements_role.h. The functions are those at the end of schema/api.sql. */
#include "statements_role.h"

#include <stdlib.h>

#include "statement.h"

#define SEAT(door)  (door)->game, (door)->power
#define PLACE(text) BUFFER(text, sizeof(text))

STATEMENT(role_pulse, "ls", "select coalesce(api.seat_pulse($1, $2), '')");

bool stmt_role_pulse(struct db *db, const struct seat_door *door, char pulse[STMT_PULSE_SIZE])
{
	return statement_row(db, &role_pulse, VALUES(SEAT(door)),
	                     FIELDS(BUFFER(pulse, STMT_PULSE_SIZE)));
}

STATEMENT(role_state, "ls",
          "select format('\"seat\":%s,\"turn\":%s,\"others\":%s,\"phases\":%s', row_to_json(s),"
          " coalesce((select row_to_json(t) from api.seat_turn($1, $2) t), 'null'),"
          " (select json_agg(row_to_json(o)) from api.seat_others($1, $2) o),"
          " to_json(api.seat_phases($1, $2))) from api.seat($1, $2) s");

bool stmt_role_state(struct db *db, const struct seat_door *door, char **text)
{
	struct db_rows rows;
	const char *read;
	*text = NULL;
	if (!db_query(db, &role_state, VALUES(SEAT(door)), &rows))
		return false;
	if (db_rows_next(&rows, FIELDS(read)))
		*text = strdup(read);
	return db_rows_close(&rows);
}

STATEMENT(role_submit, "lssbs",
          "select coalesce(json_agg(json_build_object('text', text, 'problem', problem)"
          "  order by n), '[]')::text, coalesce(bool_and(problem is null), true),"
          " coalesce(string_agg(left(text, 110), E'\\n' order by n), ''),"
          " coalesce(left(max(problem) filter (where text is null), 99), '')"
          " from api.seat_submit_orders($1, $2, string_to_array($3, E'\\n'), $4, nullif($5, ''))"
          " with ordinality s (text, problem, n)");

bool stmt_role_submit(struct db *db, const struct seat_door *door, struct seat_orders *orders)
{
	struct db_rows rows;
	const char *results;
	orders->results = NULL;
	if (!db_query(db, &role_submit, VALUES(SEAT(door), orders->lines, orders->final, orders->phase),
	              &rows))
		return false;
	if (db_rows_next(&rows,
	                 FIELDS(results, orders->stored, PLACE(orders->given), PLACE(orders->problem))))
		orders->results = strdup(results);
	return db_rows_close(&rows);
}

STATEMENT(role_reopen, "lss",
          "select coalesce(left(api.seat_withdraw_final($1, $2, nullif($3, '')), 99), '')");

bool stmt_role_reopen(struct db *db, const struct seat_door *door, const char *phase,
                      char problem[STMT_PROBLEM_SIZE])
{
	return statement_row(db, &role_reopen, VALUES(SEAT(door), phase),
	                     FIELDS(BUFFER(problem, STMT_PROBLEM_SIZE)));
}

STATEMENT(role_board, "ls",
          "select game, map, power, phase, units, owners, coalesce(due, 0),"
          " coalesce(array_to_string(submitted, E'\\n'), '') from api.seat_board($1, $2)");

bool stmt_role_board(struct db *db, const struct seat_door *door, struct seat_board *board)
{
	struct stored *open = &board->open;
	memset(open, 0, sizeof *open);
	return statement_row(
		db, &role_board, VALUES(SEAT(door)),
		FIELDS(board->game, board->map, board->power, OPTIONAL(board->waits, open->phase),
	           OPTIONAL(board->waits, MANY(open->units, open->unit_count)),
	           OPTIONAL(board->waits, open->owners), board->due, PLACE(board->lines)));
}
