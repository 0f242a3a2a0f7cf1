/* command: the name of a bot, its command, and its limits.
 *
 * A command is split into words without a shell: blanks separate words, and quotes ('...' or "...")
 * join them. To use a shell, name it: sh -c '...'. */
#ifndef ARESFARM_COMMAND_H
#define ARESFARM_COMMAND_H

#include "board/macros.h"
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

/* The limits of a bot. */
struct bot_limits {
	int seconds;   /* for a decision, from 1 */
	int start;     /* seconds from its start to its hello, from 1 */
	int memory;    /* MiB of heap and stacks, of each of its processes; 0: no limit */
	int processes; /* all processes of its user (RLIMIT_NPROC); 0: no limit */
	int copies;    /* processes that one caller starts, 1 to BOT_COPIES_MOST */
	int starts;    /* starts without a hello after which it is given up; 0: STARTS_MOST */
};

/* The bots of the operator. */
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

/* Splits a command. False, with the fault in error: it has no words, too many, or an open quote. */
MUST_CHECK bool command_split(const char *text, struct bot_words *words,
                              char error[BOT_ERROR_SIZE]);

/* Adds "NAME=COMMAND", or changes the command of the bot with this name. False, with the required
 * form in error. */
MUST_CHECK bool command_take(struct bot_settings *settings, const char *text,
                             char error[BOT_ERROR_SIZE]);

/* The index of the bot with a name, or -1. */
int command_find(const struct bot_settings *settings, const char *name);

#endif
