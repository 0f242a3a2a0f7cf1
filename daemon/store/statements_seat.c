/* statements_seat: see statements_seat.h. The functions are those of schema/web.sql. */
#include "statements_seat.h"

#include <stdlib.h>

#include "statement.h"
#include "statements_role.h"

#define KEY(door)   BYTES((door)->key, DIGEST_SIZE)
#define PLACE(text) BUFFER(text, sizeof(text))

bool stmt_seat_bind(struct db *db)
{
	return db_script(db, "set role farm_web; set statement_timeout = '5s';"
	                     " set lock_timeout = '1s'; set jit = off;"
	                     " set plan_cache_mode = force_generic_plan");
}

/* The one text of a statement, from malloc; NULL: there is no memory. */
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

/* Whoever begins to listen reads the server's queue from where the last other one stands. */
STATEMENT(seat_queue, "", "select pg_notification_queue_usage() < 0.001");

bool stmt_seat_listen(struct db *db, bool *listening)
{
	return statement_row(db, &seat_queue, NO_VALUES, FIELDS(*listening)) &&
	       (!*listening || db_script(db, "listen farm_web"));
}

STATEMENT(seat_pulses, "x", "select n, pulse from web.pulses($1)");

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
		return stmt_role_pulse(db, door, pulse);
	const bool read = stmt_seat_pulses(db, door->key, 1, pulses);
	memcpy(pulse, pulses[0], STMT_PULSE_SIZE);
	return read;
}

STATEMENT(seat_state, "x",
          "select format('\"seat\":%s,\"turn\":%s,\"others\":%s,\"phases\":%s', row_to_json(s),"
          " coalesce((select row_to_json(t) from web.turn($1) t), 'null'),"
          " (select json_agg(row_to_json(o)) from web.others($1) o),"
          " (select coalesce(json_agg(farm.phase_name(b.phase) order by b.phase), '[]')"
          "  from farm.games g join farm.boards_of(g.tournament_id, g.id) b on b.phase >= 0"
          "  where g.id = s.game))"
          " from web.seat($1) s");

bool stmt_seat_state(struct db *db, const struct seat_door *door, char **text)
{
	return door->game != 0 ? stmt_role_state(db, door, text)
	                       : take_text(db, &seat_state, VALUES(KEY(door)), text);
}

/* ── orders ── */

STATEMENT(seat_submit, "xsbs",
          "select coalesce(json_agg(json_build_object('text', text, 'problem', problem)"
          "  order by n), '[]')::text, coalesce(bool_and(problem is null), true),"
          " coalesce(string_agg(left(text, 110), E'\\n' order by n), ''),"
          " coalesce(left(max(problem) filter (where text is null), 99), '')"
          " from web.submit_orders($1, string_to_array($2, E'\\n'), $3, nullif($4, ''))"
          " with ordinality s (text, problem, n)");

bool stmt_seat_submit(struct db *db, const struct seat_door *door, struct seat_orders *orders)
{
	struct db_rows rows;
	const char *results;
	if (door->game != 0)
		return stmt_role_submit(db, door, orders);
	orders->results = NULL;
	if (!db_query(db, &seat_submit, VALUES(KEY(door), orders->lines, orders->final, orders->phase),
	              &rows))
		return false;
	if (db_rows_next(&rows,
	                 FIELDS(results, orders->stored, PLACE(orders->given), PLACE(orders->problem))))
		orders->results = strdup(results);
	return db_rows_close(&rows);
}

STATEMENT(seat_reopen, "xs",
          "select coalesce(left(web.withdraw_final($1, nullif($2, '')), 99), '')");

bool stmt_seat_reopen(struct db *db, const struct seat_door *door, const char *phase,
                      char problem[STMT_PROBLEM_SIZE])
{
	if (door->game != 0)
		return stmt_role_reopen(db, door, phase, problem);
	return statement_row(db, &seat_reopen, VALUES(KEY(door), phase),
	                     FIELDS(BUFFER(problem, STMT_PROBLEM_SIZE)));
}

STATEMENT(seat_board, "x",
          "select game, map, power, phase, units, owners, coalesce(due, 0),"
          " coalesce(array_to_string(submitted, E'\\n'), '') from web.board($1)");

bool stmt_seat_board(struct db *db, const struct seat_door *door, struct seat_board *board)
{
	struct stored *open = &board->open;
	if (door->game != 0)
		return stmt_role_board(db, door, board);
	memset(open, 0, sizeof *open);
	return statement_row(
		db, &seat_board, VALUES(KEY(door)),
		FIELDS(board->game, board->map, board->power, OPTIONAL(board->waits, open->phase),
	           OPTIONAL(board->waits, MANY(open->units, open->unit_count)),
	           OPTIONAL(board->waits, open->owners), board->due, PLACE(board->lines)));
}

STATEMENT(seat_terms, "x",
          "select s.hints, s.rules, coalesce(t.due, 0),"
          " coalesce(array_to_string(t.legal, E'\\n'), '')"
          " from web.seat($1) s left join web.turn($1) t on true");
STATEMENT(role_terms, "ls",
          "select s.hints, s.rules, coalesce(t.due, 0),"
          " coalesce(array_to_string(t.legal, E'\\n'), '')"
          " from api.seat($1, $2) s left join api.seat_turn($1, $2) t on true");

bool stmt_seat_terms(struct db *db, const struct seat_door *door, struct seat_terms *terms)
{
	struct db_rows rows;
	const char *legal;
	terms->legal = NULL;
	if (!(door->game != 0 ? db_query(db, &role_terms, VALUES(door->game, door->power), &rows)
	                      : db_query(db, &seat_terms, VALUES(KEY(door)), &rows)))
		return false;
	if (db_rows_next(&rows, FIELDS(terms->hints, terms->rules, terms->due, legal)))
		terms->legal = strdup(legal);
	if (db_rows_close(&rows))
		return true;
	free(terms->legal);
	return false;
}

/* ── for a host ── */

STATEMENT(seat_links, "x",
          "select coalesce(json_agg(row_to_json(l)), '[]')::text from web.links($1) l");

bool stmt_seat_links(struct db *db, const struct seat_door *door, char **text)
{
	return take_text(db, &seat_links, VALUES(KEY(door)), text);
}

STATEMENT(seat_invite, "xsx",
          "select coalesce(link, 0), coalesce(to_json(expires) #>> '{}', ''),"
          " coalesce(left(problem, 99), '') from web.invite($1, $2, $3)");

bool stmt_seat_invite(struct db *db, const struct seat_door *door, const char *power,
                      const uint8_t digest[DIGEST_SIZE], struct seat_link *made)
{
	return statement_row(db, &seat_invite, VALUES(KEY(door), power, BYTES(digest, DIGEST_SIZE)),
	                     FIELDS(made->link, PLACE(made->expires), PLACE(made->problem)));
}

STATEMENT(seat_unlink, "xl", "select web.withdraw($1, $2)");

bool stmt_seat_unlink(struct db *db, const struct seat_door *door, int64_t link, bool *done)
{
	return statement_row(db, &seat_unlink, VALUES(KEY(door), link), FIELDS(*done));
}

STATEMENT(seat_again, "xsx",
          "select coalesce(game, 0), coalesce(left(problem, 99), '') from web.again($1, $2, $3)");

bool stmt_seat_again(struct db *db, const struct seat_door *door, const char *power,
                     const uint8_t digest[DIGEST_SIZE], int64_t *game,
                     char problem[STMT_PROBLEM_SIZE])
{
	return statement_row(db, &seat_again, VALUES(KEY(door), power, BYTES(digest, DIGEST_SIZE)),
	                     FIELDS(*game, BUFFER(problem, STMT_PROBLEM_SIZE)));
}
