/* statements_workers: workers, their claims and their supervisors. */
#define STATEMENT_FILE STATEMENTS_WORKERS
#include "statement.h"

#include <string.h>

/* ── workers ── */

STATEMENT(register_worker, "sii",
          "insert into farm.workers (host, pid, supervisor) values ($1, $2, $3) returning id");

bool stmt_register_worker(struct db *db, const char *host, int32_t pid, int32_t supervisor,
                          int64_t *worker)
{
	struct db_args args;
	db_args_init(&args, &register_worker);
	db_arg_text(&args, host);
	db_arg_int4(&args, pid);
	db_arg_int4(&args, supervisor);
	return statement_int8(db, &register_worker, &args, worker);
}

STATEMENT(worker_exists, "l", "select count(*) from farm.workers where id = $1");

bool stmt_worker_exists(struct db *db, int64_t worker, bool *exists)
{
	struct db_args args;
	db_args_init(&args, &worker_exists);
	db_arg_int8(&args, worker);
	return statement_bool(db, &worker_exists, &args, exists);
}

bool stmt_listen(struct db *db)
{
	return db_script(db, "listen farm");
}

STATEMENT(claim_games, "li",
          "select g.id, g.epoch, t.id, " TERMS_COLUMNS
          " from farm.games_claim($1, $2) g join farm.tournaments t on t.id = g.tournament_id"
          " order by g.place, g.id");

static bool decode_claim(struct db_reader reader, struct claim *claim)
{
	*claim = (struct claim){.game = db_read_int8(&reader)};
	claim->epoch = db_read_int4(&reader);
	claim->tournament = db_read_int4(&reader);
	statement_terms(&reader, &claim->terms);
	return db_read_end(&reader);
}

bool stmt_claim_games(struct db *db, int64_t worker, struct claim claims[STMT_CLAIMS_MAX],
                      int *count)
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

STATEMENT(resume_games, "lLI", "select game, boards from farm.games_resume($1, $2, $3)");

bool stmt_resume_games(struct db *db, int64_t worker, const struct claim claims[], int count,
                       int32_t boards[STMT_CLAIMS_MAX])
{
	struct db_args args;
	struct db_rows rows;
	int64_t games[STMT_CLAIMS_MAX];
	int32_t epochs[STMT_CLAIMS_MAX];
	int asked = 0;
	for (int i = 0; i < count; i++) {
		boards[i] = -1;
		if (!claims[i].done) {
			games[asked] = claims[i].game;
			epochs[asked++] = claims[i].epoch;
		}
	}
	db_args_init(&args, &resume_games);
	db_arg_int8(&args, worker);
	db_arg_int8s(&args, games, asked);
	db_arg_int4s(&args, epochs, asked);
	if (!db_query(db, &resume_games, &args, &rows))
		return false;
	bool done = true;
	for (int row = 0; done && row < rows.count; row++) {
		struct db_reader reader = db_read(db, &rows, row);
		int64_t game = db_read_int8(&reader);
		int32_t has = db_read_int4(&reader);
		for (int i = 0; i < count; i++)
			if (claims[i].game == game)
				boards[i] = has;
		done = db_read_end(&reader);
	}
	db_rows_free(&rows);
	return done;
}

STATEMENT(workers_leave, "L", "select farm.workers_leave($1)");

bool stmt_workers_leave(struct db *db, const int64_t workers[], int count, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &workers_leave);
	db_arg_int8s(&args, workers, count);
	return statement_int8(db, &workers_leave, &args, games);
}

STATEMENT(count_refused, "ll",
          "update farm.workers set refused_writes = refused_writes + $2 where id = $1");

bool stmt_count_refused(struct db *db, int64_t worker, int64_t writes)
{
	struct db_args args;
	db_args_init(&args, &count_refused);
	db_arg_int8(&args, worker);
	db_arg_int8(&args, writes);
	return statement_run(db, &count_refused, &args);
}

/* ── the supervisor ── */

STATEMENT(attach_supervisor, "i",
          "with me as materialized (select case $1 when 0 then nextval('farm.supervisors')::int "
          "else $1 end as id)"
          " select me.id::bigint from me, "
          "pg_advisory_lock_shared('farm.workers'::regclass::oid::int, me.id)");

bool stmt_attach_supervisor(struct db *db, int32_t *supervisor)
{
	struct db_args args;
	db_args_init(&args, &attach_supervisor);
	db_arg_int4(&args, *supervisor);
	int32_t attached;
	if (!statement_int4(db, &attach_supervisor, &args, &attached))
		return false;
	*supervisor = attached;
	return true;
}

STATEMENT(heartbeat, "LLL",
          "update farm.workers w set heartbeat_at = now(), gone_at = null, phases = b.phases, "
          "games = b.games"
          " from unnest($1, $2, $3) as b (id, phases, games) where w.id = b.id");

bool stmt_heartbeat(struct db *db, const struct heartbeat *beat)
{
	struct db_args args;
	db_args_init(&args, &heartbeat);
	db_arg_int8s(&args, beat->workers, beat->count);
	db_arg_int8s(&args, beat->phases, beat->count);
	db_arg_int8s(&args, beat->games, beat->count);
	return statement_run(db, &heartbeat, &args);
}

STATEMENT(
	count_alive, "si",
	"select count(*) from farm.workers"
	" where gone_at is null and host = $1 and heartbeat_at >= now() - make_interval(secs => $2)");

bool stmt_count_alive(struct db *db, const char *host, int seconds, int64_t *workers)
{
	struct db_args args;
	db_args_init(&args, &count_alive);
	db_arg_text(&args, host);
	db_arg_int4(&args, seconds);
	return statement_int8(db, &count_alive, &args, workers);
}

STATEMENT(recover, "i", "select farm.workers_recover(make_interval(secs => $1))");

bool stmt_recover(struct db *db, int lease_seconds, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &recover);
	db_arg_int4(&args, lease_seconds);
	return statement_int8(db, &recover, &args, games);
}

STATEMENT(game_failed, "llhs", "select farm.game_failed($1, $2, $3, $4)::int::bigint");

bool stmt_game_failed(struct db *db, int64_t game, int64_t worker, int16_t phase, const char *text,
                      bool *aside)
{
	struct db_args args;
	db_args_init(&args, &game_failed);
	db_arg_int8(&args, game);
	db_arg_int8(&args, worker);
	db_arg_int2(&args, phase);
	db_arg_text(&args, text);
	return statement_bool(db, &game_failed, &args, aside);
}

STATEMENT(lapse_turns, "", "select farm.turns_lapse()");

bool stmt_lapse_turns(struct db *db, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &lapse_turns);
	return statement_int8(db, &lapse_turns, &args, games);
}

STATEMENT(sweep, "", "select farm.sweep(2000)");

bool stmt_sweep(struct db *db, int64_t *games)
{
	struct db_args args;
	db_args_init(&args, &sweep);
	return statement_int8(db, &sweep, &args, games);
}

STATEMENT(games_left, "", "select farm.games_left()::int::bigint");

bool stmt_games_left(struct db *db, bool *left)
{
	struct db_args args;
	db_args_init(&args, &games_left);
	return statement_bool(db, &games_left, &args, left);
}

STATEMENT_FILE_END;
