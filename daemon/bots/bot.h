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
	struct bot_hello hello;             /* what it said of itself last */
	int64_t answered_ms;                /* by clock_ms: when it answered last */
	int32_t map_id;                     /* that it was told last, since it runs */
	int64_t id;                         /* of the last question */
	struct bot_cost cost;               /* of the last answer */
	size_t heard;                       /* of process.heard, as its asker last saw it */
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

/* A question that is asked together with others, and what became of it. */
struct bot_asked {
	struct bot_question question;
	struct letters *said;     /* for messages; NULL: it asks for orders */
	enum bot_outcome outcome; /* and what belongs to it: */
	struct bot_orders orders;
	struct bot_cost cost;
	struct bot_fault fault;
	uint64_t think_ns;
	/* of bot_ask_together: */
	bool sent, done;
	int64_t id, sent_ms;
	struct bot_legal legal;
};

/* Asks questions on one map of a bot that takes several at once, as it says, and waits for all
 * answers. A wrong answer, and one that is late while the bot answers others, is a fault of that
 * question only. If the bot ends, says what is no answer, or answers nothing any more, it is
 * restarted and asked the rest one by one: then it is known which question it fails at. False: one
 * outcome is BOT_STOPPED or BOT_UNUSABLE, and not all are decided. */
__attribute__((warn_unused_result)) bool bot_ask_together(struct bot *bot, struct bot_asked asked[],
                                                          int count);

/* Tells it that a game is over, if it runs. */
void bot_tell_over(struct bot *bot, const struct bot_end *end);

#endif
