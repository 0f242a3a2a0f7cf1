/* statements_games: reading games and their boards, for people and for an audit. */
#define STATEMENT_FILE STATEMENTS_GAMES
#include "statement.h"

#include <string.h>

/* ── games ── */

STATEMENT(
	find_game, "s",
	"select g.id, t.id, t.map_id, g.number, t.name,"
	" concat_ws(': ', g.state, g.ending || coalesce(' ' || m.powers[1 + g.winner], ''), g.reason),"
	" (select string_agg(u.name, E'\\n' order by s.power) from farm.seats s join farm.users u on "
    "u.id = s.user_id"
	"  where s.game_id = g.id)"
	" from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id "
    "= t.map_id"
	" where case when $1 ~ '^[0-9]{1,18}$' then g.id = $1::bigint else"
	"  t.name = split_part($1, '/', 1) and g.number::text = split_part($1, '/', 2) end");

bool stmt_find_game(struct db *db, const char *reference, bool *found, struct game_head *head)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &find_game);
	db_arg_text(&args, reference);
	if (!db_query(db, &find_game, &args, &rows))
		return false;
	bool done = true;
	*found = rows.count > 0;
	if (*found) {
		struct db_reader reader = db_read(db, &rows, 0);
		head->game = db_read_int8(&reader);
		head->tournament = db_read_int4(&reader);
		head->map = db_read_int4(&reader);
		head->number = db_read_int4(&reader);
		statement_text(&reader, head->name, sizeof head->name);
		statement_text(&reader, head->state, sizeof head->state);
		statement_text(&reader, head->seats, sizeof head->seats);
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

/* The columns of a stored board that decode_board reads; times are left out. */
#define BOARD_COLUMNS                                                                              \
	"b.phase, b.units, b.owners, b.orders, b.resolve_stage, b.forecasts, b.capped, "               \
	"b.forecast_stages"

/* Those that are null where there are no orders. */
static void decode_play(struct db_reader *reader, struct stored *stored)
{
	if (db_read_int4s(reader, stored->orders, STORED_MAX) != stored->unit_count)
		reader->bad = true;
	stored->stage = db_read_int2(reader);
	stored->power_count = db_read_int4s(reader, stored->forecasts, POWERS_MAX);
	stored->capped = db_read_int2(reader);
	if (db_read_null(reader))
		return;
	const int count = db_read_int4s(reader, stored->forecast_stages, POWERS_MAX * STORED_STAGES);
	stored->forecaster_count = count / STORED_STAGES;
	reader->bad |= count % STORED_STAGES != 0;
}

static void decode_board(struct db_reader *reader, struct stored *stored)
{
	*stored = (struct stored){.phase = db_read_int2(reader)};
	stored->unit_count = db_read_int2s(reader, stored->units, STORED_MAX);
	statement_text(reader, stored->owners, sizeof stored->owners);
	stored->resolved = !db_read_null(reader);
	if (stored->resolved)
		decode_play(reader, stored);
	for (int i = 0; i < 4 && !stored->resolved; i++)
		reader->bad |= !db_read_null(reader);
}

STATEMENT(find_board, "ilh",
          "select " BOARD_COLUMNS
          " from farm.boards b where b.tournament_id = $1 and b.game_id = $2"
          " and (b.phase = $3 or $3 < 0) order by b.phase desc limit 1");

bool stmt_find_board(struct db *db, const struct game_head *head, int16_t phase, bool *found,
                     struct stored *stored)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &find_board);
	db_arg_int4(&args, head->tournament);
	db_arg_int8(&args, head->game);
	db_arg_int2(&args, phase);
	if (!db_query(db, &find_board, &args, &rows))
		return false;
	bool done = true;
	*found = rows.count > 0;
	if (*found) {
		struct db_reader reader = db_read(db, &rows, 0);
		decode_board(&reader, stored);
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

STATEMENT(read_boards, "il",
          "select " BOARD_COLUMNS
          " from farm.boards b where b.tournament_id = $1 and b.game_id = $2 order by b.phase");

bool stmt_read_boards(struct db *db, int32_t tournament, int64_t game, struct db_rows *rows)
{
	struct db_args args;
	db_args_init(&args, &read_boards);
	db_arg_int4(&args, tournament);
	db_arg_int8(&args, game);
	return db_query(db, &read_boards, &args, rows);
}

bool stmt_decode_board(struct db *db, const struct db_rows *rows, int row, struct stored *stored)
{
	struct db_reader reader = db_read(db, rows, row);
	decode_board(&reader, stored);
	return db_read_end(&reader);
}

STATEMENT(
	print_board, "lih",
	"select json_build_object('game', g.id, 'tournament', t.name, 'number', g.number, 'state', "
    "g.state,"
	" 'ending', g.ending, 'winner', m.powers[1 + g.winner], 'phase', farm.phase_name(b.phase),"
	" 'units', (select json_agg(json_build_object('power', m.powers[1 + farm.unit_power(u)],"
	"  'type', farm.unit_type(u), 'area', a.code) order by n)"
	"  from unnest(b.units) with ordinality as x (u, n)"
	"  join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(u)),"
	" 'owners', (select json_object_agg(a.code, p order by a.id)"
	"  from farm.areas a join unnest(m.powers) p on left(p, 1) = substr(b.owners, a.id + 1, 1)"
	"  where a.map_id = m.id and a.id = a.province),"
	" 'orders', (select json_agg(json_build_object('power', o.empire, 'order', o.text, 'result', "
    "o.status,"
	"  'dislodged', o.dislodged)) from farm.orders o"
	"  where o.tournament_id = t.id and o.game = g.id and o.phase = b.phase))::text"
	" from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t on t.id = "
    "b.tournament_id"
	" join farm.maps m on m.id = t.map_id"
	" where b.game_id = $1 and b.tournament_id = $2 and b.phase = $3");

bool stmt_print_board(struct db *db, const struct game_head *head, int16_t phase, FILE *out)
{
	struct db_args args;
	db_args_init(&args, &print_board);
	db_arg_int8(&args, head->game);
	db_arg_int4(&args, head->tournament);
	db_arg_int2(&args, phase);
	return statement_print(db, &print_board, &args, out);
}

/* ── what an audit reads ── */

STATEMENT(export_snapshot, "", "select pg_export_snapshot()");

bool stmt_open_snapshot(struct db *db, char snapshot[STMT_NAME_SIZE])
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &export_snapshot);
	if (!db_script(db, "begin isolation level repeatable read, read only") ||
	    !db_query(db, &export_snapshot, &args, &rows))
		return false;
	struct db_reader reader = db_read(db, &rows, 0);
	statement_text(&reader, snapshot, STMT_NAME_SIZE);
	bool done = db_read_end(&reader);
	db_rows_free(&rows);
	return done;
}

/* A snapshot's name is given by the server: hexadecimal digits and hyphens. */
bool stmt_share_snapshot(struct db *db, const char *snapshot)
{
	char sql[STMT_NAME_SIZE + 128];
	if (strspn(snapshot, "0123456789ABCDEFabcdef-") != strlen(snapshot))
		return db_refuse(db, "%s is no name of a snapshot", snapshot);
	snprintf(sql, sizeof sql,
	         "begin isolation level repeatable read, read only; set transaction snapshot '%s'",
	         snapshot);
	return db_script(db, sql);
}

STATEMENT(read_tournaments, "s",
          "select t.id, t.games, 1,"
          " greatest(t.games, (select max(g.number) from farm.games g where g.tournament_id = "
          "t.id)), t.name"
          " from farm.tournaments t where $1 is null or t.name = $1 order by t.id");

bool stmt_read_tournaments(struct db *db, const char *name, struct db_rows *rows)
{
	struct db_args args;
	db_args_init(&args, &read_tournaments);
	db_arg_text(&args, name);
	return db_query(db, &read_tournaments, &args, rows);
}

bool stmt_decode_tournament(struct db *db, const struct db_rows *rows, int row, struct scope *scope)
{
	struct db_reader reader = db_read(db, rows, row);
	scope->tournament = db_read_int4(&reader);
	scope->games = db_read_int4(&reader);
	scope->first = db_read_int4(&reader);
	scope->last = db_read_int4(&reader);
	statement_text(&reader, scope->name, sizeof scope->name);
	return db_read_end(&reader);
}

STATEMENT(
	read_games, "iii",
	"select g.id, " TERMS_COLUMNS ", (g.state = 'finished')::int, coalesce(g.winner, 7::smallint),"
	" coalesce(g.phase, 0::smallint), coalesce(g.phases, 0), coalesce(g.centres, '{}'),"
	" coalesce(g.units, '{}'), g.digest"
	" from farm.games g join farm.tournaments t on t.id = g.tournament_id"
	" where t.id = $1 and g.tournament_id = $1 and g.number between $2 and $3 order by g.number");
_Static_assert(POWER_NONE == 7, "who wins a draw");

bool stmt_read_games(struct db *db, const struct scope *scope, int32_t first, int32_t last,
                     struct db_rows *rows)
{
	struct db_args args;
	db_args_init(&args, &read_games);
	db_arg_int4(&args, scope->tournament);
	db_arg_int4(&args, first);
	db_arg_int4(&args, last);
	return db_query(db, &read_games, &args, rows);
}

bool stmt_decode_game(struct db *db, const struct db_rows *rows, int row, struct game_row *game)
{
	struct db_reader reader = db_read(db, rows, row);
	struct stored_end *end = &game->end;
	game->game = db_read_int8(&reader);
	statement_terms(&reader, &game->terms);
	game->finished = db_read_int4(&reader) != 0;
	*end = (struct stored_end){.winner = db_read_int2(&reader)};
	end->phase = db_read_int2(&reader);
	end->phases = db_read_int4(&reader);
	end->power_count = db_read_int2s(&reader, end->centres, POWERS_MAX);
	reader.bad |= db_read_int2s(&reader, end->units, POWERS_MAX) != end->power_count;
	game->digested = !db_read_null(&reader);
	if (game->digested)
		db_read_bytes(&reader, game->digest, sizeof game->digest);
	return db_read_end(&reader);
}

STATEMENT(
	read_strays, "i",
	"select b.game_id from farm.boards b where b.tournament_id = $1"
	" and not exists (select from farm.games g where g.id = b.game_id and g.tournament_id = $1)"
	" group by b.game_id order by b.game_id");

bool stmt_read_strays(struct db *db, int32_t tournament, struct db_rows *rows)
{
	struct db_args args;
	db_args_init(&args, &read_strays);
	db_arg_int4(&args, tournament);
	return db_query(db, &read_strays, &args, rows);
}

bool stmt_decode_stray(struct db *db, const struct db_rows *rows, int row, int64_t *game)
{
	struct db_reader reader = db_read(db, rows, row);
	*game = db_read_int8(&reader);
	return db_read_end(&reader);
}

STATEMENT_FILE_END;
