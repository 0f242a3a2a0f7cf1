/* statements: see statements.h. Each statement is declared once, beside the code that fills its parameters and decodes
 * its rows; types are those of db.h. */
#include "statements.h"

#include <string.h>

/* Its number is its place in this file, the bodies below being the only users of the counter. */
#define STATEMENT(name, types, sql) static const struct db_statement name = {__COUNTER__, #name, types, sql}

/* ── the shapes most statements have ── */

static bool query(struct db *db, const struct db_statement *statement, const struct db_args *args)
{
	struct db_rows rows;
	if (!db_query(db, statement, args, &rows))
		return false;
	db_rows_free(&rows);
	return true;
}

/* One row of one int8. */
static bool query_int8(struct db *db, const struct db_statement *statement, const struct db_args *args, int64_t *value)
{
	struct db_rows rows;
	if (!db_query(db, statement, args, &rows))
		return false;
	struct db_reader reader = db_read(db, &rows, 0);
	*value = db_read_int8(&reader);
	bool done = db_read_end(&reader);
	db_rows_free(&rows);
	return done;
}

static bool query_int4(struct db *db, const struct db_statement *statement, const struct db_args *args, int32_t *value)
{
	int64_t wide;
	bool done = query_int8(db, statement, args, &wide);
	*value = done ? (int32_t)wide : 0;
	return done;
}

static bool query_bool(struct db *db, const struct db_statement *statement, const struct db_args *args, bool *value)
{
	int64_t wide;
	bool done = query_int8(db, statement, args, &wide);
	*value = done && wide != 0;
	return done;
}

static void read_text(struct db_reader *reader, char *text, size_t size)
{
	int length = snprintf(text, size, "%s", db_read_text(reader));
	if (length < 0 || (size_t)length >= size)
		reader->bad = true;
}

/* ── database and schema ── */

STATEMENT(database_exists, "s", "select count(*) from pg_database where datname = $1");

bool stmt_make_database(struct db *db)
{
	struct db_args args;
	bool exists;
	db_args_init(&args, &database_exists);
	db_arg_text(&args, STMT_DATABASE);
	return query_bool(db, &database_exists, &args, &exists) &&
	       (exists || db_script(db, "create database " STMT_DATABASE));
}

STATEMENT(schema_exists, "", "select (to_regclass('farm.schema_version') is not null)::int::bigint");
STATEMENT(schema_version, "", "select coalesce(max(version), 0)::bigint from farm.schema_version");

bool stmt_schema_version(struct db *db, int32_t *version)
{
	struct db_args args;
	bool exists;
	db_args_init(&args, &schema_exists);
	*version = 0;
	if (!query_bool(db, &schema_exists, &args, &exists))
		return false;
	db_args_init(&args, &schema_version);
	return !exists || query_int4(db, &schema_version, &args, version);
}

STATEMENT(schema_lacks, "i", "select (not exists (select from farm.schema_version where version = $1))::int::bigint");

bool stmt_schema_lacks(struct db *db, int32_t version, bool *lacks)
{
	struct db_args args;
	db_args_init(&args, &schema_lacks);
	db_arg_int4(&args, version);
	return query_bool(db, &schema_lacks, &args, lacks);
}

bool stmt_schema_begin(struct db *db)
{
	return db_script(db, "begin;"
	                     "select pg_advisory_xact_lock(hashtext('aresfarm schema'));"
	                     "create schema if not exists farm;"
	                     "create table if not exists farm.schema_version (version int primary key, name text not null,"
	                     " applied_at timestamptz not null default now())");
}

STATEMENT(put_version, "is", "insert into farm.schema_version (version, name) values ($1, $2)");

bool stmt_put_version(struct db *db, int32_t version, const char *name)
{
	struct db_args args;
	db_args_init(&args, &put_version);
	db_arg_int4(&args, version);
	db_arg_text(&args, name);
	return query(db, &put_version, &args);
}

STATEMENT(put_map, "ss",
          "with new as (insert into farm.maps (name, powers) values ($1, string_to_array($2, ' '))"
          " on conflict (name) do nothing returning id)"
          " select coalesce((select id from new), 0)::bigint");

bool stmt_put_map(struct db *db, const char *name, const struct map *map, int32_t *map_id)
{
	char powers[POWERS_MAX * sizeof *map->power] = "";
	for (int power = 0; power < map->power_count; power++)
		sprintf(powers + strlen(powers), "%s%s", power > 0 ? " " : "", map->power[power]);
	struct db_args args;
	db_args_init(&args, &put_map);
	db_arg_text(&args, name);
	db_arg_text(&args, powers);
	return query_int4(db, &put_map, &args, map_id);
}

STATEMENT(put_area, "ihhsssssssss",
          "insert into farm.areas (map_id, id, province, code, name, type, centre, owner, start, army, fleet, alias)"
          " values ($1, $2, $3, $4, $5, $6, $7 = 'yes', nullif($8, ''), nullif($9, ''), string_to_array($10, ' '),"
          " string_to_array($11, ' '), nullif($12, ''))");

bool stmt_put_area(struct db *db, int32_t map_id, const struct map *map, const struct map_row *row)
{
	uint8_t loc = map_find(map, row->code, strlen(row->code));
	struct db_args args;
	db_args_init(&args, &put_area);
	db_arg_int4(&args, map_id);
	db_arg_int2(&args, loc);
	db_arg_int2(&args, map->loc[loc].province);
	const char *const texts[] = {row->code,  row->name, row->type,  row->centre, row->owner,
	                             row->start, row->army, row->fleet, row->alias};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		db_arg_text(&args, texts[i]);
	return query(db, &put_area, &args);
}

/* No order: a map does not depend on that of its rows. */
STATEMENT(get_areas, "i",
          "select code, name, type, case when centre then 'yes' else 'no' end, coalesce(owner, ''),"
          " coalesce(start, ''), array_to_string(army, ' '), array_to_string(fleet, ' '), coalesce(alias, '')"
          " from farm.areas where map_id = $1");

/* The texts of a row stay the result's. */
static bool decode_area(struct db_reader reader, struct map_row *row)
{
	row->code = db_read_text(&reader);
	row->name = db_read_text(&reader);
	row->type = db_read_text(&reader);
	row->centre = db_read_text(&reader);
	row->owner = db_read_text(&reader);
	row->start = db_read_text(&reader);
	row->army = db_read_text(&reader);
	row->fleet = db_read_text(&reader);
	row->alias = db_read_text(&reader);
	return db_read_end(&reader);
}

bool stmt_load_map(struct db *db, int32_t map_id, struct map *map)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &get_areas);
	db_arg_int4(&args, map_id);
	if (!db_query(db, &get_areas, &args, &rows))
		return false;
	struct map_row areas[LOCS_MAX];
	char error[MAP_ERROR_SIZE] = "more areas than a map has room for";
	bool decoded = true, built = false;
	if (rows.count <= LOCS_MAX) {
		for (int i = 0; decoded && i < rows.count; i++)
			decoded = decode_area(db_read(db, &rows, i), &areas[i]);
		built = decoded && map_build(map, areas, (size_t)rows.count, error);
	}
	db_rows_free(&rows);
	return built || (decoded && db_refuse(db, "farm.areas, map %d: %s", map_id, error));
}

/* ── tournaments ── */

bool stmt_begin(struct db *db)
{
	return db_script(db, "begin");
}

bool stmt_commit(struct db *db)
{
	return db_script(db, "commit");
}

STATEMENT(put_user, "ssss",
          "with new as (insert into farm.users (name, player, settings, role) values ($1, $2, $3::jsonb, $4)"
          " on conflict (name) do nothing returning id)"
          " select id::bigint from new union all select id from farm.users where name = $1");

bool stmt_put_user(struct db *db, const char *name, const char *player, const char *settings, const char *role,
                   int32_t *user)
{
	struct db_args args;
	db_args_init(&args, &put_user);
	db_arg_text(&args, name);
	db_arg_text(&args, player);
	db_arg_text(&args, settings);
	db_arg_text(&args, role);
	return query_int4(db, &put_user, &args, user);
}

STATEMENT(role_exists, "s", "select count(*) from pg_roles where rolname = $1");

bool stmt_role_exists(struct db *db, const char *role, bool *exists)
{
	struct db_args args;
	db_args_init(&args, &role_exists);
	db_arg_text(&args, role);
	return query_bool(db, &role_exists, &args, exists);
}

STATEMENT(create_tournament, "ssssliisI", "select farm.tournament_create($1, $2, $3, $4, $5, $6, $7, $8, $9)");

STATEMENT(set_times, "siii",
          "update farm.tournaments set diplomatic_time = make_interval(secs => nullif($2, 0)),"
          " retreat_time = make_interval(secs => nullif($3, 0)), adjustment_time = make_interval(secs => nullif($4, 0))"
          " where name = $1");

static bool put_times(struct db *db, const struct tournament *tournament)
{
	struct db_args args;
	if (tournament->diplomatic_time == 0 && tournament->retreat_time == 0 && tournament->adjustment_time == 0)
		return true;
	db_args_init(&args, &set_times);
	db_arg_text(&args, tournament->name);
	db_arg_int4(&args, tournament->diplomatic_time);
	db_arg_int4(&args, tournament->retreat_time);
	db_arg_int4(&args, tournament->adjustment_time);
	return query(db, &set_times, &args);
}

bool stmt_create_tournament(struct db *db, const struct tournament *tournament)
{
	struct db_args args;
	db_args_init(&args, &create_tournament);
	db_arg_text(&args, tournament->name);
	db_arg_text(&args, tournament->map);
	db_arg_text(&args, tournament->rules);
	db_arg_text(&args, tournament->judge);
	db_arg_int8(&args, tournament->seed);
	db_arg_int4(&args, tournament->games);
	db_arg_int4(&args, tournament->round_limit);
	db_arg_text(&args, tournament->seats);
	db_arg_int4s(&args, tournament->users, tournament->user_count);
	return query(db, &create_tournament, &args) && put_times(db, tournament);
}

STATEMENT(compare_tournament, "ssssliisiii",
          "select left(concat_ws(', ', case when m.name <> $2 then 'map ' || m.name end,"
          " case when t.rules <> $3 then 'rules ' || t.rules end, case when t.judge <> $4 then 'judge ' || t.judge end,"
          " case when t.seed <> $5 then 'seed ' || t.seed end, case when t.games <> $6 then 'games ' || t.games end,"
          " case when t.round_limit <> $7 then 'rounds ' || t.round_limit end,"
          " case when (t.diplomatic_time, t.retreat_time, t.adjustment_time) is distinct from"
          "  (make_interval(secs => nullif($9, 0)), make_interval(secs => nullif($10, 0)),"
          "   make_interval(secs => nullif($11, 0))) then 'other times' end,"
          " case when t.seats <> $8 then 'seats ' || t.seats end), 90)"
          " from farm.tournaments t join farm.maps m on m.id = t.map_id where t.name = $1");

bool stmt_compare_tournament(struct db *db, const struct tournament *tournament, bool *exists,
                             char differs[STMT_DIFFERS_SIZE])
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &compare_tournament);
	db_arg_text(&args, tournament->name);
	db_arg_text(&args, tournament->map);
	db_arg_text(&args, tournament->rules);
	db_arg_text(&args, tournament->judge);
	db_arg_int8(&args, tournament->seed);
	db_arg_int4(&args, tournament->games);
	db_arg_int4(&args, tournament->round_limit);
	db_arg_text(&args, tournament->seats);
	db_arg_int4(&args, tournament->diplomatic_time);
	db_arg_int4(&args, tournament->retreat_time);
	db_arg_int4(&args, tournament->adjustment_time);
	if (!db_query(db, &compare_tournament, &args, &rows))
		return false;
	bool done = true;
	*exists = rows.count > 0;
	if (*exists) {
		struct db_reader reader = db_read(db, &rows, 0);
		read_text(&reader, differs, STMT_DIFFERS_SIZE);
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

STATEMENT(tournament_exists, "s", "select count(*) from farm.tournaments where name = $1");

bool stmt_tournament_exists(struct db *db, const char *name, bool *exists)
{
	struct db_args args;
	db_args_init(&args, &tournament_exists);
	db_arg_text(&args, name);
	return query_bool(db, &tournament_exists, &args, exists);
}

STATEMENT(pause_tournament, "sl",
          "with t as (update farm.tournaments set paused = true where name = $1 and $2 = 0 returning 1)"
          " select count(*) from t");
STATEMENT(resume_tournament, "sl",
          "with t as (update farm.tournaments set paused = false where name = $1 and $2 = 0 returning 1)"
          " select count(*) from t, pg_notify('farm', '')");
STATEMENT(cancel_tournament, "sl", "select farm.tournament_cancel($1) where $2 = 0");
STATEMENT(drop_tournament, "sl", "select farm.tournament_drop($1)::int::bigint where $2 = 0");
STATEMENT(set_priority, "sl",
          "with t as (update farm.tournaments set priority = $2 where name = $1 returning 1) select count(*) from t");
STATEMENT(set_weight, "sl",
          "with t as (update farm.tournaments set weight = $2 where name = $1 returning 1) select count(*) from t");
STATEMENT(retry_game, "ls", "select farm.game_retry($1)::int::bigint where $2 is not null");
STATEMENT(quarantine_game, "ls", "select farm.game_quarantine($1, $2)::int::bigint");
STATEMENT(cancel_game, "ls", "select farm.game_cancel($1)::int::bigint where $2 is not null");

static const struct db_statement *const steers[STEERS] = {
	[STEER_PAUSE] = &pause_tournament, [STEER_RESUME] = &resume_tournament,        [STEER_CANCEL] = &cancel_tournament,
	[STEER_DROP] = &drop_tournament,   [STEER_PRIORITY] = &set_priority,           [STEER_WEIGHT] = &set_weight,
	[STEER_GAME_RETRY] = &retry_game,  [STEER_GAME_QUARANTINE] = &quarantine_game, [STEER_GAME_CANCEL] = &cancel_game,
};

bool stmt_steer(struct db *db, enum steer steer, const char *tournament, int64_t number, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, steers[steer]);
	db_arg_text(&args, tournament);
	db_arg_int8(&args, number);
	return query_int8(db, steers[steer], &args, games);
}

bool stmt_steer_game(struct db *db, enum steer steer, int64_t game, const char *why, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, steers[steer]);
	db_arg_int8(&args, game);
	db_arg_text(&args, why);
	return query_int8(db, steers[steer], &args, games);
}

STATEMENT(list_lines, "s",
          "select format('%-20s %7s games, %s  %s  %s', name, games,"
          "  case when open = 0 then 'all played' else finished || ' played' end, rules, seats)"
          " from (select t.id, t.name, t.games, p.finished, p.pending + p.claimed + p.waiting as open, t.rules, t.seats"
          "  from farm.tournaments t join farm.progress p on p.tournament = t.name) l"
          " where $1 is null or name = $1 order by id");
STATEMENT(list_json, "s",
          "select coalesce(json_agg(json_build_object('name', t.name, 'games', t.games, 'finished', p.finished,"
          " 'open', p.pending + p.claimed + p.waiting, 'rules', t.rules, 'judge', t.judge, 'seed', t.seed,"
          " 'round_limit', t.round_limit, 'seats', t.seats) order by t.id), '[]')::text"
          " from farm.tournaments t join farm.progress p on p.tournament = t.name where $1 is null or t.name = $1");
STATEMENT(status_lines, "s",
          "select format('%s: %s games, %s finished, %s being played, %s pending',"
          "  tournament, games, finished, claimed, pending)"
          " || case when waiting + quarantined + cancelled > 0 then"
          "  format(', %s waiting, %s quarantined, %s cancelled', waiting, quarantined, cancelled) else '' end"
          " from farm.progress where tournament = $1"
          " union all select * from (select format('%6s %% of the points, %s to %s (95 %%): %s',"
          "  share, coalesce(low::text, '?'), coalesce(high::text, '?'), player)"
          "  from farm.standings where tournament = $1 order by share desc) s"
          " union all select format('game %s is quarantined: %s', g.number, g.reason) from farm.games g"
          "  join farm.tournaments t on t.id = g.tournament_id where t.name = $1 and g.state = 'quarantined'"
          " union all select * from (select format('game %s waits for %s: %s, %s%s', number, player, empire, phase,"
          "  ' until ' || deadline) from farm.awaited where tournament = $1 order by number, power limit 20) w");
STATEMENT(status_json, "s",
          "select json_build_object('progress', row_to_json(p), 'standings',"
          " (select coalesce(json_agg(s order by s.share desc), '[]')"
          "  from farm.standings s where s.tournament = $1))::text"
          " from farm.progress p where p.tournament = $1");
STATEMENT(digest_line, "s", "select farm.tournament_digest($1)");
STATEMENT(digest_json, "s", "select json_build_object('tournament', $1, 'digest', farm.tournament_digest($1))::text");

static const struct {
	const struct db_statement *lines, *json;
} reports[REPORTS] = {
	[REPORT_TOURNAMENTS] = {&list_lines, &list_json},
	[REPORT_STATUS] = {&status_lines, &status_json},
	[REPORT_DIGEST] = {&digest_line, &digest_json},
};

/* Prints the one column of text that the statement gives. */
static bool print_rows(struct db *db, const struct db_statement *statement, const struct db_args *args, FILE *out)
{
	struct db_rows rows;
	if (!db_query(db, statement, args, &rows))
		return false;
	bool decoded = true;
	for (int i = 0; decoded && i < rows.count; i++) {
		struct db_reader reader = db_read(db, &rows, i);
		const char *line = db_read_text(&reader);
		decoded = db_read_end(&reader);
		if (decoded)
			fprintf(out, "%s\n", line);
	}
	db_rows_free(&rows);
	return decoded;
}

bool stmt_report(struct db *db, enum report report, bool json, const char *tournament, FILE *out)
{
	const struct db_statement *statement = json ? reports[report].json : reports[report].lines;
	struct db_args args;
	db_args_init(&args, statement);
	db_arg_text(&args, tournament);
	return print_rows(db, statement, &args, out);
}

/* name, labels and value of a sample; a worker is lost when its supervisor is connected no more and nobody has noticed.
 * In the text format a label's value has a backslash before what would end it, and no escapes besides. */
STATEMENT(metrics, "",
          "with worker as (select w.*, case when gone_at is not null then 'gone' when exists (select from pg_locks l"
          "   where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.objid = w.supervisor::oid"
          "   and l.database = (select oid from pg_database where datname = current_database())"
          "   and l.classid = 'farm.workers'::regclass) then 'alive' else 'lost' end as standing from farm.workers w),"
          " sample (name, labels, value) as ("
          "  select 'games', jsonb_build_object('tournament', tournament, 'state', state), count::numeric"
          "  from farm.progress cross join lateral (values ('pending', pending), ('claimed', claimed),"
          "   ('waiting', waiting), ('finished', finished), ('quarantined', quarantined), ('cancelled', cancelled)) s "
          "(state, count)"
          "  union all select 'queued_games', '{}', count(*) from farm.games where queue is not null"
          "  union all select 'claim_age_seconds', '{}', extract(epoch from now() - min(g.claimed_at))"
          "  from farm.workers w cross join lateral unnest(w.claims) c (id)"
          "  join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id"
          "  union all select 'workers', jsonb_build_object('state', s.standing), count(w.id)"
          "  from unnest(array['alive', 'lost', 'gone']) s (standing) left join worker w using (standing) "
          "  group by s.standing"
          "  union all select 'heartbeat_age_seconds', jsonb_build_object('host', host),"
          "  greatest(0, extract(epoch from now() - min(heartbeat_at))) from worker"
          "  where standing <> 'gone' group by host"
          "  union all select 'phases_total', '{}', coalesce(sum(phases), 0) from worker"
          "  union all select 'played_games_total', '{}', coalesce(sum(games), 0) from worker"
          "  union all select 'refused_writes_total', '{}', coalesce(sum(refused_writes), 0) from worker"
          "  union all select 'boards_bytes', jsonb_build_object('tournament', t.name),"
          "  pg_total_relation_size(to_regclass('farm.boards_' || t.id)) from farm.tournaments t where not t.dropped"
          "  union all select 'database_bytes', '{}', pg_database_size(current_database())),"
          " metric (place, name, type, help) as (values"
          "  (1, 'games', 'gauge', 'Games, by tournament and state.'),"
          "  (2, 'queued_games', 'gauge', 'Games that wait for a worker, of all tournaments.'),"
          "  (3, 'claim_age_seconds', 'gauge', 'Time since the oldest claim of a game that is being played.'),"
          "  (4, 'workers', 'gauge', 'Workers: alive; lost, their supervisor connected no more; or gone.'),"
          "  (5, 'heartbeat_age_seconds', 'gauge', 'Time since the oldest heartbeat of workers not gone, by host.'),"
          "  (6, 'phases_total', 'counter', 'Phases played and stored.'),"
          "  (7, 'played_games_total', 'counter', 'Games played to their end and stored.'),"
          "  (8, 'refused_writes_total', 'counter', 'Writes refused, their worker having slept through its lease.'),"
          "  (9, 'boards_bytes', 'gauge', 'Disk space of boards and their indexes, by tournament.'),"
          "  (10, 'database_bytes', 'gauge', 'Disk space of the whole database.'))"
          " select format(E'# HELP aresfarm_%1$s %2$s\n# TYPE aresfarm_%1$s %3$s', m.name, help, type)"
          "  || coalesce(string_agg(format(E'\naresfarm_%s%s %s', m.name, '{' || text || '}', value), '' order by text)"
          "  filter (where value is not null), '')"
          " from metric m left join (select s.*, (select string_agg(format('%s=\"%s\"', key,"
          "   replace(replace(replace(v, '\\', '\\\\'), '\"', '\\\"'), E'\\n', '\\n')), ',')"
          "   from jsonb_each_text(labels) l (key, v)) as text"
          "  from sample s) s using (name) group by place, m.name, help, type order by place");

bool stmt_print_metrics(struct db *db, FILE *out)
{
	struct db_args args;
	db_args_init(&args, &metrics);
	return print_rows(db, &metrics, &args, out);
}

/* A player is named in short where that names it alone; of many the first four are. */
STATEMENT(get_progress, "s",
          "select p.games::bigint, p.finished, p.pending + p.claimed + p.waiting,"
          " (select coalesce(sum(w.phases), 0)::bigint from farm.workers w),"
          " (select count(*) from farm.workers w where w.gone_at is null),"
          " coalesce((select string_agg(format('%s %s', case when same = 1 then short else player end, points), ', '"
          "  order by place) || case when max(players) > 4 then format(', %s more', max(players) - 4) else '' end"
          "  from (select player, points, split_part(player, '(', 1) as short,"
          "  count(*) over (partition by split_part(player, '(', 1)) as same, count(*) over () as players,"
          "  row_number() over (order by points desc, player) as place"
          "  from farm.standings where tournament = $1) s where place <= 4), '')"
          " from farm.progress p where p.tournament = $1");

bool stmt_progress(struct db *db, const char *tournament, struct progress *progress)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &get_progress);
	db_arg_text(&args, tournament);
	if (!db_query(db, &get_progress, &args, &rows))
		return false;
	struct db_reader reader = db_read(db, &rows, 0);
	progress->games = db_read_int8(&reader);
	progress->finished = db_read_int8(&reader);
	progress->open = db_read_int8(&reader);
	progress->farm_phases = db_read_int8(&reader);
	progress->workers = db_read_int8(&reader);
	snprintf(progress->points, sizeof progress->points, "%s", db_read_text(&reader));
	bool done = db_read_end(&reader);
	db_rows_free(&rows);
	return done;
}

/* ── test cases ── */

STATEMENT(create_case_run, "sssii",
          "insert into farm.case_runs (name, judge, rules, repetitions, clock_ns) values ($1, $2, $3, $4, $5)"
          " returning id::bigint");

bool stmt_create_case_run(struct db *db, const struct case_run *run, int32_t *id)
{
	struct db_args args;
	db_args_init(&args, &create_case_run);
	db_arg_text(&args, run->name);
	db_arg_text(&args, run->judge);
	db_arg_text(&args, run->rules);
	db_arg_int4(&args, run->repetitions);
	db_arg_int4(&args, run->clock_ns);
	return query_int4(db, &create_case_run, &args, id);
}

STATEMENT(put_case_result, "isssssiiiiii",
          "insert into farm.case_results (run_id, file, id, rules, outcome, reason, stage,"
          "  given_stage, literal_stage, orders, median_ns, min_ns)"
          " values ($1, $2, $3, $4, $5, $6, $7, nullif($8, 0), nullif($9, 0), nullif($10, 0),"
          "  case when $10 > 0 then $11 end, case when $10 > 0 then $12 end)");

bool stmt_put_case_result(struct db *db, int32_t run, const struct case_result *result)
{
	struct db_args args;
	db_args_init(&args, &put_case_result);
	db_arg_int4(&args, run);
	db_arg_text(&args, result->file);
	db_arg_text(&args, result->id);
	db_arg_text(&args, result->rules);
	db_arg_text(&args, result->outcome);
	db_arg_text(&args, result->reason);
	db_arg_int4(&args, result->stage);
	db_arg_int4(&args, result->given_stage);
	db_arg_int4(&args, result->literal_stage);
	db_arg_int4(&args, result->orders);
	db_arg_int4(&args, result->median_ns);
	db_arg_int4(&args, result->min_ns);
	return query(db, &put_case_result, &args);
}

/* ── games ── */

STATEMENT(find_game, "s",
          "select g.id, t.id, t.map_id, g.number, t.name,"
          " concat_ws(': ', g.state, g.ending || coalesce(' ' || m.powers[1 + g.winner], ''), g.reason),"
          " (select string_agg(u.name, E'\\n' order by s.power) from farm.seats s join farm.users u on u.id = s.user_id"
          "  where s.game_id = g.id)"
          " from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id"
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
		read_text(&reader, head->name, sizeof head->name);
		read_text(&reader, head->state, sizeof head->state);
		read_text(&reader, head->seats, sizeof head->seats);
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

/* The columns of a stored board that decode_board reads; times are left out. */
#define BOARD_COLUMNS "b.phase, b.units, b.owners, b.orders, b.resolve_stage, b.forecasts, b.capped, b.forecast_stages"

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
	read_text(reader, stored->owners, sizeof stored->owners);
	stored->resolved = !db_read_null(reader);
	if (stored->resolved)
		decode_play(reader, stored);
	for (int i = 0; i < 4 && !stored->resolved; i++)
		reader->bad |= !db_read_null(reader);
}

STATEMENT(find_board, "ilh",
          "select " BOARD_COLUMNS " from farm.boards b where b.tournament_id = $1 and b.game_id = $2"
          " and (b.phase = $3 or $3 < 0) order by b.phase desc limit 1");

bool stmt_find_board(struct db *db, const struct game_head *head, int16_t phase, bool *found, struct stored *stored)
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
          "select " BOARD_COLUMNS " from farm.boards b where b.tournament_id = $1 and b.game_id = $2 order by b.phase");

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

STATEMENT(print_board, "lih",
          "select json_build_object('game', g.id, 'tournament', t.name, 'number', g.number, 'state', g.state,"
          " 'ending', g.ending, 'winner', m.powers[1 + g.winner], 'phase', farm.phase_name(b.phase),"
          " 'units', (select json_agg(json_build_object('power', m.powers[1 + farm.unit_power(u)],"
          "  'type', farm.unit_type(u), 'area', a.code) order by n)"
          "  from unnest(b.units) with ordinality as x (u, n)"
          "  join farm.areas a on a.map_id = m.id and a.id = farm.unit_area(u)),"
          " 'owners', (select json_object_agg(a.code, p order by a.id)"
          "  from farm.areas a join unnest(m.powers) p on left(p, 1) = substr(b.owners, a.id + 1, 1)"
          "  where a.map_id = m.id and a.id = a.province),"
          " 'orders', (select json_agg(json_build_object('power', o.empire, 'order', o.text, 'result', o.status,"
          "  'dislodged', o.dislodged)) from farm.orders o"
          "  where o.tournament_id = t.id and o.game = g.id and o.phase = b.phase))::text"
          " from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t on t.id = b.tournament_id"
          " join farm.maps m on m.id = t.map_id"
          " where b.game_id = $1 and b.tournament_id = $2 and b.phase = $3");

bool stmt_print_board(struct db *db, const struct game_head *head, int16_t phase, FILE *out)
{
	struct db_args args;
	db_args_init(&args, &print_board);
	db_arg_int8(&args, head->game);
	db_arg_int4(&args, head->tournament);
	db_arg_int2(&args, phase);
	return print_rows(db, &print_board, &args, out);
}

/* The columns of a game's terms, of tournament t and game g. */
#define TERMS_COLUMNS                                                                                                  \
	"t.map_id, g.number, t.round_limit, t.seed, t.rules, t.judge,"                                                     \
	" (select string_agg(coalesce(u.player || E'\\t' || u.settings, '@' || u.role, ''), E'\\n' order by s.power)"      \
	"  from farm.seats s join farm.users u on u.id = s.user_id where s.game_id = g.id)"

static void decode_terms(struct db_reader *reader, struct terms *terms)
{
	terms->map = db_read_int4(reader);
	terms->number = db_read_int4(reader);
	terms->round_limit = db_read_int4(reader);
	terms->seed = db_read_int8(reader);
	read_text(reader, terms->rules, sizeof terms->rules);
	read_text(reader, terms->judge, sizeof terms->judge);
	read_text(reader, terms->seats, sizeof terms->seats);
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
	read_text(&reader, snapshot, STMT_NAME_SIZE);
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
	snprintf(sql, sizeof sql, "begin isolation level repeatable read, read only; set transaction snapshot '%s'",
	         snapshot);
	return db_script(db, sql);
}

STATEMENT(read_tournaments, "s",
          "select t.id, t.games, 1,"
          " greatest(t.games, (select max(g.number) from farm.games g where g.tournament_id = t.id)), t.name"
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
	read_text(&reader, scope->name, sizeof scope->name);
	return db_read_end(&reader);
}

STATEMENT(read_games, "iii",
          "select g.id, " TERMS_COLUMNS ", (g.state = 'finished')::int, coalesce(g.winner, 7::smallint),"
          " coalesce(g.phase, 0::smallint), coalesce(g.phases, 0), coalesce(g.centres, '{}'),"
          " coalesce(g.units, '{}'), g.digest"
          " from farm.games g join farm.tournaments t on t.id = g.tournament_id"
          " where t.id = $1 and g.tournament_id = $1 and g.number between $2 and $3 order by g.number");
_Static_assert(POWER_NONE == 7, "who wins a draw");

bool stmt_read_games(struct db *db, const struct scope *scope, int32_t first, int32_t last, struct db_rows *rows)
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
	decode_terms(&reader, &game->terms);
	game->finished = db_read_int4(&reader) != 0;
	*end = (struct stored_end){.winner = db_read_int2(&reader)};
	end->phase = db_read_int2(&reader);
	end->phases = db_read_int4(&reader);
	end->power_count = db_read_int2s(&reader, end->centres, POWERS_MAX);
	reader.bad |= db_read_int2s(&reader, end->units, POWERS_MAX) != end->power_count;
	game->sealed = !db_read_null(&reader);
	if (game->sealed)
		db_read_bytes(&reader, game->digest, sizeof game->digest);
	return db_read_end(&reader);
}

STATEMENT(read_strays, "i",
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

/* ── workers ── */

STATEMENT(register_worker, "sii", "insert into farm.workers (host, pid, supervisor) values ($1, $2, $3) returning id");

bool stmt_register_worker(struct db *db, const char *host, int32_t pid, int32_t supervisor, int64_t *worker)
{
	struct db_args args;
	db_args_init(&args, &register_worker);
	db_arg_text(&args, host);
	db_arg_int4(&args, pid);
	db_arg_int4(&args, supervisor);
	return query_int8(db, &register_worker, &args, worker);
}

bool stmt_listen(struct db *db)
{
	return db_script(db, "listen farm");
}

STATEMENT(claim_games, "li",
          "select g.id, g.epoch, t.id, " TERMS_COLUMNS ","
          " coalesce((select 1 from farm.boards b where b.tournament_id = t.id and b.game_id = g.id limit 1), 0)"
          " from farm.games_claim($1, $2) g join farm.tournaments t on t.id = g.tournament_id"
          " order by g.place, g.id");

static bool decode_claim(struct db_reader reader, struct claim *claim)
{
	claim->game = db_read_int8(&reader);
	claim->epoch = db_read_int4(&reader);
	claim->tournament = db_read_int4(&reader);
	decode_terms(&reader, &claim->terms);
	claim->started = db_read_int4(&reader) != 0;
	return db_read_end(&reader);
}

bool stmt_claim_games(struct db *db, int64_t worker, struct claim claims[STMT_CLAIMS_MAX], int *count)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &claim_games);
	db_arg_int8(&args, worker);
	db_arg_int4(&args, STMT_CLAIMS_MAX);
	if (!db_query(db, &claim_games, &args, &rows))
		return false;
	bool done = true;
	for (*count = 0; done && *count < rows.count; *count += done)
		done = decode_claim(db_read(db, &rows, *count), &claims[*count]);
	db_rows_free(&rows);
	return done;
}

STATEMENT(workers_leave, "L", "select farm.workers_leave($1)");

bool stmt_workers_leave(struct db *db, const int64_t workers[], int count, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &workers_leave);
	db_arg_int8s(&args, workers, count);
	return query_int8(db, &workers_leave, &args, games);
}

STATEMENT(count_refused, "ll", "update farm.workers set refused_writes = refused_writes + $2 where id = $1");

bool stmt_count_refused(struct db *db, int64_t worker, int64_t writes)
{
	struct db_args args;
	db_args_init(&args, &count_refused);
	db_arg_int8(&args, worker);
	db_arg_int8(&args, writes);
	return query(db, &count_refused, &args);
}

/* What a worker's functions begin with. */
static void arg_claim(struct db_args *args, int64_t worker, const struct claim *claim)
{
	db_arg_int8(args, claim->game);
	db_arg_int8(args, worker);
	db_arg_int4(args, claim->epoch);
}

STATEMENT(quarantine, "llis", "select farm.game_put_aside($1, $2, $3, $4)");

bool stmt_quarantine(struct db *db, int64_t worker, const struct claim *claim, const char *reason)
{
	struct db_args args;
	db_args_init(&args, &quarantine);
	arg_claim(&args, worker, claim);
	db_arg_text(&args, reason);
	return query(db, &quarantine, &args);
}

STATEMENT(find_handed, "llih", "select power, text from farm.orders_handed($1, $2, $3, $4)");
_Static_assert(STMT_ORDER_SIZE == 128 && ADJUSTMENTS_MAX == 64, "as farm.orders_handed has them");

bool stmt_find_handed(struct db *db, int64_t worker, const struct claim *claim, int16_t phase, struct handed *handed)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &find_handed);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, phase);
	if (!db_query(db, &find_handed, &args, &rows))
		return false;
	bool done = rows.count <= GIVEN_MAX;
	handed->powers = 0;
	handed->count = 0;
	for (int i = 0; done && i < rows.count; i++) {
		struct db_reader reader = db_read(db, &rows, i);
		int16_t power = db_read_int2(&reader);
		handed->powers |= 1 << power;
		if (!db_read_null(&reader)) {
			handed->power[handed->count] = (uint8_t)power;
			read_text(&reader, handed->text[handed->count++], STMT_ORDER_SIZE);
		}
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

STATEMENT(add_boards, "llibHIHSIIHLIHIIL",
          "select farm.boards_add($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)");

/* Phases as the statement takes them: column by column, with what each phase has so many of in one row. */
enum { ADDED_MOST = 32, ADDED_ENTRIES = 2048, ADDED_POWERS = ADDED_MOST * POWERS_MAX };
struct added {
	int phases, entries, powers, forecasters;
	const char *owners[ADDED_MOST];
	int16_t phase[ADDED_MOST], stage[ADDED_MOST], capped[ADDED_MOST];
	int32_t end[ADDED_MOST], resolve_ns[ADDED_MOST], forecaster_end[ADDED_MOST];
	int16_t units[ADDED_ENTRIES];
	int32_t orders[ADDED_ENTRIES];
	int64_t think_ns[ADDED_POWERS], forecast_ns[ADDED_POWERS];
	int32_t forecasts[ADDED_POWERS], forecast_stages[ADDED_POWERS * STORED_STAGES];
};
_Static_assert(ADDED_ENTRIES >= (int)STORED_MAX, "any phase has room");
_Static_assert(ADDED_ENTRIES *(6 + 8) + ADDED_POWERS * (12 + 8 + 8 * STORED_STAGES + 12) +
                       ADDED_MOST * (3 * 6 + 3 * 8 + 4 + PROVINCES_MAX) + DB_ARGS_MAX * 20 <
                   DB_ARGS_BYTES,
               "as many as there is room for");

/* One more phase; false when it has no room. */
static bool add_phase(struct added *added, const struct stored *stored)
{
	int n = added->phases, entries = stored->unit_count, powers = stored->power_count;
	if (n == ADDED_MOST || added->entries + entries > ADDED_ENTRIES)
		return false;
	memcpy(added->units + added->entries, stored->units, (size_t)entries * sizeof *added->units);
	memcpy(added->orders + added->entries, stored->orders, (size_t)entries * sizeof *added->orders);
	memcpy(added->think_ns + added->powers, stored->think_ns, (size_t)powers * sizeof *added->think_ns);
	memcpy(added->forecasts + added->powers, stored->forecasts, (size_t)powers * sizeof *added->forecasts);
	memcpy(added->forecast_ns + added->forecasters, stored->forecast_ns,
	       (size_t)stored->forecaster_count * sizeof *added->forecast_ns);
	memcpy(added->forecast_stages + added->forecasters * STORED_STAGES, stored->forecast_stages,
	       (size_t)stored->forecaster_count * STORED_STAGES * sizeof *added->forecast_stages);
	added->entries += entries;
	added->powers += powers;
	added->forecasters += stored->forecaster_count;
	added->owners[n] = stored->owners;
	added->phase[n] = stored->phase;
	added->stage[n] = stored->stage;
	added->capped[n] = stored->capped;
	added->resolve_ns[n] = stored->resolve_ns;
	added->end[n] = added->entries;
	added->forecaster_end[n] = added->forecasters;
	added->phases++;
	return true;
}

static bool send_added(struct db *db, int64_t worker, const struct claim *claim, bool durable,
                       const struct added *added)
{
	struct db_args args;
	int phases = added->phases;
	db_args_init(&args, &add_boards);
	arg_claim(&args, worker, claim);
	db_arg_bool(&args, durable);
	db_arg_int2s(&args, added->phase, phases);
	db_arg_int4s(&args, added->end, phases);
	db_arg_int2s(&args, added->units, added->entries);
	db_arg_texts(&args, added->owners, phases);
	db_arg_int4s(&args, added->orders, added->entries);
	db_arg_int4s(&args, added->resolve_ns, phases);
	db_arg_int2s(&args, added->stage, phases);
	db_arg_int8s(&args, added->think_ns, added->powers);
	db_arg_int4s(&args, added->forecasts, added->powers);
	db_arg_int2s(&args, added->capped, phases);
	db_arg_int4s(&args, added->forecaster_end, phases);
	db_arg_int4s(&args, added->forecast_stages, added->forecasters * STORED_STAGES);
	db_arg_int8s(&args, added->forecast_ns, added->forecasters);
	return db_batch_send(db, &add_boards, &args);
}

bool stmt_send_boards(struct db *db, int64_t worker, const struct claim *claim, bool durable,
                      const struct stored phases[], int count)
{
	struct added added;
	int sent = 0;
	do {
		added.phases = added.entries = added.powers = added.forecasters = 0;
		while (sent < count && add_phase(&added, &phases[sent]))
			sent++;
		if (!send_added(db, worker, claim, durable, &added))
			return false;
	} while (sent < count);
	return true;
}

STATEMENT(finish_game, "llihHshiHHx", "select farm.game_finish($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");

bool stmt_send_finish(struct db *db, int64_t worker, const struct claim *claim, const struct stored *last,
                      const struct stored_end *end, const uint8_t digest[SEAL_SIZE])
{
	struct db_args args;
	db_args_init(&args, &finish_game);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, end->phase);
	db_arg_int2s(&args, last->units, last->unit_count);
	db_arg_text(&args, last->owners);
	if (end->winner != POWER_NONE)
		db_arg_int2(&args, end->winner);
	else
		db_arg_null(&args);
	db_arg_int4(&args, end->phases);
	db_arg_int2s(&args, end->centres, end->power_count);
	db_arg_int2s(&args, end->units, end->power_count);
	db_arg_bytes(&args, digest, SEAL_SIZE);
	return db_batch_send(db, &finish_game, &args);
}

STATEMENT(ask_turn, "llihhHsis", "select farm.turn_ask($1, $2, $3, $4, $5, $6, $7, $8, $9)");

bool stmt_send_turn(struct db *db, int64_t worker, const struct claim *claim, uint8_t power, const struct stored *open,
                    int due, const char *legal)
{
	struct db_args args;
	db_args_init(&args, &ask_turn);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, power);
	db_arg_int2(&args, open->phase);
	db_arg_int2s(&args, open->units, open->unit_count);
	db_arg_text(&args, open->owners);
	db_arg_int4(&args, due);
	db_arg_text(&args, legal);
	return db_batch_send(db, &ask_turn, &args);
}

STATEMENT(wait_game, "lli", "select farm.game_wait($1, $2, $3)");

bool stmt_send_wait(struct db *db, int64_t worker, const struct claim *claim)
{
	struct db_args args;
	db_args_init(&args, &wait_game);
	arg_claim(&args, worker, claim);
	return db_batch_send(db, &wait_game, &args);
}

STATEMENT(put_problems, "llihhs", "select farm.orders_played($1, $2, $3, $4, $5, $6)");

bool stmt_send_problems(struct db *db, int64_t worker, const struct claim *claim, uint8_t power, int16_t phase,
                        const char *problems)
{
	struct db_args args;
	db_args_init(&args, &put_problems);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, power);
	db_arg_int2(&args, phase);
	db_arg_text(&args, problems);
	return db_batch_send(db, &put_problems, &args);
}

STATEMENT(turns_over, "llih", "select farm.turns_over($1, $2, $3, $4)");

bool stmt_send_turns_over(struct db *db, int64_t worker, const struct claim *claim, int16_t phase)
{
	struct db_args args;
	db_args_init(&args, &turns_over);
	arg_claim(&args, worker, claim);
	db_arg_int2(&args, phase);
	return db_batch_send(db, &turns_over, &args);
}

bool stmt_prepare_batch(struct db *db)
{
	static const struct db_statement *const sent[] = {&add_boards, &finish_game,  &ask_turn,
	                                                  &wait_game,  &put_problems, &turns_over};
	for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
		if (!db_prepare(db, sent[i]))
			return false;
	return true;
}

/* ── the supervisor ── */

STATEMENT(attach_supervisor, "i",
          "with me as materialized (select case $1 when 0 then nextval('farm.supervisors')::int else $1 end as id)"
          " select me.id::bigint from me, pg_advisory_lock_shared('farm.workers'::regclass::oid::int, me.id)");

bool stmt_attach_supervisor(struct db *db, int32_t *supervisor)
{
	struct db_args args;
	db_args_init(&args, &attach_supervisor);
	db_arg_int4(&args, *supervisor);
	int32_t attached;
	if (!query_int4(db, &attach_supervisor, &args, &attached))
		return false;
	*supervisor = attached;
	return true;
}

STATEMENT(heartbeat, "LLL",
          "update farm.workers w set heartbeat_at = now(), gone_at = null, phases = b.phases, games = b.games"
          " from unnest($1, $2, $3) as b (id, phases, games) where w.id = b.id");

bool stmt_heartbeat(struct db *db, const struct heartbeat *beat)
{
	struct db_args args;
	db_args_init(&args, &heartbeat);
	db_arg_int8s(&args, beat->workers, beat->count);
	db_arg_int8s(&args, beat->phases, beat->count);
	db_arg_int8s(&args, beat->games, beat->count);
	return query(db, &heartbeat, &args);
}

STATEMENT(count_alive, "si",
          "select count(*) from farm.workers"
          " where gone_at is null and host = $1 and heartbeat_at >= now() - make_interval(secs => $2)");

bool stmt_count_alive(struct db *db, const char *host, int seconds, int64_t *workers)
{
	struct db_args args;
	db_args_init(&args, &count_alive);
	db_arg_text(&args, host);
	db_arg_int4(&args, seconds);
	return query_int8(db, &count_alive, &args, workers);
}

STATEMENT(recover, "i", "select farm.workers_recover(make_interval(secs => $1))");

bool stmt_recover(struct db *db, int lease_seconds, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &recover);
	db_arg_int4(&args, lease_seconds);
	return query_int8(db, &recover, &args, games);
}

STATEMENT(game_failed, "llhs", "select farm.game_failed($1, $2, $3, $4)::int::bigint");

bool stmt_game_failed(struct db *db, int64_t game, int64_t worker, int16_t phase, const char *text, bool *aside)
{
	struct db_args args;
	db_args_init(&args, &game_failed);
	db_arg_int8(&args, game);
	db_arg_int8(&args, worker);
	db_arg_int2(&args, phase);
	db_arg_text(&args, text);
	return query_bool(db, &game_failed, &args, aside);
}

STATEMENT(lapse_turns, "", "select farm.turns_lapse()");

bool stmt_lapse_turns(struct db *db, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &lapse_turns);
	return query_int8(db, &lapse_turns, &args, games);
}

STATEMENT(sweep, "", "select farm.sweep(2000)");

bool stmt_sweep(struct db *db, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &sweep);
	return query_int8(db, &sweep, &args, games);
}

STATEMENT(games_left, "", "select farm.games_left()::int::bigint");

bool stmt_games_left(struct db *db, bool *left)
{
	struct db_args args;
	db_args_init(&args, &games_left);
	return query_bool(db, &games_left, &args, left);
}

_Static_assert(__COUNTER__ <= DB_STATEMENTS_MAX, "db.h: room for every statement");
