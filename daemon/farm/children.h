/* children: the supervisor's table of worker processes. It starts and restarts them, reaps them,
 * and kills those whose decision takes too long.
 *
 * Invariants: it forks before any OpenMP region, and the supervisor has no such region. A child
 * closes the supervisor's connection and opens its own. What must be reported to the database about
 * dead children stays in `departed` until it is stored. */
#ifndef ARESFARM_CHILDREN_H
#define ARESFARM_CHILDREN_H

#include <sys/types.h>

#include "blame.h"
#include "db/statements/statements.h"
#include "farm/worker/worker.h"

struct child {
	pid_t pid;                   /* 0: not running */
	bool stopped;                /* by SIGSTOP or the like */
	bool overlong;               /* the supervisor killed it: a decision took too long */
	bool dismissed;              /* the supervisor killed it: it did not end in time */
	bool told_to_end;            /* by SIGTERM */
	int64_t started, restart_at; /* by clock_ms */
	int64_t decision;            /* in progress: decides_since_ms of its slot; 0: none */
	int64_t thought_ms;          /* about that decision, as observed by the supervisor */
	int restart_ms;              /* the wait before the next start */
};

/* Workers that ended, and the games to blame, until the database knows. */
struct departed {
	int count, blame_count;
	int64_t workers[STMT_WORKERS_MAX];
	struct blame blames[STMT_WORKERS_MAX];
};

/* What workers have stored. */
struct played {
	int64_t phases, games; /* games: finished ones */
};

struct children {
	struct child child[STMT_WORKERS_MAX];
	struct slot *slots; /* parallel, in memory shared with the children */
	struct departed departed;
	struct played past;   /* by workers that ended */
	int64_t kernel_kills; /* when last looked at */
	int64_t watched_at;   /* by clock_ms: when decisions were last looked at */
};

/* Starts without processes. False if out of memory. */
MUST_CHECK bool children_open(struct children *children);
void children_close(struct children *children);

/* Starts those of the first `count` children that do not run. A child starts with the signals of
 * signals.h blocked, and closes all inherited connections. */
void children_start(struct children *children, int count, const struct worker_config *config);

/* Notices which children ended, stopped or continued. */
void children_reap(struct children *children);

/* Kills each child that has thought about one decision for this number of seconds; 0: none. Call it
 * often: the time between two calls counts as at most one second, because nothing shows that the
 * children could run in between. */
void children_watch_decisions(struct children *children, int seconds);

int children_count(const struct children *children);
/* Sends a signal to the children from place `first` on. */
void children_signal(struct children *children, int first, int signal);

/* Whether a heartbeat may be sent for the child: it runs, and its worker has registered. */
bool children_is_alive(const struct children *children, int i);

/* By all workers, including those that ended. */
struct played children_count_played(const struct children *children);
/* Bots that any of them has given up on, as bits. */
uint64_t children_find_unusable(const struct children *children);

#endif
