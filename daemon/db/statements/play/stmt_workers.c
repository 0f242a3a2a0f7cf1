/* stmt_workers: workers, their claims and their supervisors. */
#include "db/statements/statement.h"

/* ── workers ── */

STATEMENT(register_worker, "siisi",
          "insert into farm.workers (host, pid, supervisor, version, threads)"
          " values ($1, $2, $3, $4, $5) returning id");

bool stmt_register_worker(struct db *db, const struct worker_place *place, int64_t *worker)
{
	return statement_row(
		db, &register_worker,
		VALUES(place->host, place->pid, place->supervisor, place->version, place->threads),
		FIELDS(*worker));
}

STATEMENT(worker_exists, "l", "select count(*) > 0 from farm.workers where id = $1");

bool stmt_worker_exists(struct db *db, int64_t worker, bool *exists)
{
	return statement_row(db, &worker_exists, VALUES(worker), FIELDS(*exists));
}

bool stmt_listen(struct db *db)
{
	return db_script(db, "select farm.listen()");
}

STATEMENT(claim_games, "li",
          "select id, epoch, tournament_id, map_id, number, round_limit, block, draw_after, seed,"
          " rules, judge, seats, start_phase, start_units, start_owners"
          " from farm.games_claim($1, $2)");

/* Which of the terms could not be read: it is still empty. */
static const char *find_flaw(const struct terms *terms)
{
	return terms->rules[0] == '\0'   ? "the name of its rules is too long"
	       : terms->judge[0] == '\0' ? "the name of its judge is too long"
	       : terms->seats[0] == '\0' ? "it has no seats, or their settings are too long"
	                                 : "its terms cannot be read";
}

/* A game whose terms cannot be read is a claim all the same. False with bad set when not even its
 * number can be read. */
static bool next_claim(struct db_rows *rows, struct claim *claim)
{
	*claim = (struct claim){.stored = -1};
	if (db_rows_next(
			rows, FIELDS(claim->game, claim->epoch, claim->tournament, TERMS_PLACES(claim->terms))))
		return true;
	if (!rows->bad || claim->game == 0 || claim->epoch == 0 || claim->tournament == 0)
		return false;
	claim->flaw = find_flaw(&claim->terms);
	rows->bad = false;
	return true;
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

/* ── locks ── */

STATEMENT(find_blockers, "i",
          "with awaited (what) as ("
          "  select case l.locktype"
          "   when 'relation' then 'table ' || l.relation::regclass"
          "   when 'tuple' then 'a row of ' || l.relation::regclass"
          "   when 'transactionid' then coalesce("
          "    (select 'a row of ' || t.relation::regclass from pg_locks t"
          "     where t.pid = $1 and t.locktype = 'tuple' limit 1),"
          "    'the end of another transaction')"
          "   when 'advisory' then 'an advisory lock'"
          "   else 'a lock: ' || l.locktype end"
          "  from pg_locks l where l.pid = $1 and not l.granted limit 1),"
          " holders (who) as ("
          "  select case when b.pid = 0 then 'a prepared transaction holds it'"
          "   else format('process %s holds it (role %s, application %s%s)', b.pid, a.usename,"
          "    a.application_name, case when a.state is null"
          "     then '; its state is shown to members of pg_read_all_stats'"
          "     else ', ' || a.state || coalesce(format(', its transaction is %s s old',"
          "      extract(epoch from clock_timestamp() - a.xact_start)::int), '') end) end"
          "  from (select distinct unnest(pg_blocking_pids($1))) b (pid)"
          "  left join pg_stat_activity a on a.pid = b.pid"
          "  order by a.wait_event_type is not distinct from 'Lock', a.xact_start limit 3)"
          " select count(*) > 0, coalesce(left(regexp_replace("
          "  max(what) || ': ' || string_agg(who, ', '), '[[:cntrl:]]', '?', 'g'), 500), '')"
          " from awaited, holders");

bool stmt_find_blockers(struct db *db, int32_t backend, bool *blocked,
                        char line[STMT_BLOCKERS_SIZE])
{
	return statement_row(db, &find_blockers, VALUES(backend),
	                     FIELDS(*blocked, BUFFER(line, STMT_BLOCKERS_SIZE)));
}

/* ── the supervisor ── */

STATEMENT(attach_supervisor, "i", "select farm.supervisor_attach($1)");

bool stmt_attach_supervisor(struct db *db, int32_t *supervisor)
{
	return statement_row(db, &attach_supervisor, VALUES(*supervisor), FIELDS(*supervisor));
}

bool stmt_limit_locks(struct db *db)
{
	return db_script(db, "set lock_timeout = '1s'");
}

/* A worker that claims has its row locked, and the claim is its heartbeat. Waiting for it would
 * keep all others from claiming, whose rows this has locked by then. */
STATEMENT(heartbeat, "LLL",
          "update farm.workers w set heartbeat_at = now(), gone_at = null, phases = b.phases, "
          "games = b.games"
          " from unnest($1, $2, $3) as b (id, phases, games)"
          " where w.id = b.id and w.id in (select f.id from farm.workers f where f.id = any ($1)"
          "  order by f.id for no key update skip locked)");

bool stmt_heartbeat(struct db *db, const struct heartbeat *beat)
{
	return statement_run(db, &heartbeat,
	                     VALUES(ARRAY(beat->workers, beat->count), ARRAY(beat->phases, beat->count),
	                            ARRAY(beat->games, beat->count)));
}

STATEMENT(count_alive, "si",
          "select count(*) from farm.workers"
          " where gone_at is null and host = $1"
          " and heartbeat_at between now() - make_interval(secs => $2) and now() + "
          "make_interval(secs => $2)");

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

STATEMENT(bound_agents, "", "select farm.agents_bound()");

bool stmt_bound_agents(struct db *db, int64_t *sessions)
{
	return statement_row(db, &bound_agents, NO_VALUES, FIELDS(*sessions));
}

STATEMENT(sweep, "", "select farm.sweep(2000)");

bool stmt_sweep(struct db *db, int64_t *games)
{
	return statement_row(db, &sweep, NO_VALUES, FIELDS(*games));
}

STATEMENT(judge_stops, "", "select farm.stops_judge()");

bool stmt_judge_stops(struct db *db, int64_t *decided)
{
	return statement_row(db, &judge_stops, NO_VALUES, FIELDS(*decided));
}
