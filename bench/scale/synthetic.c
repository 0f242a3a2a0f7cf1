/* synthetic: see synthetic.h. */
#include "synthetic.h"

#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "farm/worker/loader.h"
#include "farm/worker/writer.h"
#include "processes.h"
#include "board/rng.h"

struct synthetic {
	struct crowd *crowd;
	struct effort *effort;
	struct session session;
	struct writer writer;
	struct loader loader;
	struct claim *claims[STMT_CLAIMS_MAX];
	int claim_count;
	struct rng rng;
	int64_t begun;  /* its own processor time when it began */
	int64_t server; /* the processor time of its backend when last looked at; below 0: not known */
};

static bool must_stop(const struct synthetic *worker)
{
	return worker->crowd->stop || session_must_stop(&worker->session);
}

/* ── what it costs ── */

/* What the backend has taken since it was last looked at. */
static int64_t server_took(struct synthetic *worker)
{
	const int64_t before = worker->server;
	if (worker->session.db == NULL || before < 0)
		return 0;
	worker->server = process_ns((pid_t)db_backend(worker->session.db));
	return worker->server >= before ? worker->server - before : 0;
}

static int64_t client_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ── writing ── */

/* Sends the batch; waits for it if each batch is measured. */
static enum standing flush(struct synthetic *worker)
{
	struct effort *effort = worker->effort;
	struct writer *writer = &worker->writer;
	if (writer_is_empty(writer))
		return STANDING_GOOD;
	effort->sum[EFFORT_BATCHES]++;
	if (!worker->crowd->settle) {
		const enum standing sent = writer_flush(writer, NULL);
		effort->sum[EFFORT_SERVER_WRITE] += server_took(worker);
		effort->sum[EFFORT_CLIENT] = client_ns() - worker->begun;
		return sent;
	}
	enum standing standing = writer_settle(writer);
	effort->sum[EFFORT_SERVER_WRITE] += server_took(worker);
	double parts[FIT_PARTS] = {[FIT_BATCH] = 1};
	for (int i = 0; i < writer->batch->part_count; i++) {
		const struct written *part = &writer->batch->parts[i];
		parts[FIT_PHASES] += part->count - part->over;
		parts[FIT_ENDS] += part->over;
	}
	const bool durable = parts[FIT_ENDS] > 0;
	const uint64_t begun = clock_ns();
	if (standing == STANDING_GOOD)
		standing = writer_flush(writer, NULL);
	if (standing == STANDING_GOOD)
		standing = writer_settle(writer);
	const int64_t took = server_took(worker);
	effort->sum[EFFORT_SERVER_WRITE] += took;
	effort->sum[EFFORT_SETTLED + durable]++;
	effort->sum[EFFORT_WAIT_SETTLED + durable] += (int64_t)(clock_ns() - begun);
	fit_add(&effort->fit, parts, 1e-3 * (double)took);
	return standing;
}

static enum standing flush_if_due(struct synthetic *worker)
{
	struct writer *writer = &worker->writer;
	if (!writer_is_due(writer))
		return STANDING_GOOD;
	const enum standing standing = flush(worker);
	if (worker->crowd->batch == 0)
		writer->batch_most = 1 + (int)rng_below(&worker->rng, BATCH_MOST);
	return standing;
}

/* Writes a game from where it is to its end, or until the worker must stop. */
static enum standing write_game(struct synthetic *worker, struct claim *claim, struct match *match,
                                const struct trace *trace)
{
	enum standing standing = STANDING_GOOD;
	while (standing == STANDING_GOOD && !must_stop(worker) && !claim->done &&
	       claim->phases < trace->count) {
		struct stored *stored = batch_add(writer_fill(&worker->writer), claim);
		*stored = trace->phases[claim->phases++];
		digest_phase(&claim->digest, stored);
		summary_phase(claim->summary, match->map, stored);
		standing = flush_if_due(worker);
	}
	if (standing != STANDING_GOOD || must_stop(worker) || claim->done)
		return standing;
	match->board = trace->last;
	batch_end_game(writer_fill(&worker->writer), claim, match, &trace->verdict);
	return flush_if_due(worker);
}

/* ── claiming ── */

static enum standing complain(struct synthetic *worker, const char *what)
{
	log_event(&(struct log_about){.level = LOG_ERROR}, "synthetic worker: %s", what);
	worker->effort->failed = true;
	return STANDING_LOST;
}

static enum standing take_game(struct synthetic *worker, struct claim *claim)
{
	struct match match;
	char error[LOADER_ERROR_SIZE];
	enum standing standing =
		loader_is_ready(&worker->loader, claim) ? STANDING_GOOD : writer_settle(&worker->writer);
	const struct trace *trace = traces_find(worker->crowd->traces, &claim->terms);
	if (standing != STANDING_GOOD)
		return standing;
	if (trace == NULL || claim->flaw != NULL)
		return complain(worker,
		                "a game of other terms is open: nobody has played such a one before");
	if (!loader_fetch(&worker->loader, worker->session.db, claim))
		return complain(worker, db_fault(worker->session.db)->message);
	if (!loader_open(&worker->loader, claim, &match, error) ||
	    !loader_read(&worker->loader, claim, NULL, NULL, error))
		return complain(worker, error);
	worker->effort->sum[EFFORT_RESUMED] += claim->phases > 0;
	return write_game(worker, claim, &match, trace);
}

static enum standing claim_games(struct synthetic *worker)
{
	struct effort *effort = worker->effort;
	enum standing standing = writer_settle(&worker->writer);
	effort->sum[EFFORT_SERVER_WRITE] += server_took(worker);
	if (standing != STANDING_GOOD)
		return standing;
	const uint64_t begun = clock_ns();
	standing =
		writer_claim(&worker->writer, STMT_CLAIMS_MAX, "", worker->claims, &worker->claim_count);
	const int64_t waited = (int64_t)(clock_ns() - begun);
	effort->sum[EFFORT_SERVER_CLAIM] += server_took(worker);
	effort->sum[EFFORT_WAIT_CLAIM] += waited;
	if (waited > effort->wait_claim_most)
		effort->wait_claim_most = waited;
	effort->sum[EFFORT_CLAIMS]++;
	effort->sum[EFFORT_CLAIMED] += worker->claim_count;
	effort->sum[EFFORT_CLIENT] = client_ns() - worker->begun;
	return standing;
}

static enum standing take_games(struct synthetic *worker)
{
	enum standing standing = claim_games(worker);
	worker->effort->dry = standing == STANDING_GOOD && worker->claim_count == 0;
	for (int i = 0; i < worker->claim_count && standing == STANDING_GOOD && !must_stop(worker); i++)
		standing = take_game(worker, worker->claims[i]);
	return standing == STANDING_GOOD ? flush(worker) : standing;
}

/* ── the whole of it ── */

static void work(struct synthetic *worker)
{
	struct effort *effort = worker->effort;
	struct session *session = &worker->session;
	int64_t games;
	enum standing standing = STANDING_GOOD;
	worker->server = process_ns((pid_t)db_backend(session->db));
	effort->server_seen = worker->server >= 0;
	worker->begun = client_ns();
	while (standing != STANDING_LOST && !must_stop(worker) && !effort->dry)
		standing = take_games(worker);
	if (standing != STANDING_LOST)
		standing = writer_settle(&worker->writer);
	effort->sum[EFFORT_SERVER_WRITE] += server_took(worker);
	effort->sum[EFFORT_CLIENT] = client_ns() - worker->begun;
	if (standing == STANDING_LOST && !effort->failed)
		(void)!complain(worker,
		                session->db != NULL ? db_fault(session->db)->message : "no connection");
	if (standing != STANDING_LOST && !stmt_workers_leave(session->db, &session->worker, 1, &games))
		(void)!complain(worker, db_fault(session->db)->message);
}

/* Waits for a signal of the parent. */
static void wait_until(const struct synthetic *worker, const _Atomic bool *word)
{
	while (!*word && !session_must_stop(&worker->session))
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

void synthetic_run(struct crowd *crowd, int number, struct effort *effort)
{
	static struct synthetic state; /* large for a stack; one process is one worker */
	struct synthetic *worker = &state;
	worker->crowd = crowd;
	worker->effort = effort;
	worker->rng = rng_open(crowd->seed, (uint32_t)number, 0, 0, RNG_ORDERS);
	session_open(&worker->session, &crowd->target, "", crowd->supervisor, crowd->parent);
	worker->session.threads = 1;
	writer_open(&worker->writer, &worker->session, &effort->slot,
	            crowd->batch > 0 ? crowd->batch : BATCH_MOST);
	if (session_connect(&worker->session) && session_register(&worker->session)) {
		atomic_store(&effort->slot.worker, worker->session.worker);
		effort->ready = true;
		wait_until(worker, &crowd->go);
		work(worker);
	} else {
		(void)!complain(worker, "it could not begin");
	}
	effort->ready = effort->done = true;
	wait_until(worker, &crowd->leave);
	session_close(&worker->session);
}
