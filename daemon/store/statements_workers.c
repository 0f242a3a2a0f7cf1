/* statements_workers: workers, their claims and their supervisors. */
#include "statement.h"

/* ── workers ── */

STATEMENT(register_worker, "sii",
          "insert into farm.workers (host, pid, supervisor) values ($1, $2, $3) returning id");

bool stmt_register_worker(struct db *db, const char *host, int32_t pid, int32_t supervisor,
                          int64_t *worker)
{
	return statement_row(db, &register_worker, VALUES(host, pid, supervisor), FIELDS(*worker));
}

STATEMENT(worker_exists, "l", "select count(*) > 0 from farm.workers where id = $1");

bool stmt_worker_exists(struct db *db, int64_t worker, bool *exists)
{
	return statement_row(db, &worker_exists, VALUES(worker), FIELDS(*exists));
}

bool stmt_listen(struct db *db)
{
	return db_script(db, "listen farm");
}

STATEMENT(claim_games, "li",
          "select g.id, g.epoch, t.id, " TERMS_COLUMNS
          " from farm.games_claim($1, $2) g join farm.tournaments t on t.id = g.tournament_id"
          " order by g.place, g.id");

static bool next_claim(struct db_rows *rows, struct claim *claim)
{
	*claim = (struct claim){0};
	return db_rows_next(
		rows, FIELDS(claim->game, claim->epoch, claim->tournament, TERMS_PLACES(claim->terms)));
}

bool stmt_claim_games(struct db *db, int64_t worker, struct claim claims[STMT_CLAIMS_MAX],
                      int *count)
{
	struct db_rows rows;
	if (!db_query(db, &claim_games, VALUES(worker, STMT_CLAIMS_MAX), &rows))
		return false;
	for (*count = 0; *count < STMT_CLAIMS_MAX && next_claim(&rows, &claims[*count]); ++*count)
		;
	return db_rows_close(&rows);
}

STATEMENT(resume_games, "lLI", "select game, boards from farm.games_resume($1, $2, $3)");

bool stmt_resume_games(struct db *db, int64_t worker, const struct claim claims[], int count,
                       int32_t boards[STMT_CLAIMS_MAX])
{
	struct db_rows rows;
	int64_t games[STMT_CLAIMS_MAX], game;
	int32_t epochs[STMT_CLAIMS_MAX], stored;
	int asked = 0;
	for (int i = 0; i < count; i++) {
		boards[i] = -1;
		if (!claims[i].done) {
			games[asked] = claims[i].game;
			epochs[asked++] = claims[i].epoch;
		}
	}
	if (!db_query(db, &resume_games, VALUES(worker, ARRAY(games, asked), ARRAY(epochs, asked)),
	              &rows))
		return false;
	while (db_rows_next(&rows, FIELDS(game, stored)))
		for (int i = 0; i < count; i++)
			if (claims[i].game == game)
				boards[i] = stored;
	return db_rows_close(&rows);
}

STATEMENT(workers_leave, "L", "select farm.workers_leave($1)");

bool stmt_workers_leave(struct db *db, const int64_t workers[], int count, int64_t *games)
{
	return statement_row(db, &workers_leave, VALUES(ARRAY(workers, count)), FIELDS(*games));
}

STATEMENT(count_refused, "ll",
          "update farm.workers set refused_writes = refused_writes + $2 where id = $1");

bool stmt_count_refused(struct db *db, int64_t worker, int64_t writes)
{
	return statement_run(db, &count_refused, VALUES(worker, writes));
}

/* ── the supervisor ── */

STATEMENT(attach_supervisor, "i",
          "with me as materialized (select case $1 when 0 then nextval('farm.supervisors')::int "
          "else $1 end as id)"
          " select me.id from me, "
          "pg_advisory_lock_shared('farm.workers'::regclass::oid::int, me.id)");

bool stmt_attach_supervisor(struct db *db, int32_t *supervisor)
{
	return statement_row(db, &attach_supervisor, VALUES(*supervisor), FIELDS(*supervisor));
}

STATEMENT(heartbeat, "LLL",
          "update farm.workers w set heartbeat_at = now(), gone_at = null, phases = b.phases, "
          "games = b.games"
          " from unnest($1, $2, $3) as b (id, phases, games) where w.id = b.id");

bool stmt_heartbeat(struct db *db, const struct heartbeat *beat)
{
	return statement_run(db, &heartbeat,
	                     VALUES(ARRAY(beat->workers, beat->count), ARRAY(beat->phases, beat->count),
	                            ARRAY(beat->games, beat->count)));
}

STATEMENT(
	count_alive, "si",
	"select count(*) from farm.workers"
	" where gone_at is null and host = $1 and heartbeat_at >= now() - make_interval(secs => $2)");

bool stmt_count_alive(struct db *db, const char *host, int seconds, int64_t *workers)
{
	return statement_row(db, &count_alive, VALUES(host, seconds), FIELDS(*workers));
}

STATEMENT(recover, "i", "select farm.workers_recover(make_interval(secs => $1))");

bool stmt_recover(struct db *db, int lease_seconds, int64_t *games)
{
	return statement_row(db, &recover, VALUES(lease_seconds), FIELDS(*games));
}

STATEMENT(game_failed, "llhs", "select farm.game_failed($1, $2, $3, $4)");

bool stmt_game_failed(struct db *db, int64_t game, int64_t worker, int16_t phase, const char *text,
                      bool *aside)
{
	return statement_row(db, &game_failed, VALUES(game, worker, phase, text), FIELDS(*aside));
}

STATEMENT(lapse_turns, "", "select farm.turns_lapse()");

bool stmt_lapse_turns(struct db *db, int64_t *games)
{
	return statement_row(db, &lapse_turns, NO_VALUES, FIELDS(*games));
}

STATEMENT(sweep, "", "select farm.sweep(2000)");

bool stmt_sweep(struct db *db, int64_t *games)
{
	return statement_row(db, &sweep, NO_VALUES, FIELDS(*games));
}

STATEMENT(games_left, "", "select farm.games_left()");

bool stmt_games_left(struct db *db, bool *left)
{
	return statement_row(db, &games_left, NO_VALUES, FIELDS(*left));
}
