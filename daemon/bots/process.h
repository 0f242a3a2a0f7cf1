/* process: a bot that runs: lines to it, lines from it, and what it says on standard error.
 *
 * Invariant: nothing that the bot does makes this process wait beyond a time, or keep more than
 * PROCESS_LINE_MOST bytes of it. */
#ifndef ARESFARM_PROCESS_H
#define ARESFARM_PROCESS_H

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

/* How an exchange ended. */
enum process_event {
	PROCESS_ANSWERED,
	PROCESS_LATE,
	PROCESS_CLOSED,  /* it ended, or closed its standard output */
	PROCESS_LONG,    /* its line has more than PROCESS_LINE_MOST bytes */
	PROCESS_UNASKED, /* it spoke before it was asked */
	PROCESS_STOPPED, /* go_on said no */
};

/* Who waits for a bot. */
struct process_wait {
	int64_t until_ms;             /* by clock_ms */
	bool (*go_on)(void *context); /* asked ten times a second; NULL: it goes on */
	void *context;
};

/* Starts a bot. A program that cannot be started shows as one that ends at once (process_describe).
 * False, with why in error: there is no process or no descriptor to be had. */
__attribute__((warn_unused_result)) bool process_start(struct process *process,
                                                       const struct bot_words *words,
                                                       const struct bot_limits *limits,
                                                       char error[BOT_ERROR_SIZE]);

/* Ends it and all that it has started, and waits for that. What it said last stays. */
void process_end(struct process *process);

/* Writes a request, which ends with a newline, and waits for a line. *line points into the process,
 * with a terminator in the place of the newline, and holds until the next call. */
__attribute__((warn_unused_result)) enum process_event
process_exchange(struct process *process, const char *request, size_t size,
                 const struct process_wait *wait, const char **line, size_t *length);

/* For questions that are answered in any sequence. Writes on what is not sent of some bytes, and
 * reads on, within a time. PROCESS_ANSWERED: there is a whole line, for process_take_line;
 * PROCESS_LATE: there is none yet. */
__attribute__((warn_unused_result)) enum process_event
process_step(struct process *process, const char *bytes, size_t size, size_t *sent, int wait_ms);

/* The next whole line that was read, without its newline. False: there is none. */
bool process_take_line(struct process *process, char line[PROCESS_LINE_MOST + 1], size_t *length);

/* Writes a request to which there is no answer. False: the bot did not take it in time. */
__attribute__((warn_unused_result)) bool process_tell(struct process *process, const char *request,
                                                      size_t size, const struct process_wait *wait);

/* How the bot has ended, after PROCESS_CLOSED: "it ended with status 3". It is no longer running
 * then. *absent: its program could not be started. */
void process_describe(struct process *process, bool *absent, char text[BOT_ERROR_SIZE]);

/* What it said last on standard error, as one line; empty: nothing. */
void process_last_words(const struct process *process, char text[PROCESS_TAIL_SIZE]);

/* The last line of that, cut where it is long. */
void process_last_line(const struct process *process, char text[PROCESS_SHOWN_SIZE]);

#endif
