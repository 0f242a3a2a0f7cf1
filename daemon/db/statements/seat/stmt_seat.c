/* stmt_seat: see stmt_seat.h. The functions are those of schema/web.sql, for a role
 * those at the end of schema/api.sql. */
#include "stmt_seat.h"

#include <stdlib.h>

#include "db/statements/statement.h"

#define KEY(door)   BYTES((door)->key, DIGEST_SIZE)
#define ROLE(door)  (door)->game, (door)->power
#define PLACE(text) BUFFER(text, sizeof(text))

/* The statement for a door, and its values: what names the seat comes first. */
#define BY(door, link, role) ((door)->game != 0 ? &(role) : &(link))
#define WITH(door, ...)                                                                            \
	((door)->game != 0 ? VALUES(ROLE(door), ##__VA_ARGS__) : VALUES(KEY(door), ##__VA_ARGS__))

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

STATEMENT(role_pulse, "ls", "select coalesce(api.seat_pulse($1, $2), '')");

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

/* ── what both doors open ── */

#define STATE(seat, turn, others, phases)                                                          \
	"select format('\"seat\":%s,\"turn\":%s,\"others\":%s,\"phases\":%s', row_to_json(s),"         \
	" coalesce((select row_to_json(t) from " turn " t), 'null'),"                                  \
	" (select json_agg(row_to_json(o)) from " others " o), " phases ") from " seat " s"

STATEMENT(seat_state, "x",
          STATE("web.seat($1)", "web.turn($1)", "web.others($1)",
                "(select coalesce(json_agg(farm.phase_name(b.phase) order by b.phase), '[]')"
                " from farm.games g join farm.boards_of(g.tournament_id, g.id) b on b.phase >= 0"
                " where g.id = s.game)"));
STATEMENT(role_state, "ls",
          STATE("api.seat($1, $2)", "api.seat_turn($1, $2)", "api.seat_others($1, $2)",
                "to_json(api.seat_phases($1, $2))"));

bool stmt_seat_state(struct db *db, const struct seat_door *door, char **text)
{
	return take_text(db, BY(door, seat_state, role_state), WITH(door), text);
}

#define SUBMITTED(call)                                                                            \
	"select coalesce(json_agg(json_build_object('text', text, 'problem', problem)"                 \
	"  order by n), '[]')::text, coalesce(bool_and(problem is null), true),"                       \
	" coalesce(string_agg(left(text, 110), E'\\n' order by n), ''),"                               \
	" coalesce(left(max(problem) filter (where text is null), 99), '')"                            \
	" from " call " with ordinality s (text, problem, n)"

STATEMENT(seat_submit, "xsbs",
          SUBMITTED("web.submit_orders($1, string_to_array($2, E'\\n'), $3, nullif($4, ''))"));
STATEMENT(role_submit, "lssbs",
          SUBMITTED("api.seat_submit_orders($1, $2, string_to_array($3, E'\\n'), $4,"
                    " nullif($5, ''))"));

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

STATEMENT(seat_reopen, "xs",
          "select coalesce(left(web.withdraw_final($1, nullif($2, '')), 99), '')");
STATEMENT(role_reopen, "lss",
          "select coalesce(left(api.seat_withdraw_final($1, $2, nullif($3, '')), 99), '')");

bool stmt_seat_reopen(struct db *db, const struct seat_door *door, const char *phase,
                      char problem[STMT_PROBLEM_SIZE])
{
	return statement_row(db, BY(door, seat_reopen, role_reopen), WITH(door, phase),
	                     FIELDS(BUFFER(problem, STMT_PROBLEM_SIZE)));
}

#define BOARD                                                                                      \
	"select game, map, power, phase, units, owners, coalesce(due, 0),"                             \
	" coalesce(array_to_string(submitted, E'\\n'), '') from "

STATEMENT(seat_board, "x", BOARD "web.board($1)");
STATEMENT(role_board, "ls", BOARD "api.seat_board($1, $2)");

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

#define TERMS(seat, turn)                                                                          \
	"select s.hints, s.rules, coalesce(t.due, 0), coalesce(array_to_string(t.legal, E'\\n'), '')"  \
	" from " seat " s left join " turn " t on true"

STATEMENT(seat_terms, "x", TERMS("web.seat($1)", "web.turn($1)"));
STATEMENT(role_terms, "ls", TERMS("api.seat($1, $2)", "api.seat_turn($1, $2)"));

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
