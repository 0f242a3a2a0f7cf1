/* command: what the operator calls a bot, how it is started, and what it may use.
 *
 * A command is words, and no shell reads it: blanks separate words, and quotes ('...' or "...")
 * keep them together. Anyone who wants a shell names one: sh -c '...'. */
#ifndef ARESFARM_COMMAND_H
#define ARESFARM_COMMAND_H

#include "board/must_check.h"
#include "players/player.h"

enum {
	BOTS_MOST = 64,
	BOT_COPIES_MOST = 16,
	BOT_COMMAND_SIZE = 256,
	BOT_WORDS_MOST = 32,
	BOT_ERROR_SIZE = 200,
};

struct bot_command {
	char name[BOT_NAME_SIZE];
	char text[BOT_COMMAND_SIZE]; /* as given */
};

/* What a bot may use. */
struct bot_limits {
	int seconds;   /* for a decision, from 1 */
	int start;     /* seconds from its start until it has said hello, from 1 */
	int memory;    /* MiB of heap and stacks, of each of its processes; 0: no limit */
	int processes; /* of its user, all together (RLIMIT_NPROC); 0: no limit */
	int copies;    /* processes of it that one asker starts, 1 to BOT_COPIES_MOST */
};

/* Those that the operator has named. */
struct bot_settings {
	int count;
	struct bot_command bots[BOTS_MOST];
	struct bot_limits limits;
};

/* A command in words. */
struct bot_words {
	char bytes[BOT_COMMAND_SIZE];
	char *at[BOT_WORDS_MOST + 1]; /* into bytes; NULL after the last one */
};

/* False, with what is wrong in error: it has no word, too many, or a quote without its end. */
MUST_CHECK bool command_split(const char *text, struct bot_words *words,
                              char error[BOT_ERROR_SIZE]);

/* Takes "NAME=COMMAND". A bot of that name gets another command. False, with what it must be. */
MUST_CHECK bool command_take(struct bot_settings *settings, const char *text,
                             char error[BOT_ERROR_SIZE]);

/* The place of a bot of that name, or -1. */
int command_find(const struct bot_settings *settings, const char *name);

#endif
