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

bool stmt_make_database(struct db *db, const char *name)
{
	struct db_args args;
	bool exists;
	db_args_init(&args, &database_exists);
	db_arg_text(&args, name);
	if (!query_bool(db, &database_exists, &args, &exists))
		return false;
	char sql[128];
	snprintf(sql, sizeof sql, "create database %s", name);
	return exists || db_script(db, sql);
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

STATEMENT(schema_lacks, "i",
          "select (not exists (select from farm.schema_version where version = $1))::int::bigint");

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
	[STEER_PAUSE] = &pause_tournament,   [STEER_RESUME] = &resume_tournament,
	[STEER_CANCEL] = &cancel_tournament, [STEER_DROP] = &drop_tournament,
	[STEER_PRIORITY] = &set_priority,    [STEER_WEIGHT] = &set_weight,
	[STEER_GAME_RETRY] = &retry_game,    [STEER_GAME_QUARANTINE] = &quarantine_game,
	[STEER_GAME_CANCEL] = &cancel_game,
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
          " union all select * from (select format('game %s waits for %s: %s, %s%s', g.number, u.name,"
          "  m.powers[1 + w.power], farm.phase_name(w.phase), ' until ' || w.deadline) from farm.turns w"
          "  join farm.users u on u.id = w.user_id join farm.games g on g.id = w.game_id and g.state = 'waiting'"
          "  join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id"
          "  where t.name = $1 and not w.ready order by g.number, w.power limit 20) w");
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
          "   ('waiting', waiting), ('finished', finished), ('quarantined', quarantined), ('cancelled', cancelled)) s (state, count)"
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
	" (select string_agg(coalesce(u.player || E'\\t' || u.settings, '@' || u.role, ''), E'\\n' order by s.power)"                     \
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

/* Who claims is alive, whatever others thought. Tournaments are chosen from by priority, then by chance and weight; the open
 * ones are found by skipping through the queue's index. Half of an even share at most, so that the last games are spread too. */
STATEMENT(claim_games, "li",
          "with recursive open (id) as ("
          "  (select queue from farm.games where queue is not null order by queue limit 1)"
          "  union all select (select g.queue from farm.games g where g.queue > open.id order by g.queue limit 1)"
          "  from open where open.id is not null),"
          " choice as (select t.id, row_number() over (order by t.priority desc, -ln(1 - random()) / t.weight) as place"
          "  from open join farm.tournaments t on t.id = open.id where not t.paused order by place limit 8),"
          " share as (select greatest(1, least($2, (select count(*) from choice cross join lateral"
          "   (select from farm.games g where g.queue = choice.id limit 1000) p)"
          "   / greatest(1, 2 * (select count(*) from farm.workers where gone_at is null)))) as games),"
          " free as (select g.id from (select t.id from choice join farm.tournaments t on t.id = choice.id and not t.paused"
          "   order by choice.place for share of t skip locked) t cross join lateral (select g.id from farm.games g where g.queue = t.id"
          "   order by g.id limit (select games from share) for no key update skip locked) g"
          "  limit (select games from share)),"
          " mine as (update farm.games g set state = 'claimed', epoch = g.epoch + 1, worker_id = $1, claimed_at = now()"
          "  from free where g.id = free.id returning g.id, g.epoch, g.tournament_id, g.number),"
          " here as (update farm.workers set gone_at = null, heartbeat_at = now(), backend = pg_backend_pid(), claims ="
          "  array(select c.id from unnest(claims) c (id) join farm.games g on g.id = c.id"
          "   where g.state = 'claimed' and g.worker_id = $1) || array(select id from mine) where id = $1)"
          " select g.id, g.epoch, t.id, " TERMS_COLUMNS ","
          " coalesce((select 1 from farm.boards b where b.tournament_id = t.id and b.game_id = g.id limit 1), 0)"
          " from mine g join farm.tournaments t on t.id = g.tournament_id join choice on choice.id = t.id"
          " order by choice.place, g.id");

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

STATEMENT(quarantine, "lils",
          "update farm.games set state = 'quarantined', reason = $4, finished_at = now()"
          " where id = $1 and state = 'claimed' and epoch = $2 and worker_id = $3");

bool stmt_quarantine(struct db *db, int64_t worker, const struct claim *claim, const char *reason)
{
	struct db_args args;
	db_args_init(&args, &quarantine);
	db_arg_int8(&args, claim->game);
	db_arg_int4(&args, claim->epoch);
	db_arg_int8(&args, worker);
	db_arg_text(&args, reason);
	return query(db, &quarantine, &args);
}

STATEMENT(find_handed, "lh",
          "select t.power, o.text from farm.turns t"
          " left join farm.pending_orders p on p.game_id = t.game_id and p.power = t.power and p.phase = t.phase"
          " left join lateral (select n, coalesce(case when octet_length(o) < 128 then o end, '') as text"
          "  from unnest(p.orders) with ordinality x (o, n) where n <= 64) o on true"
          " where t.game_id = $1 and t.phase = $2 order by t.power, o.n");
_Static_assert(STMT_ORDER_SIZE == 128 && ADJUSTMENTS_MAX == 64, "as find_handed has them");

bool stmt_find_handed(struct db *db, const struct claim *claim, int16_t phase, struct handed *handed)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &find_handed);
	db_arg_int8(&args, claim->game);
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

STATEMENT(fence, "LlIb", "select farm.fences($1, $2, $3, $4)");

bool stmt_send_fence(struct db *db, int64_t worker, const int64_t games[], const int32_t epochs[], int count,
                     bool durable)
{
	struct db_args args;
	db_args_init(&args, &fence);
	db_arg_int8s(&args, games, count);
	db_arg_int8(&args, worker);
	db_arg_int4s(&args, epochs, count);
	db_arg_bool(&args, durable);
	return db_batch_send(db, &fence, &args);
}

/* Rows of boards, one or several at once: what a statement costs beside its rows, the table's checks above all, is most of
 * what one row alone costs. */
#define BOARD_TYPES "ilhHsIihLIhIL"
#define BOARD_INTO                                                                                                     \
	"insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage,"        \
	" think_ns, forecasts, capped, forecast_stages, forecast_ns) values "
#define BOARD_ROW(a, b, c, d, e, f, g, h, i, j, k, l, m)                                                               \
	"($" #a ", $" #b ", $" #c ", $" #d ", $" #e ", $" #f ", $" #g ", $" #h ", $" #i ", $" #j ", $" #k ", $" #l ", $" #m ")"
enum { BOARD_ARGS = sizeof BOARD_TYPES - 1, BOARDS_AT_ONCE = 8 };
_Static_assert((int)BOARD_ARGS * BOARDS_AT_ONCE <= (int)DB_ARGS_MAX, "db.h: room for several boards");

STATEMENT(put_board, BOARD_TYPES, BOARD_INTO BOARD_ROW(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
STATEMENT(put_boards, BOARD_TYPES BOARD_TYPES BOARD_TYPES BOARD_TYPES BOARD_TYPES BOARD_TYPES BOARD_TYPES BOARD_TYPES,
          BOARD_INTO BOARD_ROW(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) "," //
          BOARD_ROW(14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26) ","   //
          BOARD_ROW(27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39) ","   //
          BOARD_ROW(40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52) ","   //
          BOARD_ROW(53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65) ","   //
          BOARD_ROW(66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78) ","   //
          BOARD_ROW(79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91) ","   //
          BOARD_ROW(92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104));

static void arg_board(struct db_args *args, const struct board_row *row)
{
	const struct stored *stored = row->stored;
	const int end = args->count + BOARD_ARGS;
	db_arg_int4(args, row->claim->tournament);
	db_arg_int8(args, row->claim->game);
	db_arg_int2(args, stored->phase);
	db_arg_int2s(args, stored->units, stored->unit_count);
	db_arg_text(args, stored->owners);
	if (stored->resolved) {
		db_arg_int4s(args, stored->orders, stored->unit_count);
		db_arg_int4(args, stored->resolve_ns);
		db_arg_int2(args, stored->stage);
		db_arg_int8s(args, stored->think_ns, stored->power_count);
		db_arg_int4s(args, stored->forecasts, stored->power_count);
		db_arg_int2(args, stored->capped);
	}
	if (stored->resolved && stored->forecaster_count > 0) {
		db_arg_int4s(args, stored->forecast_stages, stored->forecaster_count * STORED_STAGES);
		db_arg_int8s(args, stored->forecast_ns, stored->forecaster_count);
	}
	while (args->count < end)
		db_arg_null(args);
}

bool stmt_send_boards(struct db *db, const struct board_row rows[], int count)
{
	for (int i = 0; i < count;) {
		const int step = count - i >= BOARDS_AT_ONCE ? BOARDS_AT_ONCE : 1;
		const struct db_statement *statement = step > 1 ? &put_boards : &put_board;
		struct db_args args;
		db_args_init(&args, statement);
		for (int n = 0; n < step; n++)
			arg_board(&args, &rows[i++]);
		if (!db_batch_send(db, statement, &args))
			return false;
	}
	return true;
}

/* Centres and units come with POWERS_MAX entries a game, digests with SEAL_SIZE bytes. */
STATEMENT(finish_games, "LHHHIHHx",
          "update farm.games g set state = 'finished', finished_at = now(), winner = nullif(f.winner, -1), phase = f.phase,"
          " ending = (case when f.winner < 0 then 'draw' else 'solo' end)::farm.game_ending, phases = f.phases,"
          " centres = ($6::smallint[])[f.n * 7 - 6 : f.n * 7 - 7 + f.powers],"
          " units = ($7::smallint[])[f.n * 7 - 6 : f.n * 7 - 7 + f.powers],"
          " digest = substring($8::bytea from f.n * 32 - 31 for 32)"
          " from (select id, powers, winner, phase, phases, n::int from unnest($1::bigint[], $2::smallint[], $3::smallint[],"
          "  $4::smallint[], $5::int[]) with ordinality u (id, powers, winner, phase, phases, n)) f where g.id = f.id");
_Static_assert(POWERS_MAX == 7 && SEAL_SIZE == 32, "as finish_games has them");

bool stmt_send_finish(struct db *db, const struct finished rows[], int count)
{
	int64_t ids[STMT_FINISHED_MOST];
	int32_t phases[STMT_FINISHED_MOST];
	int16_t powers[STMT_FINISHED_MOST], winners[STMT_FINISHED_MOST], last[STMT_FINISHED_MOST];
	int16_t centres[STMT_FINISHED_MOST * POWERS_MAX], units[STMT_FINISHED_MOST * POWERS_MAX];
	uint8_t digests[STMT_FINISHED_MOST * SEAL_SIZE];
	for (int i = 0; i < count; i++) {
		const struct stored_end *end = rows[i].end;
		ids[i] = rows[i].claim->game;
		powers[i] = (int16_t)end->power_count;
		winners[i] = end->winner != POWER_NONE ? end->winner : -1;
		last[i] = end->phase;
		phases[i] = end->phases;
		memcpy(&centres[i * POWERS_MAX], end->centres, sizeof *centres * POWERS_MAX);
		memcpy(&units[i * POWERS_MAX], end->units, sizeof *units * POWERS_MAX);
		memcpy(&digests[i * SEAL_SIZE], rows[i].digest, SEAL_SIZE);
	}
	struct db_args args;
	db_args_init(&args, &finish_games);
	db_arg_int8s(&args, ids, count);
	db_arg_int2s(&args, powers, count);
	db_arg_int2s(&args, winners, count);
	db_arg_int2s(&args, last, count);
	db_arg_int4s(&args, phases, count);
	db_arg_int2s(&args, centres, count * POWERS_MAX);
	db_arg_int2s(&args, units, count * POWERS_MAX);
	db_arg_bytes(&args, digests, (size_t)count * SEAL_SIZE);
	return db_batch_send(db, &finish_games, &args);
}

STATEMENT(put_tally, "illl",
          "insert into farm.tallies as t (tournament_id, worker_id, finished, phases) values ($1, $2, $3, $4)"
          " on conflict (tournament_id, worker_id)"
          " do update set finished = t.finished + excluded.finished, phases = t.phases + excluded.phases");

bool stmt_send_tally(struct db *db, int64_t worker, int32_t tournament, int64_t finished, int64_t phases)
{
	struct db_args args;
	db_args_init(&args, &put_tally);
	db_arg_int4(&args, tournament);
	db_arg_int8(&args, worker);
	db_arg_int8(&args, finished);
	db_arg_int8(&args, phases);
	return db_batch_send(db, &put_tally, &args);
}

STATEMENT(put_turn, "lhhHsis",
          "with turn as (insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal, deadline)"
          "  select g.id, s.power, s.user_id, $3, $4, $5, $6, string_to_array($7, E'\\n'), now() + case"
          "   when $3 % 5 = 4 then t.adjustment_time when farm.is_retreat($3) then t.retreat_time"
          "   else t.diplomatic_time end"
          "  from farm.games g join farm.tournaments t on t.id = g.tournament_id join farm.seats s on s.game_id = g.id"
          "  where g.id = $1 and s.power = $2 returning user_id)"
          " select pg_notify('farm_turn_' || u.role, '') from turn join farm.users u on u.id = turn.user_id"
          " where u.role is not null");

bool stmt_send_turn(struct db *db, const struct claim *claim, uint8_t power, const struct stored *open, int due,
                    const char *legal)
{
	struct db_args args;
	db_args_init(&args, &put_turn);
	db_arg_int8(&args, claim->game);
	db_arg_int2(&args, power);
	db_arg_int2(&args, open->phase);
	db_arg_int2s(&args, open->units, open->unit_count);
	db_arg_text(&args, open->owners);
	db_arg_int4(&args, due);
	db_arg_text(&args, legal);
	return db_batch_send(db, &put_turn, &args);
}

STATEMENT(wait_game, "l", "update farm.games set state = 'waiting' where id = $1");

bool stmt_send_wait(struct db *db, const struct claim *claim)
{
	struct db_args args;
	db_args_init(&args, &wait_game);
	db_arg_int8(&args, claim->game);
	return db_batch_send(db, &wait_game, &args);
}

STATEMENT(put_problems, "lhhs",
          "update farm.pending_orders set played_at = now(), problems = string_to_array($4, E'\\n', '-')"
          " where game_id = $1 and power = $2 and phase = $3");

bool stmt_send_problems(struct db *db, const struct claim *claim, uint8_t power, int16_t phase, const char *problems)
{
	struct db_args args;
	db_args_init(&args, &put_problems);
	db_arg_int8(&args, claim->game);
	db_arg_int2(&args, power);
	db_arg_int2(&args, phase);
	db_arg_text(&args, problems);
	return db_batch_send(db, &put_problems, &args);
}

STATEMENT(turns_over, "lh", "delete from farm.turns where game_id = $1 and phase = $2");

bool stmt_send_turns_over(struct db *db, const struct claim *claim, int16_t phase)
{
	struct db_args args;
	db_args_init(&args, &turns_over);
	db_arg_int8(&args, claim->game);
	db_arg_int2(&args, phase);
	return db_batch_send(db, &turns_over, &args);
}

bool stmt_prepare_batch(struct db *db)
{
	static const struct db_statement *const sent[] = {&fence, &put_board, &put_boards, &finish_games, &put_tally,
	                                                  &put_turn, &wait_game, &put_problems, &turns_over};
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

STATEMENT(games_left, "",
          "select (exists (select from farm.games g join farm.tournaments t on t.id = g.queue and not t.paused)"
          " or exists (select from farm.turns t join farm.games g on g.id = t.game_id where g.state = 'waiting')"
          " or exists (select from farm.workers w cross join lateral unnest(w.claims) c (id)"
          "  join farm.games g on g.id = c.id and g.state = 'claimed' and g.worker_id = w.id))::int::bigint");

bool stmt_games_left(struct db *db, bool *left)
{
	struct db_args args;
	db_args_init(&args, &games_left);
	return query_bool(db, &games_left, &args, left);
}

_Static_assert(__COUNTER__ <= DB_STATEMENTS_MAX, "db.h: room for every statement");
