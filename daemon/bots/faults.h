/* faults: kinds of faults of a bot in a decision, and their descriptions. */
#ifndef ARESFARM_FAULTS_H
#define ARESFARM_FAULTS_H

#include "process.h"

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

#endif
