/* keeper: a small process between a worker and a bot. It starts the bot, and sees to it that
 * nothing of the bot is left when the bot, or whoever wants the bot, has ended: not even when that
 * one was killed.
 *
 * Where this process may make a PID namespace (CLONE_NEWPID, mostly root's right), the keeper is
 * the first process of a new one. The bot cannot signal the keeper or anything outside, has a /proc
 * of its own, and the kernel kills all of it when the keeper ends, also when the keeper was killed.
 *
 * Elsewhere all that a bot starts becomes a child of its keeper when its parent ends, whatever
 * session or group it went to (PR_SET_CHILD_SUBREAPER). So the keeper finds and kills all of it,
 * unless the bot kills the keeper.
 *
 * Invariant: between fork and exec it calls async-signal-safe functions only. The worker may have
 * threads. */
#ifndef ARESFARM_KEEPER_H
#define ARESFARM_KEEPER_H

#include <sys/types.h>

#include "command.h"

/* What is told over the pipe `news`, each in one write. */
struct keeper_news {
	int what; /* enum keeper_what */
	int value;
};
enum keeper_what {
	KEEPER_NO_EXEC,  /* the program could not be started; value: errno */
	KEEPER_NO_LIMIT, /* its limits cannot be set; value: errno */
	KEEPER_ENDED,    /* the bot has ended; value: as waitpid has it */
};

struct keeper_order {
	char *const *words;       /* of the command */
	char *const *environment; /* for execvpe */
	const struct bot_limits *limits;
	int in, out, err; /* the bot's standard input, output and error */
	int news;
};

/* Forks the keeper, which forks the bot. Descriptors stay open here. SIGTERM to the keeper, or the
 * end of the caller's thread, ends the bot. The keeper's process, or -1 with errno. */
pid_t keeper_start(const struct keeper_order *order);

#endif
