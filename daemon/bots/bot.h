/* bot: a bot that answers questions for orders and messages. Its processes (copies) are started
 * when they are needed, and restarted after a fault.
 *
 * Invariants: a decision is orders that the power may give, or a fault. Whatever the bot does, a
 * decision takes no longer than its limits allow, and nothing waits for it meanwhile. Each question
 * has the whole position, so a bot needs no memory, and one process can play any number of games.
 *
 * A wrong answer, or a late answer while the copy answers others, is a fault of that question only.
 * If a copy ends, writes something that is not an answer, or stops answering, one of its open
 * questions may be the cause. So they are asked again, half as many at once, until the copy fails
 * at a single question: the fault is assigned to that question. */
#ifndef ARESFARM_BOT_H
#define ARESFARM_BOT_H

#include "bot_copy.h"

struct bot {
	const struct bot_command *command;
	const struct bot_limits *limits;
	/* If not NULL, called before a question is written or its answer is read, and afterwards with
	 * asked NULL. */
	void (*turn_to)(void *context, const struct bot_asked *asked);
	void *context;
	struct bot_copy *copies[BOT_COPIES_MOST]; /* NULL: not needed so far */
	struct bot_queue queue;                   /* questions not asked yet */
	int unanswered;                           /* questions that were put and are not done */
	int window;                               /* the most questions that a copy may have open */
	int suspects;
	bool started;                       /* it has answered hello at least once */
	int starts;                         /* failed starts before the first hello */
	uint64_t start_ns;                  /* by clock_ns: the earliest time of the next start */
	struct bot_hello hello;             /* its last hello */
	int64_t id;                         /* of the last question */
	char last_line[PROCESS_SHOWN_SIZE]; /* on standard error at its last fault */
};

/* Begins without a process. The command and the limits must live as long as the bot. */
void bot_open(struct bot *bot, const struct bot_command *command, const struct bot_limits *limits);

/* Ends its processes. No question is left. */
void bot_close(struct bot *bot);

/* Queues a question, which must not move in memory until it is done or taken back. The power must
 * have something to decide on the board. A bot that does not write messages adds none. */
void bot_put(struct bot *bot, struct bot_asked *asked);

/* Whether it needs the history of a game, or may still ask for it because it has not answered
 * hello. */
bool bot_needs_history(const struct bot *bot);

/* Takes back a question, done or not. */
void bot_take_back(struct bot *bot, struct bot_asked *asked);

/* Whether another question would have to wait until others are answered. */
bool bot_is_full(const struct bot *bot);

/* The caller was away for a time, which does not count against the bot. */
void bot_excuse(struct bot *bot, uint64_t away_ns);

/* To serve a bot: bot_ask_more asks what can be asked; bot_watch fills in the descriptors to poll,
 * at most BOT_POLLED, and returns their number; bot_serve then reads and writes without waiting. */
enum { BOT_POLLED = BOT_COPIES_MOST * PROCESS_ENDS };
void bot_ask_more(struct bot *bot);
int bot_watch(const struct bot *bot, struct pollfd polled[BOT_POLLED]);
void bot_serve(struct bot *bot, const struct pollfd polled[BOT_POLLED]);

/* Asks one question and waits for its outcome. */
void bot_ask(struct bot *bot, struct bot_asked *asked);

/* Tells a running bot that a game is over. */
void bot_tell_over(struct bot *bot, const struct bot_end *end);

#endif
