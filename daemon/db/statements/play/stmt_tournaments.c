/* stmt_tournaments: making and controlling tournaments; runs of test cases. */
#include "db/statements/statement.h"
#include "stmt_tuning.h"

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

STATEMENT(create_tournament, "ssssliisIiIsi",
          "select farm.tournament_create($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)");

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

STATEMENT(allow_hints, "s", "update farm.tournaments set hints = true where name = $1");

static bool put_hints(struct db *db, const struct tournament *tournament)
{
	return !tournament->hints || statement_run(db, &allow_hints, VALUES(tournament->name));
}

STATEMENT(set_faults, "ss", "update farm.tournaments set faults = $2 where name = $1");

static bool put_faults(struct db *db, const struct tournament *tournament)
{
	return tournament->faults == NULL ||
	       statement_run(db, &set_faults, VALUES(tournament->name, tournament->faults));
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

STATEMENT(make_stop, "sss", "select farm.stop_make($1, $2, $3)::text");

static bool put_stop(struct db *db, const struct tournament *tournament)
{
	return tournament->until == NULL ||
	       statement_run(db, &make_stop,
	                     VALUES(tournament->name, tournament->until, tournament->score));
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
	                            tournament->players, tournament->team)) &&
	       put_times(db, tournament) && put_draw_after(db, tournament) &&
	       put_hints(db, tournament) && put_faults(db, tournament) && put_start(db, tournament) &&
	       put_stop(db, tournament) && stmt_put_tuning(db, tournament);
}

/* A secret seed is not told. */
STATEMENT(
	compare_tournament, "ssssliisiiiiihHsibs",
	"select concat_ws(', ', case when m.name <> $2 then format('map %s (not %s)', m.name, $2)"
	" end, case when t.rules <> $3 then format('rules %s (not %s)', t.rules, $3) end,"
	" case when t.judge <> $4 then format('judge %s (not %s)', t.judge, $4) end,"
	" case when $5 >= 0 and t.seed <> $5 then case position('@' in t.seats)"
	"  when 0 then format('seed %s (not %s)', t.seed, $5) else 'another seed' end end,"
	" case when (t.block, t.team) <> ($12, $17) and t.seats = $8 then 'other seatings' end,"
	" case when t.games <> $6 and not exists (select from farm.tunings u where u.tournament_id ="
	"  t.id) then format('games %s (not %s)', t.games, $6) end,"
	" case when t.round_limit <> $7 then format('rounds %s (not %s)', t.round_limit, $7) end,"
	" case when (t.diplomatic_time, t.retreat_time, t.adjustment_time) is distinct from"
	"  (make_interval(secs => nullif($9, 0)), make_interval(secs => nullif($10, 0)),"
	"   make_interval(secs => nullif($11, 0))) then 'other times' end,"
	" case when t.draw_after <> $13 then format('draw-after %s (not %s)', t.draw_after, $13)"
	" end, case when (t.start_phase, t.start_units, t.start_owners) is distinct from"
	"  ($14, $15, $16) then coalesce('start ' || t.start_case, 'the usual start') end,"
	" case when t.hints <> $18 then case when t.hints then 'hints' else 'no hints' end end,"
	" case when t.bots <> '{}' and t.faults <> coalesce($19, 'disorder')"
	"  then 'faults ' || t.faults end),"
	" case when t.seats <> $8 then left(t.players, 2047) else '' end"
	" from farm.tournaments t join farm.maps m on m.id = t.map_id where t.name = $1");

/* Of a stop and of a tuning, how they differ. */
STATEMENT(
	compare_parts_text, "ssss",
	"select concat_ws(', ', case when (s.rule, s.score) is distinct from"
	"  ($2, case when $2 is not null then $3 end)"
	"  then format('until %s (not %s)', coalesce(s.rule || ' of ' || s.score, 'all are played'),"
	"  coalesce($2 || ' of ' || $3, 'all are played')) end,"
	" case when u.asked is distinct from $4"
	"  then format('tuning %s (not %s)', coalesce(u.asked, 'nothing'), coalesce($4, 'nothing')) "
	"end)"
	" from farm.tournaments t left join farm.stops s on s.tournament_id = t.id"
	" left join farm.tunings u on u.tournament_id = t.id where t.name = $1");

/* Adds to the differences of a tournament that exists. */
static bool compare_parts(struct db *db, const struct tournament *tournament,
                          struct differences *differs)
{
	char text[STMT_DIFFERS_SIZE];
	const size_t length = strlen(differs->others);
	if (!statement_row(
			db, &compare_parts_text,
			VALUES(tournament->name, tournament->until, tournament->score,
	               tournament->tuning != NULL ? tournament->tuning->asked : (const char *)NULL),
			FIELDS(BUFFER(text, sizeof text))))
		return false;
	if (text[0] != '\0')
		snprintf(differs->others + length, sizeof differs->others - length, "%s%s",
		         length > 0 ? ", " : "", text);
	return true;
}

static bool compare_terms(struct db *db, const struct tournament *tournament, bool *exists,
                          struct differences *differs)
{
	return statement_find(db, &compare_tournament,
	                      VALUES(TOURNAMENT_VALUES(tournament), TIME_VALUES(tournament),
	                             tournament->block, tournament->draw_after,
	                             START_VALUES(tournament->start), tournament->team,
	                             tournament->hints, tournament->faults),
	                      exists,
	                      FIELDS(BUFFER(differs->others, sizeof differs->others),
	                             BUFFER(differs->seats, sizeof differs->seats)));
}

bool stmt_compare_tournament(struct db *db, const struct tournament *tournament, bool *exists,
                             struct differences *differs)
{
	return compare_terms(db, tournament, exists, differs) &&
	       (!*exists || compare_parts(db, tournament, differs));
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
STATEMENT(retry_tournament, "sl", "select farm.tournament_retry($1) where $2 = 0");
STATEMENT(quarantine_game, "ls", "select farm.game_quarantine($1, $2)::int::bigint");
STATEMENT(cancel_game, "ls", "select farm.game_cancel($1)::int::bigint where $2 is not null");

static const struct db_statement *const controls[CONTROLS] = {
	[CONTROL_PAUSE] = &pause_tournament,          [CONTROL_RESUME] = &resume_tournament,
	[CONTROL_CANCEL] = &cancel_tournament,        [CONTROL_DROP] = &drop_tournament,
	[CONTROL_PRIORITY] = &set_priority,           [CONTROL_WEIGHT] = &set_weight,
	[CONTROL_RETRY] = &retry_tournament,          [CONTROL_GAME_RETRY] = &retry_game,
	[CONTROL_GAME_QUARANTINE] = &quarantine_game, [CONTROL_GAME_CANCEL] = &cancel_game,
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
