/* bench_scale: what a server bears: workers that do not think.
 *
 *   bench_scale [--workers N] [--seconds S] [--batch N] [--settle] [-d CONNINFO] TOURNAMENT
 *
 * It plays some games of the tournament in memory. Then synthetic workers claim games of the farm,
 * write those over and over, and finish them, by the farm's own statements. All games that are open
 * must have this tournament's terms. It ends when no game is left, or after some seconds, and
 * prints what was done and what it cost: a line each, a name and a number. Where the server is on
 * this machine, that includes its processor time.
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
#include "base/options.h"
#include "base/options_database.h"
#include "farm/batch.h"
#include "farm/signals.h"
#include "processes.h"
#include "store/statements_scale.h"
#include "synthetic.h"

enum { EXIT_BAD = 2, LOOK_MS = 50, BEAT_MS = 1000 };

static const char *conninfo, *tournament;
static int workers, seconds, batch;
static int64_t seed;
static bool settle;

static int run(const struct command *command);

static const struct parameter arguments[] = {
	{.name = "TOURNAMENT",
     .about = "whose games are written",
     .text = &tournament,
     .required = true},
	{0},
};
static const struct parameter options[] = {
	OPTIONS_DBNAME(conninfo),
	{.name = "workers",
     .value = "N",
     .about = "synthetic workers, a connection each",
     .number = &workers,
     .least = 1,
     .most = STMT_WORKERS_MAX,
     .normal = "1"},
	{.name = "seconds",
     .value = "S",
     .about = "how long they work; 0: until no game is left",
     .number = &seconds,
     .least = 0,
     .most = 86400,
     .normal = "0"},
	{.name = "batch",
     .value = "N",
     .about = "phases in one transaction; 0: drawn for each",
     .number = &batch,
     .least = 0,
     .most = BATCH_MOST,
     .normal = "128"},
	{.name = "settle", .about = "wait for each batch, and tell its parts' costs", .flag = &settle},
	{.name = "seed",
     .value = "N",
     .about = "what sizes of batches are drawn by",
     .wide = &seed,
     .least = 0,
     .most = INT64_MAX,
     .normal = "1"},
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

/* What is looked at while they work. */
struct watch {
	int64_t looks, beats, beat_server;
	struct waits waits; /* sums over all looks */
	int64_t busy_most;
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

/* Watches until all are done. Tells them to stop when the time is over, or by a signal. */
static void watch_workers(struct db *db, struct watch *watch)
{
	const int64_t begun = clock_ms();
	int64_t beat_at = begun + BEAT_MS, stopped;
	while (!are_done()) {
		signals_take(LOOK_MS);
		look(db, watch);
		if (clock_ms() >= beat_at) {
			beat(db, watch);
			beat_at += BEAT_MS;
		}
		if (signals_stop(&stopped) ||
		    (seconds > 0 && clock_ms() >= begun + seconds * INT64_C(1000)))
			crowd->stop = true;
	}
}

/* ── what is printed ── */

static void print(const char *name, double number)
{
	printf("%s %.6g\n", name, number);
}

static void print_count(const char *name, int64_t number)
{
	printf("%s %lld\n", name, (long long)number);
}

/* The sum of all workers. */
static struct effort add_up(void)
{
	struct effort sum = {.server_seen = true};
	for (int i = 0; i < workers; i++) {
		const struct effort *effort = &efforts[i];
		sum.slot.phases += effort->slot.phases;
		sum.slot.games += effort->slot.games;
		sum.server_seen &= effort->server_seen;
		sum.batches += effort->batches;
		sum.claims += effort->claims;
		sum.claimed += effort->claimed;
		sum.resumed += effort->resumed;
		sum.server_claim += effort->server_claim;
		sum.server_write += effort->server_write;
		sum.wait_claim += effort->wait_claim;
		if (effort->wait_claim_most > sum.wait_claim_most)
			sum.wait_claim_most = effort->wait_claim_most;
		sum.client += effort->client;
		for (int k = 0; k < 2; k++) {
			sum.settled[k] += effort->settled[k];
			sum.wait_settled[k] += effort->wait_settled[k];
		}
		fit_merge(&sum.fit, &effort->fit);
	}
	return sum;
}

static double ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

static void print_settled(const struct effort *sum)
{
	double cost[FIT_PARTS];
	print_count("batches_plain", sum->settled[0]);
	print_count("batches_durable", sum->settled[1]);
	print("wait_plain_us", ratio(1e-3 * (double)sum->wait_settled[0], (double)sum->settled[0]));
	print("wait_durable_us", ratio(1e-3 * (double)sum->wait_settled[1], (double)sum->settled[1]));
	if (!fit_solve(&sum->fit, cost))
		return;
	print("fit_batch_us", cost[FIT_BATCH]);
	print("fit_phase_us", cost[FIT_PHASES]);
	print("fit_end_us", cost[FIT_ENDS]);
}

static void print_server(const struct effort *sum, const int64_t took[PROCESS_KINDS])
{
	const double phases = (double)sum->slot.phases;
	int64_t all = 0;
	for (int i = 0; i < PROCESS_KINDS; i++) {
		printf("server_%s_ms %.6g\n", process_names[i], 1e-6 * (double)took[i]);
		all += took[i];
	}
	print("server_us_a_phase", ratio(1e-3 * (double)all, phases));
	print("claim_us_a_game", ratio(1e-3 * (double)sum->server_claim, (double)sum->claimed));
	print("claim_us", ratio(1e-3 * (double)sum->server_claim, (double)sum->claims));
	print("write_us_a_phase", ratio(1e-3 * (double)sum->server_write, phases));
}

static void print_watch(const struct watch *watch)
{
	const double looks = (double)watch->looks;
	print("busy", ratio((double)watch->waits.busy, looks));
	print("waits_locks", ratio((double)watch->waits.locks, looks));
	print("waits_latches", ratio((double)watch->waits.latches, looks));
	print("waits_disk", ratio((double)watch->waits.disk, looks));
	print_count("beats", watch->beats);
	print("beat_us", ratio(1e-3 * (double)watch->beat_server, (double)watch->beats));
}

static void print_all(const struct effort *sum, double took, int64_t wal)
{
	const double phases = (double)sum->slot.phases;
	print_count("workers", workers);
	print("seconds", took);
	print_count("phases", sum->slot.phases);
	print_count("ends", sum->slot.games);
	print_count("batches", sum->batches);
	print_count("claims", sum->claims);
	print_count("claimed", sum->claimed);
	print_count("resumed", sum->resumed);
	print("phases_a_second", ratio(phases, took));
	print("wal_bytes_a_phase", ratio((double)wal, phases));
	print("client_us_a_phase", ratio(1e-3 * (double)sum->client, phases));
	print("claim_wait_ms", ratio(1e-6 * (double)sum->wait_claim, (double)sum->claims));
	print("claim_wait_most_ms", 1e-6 * (double)sum->wait_claim_most);
}

/* ── the whole of it ── */

static void measure(struct db *db)
{
	struct watch watch = {.looks = 0};
	int64_t before[PROCESS_KINDS], after[PROCESS_KINDS], wal_before, wal_after;
	start_workers();
	while (!are_ready())
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	const pid_t server = process_parent((pid_t)db_backend(db));
	check(stmt_read_wal(db, &wal_before), db, "WAL");
	processes_read(server, before);
	const uint64_t begun = clock_ns();
	crowd->go = true;
	watch_workers(db, &watch);
	const double took = 1e-9 * (double)(clock_ns() - begun);
	processes_read(server, after);
	check(stmt_read_wal(db, &wal_after), db, "WAL");
	end_workers();
	const struct effort sum = add_up();
	print_all(&sum, took, wal_after - wal_before);
	print_watch(&watch);
	if (settle)
		print_settled(&sum);
	for (int i = 0; i < PROCESS_KINDS; i++)
		after[i] -= before[i];
	if (sum.server_seen)
		print_server(&sum, after);
}

static int run(const struct command *command)
{
	static struct traces traces;
	char why[CLUSTER_ERROR_SIZE];
	(void)command;
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
		return command->run(command);
	case OPTIONS_ANSWERED:
		return 0;
	case OPTIONS_WRONG:
		break;
	}
	fail("the command line", error);
}
