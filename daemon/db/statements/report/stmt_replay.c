/* stmt_replay: see stmt_replay.h. */
#include "stmt_replay.h"

#include "db/statements/statement.h"

STATEMENT(
	find_replay_terms, "l",
	"select t.rules, t.judge, m.name, g.state = 'finished', coalesce(g.winner, 7::smallint),"
	" coalesce(left((select string_agg(regexp_replace(u.name, '[[:cntrl:]]', ' ', 'g'),"
	"   E'\\n' order by s.power)"
	"  from farm.seats s join farm.users u on u.id = s.user_id where s.game_id = g.id), 2047),"
	"  '')"
	" from farm.games g join farm.tournaments t on t.id = g.tournament_id"
	" join farm.maps m on m.id = t.map_id where g.id = $1");
_Static_assert(POWER_NONE == 7, "who wins a draw");

bool stmt_find_replay_terms(struct db *db, int64_t game, bool *found, struct replay_terms *terms)
{
	return statement_find(db, &find_replay_terms, VALUES(game), found,
	                      FIELDS(terms->rules, terms->judge, terms->map, terms->finished,
	                             terms->winner, terms->users));
}

STATEMENT_BOARDS(read_think_times, "il",
                 "select b.phase, b.think_ns from farm.boards b"
                 " where b.tournament_id = $1 and b.game_id = $2 and b.think_ns is not null"
                 " order by b.phase");

bool stmt_read_think_times(struct db *db, int32_t tournament, int64_t game, struct db_rows *rows)
{
	return db_query(db, &read_think_times, VALUES(tournament, game), rows);
}

bool stmt_next_think_times(struct db_rows *rows, struct think_times *times)
{
	return db_rows_next(rows, FIELDS(times->phase, MANY(times->think_ns, times->power_count)));
}
