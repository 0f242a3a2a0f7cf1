/* supervisor: see supervisor.h. Signals are blocked, and the loop waits for them: no code runs in a
 * handler. */
#include "supervisor.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "chores.h"
#include "clock.h"
#include "systemd.h"

enum {
	TICK_MS = 200,
	HEARTBEAT_MS = 1000,
	TRY_AGAIN_MS = 1000,
	STATUS_MS = 5000,
	STOP_MS = 1500,    /* the time workers have to finish their phase; then they are killed */
	TOGETHER_MS = 300, /* two signals within this time are one: ^C reaches the supervisor from the
	                      terminal and from a script that passes it on */
};

struct supervisor {
	struct supervisor_config config; /* current */
	struct worker_config worker;     /* for workers that start now */
	struct db *db;                   /* NULL: no connection */
	struct children children;
	int64_t connect_at, talk_at; /* by clock_ms: not before */
	int64_t beat_at;             /* by clock_ms: the next heartbeat */
	int64_t beat_ms;             /* between two heartbeats */
	bool ready;                  /* the service manager knows */
	int64_t status_at;           /* by clock_ms: when the service manager was told the speed */
	int64_t status_phases;       /* how many phases there were then */
};

/* ── the service manager ── */

/* To be called when the database has just answered. The supervisor is ready when one of its workers
 * is registered. */
static void show_life(struct supervisor *supervisor)
{
	const int64_t phases = children_count_phases(&supervisor->children), now = clock_ms();
	int workers = 0;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		workers += children_is_alive(&supervisor->children, i);
	systemd_notify("WATCHDOG=1");
	if (!supervisor->ready && workers > 0) {
		systemd_notify("READY=1");
		supervisor->ready = true;
	}
	const int64_t since = now - supervisor->status_at;
	if (since < STATUS_MS)
		return;
	systemd_notify("STATUS=%d workers, %lld phases/s", workers,
	               (long long)((phases - supervisor->status_phases) * 1000 / since));
	supervisor->status_at = now;
	supervisor->status_phases = phases;
}

/* done: no game is left to play. systemd counts a service that ends before it was ready as failed.
 */
static void show_end(const struct supervisor *supervisor, bool done)
{
	if (done && !supervisor->ready)
		systemd_notify("READY=1");
	systemd_notify("STOPPING=1\nSTATUS=%s",
	               done ? "all games are played"
	                    : "workers finish their phase and hand their games back");
}

/* ── the database ── */

static void lose_connection(struct supervisor *supervisor)
{
	const struct db_fault *fault = db_fault(supervisor->db);
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
	          "connection given up: %s %s", fault->sqlstate, fault->message);
	systemd_notify("STATUS=no database: %s", fault->message);
	db_close(supervisor->db);
	supervisor->db = NULL;
	supervisor->connect_at = clock_ms() + TRY_AGAIN_MS;
}

/* A fault that leaves the connection good, such as a full disk of the server, is no reason for a
 * new one: without a connection the workers would count as dead. */
static void falter(struct supervisor *supervisor)
{
	const struct db_fault *fault = db_fault(supervisor->db);
	if (fault->lost) {
		lose_connection(supervisor);
		return;
	}
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
	          "the database failed, trying again: %s %s", fault->sqlstate, fault->message);
	systemd_notify("STATUS=the database failed, trying again: %s", fault->message);
	supervisor->talk_at = clock_ms() + TRY_AGAIN_MS;
}

static void connect_again(struct supervisor *supervisor)
{
	char error[DB_MESSAGE_SIZE];
	supervisor->db = target_connect(&supervisor->config.worker.target, "aresd", error);
	supervisor->connect_at = clock_ms() + TRY_AGAIN_MS;
	if (supervisor->db != NULL &&
	    !stmt_attach_supervisor(supervisor->db, &supervisor->worker.supervisor))
		lose_connection(supervisor);
}

/* What is due once a heartbeat. */
static bool beat(struct supervisor *supervisor)
{
	if (clock_ms() < supervisor->beat_at)
		return true;
	supervisor->beat_at = clock_ms() + supervisor->beat_ms;
	if (!chores_beat(supervisor->db, &supervisor->children) ||
	    !chores_keep_house(supervisor->db, supervisor->config.lease_seconds))
		return false;
	show_life(supervisor);
	return true;
}

/* Does all that is due now. *done: no game is left to play, and the supervisor must end then. */
static bool talk(struct supervisor *supervisor, bool *done)
{
	bool left = true;
	if (!chores_hand_back(supervisor->db, &supervisor->children.departed) || !beat(supervisor))
		return false;
	if (supervisor->config.until_done && !stmt_games_left(supervisor->db, &left))
		return false;
	*done = !left;
	return true;
}

static void keep_in_touch(struct supervisor *supervisor, bool *done)
{
	if (supervisor->db == NULL && clock_ms() >= supervisor->connect_at)
		connect_again(supervisor);
	if (supervisor->db != NULL && clock_ms() >= supervisor->talk_at && !talk(supervisor, done))
		falter(supervisor);
}

/* ── the loop ── */

/* Waits for one of the signals, but not longer than this. Which it was, or -1. */
static int wait_signal(const sigset_t *signals, int milliseconds)
{
	return sigtimedwait(signals, NULL, &(struct timespec){.tv_nsec = milliseconds * 1000000l});
}

static bool is_stop(int signal)
{
	return signal == SIGTERM || signal == SIGINT;
}

/* Takes the new settings. Surplus workers finish their phase and end. Where a worker's own settings
 * have changed, all workers end so, and new ones take their place. */
static void reload(struct supervisor *supervisor)
{
	struct supervisor_config config = supervisor->config;
	struct worker_config *worker = &supervisor->worker;
	if (config.reload == NULL || !config.reload(&config))
		return;
	const bool same = worker->threads == config.worker.threads &&
	                  worker->batch == config.worker.batch &&
	                  worker->memory == config.worker.memory;
	worker->threads = config.worker.threads;
	worker->batch = config.worker.batch;
	worker->memory = config.worker.memory;
	supervisor->config = config;
	children_signal(&supervisor->children, same ? config.workers : 0, SIGTERM);
	log_line("settings read anew: %d workers", config.workers);
}

/* Lets the workers finish their phase. Kills them after STOP_MS, or at a second signal. */
static void stop_children(struct children *children, const sigset_t *signals)
{
	const int64_t begun = clock_ms();
	children_signal(children, 0, SIGTERM);
	children_signal(children, 0, SIGCONT);
	for (bool killed = false; children_count(children) > 0; children_reap(children)) {
		bool again =
			is_stop(wait_signal(signals, TICK_MS / 4)) && clock_ms() >= begun + TOGETHER_MS;
		if (!killed && (again || clock_ms() >= begun + STOP_MS)) {
			children_signal(children, 0, SIGKILL);
			killed = true;
		}
	}
}

static void end(struct supervisor *supervisor, const sigset_t *signals, bool done)
{
	struct children *children = &supervisor->children;
	show_end(supervisor, done);
	/* the last counts must come while the workers' rows are still theirs */
	if (supervisor->db != NULL && !chores_beat(supervisor->db, children))
		lose_connection(supervisor);
	stop_children(children, signals);
	if (supervisor->db != NULL && !chores_hand_back(supervisor->db, &children->departed))
		lose_connection(supervisor);
}

static void supervise(struct supervisor *supervisor, const sigset_t *signals)
{
	struct children *children = &supervisor->children;
	bool done = false;
	for (bool stop = false; !stop;) {
		children_reap(children);
		children_watch_decisions(children, supervisor->config.decision_seconds);
		keep_in_touch(supervisor, &done);
		children_start(children, supervisor->config.workers, &supervisor->worker, supervisor->db);
		const int signal = done ? 0 : wait_signal(signals, TICK_MS);
		if (signal == SIGHUP)
			reload(supervisor);
		stop = done || is_stop(signal);
	}
	end(supervisor, signals, done);
}

/* ── beginning ── */

/* At most half of the watchdog's time: each heartbeat is a sign of life for it, too. */
static int64_t find_beat_ms(void)
{
	const int64_t half = systemd_watchdog_ms() / 2;
	return half == 0 || half > HEARTBEAT_MS ? HEARTBEAT_MS : half;
}

/* Blocks the signals that the loop waits for. before: the mask until now. */
static void block_signals(sigset_t *signals, sigset_t *before)
{
	static const int waited[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
	sigemptyset(signals);
	for (size_t i = 0; i < sizeof waited / sizeof *waited; i++)
		sigaddset(signals, waited[i]);
	sigprocmask(SIG_BLOCK, signals, before);
}

/* False, and *supervisor is NULL, when there is no memory. */
static bool make(const struct supervisor_config *config, struct db *db, const sigset_t *before,
                 struct supervisor **supervisor)
{
	struct supervisor *made = *supervisor = calloc(1, sizeof *made);
	if (made == NULL || !children_open(&made->children, before)) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "out of memory");
		free(made);
		*supervisor = NULL;
		return false;
	}
	made->config = *config;
	made->worker = config->worker;
	made->worker.parent = getpid();
	made->db = db;
	made->status_at = clock_ms();
	made->beat_ms = find_beat_ms();
	return true;
}

bool supervisor_run(const struct supervisor_config *config, struct db *db)
{
	struct supervisor *supervisor;
	sigset_t signals, before;
	block_signals(&signals, &before);
	if (!make(config, db, &before, &supervisor)) {
		db_close(db);
		return false;
	}
	const bool begun = stmt_attach_supervisor(db, &supervisor->worker.supervisor);
	if (begun)
		supervise(supervisor, &signals);
	else
		lose_connection(supervisor);
	db_close(supervisor->db);
	children_close(&supervisor->children);
	free(supervisor);
	return begun;
}
