/* reaper: a small process between a worker and a bot. It starts the bot, and kills what is left of
 * the bot when the bot or the worker has ended: also when the worker was killed.
 *
 * Where this process may make a PID namespace, itself or in a user namespace, the reaper is the
 * first process of a new one. The bot cannot signal the reaper or anything outside, has a /proc of
 * its own where the system lets it be mounted, and the kernel kills all of it when the reaper ends,
 * also when the reaper was killed.
 *
 * Elsewhere all that a bot starts becomes a child of its reaper when its parent ends, whatever
 * session or group it went to (PR_SET_CHILD_SUBREAPER). So the reaper finds and kills all of it,
 * unless the bot kills the reaper.
 *
 * Invariant: between fork and exec it calls async-signal-safe functions only. The worker may have
 * threads. */
#ifndef ARESFARM_REAPER_H
#define ARESFARM_REAPER_H

#include <stdbool.h>
#include <sys/types.h>

#include "command.h"

/* What is told over the pipe `news`, each in one write. */
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

/* Forks the reaper, which forks the bot. Descriptors stay open here. SIGTERM to the reaper, or the
 * end of the caller's thread, ends the bot. The reaper's process, or -1 with errno. */
pid_t reaper_start(const struct reaper_order *order);

/* Whether a bot would have a PID namespace. */
bool reaper_is_apart(void);

#endif
