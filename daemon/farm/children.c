/* children: see children.h. */
#include "children.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/clock.h"

enum {
	RESTART_MS = 200, /* doubles with every start that fails */
	RESTART_MOST_MS = 5000,
	FORK_AGAIN_MS = 1000,
	SETTLED_MS = 10000, /* a child that lived this long has started successfully */
	WATCH_MOST_MS = 1000,
};

static const size_t slots_size = STMT_WORKERS_MAX * sizeof(struct slot);

bool children_open(struct children *children)
{
	*children = (struct children){.kernel_kills = blame_kernel_kills()};
	void *shared =
		mmap(NULL, slots_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return false;
	children->slots = shared;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		children->child[i].restart_ms = RESTART_MS;
	return true;
}

void children_close(struct children *children)
{
	munmap(children->slots, slots_size);
}

/* ── starting ── */

static void clear_slot(struct slot *slot)
{
	atomic_store(&slot->worker, 0);
	atomic_store(&slot->phases, 0);
	atomic_store(&slot->games, 0);
	atomic_store(&slot->game, 0);
	atomic_store(&slot->unusable, 0);
	atomic_store(&slot->exposed, false);
	atomic_store(&slot->decides_since_ms, 0);
}

/* The child's process. */
__attribute__((noreturn)) static void run_child(struct children *children, int i,
                                                const struct worker_config *config)
{
	static char name[32];
	snprintf(name, sizeof name, "aresd worker %d", i + 1);
	log_name("worker", name);
	prctl(PR_SET_NAME, "ares worker");
	db_abandon_all();
	worker_run(config, &children->slots[i]);
	_exit(0);
}

static void start_child(struct children *children, int i, const struct worker_config *config)
{
	struct child *child = &children->child[i];
	clear_slot(&children->slots[i]);
	pid_t pid = fork();
	if (pid == 0)
		run_child(children, i, config);
	child->pid = MAX(pid, 0);
	child->stopped = child->overlong = child->dismissed = child->told_to_end = false;
	child->started = clock_ms();
	child->decision = child->thought_ms = 0;
	if (pid < 0) {
		log_event(&(struct log_about){.level = LOG_ERROR},
		          "worker %d cannot be started, trying again: fork: %s", i + 1, strerror(errno));
		child->restart_at = child->started + FORK_AGAIN_MS;
	}
}

void children_start(struct children *children, int count, const struct worker_config *config)
{
	for (int i = 0; i < count; i++)
		if (children->child[i].pid == 0 && children->child[i].restart_at <= clock_ms())
			start_child(children, i, config);
}

/* ── watching ── */

/* Records a worker that ended, and its game if that is to blame. */
static void note_departure(struct children *children, int i, int status)
{
	struct departed *departed = &children->departed;
	const struct slot *slot = &children->slots[i];
	const int64_t worker = atomic_load(&slot->worker), kills = blame_kernel_kills();
	const struct blame_end end = {
		.status = status,
		.overlong = children->child[i].overlong,
		.starved = kills > children->kernel_kills && !children->child[i].dismissed,
		.exposed = atomic_load(&slot->exposed) && !children->child[i].dismissed,
	};
	struct blame blame;
	if (worker != 0 && departed->count < STMT_WORKERS_MAX)
		departed->workers[departed->count++] = worker;
	if (departed->blame_count < STMT_WORKERS_MAX && blame_find(slot, &end, &blame))
		departed->blames[departed->blame_count++] = blame;
	children->kernel_kills = kills;
	children->past.phases += atomic_load(&slot->phases);
	children->past.games += atomic_load(&slot->games);
}

/* A child that lived long enough restarts at once. Otherwise the delay grows each time. */
static void plan_restart(struct child *child)
{
	const int64_t now = clock_ms();
	const bool settled = now - child->started >= SETTLED_MS;
	child->restart_at = now + (settled ? 0 : child->restart_ms);
	child->restart_ms = settled ? RESTART_MS : child->restart_ms * 2;
	if (child->restart_ms > RESTART_MOST_MS)
		child->restart_ms = RESTART_MOST_MS;
}

static void bury_child(struct children *children, int i, int status)
{
	static const struct log_about about = {.level = LOG_WARNING};
	struct child *child = &children->child[i];
	/* do not log a worker killed by our own SIGTERM before it installed a handler */
	const bool obeyed = child->told_to_end && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
	if (WIFSIGNALED(status) && !obeyed)
		log_event(&about, "worker %d (process %d) was killed by signal %d", i + 1, (int)child->pid,
		          WTERMSIG(status));
	else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		log_event(&about, "worker %d (process %d) ended with status %d", i + 1, (int)child->pid,
		          WEXITSTATUS(status));
	note_departure(children, i, status);
	plan_restart(child);
	child->pid = 0;
}

static int find_child(const struct children *children, pid_t pid)
{
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		if (children->child[i].pid == pid)
			return i;
	return -1;
}

/* A worker that is stopped while it asks bots that could have stopped it may never continue: it is
 * killed, and its game is to blame. */
static void note_stop(struct children *children, int i, bool stopped)
{
	children->child[i].stopped = stopped;
	if (stopped && atomic_load(&children->slots[i].exposed))
		kill(children->child[i].pid, SIGKILL);
}

void children_reap(struct children *children)
{
	int status;
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0;) {
		int i = find_child(children, pid);
		if (i < 0)
			continue;
		if (WIFSTOPPED(status) || WIFCONTINUED(status))
			note_stop(children, i, WIFSTOPPED(status));
		else
			bury_child(children, i, status);
	}
}

/* Adds the time to the child's current decision, unless the child is stopped. */
static void watch_decision(struct child *child, const struct slot *slot, int64_t ms)
{
	const int64_t decision = atomic_load(&slot->decides_since_ms);
	if (decision == 0 || decision != child->decision)
		child->thought_ms = 0;
	else if (!child->stopped)
		child->thought_ms += ms;
	child->decision = decision;
}

void children_watch_decisions(struct children *children, int seconds)
{
	const int64_t now = clock_ms(), since = now - children->watched_at;
	const int64_t ms = MIN(since, WATCH_MOST_MS);
	children->watched_at = now;
	for (int i = 0; i < STMT_WORKERS_MAX; i++) {
		struct child *child = &children->child[i];
		if (child->pid == 0)
			continue;
		watch_decision(child, &children->slots[i], ms);
		if (seconds == 0 || child->overlong || child->thought_ms < seconds * INT64_C(1000))
			continue;
		child->overlong = true;
		kill(child->pid, SIGKILL);
	}
}

/* ── all of them ── */

int children_count(const struct children *children)
{
	int count = 0;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		count += children->child[i].pid != 0;
	return count;
}

void children_signal(struct children *children, int first, int signal)
{
	for (int i = first; i < STMT_WORKERS_MAX; i++) {
		struct child *child = &children->child[i];
		if (child->pid == 0)
			continue;
		child->dismissed |= signal == SIGKILL;
		child->told_to_end |= signal == SIGTERM;
		kill(child->pid, signal);
	}
}

bool children_is_alive(const struct children *children, int i)
{
	const struct child *child = &children->child[i];
	return child->pid != 0 && !child->stopped && atomic_load(&children->slots[i].worker) != 0;
}

struct played children_count_played(const struct children *children)
{
	struct played played = children->past;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		if (children->child[i].pid != 0) {
			played.phases += atomic_load(&children->slots[i].phases);
			played.games += atomic_load(&children->slots[i].games);
		}
	return played;
}

uint64_t children_find_unusable(const struct children *children)
{
	uint64_t bots = 0;
	for (int i = 0; i < STMT_WORKERS_MAX; i++)
		bots |= atomic_load(&children->slots[i].unusable);
	return bots;
}
