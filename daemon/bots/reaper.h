/* reaper: a small process between a worker and a bot. It starts the bot, and kills all its
 * remaining processes when the bot or the worker has ended, even if the worker was killed.
 *
 * If this process may create a PID namespace, itself or in a user namespace, the reaper is the
 * first process of a new one. The bot cannot signal the reaper or any process outside, and has its
 * own /proc if the system allows the mount. The kernel kills all its processes when the reaper
 * ends, even if the reaper was killed.
 *
 * Otherwise every process that a bot starts becomes a child of the reaper when its parent ends,
 * whatever its session or group is (PR_SET_CHILD_SUBREAPER). So the reaper finds and kills them
 * all, unless the bot kills the reaper.
 *
 * Invariant: between fork and exec it calls async-signal-safe functions only. The worker may have
 * threads. */
#ifndef ARESFARM_REAPER_H
#define ARESFARM_REAPER_H

#include <stdbool.h>
#include <sys/types.h>

#include "command.h"

/* A message over the pipe `news`, each in one write. */
struct reaper_news {
	int what; /* enum reaper_what */
	int value;
};
enum reaper_what {
	REAPER_NO_EXEC,  /* the program could not be started; value: errno */
	REAPER_NO_LIMIT, /* its limits cannot be set; value: errno */
	REAPER_ENDED,    /* the bot has ended; value: as waitpid has it */
};

struct reaper_order {
	char *const *words;       /* of the command */
	char *const *environment; /* for execvpe */
	const struct bot_limits *limits;
	int in, out, err; /* the bot's standard input, output and error */
	int news;
};

/* Forks the reaper, which forks the bot. The caller's descriptors stay open. SIGTERM to the reaper,
 * or the end of the caller's thread, ends the bot. Returns the reaper's process id, or -1 with
 * errno. */
pid_t reaper_start(const struct reaper_order *order);

/* Whether bots get a PID namespace. */
bool reaper_is_apart(void);

#endif
