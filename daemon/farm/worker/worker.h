/* worker: one process that claims games, plays them and stores them.
 *
 * A worker forks before it uses OpenMP, and connects after the fork. It plays while the previous
 * batch is in flight. While the bots of a game think, it plays other games: any number of games
 * with bots, and one without. If a bot could kill it, it plays one game at a time, so that it is
 * clear which is to blame. After a lost connection it continues its games, or else drops them and
 * claims others. */
#ifndef ARESFARM_WORKER_H
#define ARESFARM_WORKER_H

#include <sys/types.h>

#include "batch.h"
#include "bots/command.h"
#include "slot.h"
#include "db/target.h"

enum { WORKER_GAMES_MOST = 256 };

struct worker_config {
	struct target target;
	int threads;   /* for the seats of a phase */
	int batch;     /* phases in a batch, 1 to BATCH_MOST */
	int memory;    /* MiB of heap and stacks; 0: no limit */
	int knowledge; /* MiB for shared knowledge; 0: players share nothing */
	struct bot_settings bots;
	int games; /* games with bots to play at once, 1 to WORKER_GAMES_MOST */
	int32_t supervisor;
	pid_t parent; /* the supervisor's process: the worker ends if it does */
};

/* Runs until SIGTERM, or until the parent is gone. Installs signal handlers: the caller has just
 * forked. */
void worker_run(const struct worker_config *config, struct slot *slot);

#endif
