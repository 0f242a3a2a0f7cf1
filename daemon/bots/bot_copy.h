/* bot_copy: a process of a bot, and the questions that it has not answered yet.
 *
 * Invariant: a copy with questions has said hello of their map. */
#ifndef ARESFARM_BOT_COPY_H
#define ARESFARM_BOT_COPY_H

#include <sys/queue.h>

#include "bot_answer.h"

enum bot_outcome {
	BOT_ORDERED,
	BOT_FAULTED,
	BOT_UNUSABLE, /* none of its first starts got as far as hello */
};

/* A question, and what became of it. */
struct bot_asked {
	struct bot_question question;
	struct letters *said; /* for messages; NULL: it asks for orders */
	void *game;           /* the asker's */
	bool done;            /* the rest of these is valid: */
	enum bot_outcome outcome;
	struct bot_orders orders;
	struct bot_cost cost;
	struct bot_fault fault;
	uint64_t think_ns;
	char heard[PROCESS_SHOWN_SIZE]; /* the last line that it said on standard error; or empty */
	/* The bot's: */
	TAILQ_ENTRY(bot_asked) next;
	struct bot_copy *copy; /* that was asked; NULL: none yet */
	bool suspect;          /* it was open when a copy failed, and may be why */
	int64_t id;
	uint64_t sent_ns; /* by clock_ns; later by the time in which the asker was away */
	struct bot_legal legal;
};
TAILQ_HEAD(bot_queue, bot_asked);

struct bot_copy {
	struct process process;
	bool running;
	bool ready;     /* it has said hello of the map that it was told last */
	int32_t map_id; /* that map */
	struct bot_hello hello;
	uint64_t hello_ns;     /* by clock_ns: when its hello was asked for */
	uint64_t answered_ns;  /* the same: when it answered last */
	struct bot_queue open; /* in the sequence in which they were asked */
	int open_count;
	char *bytes; /* that wait to be written, from sent on */
	size_t size, sent;
	size_t heard; /* of process.heard, when it answered last */
};

/* Starts the process. False, with why in error: it cannot be started. */
MUST_CHECK bool copy_start(struct bot_copy *copy, const struct bot_command *command,
                           const struct bot_limits *limits, char error[BOT_ERROR_SIZE]);

/* Ends it. Its questions stay. */
void copy_end(struct bot_copy *copy);

/* Tells it the map of a question; asks it a question, under an id. */
void copy_greet(struct bot_copy *copy, const struct bot_question *question, int seconds);
void copy_ask(struct bot_copy *copy, struct bot_asked *asked, int64_t id, int seconds);

/* Tells it that a game is over. */
void copy_tell_over(struct bot_copy *copy, const struct bot_end *end);

/* Whether anything is expected of it. */
bool copy_is_busy(const struct bot_copy *copy);

/* Does what can be done without waiting. polled: of process_watch. */
MUST_CHECK enum process_event copy_step(struct bot_copy *copy,
                                        const struct pollfd polled[PROCESS_ENDS]);

/* A question is no longer open. */
void copy_remove(struct bot_copy *copy, struct bot_asked *asked);

#endif
