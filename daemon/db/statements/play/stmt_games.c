/* stmt_games: reading games and their boards, for people and for audits. */
#include "db/statements/statement.h"

/* ── games ── */

STATEMENT(
	find_game, "s",
	"select g.id, t.id, t.map_id, g.number, t.name,"
	" left(concat_ws(': ', g.state, g.ending || coalesce(' ' || m.powers[1 + g.winner], ''),"
	"  regexp_replace(g.reason, '[[:cntrl:]]', ' ', 'g')), 255),"
	" coalesce(left((select string_agg(regexp_replace(u.label, '[[:cntrl:]]', ' ', 'g'), E'\\n' "
	"order by s.power) from "
	"farm.seats s"
	"  join farm.users u on u.id = s.user_id where s.game_id = g.id), 2047), '')"
	" from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id "
	"= t.map_id"
	" where case when $1 ~ '^[0-9]{1,18}$' then g.id = $1::bigint else"
	"  t.name = split_part($1, '/', 1) and $1 = t.name || '/' || g.number end");

bool stmt_find_game(struct db *db, const char *reference, bool *found, struct game_head *head)
{
	return statement_find(db, &find_game, VALUES(reference), found,
	                      FIELDS(head->game, head->tournament, head->map, head->number, head->name,
	                             head->state, head->seats));
}

/* The columns of a stored board that stmt_next_board reads. The times are left out. */
#define BOARD_COLUMNS                                                                              \
	"b.phase, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage, b.think_ns, "            \
	"b.forecasts, b.capped, b.forecast_stages, b.forecast_ns"

bool stmt_next_board(struct db_rows *boards, struct stored *stored)
{
	bool staged = false;
	int stages = 0, times = 0;
	if (boards->next < boards->count)
		*stored = (struct stored){0};
	if (!db_rows_next(
			boards, FIELDS(stored->phase, MANY(stored->units, stored->unit_count), stored->owners,
	                       OPTIONAL(stored->resolved, MANY(stored->orders, stored->unit_count)),
	                       OPTIONAL(stored->resolved, stored->resolve_ns),
	                       OPTIONAL(stored->resolved, stored->stage),
	                       OPTIONAL(stored->resolved, MANY(stored->think_ns, stored->power_count)),
	                       OPTIONAL(stored->resolved, MANY(stored->forecasts, stored->power_count)),
	                       OPTIONAL(stored->resolved, stored->capped),
	                       OPTIONAL(staged, MANY(stored->forecast_stages, stages)),
	                       OPTIONAL(staged, MANY(stored->forecast_ns, times)))))
		return false;
	stored->forecaster_count = times;
	return (stages == times * STORED_STAGES && (stored->resolved || !staged)) ||
	       db_rows_refuse(boards, "stages of no forecasts");
}

STATEMENT_BOARDS(find_board, "ilh",
                 "select " BOARD_COLUMNS
                 " from farm.boards b where b.tournament_id = $1 and b.game_id = $2"
                 " and (b.phase = $3 or $3 < 0) order by b.phase desc limit 1");

bool stmt_find_board(struct db *db, const struct game_head *head, int16_t phase, bool *found,
                     struct stored *stored)
{
	struct db_rows rows;
	if (!db_query(db, &find_board, VALUES(head->tournament, head->game, phase), &rows))
		return false;
	*found = stmt_next_board(&rows, stored);
	return db_rows_close(&rows) ||
	       db_refuse(
			   db, "game %lld: what is stored for its phase is no row of a board; --json prints it",
			   (long long)head->game);
}

STATEMENT_BOARDS(
	read_boards, "il",
	"select " BOARD_COLUMNS
	" from farm.boards b where b.tournament_id = $1 and b.game_id = $2 order by b.phase");

bool stmt_read_boards(struct db *db, int32_t tournament, int64_t game, struct db_rows *rows)
{
	return db_query(db, &read_boards, VALUES(tournament, game), rows);
}

/* A unit in no area of the map is in "?". An adjustment has none when it is waived. */
STATEMENT_BOARDS(
	print_board, "lih",
	"select json_build_object('game', g.id, 'tournament', t.name, 'number', g.number, 'state', "
	"g.state,"
	" 'ending', g.ending, 'winner', m.powers[1 + g.winner], 'phase', farm.phase_name(b.phase),"
	" 'units', (select json_agg(json_build_object('power', m.powers[1 + farm.unit_power(u)],"
	"  'type', farm.unit_type(u), 'area', coalesce(a.code, '?')) order by n)"
	"  from unnest(b.units) with ordinality as x (u, n)"
	"  left join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(u)"
	"  where a.id is not null or not farm.unit_apart(u)),"
	" 'owners', (select json_object_agg(a.code, p order by a.id)"
	"  from farm.areas a join unnest(m.powers) p on left(p, 1) = substr(b.owners, a.id + 1, 1)"
	"  where a.map_id = m.id and a.id = a.province),"
	" 'orders', (select json_agg(json_build_object('power', o.power, 'order', o.text, 'result', "
	"o.result,"
	"  'dislodged', o.dislodged)) from farm.orders o"
	"  where o.tournament_id = t.id and o.game = g.id and o.phase = b.phase))::text"
	" from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t on t.id = "
	"b.tournament_id"
	" join farm.maps m on m.id = t.map_id"
	" where b.game_id = $1 and b.tournament_id = $2 and (b.phase = $3 or $3 < 0) order by b.phase");

bool stmt_print_board(struct db *db, const struct game_head *head, int16_t phase, bool *found,
                      FILE *out)
{
	struct db_rows rows;
	const char *line;
	if (!db_query(db, &print_board, VALUES(head->game, head->tournament, phase), &rows))
		return false;
	*found = false;
	for (; db_rows_next(&rows, FIELDS(line)); *found = true)
		fprintf(out, "%s\n", line);
	return db_rows_close(&rows);
}

/* ── what an audit reads ── */

STATEMENT(export_snapshot, "", "select pg_export_snapshot()");

bool stmt_open_snapshot(struct db *db, char snapshot[STMT_NAME_SIZE])
{
	return db_script(db, "begin isolation level repeatable read, read only") &&
	       statement_row(db, &export_snapshot, NO_VALUES, FIELDS(BUFFER(snapshot, STMT_NAME_SIZE)));
}

/* The server names snapshots, by hexadecimal digits and hyphens. No parameter can stand there. */
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

/* A dropped tournament has lost its boards. */
STATEMENT(read_tournaments, "s",
          "select t.id, t.games, 1, coalesce((select max(g.number) from farm.games g"
          "  where g.tournament_id = t.id and g.number <= t.games), 0), t.name,"
          " farm.tournament_seed(t.id) is null"
          " from farm.tournaments t where ($1 is null or t.name = $1) and not t.dropped order by "
          "t.id");

bool stmt_read_tournaments(struct db *db, const char *name, struct db_rows *rows)
{
	return db_query(db, &read_tournaments, VALUES(name), rows);
}

bool stmt_next_tournament(struct db_rows *rows, struct scope *scope)
{
	return db_rows_next(rows, FIELDS(scope->tournament, scope->games, scope->first, scope->last,
	                                 scope->name, scope->secret));
}

STATEMENT(
	read_games, "iii",
	"select g.id, " TERMS_COLUMNS ", g.state = 'finished', coalesce(g.winner, 7::smallint),"
	" coalesce(g.phase, 0::smallint), coalesce(g.phases, 0), coalesce(g.centres, '{}'),"
	" coalesce(g.units, '{}'), g.digest, g.agreed"
	" from farm.games g join farm.tournaments t on t.id = g.tournament_id"
	" left join farm.recorded e on e.game_id = g.id"
	" where t.id = $1 and g.tournament_id = $1 and g.number between $2 and $3 order by g.number");
_Static_assert(POWER_NONE == 7, "who wins a draw");

bool stmt_read_games(struct db *db, const struct scope *scope, int32_t first, int32_t last,
                     struct db_rows *rows)
{
	return db_query(db, &read_games, VALUES(scope->tournament, first, last), rows);
}

bool stmt_next_game(struct db_rows *rows, struct game_row *game)
{
	struct stored_end *end = &game->end;
	*game = (struct game_row){0};
	game->readable = db_rows_next(
		rows, FIELDS(game->game, TERMS_PLACES(game->terms), game->finished, end->winner, end->phase,
	                 end->phases, MANY(end->centres, end->power_count),
	                 MANY(end->units, end->power_count), OPTIONAL(game->digested, game->digest),
	                 OPTIONAL(game->terms.agreed, game->terms.agreed_in)));
	return game->readable || rows->bad;
}

STATEMENT(read_extra, "ii",
          "select g.id, g.number from farm.games g where g.tournament_id = $1 and g.number > $2"
          " order by g.number");

bool stmt_read_extra(struct db *db, const struct scope *scope, struct db_rows *rows)
{
	return db_query(db, &read_extra, VALUES(scope->tournament, scope->games), rows);
}

bool stmt_next_extra(struct db_rows *rows, int64_t *game, int32_t *number)
{
	return db_rows_next(rows, FIELDS(*game, *number));
}

/* A farm does not know who finished the games of a tournament that was restored. Then only the sums
 * are compared. */
STATEMENT(read_tallies, "i",
          "with game as (select worker_id, count(*) as games, sum(phases) as phases from farm.games"
          "  where tournament_id = $1 and state = 'finished' group by worker_id),"
          " known as (select not exists (select from game where worker_id is null) as yes),"
          " entry as ("
          "  select worker_id, finished as t_games, phases as t_phases, 0 as games, 0 as phases"
          "  from farm.tallies where tournament_id = $1"
          "  union all select worker_id, 0, 0, games, phases from game),"
          " worker as (select case when yes then worker_id end as id, sum(t_games) as t_games,"
          "  sum(t_phases) as t_phases, sum(games) as games, coalesce(sum(phases), 0) as phases"
          "  from entry cross join known group by 1)"
          " select format('%s tallied with %s games of %s phases, %s finished %s of %s',"
          "  coalesce('worker ' || id || ' is', 'the workers are'), t_games, t_phases,"
          "  case when id is null then 'they' else 'it' end, games, phases)"
          " from worker where (t_games, t_phases) <> (games, phases) order by id");

bool stmt_read_tallies(struct db *db, int32_t tournament, struct db_rows *rows)
{
	return db_query(db, &read_tallies, VALUES(tournament), rows);
}

bool stmt_next_tally(struct db_rows *rows, const char **difference)
{
	return db_rows_next(rows, FIELDS(*difference));
}

STATEMENT_BOARDS(
	read_strays, "i",
	"select b.game_id from farm.boards b where b.tournament_id = $1"
	" and not exists (select from farm.games g where g.id = b.game_id and g.tournament_id = $1)"
	" group by b.game_id order by b.game_id");

bool stmt_read_strays(struct db *db, int32_t tournament, struct db_rows *rows)
{
	return db_query(db, &read_strays, VALUES(tournament), rows);
}

bool stmt_next_stray(struct db_rows *rows, int64_t *game)
{
	return db_rows_next(rows, FIELDS(*game));
}
