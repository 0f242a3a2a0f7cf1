/* process: a running bot: lines to it, lines from it, and its standard error.
 *
 * Invariant: no function waits for the bot, except process_end, for a limited time. At most
 * PROCESS_LINE_MOST bytes of its output are kept. */
#ifndef ARESFARM_PROCESS_H
#define ARESFARM_PROCESS_H

#include <poll.h>

#include "reaper.h"

enum {
	PROCESS_LINE_MOST = 1 << 16, /* bytes of a line from the bot, without its end */
	PROCESS_TAIL_SIZE = 400,     /* of the end of standard error, with a terminator */
	PROCESS_SHOWN_SIZE = 101,    /* of its last line, as logs show it */
};

struct process {
	pid_t reaper; /* 0: it does not run */
	bool reaped;  /* the reaper has ended, and was waited for */
	int in, out, err, news;
	size_t used; /* of line */
	char line[PROCESS_LINE_MOST + 1];
	size_t said; /* of tail */
	char tail[PROCESS_TAIL_SIZE];
	size_t heard; /* bytes in all that it has written on standard error */
	char *bytes;  /* bytes to be written to it, from sent on */
	size_t size, sent;
};

/* The result of process_step. */
enum process_event {
	PROCESS_ANSWERED, /* process_take_line has a whole line */
	PROCESS_LATE,     /* there is none yet */
	PROCESS_CLOSED,   /* it ended, or closed its standard output */
	PROCESS_LONG,     /* its line has more than PROCESS_LINE_MOST bytes */
	PROCESS_UNASKED,  /* it wrote something before it was asked */
};

/* Starts a bot. A program that cannot be executed looks like one that ends at once
 * (process_describe). False, with the reason in error: out of processes or descriptors. */
MUST_CHECK bool process_start(struct process *process, const struct bot_words *words,
                              const struct bot_limits *limits, char error[BOT_ERROR_SIZE]);

/* Ends it and all that it has started, and waits for that. The end of its standard error is
 * kept. */
void process_end(struct process *process);

/* Fills in what to poll: standard output, standard error and, if there is something to write,
 * input. */
enum { PROCESS_ENDS = 3 };
void process_watch(const struct process *process, struct pollfd polled[PROCESS_ENDS]);

/* Reads and writes without waiting. */
MUST_CHECK enum process_event process_step(struct process *process,
                                           const struct pollfd polled[PROCESS_ENDS]);

/* Appends bytes to the output buffer, and frees them. */
void process_add(struct process *process, char *bytes, size_t size);

/* Writes what can be written without waiting. False: the bot has closed its input. */
bool process_write(struct process *process);

/* The next whole line that was read, without its newline. False: there is none. */
bool process_take_line(struct process *process, char line[PROCESS_LINE_MOST + 1], size_t *length);

/* Whether it has written something that was not yet taken. */
bool process_has_spoken(const struct process *process);

/* How the bot has ended, after PROCESS_CLOSED: "it ended with status 3". It is then no longer
 * running. *absent: its program could not be executed. */
void process_describe(struct process *process, bool *absent, char text[BOT_ERROR_SIZE]);

/* The end of its standard error as one line; empty: nothing. */
void process_last_words(const struct process *process, char text[PROCESS_TAIL_SIZE]);

/* The last line of that, cut if it is long. */
void process_last_line(const struct process *process, char text[PROCESS_SHOWN_SIZE]);

#endif
