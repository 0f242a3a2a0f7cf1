/* supervisor: see supervisor.h. Signals are blocked and waited for, so that nothing runs inside a
 * handler. */
#include "supervisor.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "blame.h"
#include "base/log.h"
#include "systemd.h"

enum {
	TICK_MS = 200,
	HEARTBEAT_MS = 1000,
	STOP_MS = 1500,     /* workers get to finish their phase and hand back; then they are killed */
	TOGETHER_MS = 300,  /* signals this close are one: ^C reaches us from the terminal and from a
	                       script that passes it on */
	SETTLED_MS = 10000, /* a child that lived this long did not die of its start */
	RESTART_MOST_MS = 5000,
	STATUS_MS = 5000,
};

struct child {
	pid_t pid;                   /* 0: none now */
	bool stopped;                /* by SIGSTOP or the like */
	bool overlong;               /* killed by us, for a decision that takes too long */
	int64_t started, restart_at; /* ms */
	int restart_ms;              /* the delay before the next start */
};

struct supervisor {
	const struct supervisor_config *config; /* current */
	struct supervisor_config current;
	struct worker_config worker;
	struct db *db;   /* NULL while there is no connection */
	sigset_t before; /* the signal mask we were started with, for children */
	struct worker_slot *slots;
	struct child children[STMT_WORKERS_MAX];
	int64_t left[STMT_WORKERS_MAX]; /* workers that are gone, their games still to be handed back */
	int left_count;
	struct blame blames[STMT_WORKERS_MAX]; /* still to be told */
	int blame_count;
	int64_t kernel_kills;        /* for want of memory, when last looked at */
	int64_t beat_at, connect_at; /* ms: when next */
	int64_t talk_at;             /* ms: not before, because it failed */
	int64_t beat_ms;             /* how often */
	int64_t past_phases;         /* stored by workers that are gone */
	bool ready;                  /* the service manager knows */
	int64_t status_at,
		status_phases; /* ms: when it was last told how fast we are; how many there were then */
};

static int64_t now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ── children ── */

static void start_child(struct supervisor *supervisor, int i)
{
	struct child *child = &supervisor->children[i];
	atomic_store(&supervisor->slots[i].id, 0);
	atomic_store(&supervisor->slots[i].phases, 0);
	atomic_store(&supervisor->slots[i].games, 0);
	atomic_store(&supervisor->slots[i].game, 0);
	atomic_store(&supervisor->slots[i].decides_since_ms, 0);
	pid_t pid = fork();
	if (pid == 0) {
		static char name[32];
		snprintf(name, sizeof name, "aresd worker %d", i + 1);
		log_name("worker", name);
		prctl(PR_SET_NAME, "ares worker");
		db_abandon(supervisor->db);
		sigprocmask(SIG_SETMASK, &supervisor->before, NULL);
		worker_run(&supervisor->worker, &supervisor->slots[i]);
		_exit(0);
	}
	child->pid = pid > 0 ? pid : 0;
	child->stopped = child->overlong = false;
	child->started = now_ms();
	if (pid < 0) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "fork: %s", strerror(errno));
		child->restart_at = child->started + HEARTBEAT_MS;
	}
}

/* Notes down what a child's end says about the game it had. */
static void blame_game(struct supervisor *supervisor, int i, int status)
{
	const int64_t kills = blame_kernel_kills();
	struct blame blame;
	if (supervisor->blame_count < STMT_WORKERS_MAX &&
	    blame_find(&supervisor->slots[i], status, supervisor->children[i].overlong,
	               kills > supervisor->kernel_kills, &blame))
		supervisor->blames[supervisor->blame_count++] = blame;
	supervisor->kernel_kills = kills;
}

/* Kills who is at one decision for too long. Who is stopped takes no time of its own. */
static void end_overlong(struct supervisor *supervisor)
{
	for (int i = 0; i < STMT_WORKERS_MAX && supervisor->config->decision_seconds > 0; i++) {
		struct child *child = &supervisor->children[i];
		if (child->pid == 0 || child->stopped || child->overlong ||
		    blame_seconds(&supervisor->slots[i], now_ms()) < supervisor->config->decision_seconds)
			continue;
		child->overlong = true;
		kill(child->pid, SIGKILL);
	}
}

/* Notes down that a child is gone, and when to start it again. */
static void bury_child(struct supervisor *supervisor, int i, int status)
{
	static const struct log_about trouble = {.level = LOG_WARNING};
	struct child *child = &supervisor->children[i];
	int64_t id = atomic_load(&supervisor->slots[i].id), now = now_ms();
	if (id != 0 && supervisor->left_count < STMT_WORKERS_MAX)
		supervisor->left[supervisor->left_count++] = id;
	if (WIFSIGNALED(status))
		log_event(&trouble, "worker %d (process %d) was killed by signal %d", i + 1,
		          (int)child->pid, WTERMSIG(status));
	else if (WEXITSTATUS(status) != 0)
		log_event(&trouble, "worker %d (process %d) ended with status %d", i + 1, (int)child->pid,
		          WEXITSTATUS(status));
	blame_game(supervisor, i, status);
	supervisor->past_phases += atomic_load(&supervisor->slots[i].phases);
	bool settled = now - child->started >= SETTLED_MS;
	child->restart_at = now + (settled ? 0 : child->restart_ms);
	child->restart_ms = settled                                   ? TICK_MS
	                    : child->restart_ms * 2 < RESTART_MOST_MS ? child->restart_ms * 2
	                                                              : RESTART_MOST_MS;
	child->pid = 0;
}

static int find_child(const struct supervisor *supervisor, pid_t pid)
{
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		if (supervisor->children[i].pid == pid)
			return i;
	return -1;
}

/* Learns what became of children. */
static void look_at_children(struct supervisor *supervisor)
{
	int status;
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0;) {
		int i = find_child(supervisor, pid);
		if (i < 0)
			continue;
		if (WIFSTOPPED(status) || WIFCONTINUED(status))
			supervisor->children[i].stopped = WIFSTOPPED(status);
		else
			bury_child(supervisor, i, status);
	}
}

static int count_children(const struct supervisor *supervisor)
{
	int count = 0;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		count += supervisor->children[i].pid != 0;
	return count;
}

static void signal_children(const struct supervisor *supervisor, int signal)
{
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		if (supervisor->children[i].pid != 0)
			kill(supervisor->children[i].pid, signal);
}

static void start_children(struct supervisor *supervisor)
{
	for (int i = 0; i < supervisor->config->workers; i++)
		if (supervisor->children[i].pid == 0 && supervisor->children[i].restart_at <= now_ms())
			start_child(supervisor, i);
}

/* ── the service manager ── */

/* Just now the database has answered. Ready is who has a worker that is registered there. */
static void show_life(struct supervisor *supervisor)
{
	int workers = 0;
	int64_t phases = supervisor->past_phases, now = now_ms();
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		if (supervisor->children[i].pid != 0) {
			workers += atomic_load(&supervisor->slots[i].id) != 0;
			phases += atomic_load(&supervisor->slots[i].phases);
		}
	systemd_notify("WATCHDOG=1");
	if (!supervisor->ready && workers > 0) {
		systemd_notify("READY=1");
		supervisor->ready = true;
	}
	int64_t since = now - supervisor->status_at;
	if (since < STATUS_MS)
		return;
	systemd_notify("STATUS=%d workers, %lld phases/s", workers,
	               (long long)((phases - supervisor->status_phases) * 1000 / since));
	supervisor->status_at = now;
	supervisor->status_phases = phases;
}

/* done: there is nothing left to play. A service that ends without having been ready has failed. */
static void show_end(const struct supervisor *supervisor, bool done)
{
	if (done && !supervisor->ready)
		systemd_notify("READY=1");
	systemd_notify("STOPPING=1\nSTATUS=%s",
	               done ? "all is played" : "workers finish their phase and hand back");
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
	supervisor->connect_at = now_ms() + HEARTBEAT_MS;
}

/* What failed over a connection that is still good, as for want of room on the server's disk, is
 * tried again over the same: while there is none, our workers count as dead. */
static void falter(struct supervisor *supervisor)
{
	const struct db_fault *fault = db_fault(supervisor->db);
	if (fault->lost) {
		lose_connection(supervisor);
		return;
	}
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = fault->sqlstate},
	          "trying again: %s %s", fault->sqlstate, fault->message);
	systemd_notify("STATUS=trying again: %s", fault->message);
	supervisor->talk_at = now_ms() + HEARTBEAT_MS;
}

static void connect_again(struct supervisor *supervisor)
{
	char error[DB_MESSAGE_SIZE];
	supervisor->db = target_connect(&supervisor->config->worker.target, "aresd", error);
	supervisor->connect_at = now_ms() + HEARTBEAT_MS;
	if (supervisor->db != NULL &&
	    !stmt_attach_supervisor(supervisor->db, &supervisor->worker.supervisor))
		lose_connection(supervisor);
}

/* Heartbeats for the living that are not stopped. */
static bool beat(struct supervisor *supervisor)
{
	struct heartbeat beat = {.count = 0};
	for (int i = 0; i < STMT_WORKERS_MAX; i++) {
		const struct child *child = &supervisor->children[i];
		struct worker_slot *slot = &supervisor->slots[i];
		if (child->pid == 0 || child->stopped || atomic_load(&slot->id) == 0)
			continue;
		beat.workers[beat.count] = atomic_load(&slot->id);
		beat.phases[beat.count] = atomic_load(&slot->phases);
		beat.games[beat.count++] = atomic_load(&slot->games);
	}
	return beat.count == 0 || stmt_heartbeat(supervisor->db, &beat);
}

/* Says which games brought workers to blame, before these games are anybody's. */
static bool tell_blames(struct supervisor *supervisor)
{
	for (; supervisor->blame_count > 0; supervisor->blame_count--) {
		const struct blame *blame = &supervisor->blames[supervisor->blame_count - 1];
		const struct log_about about = {.level = LOG_WARNING, .game = blame->game};
		bool aside;
		if (!stmt_game_failed(supervisor->db, blame->game, blame->worker, blame->phase, blame->text,
		                      &aside))
			return false;
		log_event(&about, "game %lld: %s%s", (long long)blame->game, blame->text,
		          aside ? ", for the third time in one phase: it is put aside" : "");
	}
	return true;
}

static bool hand_back(struct supervisor *supervisor)
{
	int64_t games;
	if (!tell_blames(supervisor))
		return false;
	if (supervisor->left_count == 0)
		return true;
	if (!stmt_workers_leave(supervisor->db, supervisor->left, supervisor->left_count, &games))
		return false;
	supervisor->left_count = 0;
	if (games > 0)
		log_line("%lld games of workers that ended are handed back", (long long)games);
	return true;
}

/* Hands back what lapsed workers had, and has games go on whose deadline is over. */
static bool recover(struct supervisor *supervisor)
{
	int64_t games, lapsed;
	if (!stmt_lapse_turns(supervisor->db, &lapsed) ||
	    !stmt_recover(supervisor->db, supervisor->config->lease_seconds, &games))
		return false;
	if (games > 0)
		log_line("%lld games of workers that lapsed are handed back", (long long)games);
	return true;
}

/* Takes away some of what was dropped. */
static bool sweep(struct supervisor *supervisor)
{
	int64_t games;
	return stmt_sweep(supervisor->db, &games);
}

/* What is to be told to and asked of the database now. *done: there is nothing left to play for. */
static bool talk(struct supervisor *supervisor, bool *done)
{
	bool left = true, due = now_ms() >= supervisor->beat_at;
	if (due)
		supervisor->beat_at = now_ms() + supervisor->beat_ms;
	if (!hand_back(supervisor) ||
	    (due && (!beat(supervisor) || !recover(supervisor) || !sweep(supervisor))))
		return false;
	if (due)
		show_life(supervisor);
	if (supervisor->config->until_done && !stmt_games_left(supervisor->db, &left))
		return false;
	*done = !left;
	return true;
}

/* ── the loop ── */

/* Waits for one of the signals, at most so long; which it was. */
static int wait_signal(const sigset_t *signals, int milliseconds)
{
	return sigtimedwait(signals, NULL, &(struct timespec){.tv_nsec = milliseconds * 1000000l});
}

static bool is_stop(int signal)
{
	return signal == SIGTERM || signal == SIGINT;
}

/* Takes the settings over. Workers that are too many, or have other settings of their own, finish
 * their phase and hand back; those that are to go on are started again. */
static void reload(struct supervisor *supervisor)
{
	struct supervisor_config config = supervisor->current;
	struct worker_config *worker = &supervisor->worker;
	if (config.reload == NULL || !config.reload(&config))
		return;
	const bool same = worker->threads == config.worker.threads &&
	                  worker->batch == config.worker.batch &&
	                  worker->memory == config.worker.memory;
	worker->threads = config.worker.threads;
	worker->batch = config.worker.batch;
	worker->memory = config.worker.memory;
	supervisor->current = config;
	for (int i = same ? config.workers : 0; i < STMT_WORKERS_MAX; i++)
		if (supervisor->children[i].pid != 0)
			kill(supervisor->children[i].pid, SIGTERM);
	log_line("settings read anew: %d workers", config.workers);
}

/* Lets the workers finish their phase; kills those that do not end in time, and all of them at a
 * second signal. */
static void stop_children(struct supervisor *supervisor, const sigset_t *signals)
{
	int64_t begun = now_ms();
	signal_children(supervisor, SIGTERM);
	signal_children(supervisor, SIGCONT);
	for (bool killed = false; count_children(supervisor) > 0; look_at_children(supervisor)) {
		bool again = is_stop(wait_signal(signals, TICK_MS / 4)) && now_ms() >= begun + TOGETHER_MS;
		if (!killed && (again || now_ms() >= begun + STOP_MS)) {
			signal_children(supervisor, SIGKILL);
			killed = true;
		}
	}
}

static void supervise(struct supervisor *supervisor, const sigset_t *signals)
{
	bool done = false;
	for (bool stop = false; !stop;) {
		look_at_children(supervisor);
		end_overlong(supervisor);
		if (supervisor->db == NULL && now_ms() >= supervisor->connect_at)
			connect_again(supervisor);
		if (supervisor->db != NULL && now_ms() >= supervisor->talk_at && !talk(supervisor, &done))
			falter(supervisor);
		start_children(supervisor);
		const int signal = done ? 0 : wait_signal(signals, TICK_MS);
		if (signal == SIGHUP)
			reload(supervisor);
		stop = done || is_stop(signal);
	}
	show_end(supervisor, done);
	/* last counts, while the workers' rows are theirs */
	if (supervisor->db != NULL && !beat(supervisor))
		lose_connection(supervisor);
	stop_children(supervisor, signals);
	if (supervisor->db != NULL && !hand_back(supervisor))
		lose_connection(supervisor);
}

/* Half of a short watchdog's time: each beat is a sign of life for it too. */
static int64_t beat_ms(int64_t watchdog_ms)
{
	return watchdog_ms == 0 || watchdog_ms / 2 > HEARTBEAT_MS ? HEARTBEAT_MS : watchdog_ms / 2;
}

bool supervisor_run(const struct supervisor_config *config, struct db *db)
{
	struct supervisor *supervisor = calloc(1, sizeof *supervisor);
	size_t size = STMT_WORKERS_MAX * sizeof *supervisor->slots;
	void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (supervisor == NULL || shared == MAP_FAILED) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "out of memory");
		free(supervisor);
		db_close(db);
		return false;
	}
	supervisor->current = *config;
	supervisor->config = &supervisor->current;
	supervisor->worker = config->worker;
	supervisor->worker.parent = getpid();
	supervisor->db = db;
	supervisor->slots = shared;
	supervisor->status_at = now_ms();
	supervisor->kernel_kills = blame_kernel_kills();
	supervisor->beat_ms = beat_ms(systemd_watchdog_ms());
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		supervisor->children[i].restart_ms = TICK_MS;
	sigset_t signals;
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, &supervisor->before);
	bool begun = stmt_attach_supervisor(db, &supervisor->worker.supervisor);
	if (begun)
		supervise(supervisor, &signals);
	else
		lose_connection(supervisor);
	db_close(supervisor->db);
	munmap(shared, size);
	free(supervisor);
	return begun;
}
