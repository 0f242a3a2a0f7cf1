/* stmt_playing: see stmt_playing.h. */
#include "stmt_playing.h"

#include "db/statements/statement.h"

/* Of w: the workers; $1: those that are gone, too. A worker is lost when its supervisor is no
 * longer connected and it is not yet marked as gone. */
#define WORKERS                                                                                    \
	"(select w.*, case when w.gone_at is not null then 'gone'"                                     \
	"   when w.supervisor in (select farm.supervisors_connected()) then 'alive' else 'lost' end"   \
	"   as state,"                                                                                 \
	"  case when isfinite(w.heartbeat_at)"                                                         \
	"   then greatest(0, extract(epoch from now() - w.heartbeat_at))::bigint end as heartbeat_age" \
	"  from farm.workers w where w.gone_at is null or $1) w"

/* Of p: the tournaments that w plays: the name, the numbers of the claimed games, the place by
 * name.
 */
#define PLAYED                                                                                     \
	"(select t.name, array_agg(g.number order by g.number) as games,"                              \
	"  row_number() over (order by t.name) as place"                                               \
	"  from unnest(w.claims) c (id)"                                                               \
	"  join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id"            \
	"  join farm.tournaments t on t.id = g.tournament_id group by t.name) p"
#define CLAIMS "coalesce(sum(cardinality(p.games)), 0)::bigint"
#define PLAYS                                                                                      \
	"concat(string_agg(case when cardinality(p.games) = 1 then format('%s/%s', p.name, games[1])"  \
	"  else format('%s/%s..%s (%s)', p.name, p.games[1], p.games[cardinality(p.games)],"           \
	"   cardinality(p.games)) end, ', ' order by p.place) filter (where p.place <= 3),"            \
	" case when count(*) > 3 then format(' and %s more', count(*) - 3) end)"
#define CLEAN(TEXT) "left(regexp_replace(" TEXT ", '[[:cntrl:]]', '?', 'g'), 250)"

STATEMENT(
	list_playing, "b",
	"with w as (select w.*, " CLEAN(
		"w.host") " as name,"
				  "  coalesce(" CLEAN(
					  "w.version") ", 'an older version') as built from " WORKERS "),"
								   " h as (select host, count(*)::int as workers, "
								   "coalesce(sum(threads), 0)::int as threads,"
								   "  string_agg(distinct built, ', ' order by built) as versions "
								   "from w group by host)"
								   " select w.name, h.workers, h.threads, h.versions, w.id, w.pid, "
								   "w.state,"
								   " coalesce(to_char(w.started_at, case when w.started_at::date = "
								   "current_date"
								   "  then 'HH24:MI' else 'YYYY-MM-DD' end), '?'), "
								   "coalesce(w.heartbeat_age, 0),"
								   " coalesce(w.threads, 0), p.claims, w.games, w.phases, p.plays"
								   " from w join h using (host) cross join lateral"
								   " (select " CLAIMS " as claims, " PLAYS " as plays from " PLAYED
								   ") p"
								   " order by w.name, w.host, w.id");

bool stmt_list_playing(struct db *db, bool gone, struct db_rows *rows)
{
	return db_query(db, &list_playing, VALUES(gone), rows);
}

bool stmt_next_playing(struct db_rows *rows, struct playing *playing)
{
	return db_rows_next(rows,
	                    FIELDS(playing->host, playing->host_workers, playing->host_threads,
	                           playing->host_versions, playing->id, playing->pid, playing->state,
	                           playing->since, playing->heartbeat_age, playing->threads,
	                           playing->claims, playing->games, playing->phases, playing->plays));
}

STATEMENT(playing_json, "b",
          "select coalesce(json_agg(json_build_object('worker', w.id, 'host', w.host,"
          " 'pid', w.pid, 'version', w.version, 'threads', w.threads, 'state', w.state,"
          " 'started_at', w.started_at, 'heartbeat_at', w.heartbeat_at,"
          " 'heartbeat_age', w.heartbeat_age, 'gone_at', w.gone_at, 'claims', p.claims,"
          " 'games', w.games, 'phases', w.phases, 'plays', p.plays) order by w.host, w.id), '[]')"
          "::text from " WORKERS " cross join lateral"
          " (select " CLAIMS " as claims, coalesce(json_agg(json_build_object('tournament', p.name,"
          "  'games', p.games) order by p.name) filter (where p.name is not null), '[]') as plays"
          "  from " PLAYED ") p");

bool stmt_print_playing(struct db *db, bool gone, FILE *out)
{
	return statement_print(db, &playing_json, VALUES(gone), out);
}
