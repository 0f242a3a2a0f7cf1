/* bot: one bot, which is asked for orders. It is started when it is asked first, and again after a
 * fault.
 *
 * Invariants: a decision is orders that the power may give, or a fault. Whatever the bot does, a
 * decision takes no longer than its limits say. Each question has all of the position, so a bot
 * needs no memory, and one process can play any number of games. */
#ifndef ARESFARM_BOT_H
#define ARESFARM_BOT_H

#include "bot_answer.h"

struct bot {
	const struct bot_command *command;
	const struct bot_limits *limits;
	bool (*go_on)(void *context); /* as in struct process_wait */
	void *context;
	struct process process;
	bool running;
	bool started;                       /* it has said hello once */
	bool writes;                        /* it answers questions for messages */
	int32_t map_id;                     /* that it was told last, since it runs */
	int64_t id;                         /* of the last question */
	struct bot_cost cost;               /* of the last answer */
	size_t heard;                       /* of process.heard, as its asker last saw it */
	char said[BOT_SAID_SIZE];           /* who it is, in its own words */
	char last_line[PROCESS_SHOWN_SIZE]; /* that it said at its last fault */
};

enum bot_outcome {
	BOT_ORDERED,
	BOT_FAULTED,
	BOT_STOPPED,
	BOT_UNUSABLE, /* none of its first starts got as far as hello */
};

/* Begins without a process. All that is pointed to must live as long as the bot. */
void bot_open(struct bot *bot, const struct bot_command *command, const struct bot_limits *limits);
void bot_close(struct bot *bot);

/* Asks for a decision. BOT_FAULTED, BOT_UNUSABLE: *fault says why; BOT_STOPPED: go_on said no. In
 * these cases the bot no longer runs. The board must have something to decide for the power. */
__attribute__((warn_unused_result)) enum bot_outcome bot_ask(struct bot *bot,
                                                             const struct bot_question *question,
                                                             struct bot_orders *orders,
                                                             struct bot_fault *fault);

/* The same for messages, in a question with a round. A bot that does not write adds none to `said`.
 */
__attribute__((warn_unused_result)) enum bot_outcome
bot_ask_press(struct bot *bot, const struct bot_question *question, struct letters *said,
              struct bot_fault *fault);

/* Tells it that a game is over, if it runs. */
void bot_tell_over(struct bot *bot, const struct bot_end *end);

#endif
