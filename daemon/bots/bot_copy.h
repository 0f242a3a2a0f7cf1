/* bot_copy: a process of a bot, and its unanswered questions.
 *
 * Invariant: a copy with questions has answered hello for their map. */
#ifndef ARESFARM_BOT_COPY_H
#define ARESFARM_BOT_COPY_H

#include <sys/queue.h>

#include "bot_answer.h"

enum bot_outcome {
	BOT_ORDERED,
	BOT_FAULTED,
	BOT_UNUSABLE, /* none of its first starts reached hello */
};

/* A question and its outcome. */
struct bot_asked {
	struct bot_question question;
	struct letters *said; /* receives messages; NULL: the question is for orders */
	void *game;           /* for the caller */
	bool done;            /* the fields after it, up to "the bot's", are valid */
	enum bot_outcome outcome;
	struct bot_orders orders;
	struct bot_cost cost;
	struct bot_fault fault;
	uint64_t think_ns;
	char heard[PROCESS_SHOWN_SIZE]; /* the last line that it wrote on standard error; or empty */
	/* The bot's: */
	TAILQ_ENTRY(bot_asked) next;
	struct bot_copy *copy; /* that was asked; NULL: not asked yet */
	bool suspect;          /* it was open when a copy failed, and may be the cause */
	int64_t id;
	uint64_t sent_ns; /* by clock_ns, plus the time in which the caller was away */
	struct bot_legal legal;
};
TAILQ_HEAD(bot_queue, bot_asked);

struct bot_copy {
	struct process process;
	bool running;
	bool ready;     /* it has answered hello for the map that it was told last */
	int32_t map_id; /* that map */
	struct bot_hello hello;
	uint64_t hello_ns;     /* by clock_ns: when its hello was asked for */
	uint64_t answered_ns;  /* by clock_ns: when it answered last */
	struct bot_queue open; /* in the sequence in which they were asked */
	int open_count;
	size_t heard; /* process.heard when it answered last */
};

/* Starts the process. False, with the reason in error: it cannot be started. */
MUST_CHECK bool copy_start(struct bot_copy *copy, const struct bot_command *command,
                           const struct bot_limits *limits, char error[BOT_ERROR_SIZE]);

/* Ends the process. Its questions stay. */
void copy_end(struct bot_copy *copy);

/* Sends hello with the map of a question; sends a question with an id. */
void copy_greet(struct bot_copy *copy, const struct bot_question *question, int seconds);
void copy_ask(struct bot_copy *copy, struct bot_asked *asked, int64_t id, int seconds);

/* Tells it that a game is over. */
void copy_tell_over(struct bot_copy *copy, const struct bot_end *end);

/* Whether an answer is expected. */
bool copy_is_busy(const struct bot_copy *copy);

/* A question is no longer open. */
void copy_remove(struct bot_copy *copy, struct bot_asked *asked);

#endif
