/* process: a bot that runs: lines to it, lines from it, and what it says on standard error.
 *
 * Invariant: nothing waits for the bot but its end, for a time. No more than PROCESS_LINE_MOST
 * bytes of it are kept. */
#ifndef ARESFARM_PROCESS_H
#define ARESFARM_PROCESS_H

#include <poll.h>

#include "reaper.h"

enum {
	PROCESS_LINE_MOST = 1 << 16, /* bytes of a line from the bot, without its end */
	PROCESS_TAIL_SIZE = 400,     /* of what it said last on standard error, with a terminator */
	PROCESS_SHOWN_SIZE = 101,    /* of the last line of it, as logs show it */
};

struct process {
	pid_t reaper; /* 0: it does not run */
	bool reaped;  /* the reaper has ended, and was waited for */
	int in, out, err, news;
	size_t used; /* of line */
	char line[PROCESS_LINE_MOST + 1];
	size_t said; /* of tail */
	char tail[PROCESS_TAIL_SIZE];
	size_t heard; /* of what it has said on standard error: the bytes in all */
};

/* What a look at a process has found. */
enum process_event {
	PROCESS_ANSWERED, /* there is a whole line, for process_take_line */
	PROCESS_LATE,     /* there is none yet */
	PROCESS_CLOSED,   /* it ended, or closed its standard output */
	PROCESS_LONG,     /* its line has more than PROCESS_LINE_MOST bytes */
	PROCESS_UNASKED,  /* it spoke before it was asked */
};

/* Starts a bot. A program that cannot be started shows as one that ends at once (process_describe).
 * False, with why in error: there is no process or no descriptor to be had. */
MUST_CHECK bool process_start(struct process *process, const struct bot_words *words,
                              const struct bot_limits *limits, char error[BOT_ERROR_SIZE]);

/* Ends it and all that it has started, and waits for that. What it said last stays. */
void process_end(struct process *process);

/* What to poll: standard output, standard error and, if there is something to write, input. */
enum { PROCESS_ENDS = 3 };
void process_watch(const struct process *process, bool writes, struct pollfd polled[PROCESS_ENDS]);

/* Does what can be done without waiting: reads on, and writes on what is not sent of some bytes. */
MUST_CHECK enum process_event process_step(struct process *process,
                                           const struct pollfd polled[PROCESS_ENDS],
                                           const char *bytes, size_t size, size_t *sent);

/* Writes on what is not sent, without waiting. False: nobody reads it. */
bool process_write(struct process *process, const char *bytes, size_t size, size_t *sent);

/* The next whole line that was read, without its newline. False: there is none. */
bool process_take_line(struct process *process, char line[PROCESS_LINE_MOST + 1], size_t *length);

/* Whether it has written something that was not taken. */
bool process_has_spoken(const struct process *process);

/* How the bot has ended, after PROCESS_CLOSED: "it ended with status 3". It is no longer running
 * then. *absent: its program could not be started. */
void process_describe(struct process *process, bool *absent, char text[BOT_ERROR_SIZE]);

/* What it said last on standard error, as one line; empty: nothing. */
void process_last_words(const struct process *process, char text[PROCESS_TAIL_SIZE]);

/* The last line of that, cut where it is long. */
void process_last_line(const struct process *process, char text[PROCESS_SHOWN_SIZE]);

#endif
