/* statements_tournaments: making, controlling and reporting tournaments; runs of test cases. */
#include "statement.h"

/* ── tournaments ── */

bool stmt_begin(struct db *db)
{
	return db_script(db, "begin");
}

bool stmt_commit(struct db *db)
{
	return db_script(db, "commit");
}

STATEMENT(put_user, "sssss",
          "with new as (insert into farm.users (name, label, player, settings, role)"
          "  values ($1, $2, $3, $4::jsonb, $5)"
          " on conflict (name) do nothing returning id)"
          " select id from new union all select id from farm.users where name = $1");

bool stmt_put_user(struct db *db, const char *name, const char *label, const char *player,
                   const char *settings, const char *role, int32_t *user)
{
	return statement_row(db, &put_user, VALUES(name, label, player, settings, role), FIELDS(*user));
}

STATEMENT(role_exists, "s", "select count(*) > 0 from pg_roles where rolname = $1");

bool stmt_role_exists(struct db *db, const char *role, bool *exists)
{
	return statement_row(db, &role_exists, VALUES(role), FIELDS(*exists));
}

/* What a tournament is made of, without its users and times. */
#define TOURNAMENT_VALUES(t)                                                                       \
	(t)->name, (t)->map, (t)->rules, (t)->judge, (t)->seed, (t)->games, (t)->round_limit, (t)->seats
#define TIME_VALUES(t) (t)->diplomatic_time, (t)->retreat_time, (t)->adjustment_time

STATEMENT(create_tournament, "ssssliisIiIs",
          "select farm.tournament_create($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)");

STATEMENT(set_times, "siii",
          "update farm.tournaments set diplomatic_time = make_interval(secs => nullif($2, 0)),"
          " retreat_time = make_interval(secs => nullif($3, 0)), adjustment_time = "
          "make_interval(secs => nullif($4, 0))"
          " where name = $1");

STATEMENT(set_draw_after, "si", "update farm.tournaments set draw_after = $2 where name = $1");

static bool put_draw_after(struct db *db, const struct tournament *tournament)
{
	return tournament->draw_after == 0 ||
	       statement_run(db, &set_draw_after, VALUES(tournament->name, tournament->draw_after));
}

/* A start as three values: all NULL where there is none. */
#define START_VALUES(start)                                                                        \
	((start) != NULL ? VALUE_OF((start)->phase) : NOTHING),                                        \
		((start) != NULL ? ARRAY((start)->units, (start)->unit_count) : NOTHING),                  \
		((start) != NULL ? (start)->owners : (const char *)NULL)

STATEMENT(set_start, "sshHs",
          "update farm.tournaments set start_case = $2, start_phase = $3, start_units = $4,"
          " start_owners = $5 where name = $1");

static bool put_start(struct db *db, const struct tournament *tournament)
{
	return tournament->start == NULL ||
	       statement_run(
			   db, &set_start,
			   VALUES(tournament->name, tournament->start_case, START_VALUES(tournament->start)));
}

static bool put_times(struct db *db, const struct tournament *tournament)
{
	return (tournament->diplomatic_time == 0 && tournament->retreat_time == 0 &&
	        tournament->adjustment_time == 0) ||
	       statement_run(db, &set_times, VALUES(tournament->name, TIME_VALUES(tournament)));
}

bool stmt_create_tournament(struct db *db, const struct tournament *tournament)
{
	return statement_run(db, &create_tournament,
	                     VALUES(TOURNAMENT_VALUES(tournament),
	                            ARRAY(tournament->users, tournament->user_count), tournament->block,
	                            ARRAY(tournament->entrants,
	                                  tournament->entrants != NULL ? tournament->user_count : 0),
	                            tournament->players)) &&
	       put_times(db, tournament) && put_draw_after(db, tournament) && put_start(db, tournament);
}

STATEMENT(compare_tournament, "ssssliisiiiiihHs",
          "select left(concat_ws(', ', case when m.name <> $2 then 'map ' || m.name end,"
          " case when t.rules <> $3 then 'rules ' || t.rules end, case when t.judge <> $4 then "
          "'judge ' || t.judge end,"
          " case when $5 >= 0 and t.seed <> $5 then case position('@' in t.seats)"
          "  when 0 then 'seed ' || t.seed else 'another seed' end end,"
          " case when t.block <> $12 and t.seats = $8 then 'other seatings' end,"
          " case when t.games <> $6 then 'games ' || t.games end,"
          " case when t.round_limit <> $7 then 'rounds ' || t.round_limit end,"
          " case when (t.diplomatic_time, t.retreat_time, t.adjustment_time) is distinct from"
          "  (make_interval(secs => nullif($9, 0)), make_interval(secs => nullif($10, 0)),"
          "   make_interval(secs => nullif($11, 0))) then 'other times' end,"
          " case when t.draw_after <> $13 then 'draw after ' || t.draw_after end,"
          " case when (t.start_phase, t.start_units, t.start_owners) is distinct from"
          "  ($14, $15, $16) then coalesce('start ' || t.start_case, 'the usual start') end,"
          " case when t.seats <> $8 then 'seats ' || t.players end), 90)"
          " from farm.tournaments t join farm.maps m on m.id = t.map_id where t.name = $1");

bool stmt_compare_tournament(struct db *db, const struct tournament *tournament, bool *exists,
                             char differs[STMT_DIFFERS_SIZE])
{
	return statement_find(db, &compare_tournament,
	                      VALUES(TOURNAMENT_VALUES(tournament), TIME_VALUES(tournament),
	                             tournament->block, tournament->draw_after,
	                             START_VALUES(tournament->start)),
	                      exists, FIELDS(BUFFER(differs, STMT_DIFFERS_SIZE)));
}

STATEMENT(tournament_exists, "s", "select count(*) > 0 from farm.tournaments where name = $1");

bool stmt_tournament_exists(struct db *db, const char *name, bool *exists)
{
	return statement_row(db, &tournament_exists, VALUES(name), FIELDS(*exists));
}

STATEMENT(
	pause_tournament, "sl",
	"with t as (update farm.tournaments set paused = true where name = $1 and $2 = 0 returning 1)"
	" select count(*) from t");
STATEMENT(
	resume_tournament, "sl",
	"with t as (update farm.tournaments set paused = false where name = $1 and $2 = 0 returning 1)"
	" select count(*) from t, farm.hint('farm')");
STATEMENT(cancel_tournament, "sl", "select farm.tournament_cancel($1) where $2 = 0");
STATEMENT(drop_tournament, "sl", "select farm.tournament_drop($1)::int::bigint where $2 = 0");
STATEMENT(drop_boards, "", "select farm.sweep(0)");
STATEMENT(set_priority, "sl",
          "with t as (update farm.tournaments set priority = $2 where name = $1 returning 1) "
          "select count(*) from t");
STATEMENT(set_weight, "sl",
          "with t as (update farm.tournaments set weight = $2 where name = $1 returning 1) select "
          "count(*) from t");
STATEMENT(retry_game, "ls", "select farm.game_retry($1)::int::bigint where $2 is not null");
STATEMENT(quarantine_game, "ls", "select farm.game_quarantine($1, $2)::int::bigint");
STATEMENT(cancel_game, "ls", "select farm.game_cancel($1)::int::bigint where $2 is not null");

static const struct db_statement *const controls[CONTROLS] = {
	[CONTROL_PAUSE] = &pause_tournament,   [CONTROL_RESUME] = &resume_tournament,
	[CONTROL_CANCEL] = &cancel_tournament, [CONTROL_DROP] = &drop_tournament,
	[CONTROL_PRIORITY] = &set_priority,    [CONTROL_WEIGHT] = &set_weight,
	[CONTROL_GAME_RETRY] = &retry_game,    [CONTROL_GAME_QUARANTINE] = &quarantine_game,
	[CONTROL_GAME_CANCEL] = &cancel_game,
};

bool stmt_control(struct db *db, enum control control, const char *tournament, int64_t number,
                  int64_t *games)
{
	int64_t swept;
	return statement_row(db, controls[control], VALUES(tournament, number), FIELDS(*games)) &&
	       (control != CONTROL_DROP || statement_row(db, &drop_boards, NO_VALUES, FIELDS(swept)));
}

bool stmt_control_game(struct db *db, enum control control, int64_t game, const char *why,
                       int64_t *games)
{
	return statement_row(db, controls[control], VALUES(game, why), FIELDS(*games));
}

STATEMENT(list_lines, "s",
          "select format('%-20s %7s games, %s  %s  %s', name, games,"
          "  case when open = 0 then 'all played' else finished || ' played' end, rules, players)"
          " from (select t.id, t.name, t.games, p.finished, p.pending + p.claimed + p.waiting as "
          "open, t.rules, t.players"
          "  from farm.tournaments t join farm.progress p on p.tournament = t.name) l"
          " where $1 is null or name = $1 order by id");
STATEMENT(list_json, "s",
          "select coalesce(json_agg(json_build_object('name', t.name, 'games', t.games, "
          "'finished', p.finished,"
          " 'open', p.pending + p.claimed + p.waiting, 'rules', t.rules, 'judge', t.judge, 'seed', "
          "farm.tournament_seed(t.id),"
          " 'round_limit', t.round_limit, 'seats', t.seats, 'players', t.players) order by t.id), "
          "'[]')::text"
          " from farm.tournaments t join farm.progress p on p.tournament = t.name where $1 is null "
          "or t.name = $1");
STATEMENT(
	status_lines, "s",
	"select format('%s: %s games, %s finished, %s being played, %s pending',"
	"  tournament, games, finished, claimed, pending)"
	" || case when waiting + quarantined + cancelled > 0 then"
	"  format(', %s waiting, %s quarantined, %s cancelled', waiting, quarantined, cancelled) else "
	"'' end"
	" from farm.progress where tournament = $1"
	" union all select * from (select format('%6s %% of the points, %s to %s (95 %%): %s',"
	"  share, coalesce(low::text, '?'), coalesce(high::text, '?'), player)"
	"  from farm.standings where tournament = $1 order by share desc) s"
	" union all select format('game %s is quarantined: %s', g.number,"
	"  regexp_replace(g.reason, '[[:cntrl:]]', ' ', 'g')) from farm.games g"
	"  join farm.tournaments t on t.id = g.tournament_id where t.name = $1 and g.state = "
	"'quarantined'"
	" union all select * from (select format('game %s waits for %s: %s, %s%s', number, player, "
	"power, phase,"
	"  ' until ' || deadline) from farm.awaited where tournament = $1 order by number, power limit "
	"20) w");
STATEMENT(status_json, "s",
          "select json_build_object('progress', row_to_json(p), 'standings',"
          " (select coalesce(json_agg(s order by s.share desc), '[]')"
          "  from farm.standings s where s.tournament = $1))::text"
          " from farm.progress p where p.tournament = $1");
STATEMENT(digest_line, "s", "select farm.tournament_digest($1)");
STATEMENT(digest_json, "s",
          "select json_build_object('tournament', $1, 'digest', farm.tournament_digest($1))::text");

static const struct {
	const struct db_statement *lines, *json;
} reports[REPORTS] = {
	[REPORT_TOURNAMENTS] = {&list_lines, &list_json},
	[REPORT_STATUS] = {&status_lines, &status_json},
	[REPORT_DIGEST] = {&digest_line, &digest_json},
};

bool stmt_report(struct db *db, enum report report, bool json, const char *tournament, FILE *out)
{
	return statement_print(db, json ? reports[report].json : reports[report].lines,
	                       VALUES(tournament), out);
}

/* A sample has a name, labels and a value. A worker is lost when its supervisor is no longer
 * connected and it is not yet marked as gone. In the text format only backslashes, quotes and line
 * ends are escaped in the value of a label. */
STATEMENT(
	metrics, "",
	"with worker as (select w.*, case when gone_at is not null then 'gone' when w.supervisor in "
	"(select farm.supervisors_connected()) then 'alive' else 'lost' end as standing from "
	"farm.workers w),"
	" sample (name, labels, value) as ("
	"  select 'games', jsonb_build_object('tournament', tournament, 'state', state), count::numeric"
	"  from farm.progress cross join lateral (values ('pending', pending), ('claimed', claimed),"
	"   ('waiting', waiting), ('finished', finished), ('quarantined', quarantined), ('cancelled', "
	"cancelled)) s "
	"(state, count)"
	"  union all select 'queued_games', '{}', count(*) from farm.games where queue is not null"
	"  union all select 'claim_age_seconds', '{}',"
	"  extract(epoch from now() - min(g.claimed_at) filter (where isfinite(g.claimed_at)))"
	"  from farm.workers w cross join lateral unnest(w.claims) c (id)"
	"  join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id"
	"  union all select 'workers', jsonb_build_object('state', s.standing), count(w.id)"
	"  from unnest(array['alive', 'lost', 'gone']) s (standing) left join worker w using "
	"(standing) "
	"  group by s.standing"
	"  union all select 'heartbeat_age_seconds', jsonb_build_object('host', host),"
	"  greatest(0, extract(epoch from now() - min(heartbeat_at) filter (where "
	"isfinite(heartbeat_at))))"
	"  from worker"
	"  where standing <> 'gone' group by host"
	"  union all select 'phases_total', '{}', coalesce(sum(phases), 0) from worker"
	"  union all select 'played_games_total', '{}', coalesce(sum(games), 0) from worker"
	"  union all select 'refused_writes_total', '{}', coalesce(sum(refused_writes), 0) from worker"
	"  union all select 'boards_bytes', jsonb_build_object('tournament', t.name),"
	"  pg_total_relation_size(to_regclass('farm.boards_' || t.id)) from farm.tournaments t where "
	"not t.dropped"
	"  union all select 'database_bytes', '{}', pg_database_size(current_database())),"
	" metric (place, name, type, help) as (values"
	"  (1, 'games', 'gauge', 'Games, by tournament and state.'),"
	"  (2, 'queued_games', 'gauge', 'Games that wait for a worker, of all tournaments.'),"
	"  (3, 'claim_age_seconds', 'gauge', 'Time since the oldest claim of a game that is being "
	"played.'),"
	"  (4, 'workers', 'gauge', 'Workers: alive, lost (the supervisor is not connected) or "
	"gone.'),"
	"  (5, 'heartbeat_age_seconds', 'gauge', 'Time since the oldest heartbeat of workers not gone, "
	"by host.'),"
	"  (6, 'phases_total', 'counter', 'Phases played and stored.'),"
	"  (7, 'played_games_total', 'counter', 'Games played to their end and stored.'),"
	"  (8, 'refused_writes_total', 'counter', 'Writes that the fence refused, because the worker "
	"missed its lease.'),"
	"  (9, 'boards_bytes', 'gauge', 'Disk space of boards and their indexes, by tournament.'),"
	"  (10, 'database_bytes', 'gauge', 'Disk space of the whole database.'))"
	" select format(E'# HELP aresfarm_%1$s %2$s\n# TYPE aresfarm_%1$s %3$s', m.name, help, type)"
	"  || coalesce(string_agg(format(E'\naresfarm_%s%s %s', m.name, '{' || text || '}', value), '' "
	"order by text)"
	"  filter (where value is not null), '')"
	" from metric m left join (select s.*, (select string_agg(format('%s=\"%s\"', key,"
	"   replace(replace(replace(v, '\\', '\\\\'), '\"', '\\\"'), E'\\n', '\\n')), ',')"
	"   from jsonb_each_text(labels) l (key, v)) as text"
	"  from sample s) s using (name) group by place, m.name, help, type order by place");

bool stmt_print_metrics(struct db *db, FILE *out)
{
	return statement_print(db, &metrics, NO_VALUES, out);
}

/* Only the first four players are named. */
STATEMENT(get_progress, "s",
          "select p.games::bigint, p.finished, p.pending + p.claimed + p.waiting,"
          " (select farm.bounded(sum(w.phases)) from farm.workers w),"
          " (select count(*) from farm.workers w where w.gone_at is null),"
          " left(coalesce((select string_agg(format('%s %s', player, points), ', ' order by place)"
          "   || case when max(players) > 4 then format(', %s more', max(players) - 4) else '' end"
          "  from (select player, points, count(*) over () as players,"
          "   row_number() over (order by points desc, player) as place"
          "   from farm.standings where tournament = $1) s where place <= 4), ''), 511)"
          " from farm.progress p where p.tournament = $1");

bool stmt_progress(struct db *db, const char *tournament, struct progress *progress)
{
	return statement_row(db, &get_progress, VALUES(tournament),
	                     FIELDS(progress->games, progress->finished, progress->open,
	                            progress->farm_phases, progress->workers, progress->points));
}

/* ── test cases ── */

STATEMENT(create_case_run, "sssii",
          "insert into farm.case_runs (name, judge, rules, repetitions, clock_ns) values ($1, $2, "
          "$3, $4, $5)"
          " returning id");

bool stmt_create_case_run(struct db *db, const struct case_run *run, int32_t *id)
{
	return statement_row(db, &create_case_run,
	                     VALUES(run->name, run->judge, run->rules, run->repetitions, run->clock_ns),
	                     FIELDS(*id));
}

STATEMENT(put_case_result, "isssssiiiiii",
          "insert into farm.case_results (run_id, file, id, rules, outcome, reason, stage,"
          "  given_stage, literal_stage, orders, median_ns, min_ns)"
          " values ($1, $2, $3, $4, $5, $6, $7, nullif($8, 0), nullif($9, 0), nullif($10, 0),"
          "  case when $10 > 0 then $11 end, case when $10 > 0 then $12 end)");

bool stmt_put_case_result(struct db *db, int32_t run, const struct case_result *result)
{
	return statement_run(db, &put_case_result,
	                     VALUES(run, result->file, result->id, result->rules, result->outcome,
	                            result->reason, result->stage, result->given_stage,
	                            result->literal_stage, result->orders, result->median_ns,
	                            result->min_ns));
}
