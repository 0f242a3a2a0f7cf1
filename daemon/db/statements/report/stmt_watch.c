/* stmt_watch: see stmt_watch.h. */
#include "stmt_watch.h"

#include "db/statements/statement.h"

/* Of a tuning that goes on, the games of later steps count, too. */
STATEMENT(
	get_progress, "s",
	"select p.games + l.games, p.finished, p.pending + p.claimed + p.waiting + l.games"
	"  + coalesce(farm.stop_is_due(t.id), false)::int, p.pending + l.games, p.claimed,"
	" p.waiting, p.quarantined, p.cancelled, p.phases,"
	" (select farm.bounded(sum(w.phases)) from farm.workers w),"
	" (select count(*) from farm.workers w where w.gone_at is null), t.paused,"
	" left(coalesce((select said from farm.stopping_told where tournament = $1),"
	"  (select said from farm.tuning_told where tournament = $1), ''), 255)"
	" from farm.progress p join farm.tournaments t on t.name = p.tournament"
	" cross join lateral (select coalesce((select u.games - p.games from farm.tuning_progress u"
	"  where u.tournament = $1 and u.ending is null and u.held_up_by is null), 0)::bigint) l "
	"(games)"
	" where p.tournament = $1");

bool stmt_progress(struct db *db, const char *tournament, struct progress *progress)
{
	return statement_row(db, &get_progress, VALUES(tournament),
	                     FIELDS(progress->games, progress->finished, progress->open,
	                            progress->pending, progress->claimed, progress->waiting,
	                            progress->quarantined, progress->cancelled, progress->phases,
	                            progress->farm_phases, progress->workers, progress->paused,
	                            progress->stop));
}

STATEMENT(find_watched, "s",
          "select rules, left(regexp_replace(players, '[[:cntrl:]]', ' ', 'g'), 255)"
          " from farm.tournaments where name = $1 and not dropped");

bool stmt_find_watched(struct db *db, const char *tournament, bool *exists, struct watched *watched)
{
	return statement_find(db, &find_watched, VALUES(tournament), exists,
	                      FIELDS(watched->rules, watched->seats));
}

/* ── points ── */

STATEMENT(read_players, "s",
          "select player, count(*) over (), (100 * points)::bigint, (10 * share)::int,"
          " (10 * expected)::int, (10 * low)::int, (10 * high)::int"
          " from farm.standings where tournament = $1 order by points desc, player limit 100");

bool stmt_read_players(struct db *db, const char *tournament, struct db_rows *rows)
{
	return db_query(db, &read_players, VALUES(tournament), rows);
}

bool stmt_next_player(struct db_rows *rows, struct watched_player *player)
{
	return db_rows_next(rows, FIELDS(player->name, player->players, player->points,
	                                 OPTIONAL(player->has_share, player->share),
	                                 OPTIONAL(player->has_share, player->fair),
	                                 OPTIONAL(player->has_interval, player->low),
	                                 OPTIONAL(player->has_interval, player->high)));
}

/* ── what holds it up ── */

STATEMENT(read_held, "s",
          "select * from (select 0, left(format('game %s: %s', g.number,"
          "  regexp_replace(g.reason, '[[:cntrl:]]', ' ', 'g')), 500) from farm.games g"
          "  join farm.tournaments t on t.id = g.tournament_id where t.name = $1"
          "  and g.aside = 'quarantined' order by g.number limit 8) q"
          " union all select * from (select 1, left(format('%s (%s, %s, game %s%s)', player, power,"
          "  phase, number, ', until ' || to_char(deadline, 'YYYY-MM-DD HH24:MI')), 500)"
          "  from farm.awaited where tournament = $1 order by number, power limit 8) w");

bool stmt_read_held(struct db *db, const char *tournament, struct db_rows *rows)
{
	return db_query(db, &read_held, VALUES(tournament), rows);
}

bool stmt_next_held(struct db_rows *rows, int32_t *kind, const char **line)
{
	return db_rows_next(rows, FIELDS(*kind, *line));
}
