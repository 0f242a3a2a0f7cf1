/* bench_scale: the load that a server can bear, measured with workers that do not think.
 *
 *   bench_scale [--workers N] [--warm S] [--seconds S] [--batch N] [--settle]
 *               [-d CONNINFO] TOURNAMENT
 *
 * It plays some games of the tournament in memory. Then synthetic workers claim games of the farm,
 * write those over and over, and finish them, by the farm's own statements. All games that are open
 * must have this tournament's terms. It ends when no game is left, or after some seconds, and
 * prints what was done and its cost, one name and number per line. If the server is on this
 * machine, that includes its processor time.
 *
 * bench/scale.sh runs it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/options/options.h"
#include "base/options/options_database.h"
#include "farm/worker/batch.h"
#include "farm/worker/signals.h"
#include "reading.h"

enum { EXIT_BAD = 2, LOOK_MS = 50, BEAT_MS = 1000 };

static const char *conninfo, *tournament;
static int workers, warm, seconds, batch;
static int64_t seed;
static bool settle;

static int run(void);

static const struct parameter arguments[] = {
	ARGUMENT("TOURNAMENT", &tournament, "whose games are written", .required = true),
	{0},
};
static const struct parameter options[] = {
	OPTIONS_DBNAME(conninfo),
	OPTION_NUMBER("workers", "N", &workers, 1, STMT_WORKERS_MAX,
                  "synthetic workers, a connection each", .normal = "1"),
	OPTION_NUMBER("seconds", "S", &seconds, 0, 86400,
                  "how long they work; 0: until no game is left", .normal = "0"),
	OPTION_NUMBER("warm", "S", &warm, 0, 86400,
                  "how long they work before that counts: plans are made, caches fill",
                  .normal = "0"),
	OPTION_NUMBER("batch", "N", &batch, 0, BATCH_MOST,
                  "phases in one transaction; 0: drawn for each", .normal = "128"),
	OPTION_FLAG("settle", &settle, "wait for each batch, and tell its parts' costs"),
	OPTION_WIDE("seed", "N", &seed, 0, INT64_MAX, "what sizes of batches are drawn by",
                .normal = "1"),
	{0},
};
static const struct command program = {
	.name = "bench_scale",
	.about = "measures what a server bears, with workers that do not think",
	.text = "It writes games of TOURNAMENT that it has played before. See bench/scale.sh.",
	.arguments = arguments,
	.options = options,
	.run = run,
	.page = "1",
};

/* What is shared with the workers. */
static struct crowd *crowd;
static struct effort *efforts;
static pid_t children[STMT_WORKERS_MAX];

__attribute__((noreturn)) static void fail(const char *what, const char *why)
{
	fprintf(stderr, "bench_scale: %s: %s\n", what, why);
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		if (children[i] > 0)
			kill(children[i], SIGTERM);
	exit(EXIT_BAD);
}

static void check(bool done, struct db *db, const char *what)
{
	if (!done)
		fail(what, db_fault(db)->message);
}

static void *share(size_t size)
{
	void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		fail("memory", "there is none");
	return shared;
}

/* ── the workers ── */

static void start_workers(void)
{
	fflush(NULL);
	for (int i = 0; i < workers; i++) {
		children[i] = fork();
		if (children[i] == 0) {
			db_abandon_all();
			synthetic_run(crowd, i, &efforts[i]);
			_exit(efforts[i].failed ? EXIT_BAD : 0);
		}
		if (children[i] < 0)
			fail("fork", "the machine refuses more processes");
	}
}

static bool are_ready(void)
{
	for (int i = 0; i < workers; i++)
		if (!efforts[i].ready)
			return false;
	return true;
}

static bool are_done(void)
{
	for (int i = 0; i < workers; i++)
		if (!efforts[i].done)
			return false;
	return true;
}

static void end_workers(void)
{
	bool failed = false;
	crowd->leave = true;
	for (int i = 0; i < workers; i++) {
		int status;
		failed |= waitpid(children[i], &status, 0) < 0 || status != 0;
		children[i] = 0;
	}
	if (failed)
		fail("a worker", "it failed; see above");
}

/* ── while they work ── */

static void beat(struct db *db, struct watch *watch)
{
	struct heartbeat heartbeat = {.count = 0};
	const int64_t before = process_ns((pid_t)db_backend(db));
	for (int i = 0; i < workers; i++) {
		if (efforts[i].done)
			continue; /* it has left: a heartbeat would make it alive again */
		const int n = heartbeat.count++;
		heartbeat.workers[n] = efforts[i].slot.worker;
		heartbeat.phases[n] = efforts[i].slot.phases;
		heartbeat.games[n] = efforts[i].slot.games;
	}
	check(stmt_heartbeat(db, &heartbeat), db, "heartbeat");
	watch->beats++;
	watch->beat_server += process_ns((pid_t)db_backend(db)) - before;
}

static void look(struct db *db, struct watch *watch)
{
	struct waits now;
	check(stmt_read_waits(db, &now), db, "waits");
	watch->looks++;
	watch->waits.busy += now.busy;
	watch->waits.locks += now.locks;
	watch->waits.latches += now.latches;
	watch->waits.disk += now.disk;
	if (now.busy > watch->busy_most)
		watch->busy_most = now.busy;
}

/* Watches until all are done, or until the time is over or a signal comes. */
static void watch_workers(struct db *db, int limit_s, struct watch *watch)
{
	const int64_t begun = clock_ms();
	int64_t beat_at = begun + BEAT_MS, stopped;
	while (!are_done() && !signals_stop(&stopped) &&
	       (limit_s == 0 || clock_ms() < begun + limit_s * INT64_C(1000))) {
		signals_take(LOOK_MS);
		look(db, watch);
		if (clock_ms() >= beat_at) {
			beat(db, watch);
			beat_at += BEAT_MS;
		}
	}
}

/* ── the whole of it ── */

static void read_all(struct db *db, struct reading *reading)
{
	check(stmt_read_wal(db, &reading->wal), db, "WAL");
	processes_read(process_parent((pid_t)db_backend(db)), reading->server);
	reading->sum = reading_add_up(efforts, workers);
	reading->at = clock_ns();
}

static void measure(struct db *db)
{
	struct watch warming = {.looks = 0}, watch = {.looks = 0};
	struct reading before, after;
	start_workers();
	while (!are_ready())
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	if (warm == 0)
		read_all(db, &before);
	crowd->go = true;
	if (warm > 0) {
		watch_workers(db, warm, &warming);
		read_all(db, &before);
	}
	watch_workers(db, seconds, &watch);
	if (seconds > 0)
		read_all(db, &after);
	crowd->stop = true;
	watch_workers(db, 0, &warming);
	if (seconds == 0)
		read_all(db, &after);
	end_workers();
	reading_print(&before, &after, workers, &watch);
}

static int run(void)
{
	static struct traces traces;
	char why[CLUSTER_ERROR_SIZE];
	crowd = share(sizeof *crowd);
	efforts = share(sizeof *efforts * STMT_WORKERS_MAX);
	crowd->traces = &traces;
	crowd->parent = getpid();
	crowd->batch = batch;
	crowd->settle = settle;
	crowd->seed = (uint64_t)seed;
	if (!target_find(conninfo, &crowd->target, why))
		fail("the database", why);
	signals_block();
	struct db *db = target_connect(&crowd->target, "aresfarm scale", why);
	if (db == NULL)
		fail("the database", why);
	if (!traces_record(&traces, db, tournament, why))
		fail("recording", why);
	check(stmt_attach_supervisor(db, &crowd->supervisor), db, "supervisor");
	measure(db);
	db_close(db);
	return 0;
}

int main(int argc, char **argv)
{
	const struct command *command;
	char error[OPTIONS_ERROR_SIZE];
	options_set_normal(&program);
	switch (options_read(&program, argc, argv, &command, error)) {
	case OPTIONS_READ:
		return command->run();
	case OPTIONS_ANSWERED:
		return 0;
	case OPTIONS_WRONG:
		break;
	}
	fail("the command line", error);
}
