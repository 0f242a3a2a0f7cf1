/* bot_answer: reads a bot's answers. They are not trusted: an answer is orders that its power may
 * give, or a fault. */
#ifndef ARESFARM_ANSWER_H
#define ARESFARM_ANSWER_H

#include "message.h"
#include "process.h"

/* The kinds of faults of a bot in a decision, and their descriptions. */
enum bot_fault_kind {
#define BOT_FAULT(kind, name, about) BOT_##kind,
#include "faults.def"
#undef BOT_FAULT
	BOT_FAULT_KINDS
};
extern const char *const bot_fault_names[BOT_FAULT_KINDS];

enum { BOT_FAULT_SIZE = 240 };

struct bot_fault {
	enum bot_fault_kind kind;
	char words[BOT_FAULT_SIZE];         /* the fault, in one line */
	char last_words[PROCESS_TAIL_SIZE]; /* the end of the bot's standard error; or empty */
	char last_line[PROCESS_SHOWN_SIZE]; /* its last line, unless the bot's last fault had it */
};

/* Sets the kind and the words. Always returns false. */
__attribute__((format(printf, 3, 4))) bool
faults_set(struct bot_fault *fault, enum bot_fault_kind kind, const char *format, ...);

/* The cost of a decision, as reported by the bot. */
enum { BOT_MODEL_SIZE = 65, BOT_TOKENS_MOST = 1000000000, BOT_DOLLARS_MOST = 1000000 };
struct bot_cost {
	bool any;
	char model[BOT_MODEL_SIZE]; /* may be empty */
	int64_t tokens_in, tokens_out, nanodollars;
};

/* The orders of one power for one phase. */
struct bot_orders {
	int count;
	struct submission orders[ADJUSTMENTS_MAX];
	bool votes;       /* for a draw */
	power_set shared; /* who shares the draw; 0: all survivors */
};

/* What a bot reports about itself. */
enum { BOT_SAID_SIZE = 80, BOT_AT_ONCE_MOST = 1000 };
struct bot_hello {
	char name[BOT_SAID_SIZE]; /* and version: "greedy 1.0" */
	bool writes;              /* it answers questions for messages */
	bool remembers;           /* it asks for all phases of a game */
	int64_t at_once;          /* how many unanswered questions it accepts, from 1 */
};

/* Reads the answer to hello. */
MUST_CHECK bool answer_read_hello(const char *line, size_t length, struct bot_hello *hello,
                                  struct bot_fault *fault);

/* The id of the question that a line answers; -1: the line has none. */
int64_t answer_find_id(const char *line, size_t length);

/* Reads messages of the question's power and adds them to `said`. False, with the fault. */
MUST_CHECK bool answer_read_press(const struct bot_question *question, int64_t id, const char *line,
                                  size_t length, struct letters *said, struct bot_cost *cost,
                                  struct bot_fault *fault);

/* Reads orders. legal: the legal orders of the question. A decision is accepted as a whole or not
 * at all. False, with the fault. */
MUST_CHECK bool answer_read_orders(const struct bot_question *question, int64_t id,
                                   const struct bot_legal *legal, const char *line, size_t length,
                                   struct bot_orders *orders, struct bot_cost *cost,
                                   struct bot_fault *fault);

#endif
