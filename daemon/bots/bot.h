/* bot: one bot, which is asked for orders and messages. Its processes (copies) are started when
 * they are needed, and again after a fault.
 *
 * Invariants: a decision is orders that the power may give, or a fault. Whatever the bot does, a
 * decision takes no longer than its limits say, and nothing waits for it meanwhile. Each question
 * has all of the position, so a bot needs no memory, and one process can play any number of games.
 *
 * A wrong answer, and one that is late while its copy answers others, is a fault of that question
 * only. If a copy ends, says what is not an answer, or answers nothing any more, one of its open
 * questions may be why. So they are asked again, half as many at once, until the copy fails at one
 * question: that is its fault. */
#ifndef ARESFARM_BOT_H
#define ARESFARM_BOT_H

#include "bot_copy.h"

struct bot {
	const struct bot_command *command;
	const struct bot_limits *limits;
	/* Where not NULL, called before a question is written, or its answer is read, and after (asked:
	 * NULL). */
	void (*turn_to)(void *context, const struct bot_asked *asked);
	void *context;
	struct bot_copy *copies[BOT_COPIES_MOST]; /* those that were needed; else NULL */
	struct bot_queue queue;                   /* not asked yet */
	int unanswered; /* questions that it was given and that are not done */
	int window;     /* questions that a copy may have open, at most */
	int suspects;
	bool started;                       /* it has said hello once */
	int starts;                         /* that failed before */
	uint64_t start_ns;                  /* by clock_ns: it is not started before */
	struct bot_hello hello;             /* what it said of itself last */
	int64_t id;                         /* of the last question */
	char last_line[PROCESS_SHOWN_SIZE]; /* that it said at its last fault */
};

/* Begins without a process. All that is pointed to must live as long as the bot. */
void bot_open(struct bot *bot, const struct bot_command *command, const struct bot_limits *limits);

/* Ends its processes. No question is left. */
void bot_close(struct bot *bot);

/* Gives it a question, which must stay in its place until it is done or taken back. The board must
 * have something to decide for the power. A bot that does not write adds no messages. */
void bot_put(struct bot *bot, struct bot_asked *asked);

/* Whether it is told all phases of a game, or may ask for them: it has not said hello. */
bool bot_needs_history(const struct bot *bot);

/* Takes a question back that may not be done. */
void bot_take_back(struct bot *bot, struct bot_asked *asked);

/* Whether another question would wait until others are answered. */
bool bot_is_full(const struct bot *bot);

/* The asker was away for a time, in which no bot was late. */
void bot_excuse(struct bot *bot, uint64_t away_ns);

/* To serve a bot: asks what can be asked; says what to poll, BOT_POLLED places at most; and does
 * what can be done after that, without waiting. bot_watch returns how many places there are. */
enum { BOT_POLLED = BOT_COPIES_MOST * PROCESS_ENDS };
void bot_ask_more(struct bot *bot);
int bot_watch(const struct bot *bot, struct pollfd polled[BOT_POLLED]);
void bot_serve(struct bot *bot, const struct pollfd polled[BOT_POLLED]);

/* Asks one question and waits for what becomes of it. */
void bot_ask(struct bot *bot, struct bot_asked *asked);

/* Tells it that a game is over, if it runs. */
void bot_tell_over(struct bot *bot, const struct bot_end *end);

#endif
