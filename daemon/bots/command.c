/* command: see command.h. */
#include "command.h"

#include <stdio.h>
#include <string.h>

#define BLANKS " \t"

/* Copies the next word without its quotes and moves *at after it. False: a quote is not closed. */
static bool take_word(const char **at, char **out)
{
	char quote = '\0';
	for (; **at != '\0' && (quote != '\0' || strchr(BLANKS, **at) == NULL); ++*at) {
		if (quote == '\0' && (**at == '\'' || **at == '"'))
			quote = **at;
		else if (**at == quote)
			quote = '\0';
		else
			*(*out)++ = **at;
	}
	*(*out)++ = '\0';
	return quote == '\0';
}

bool command_split(const char *text, struct bot_words *words, char error[BOT_ERROR_SIZE])
{
	char *out = words->bytes;
	int count = 0;

	if (strlen(text) >= sizeof words->bytes) {
		snprintf(error, BOT_ERROR_SIZE, "a command of fewer than %d bytes", BOT_COMMAND_SIZE);
		return false;
	}

	for (const char *at = text + strspn(text, BLANKS); *at != '\0'; at += strspn(at, BLANKS)) {
		if (count == BOT_WORDS_MOST) {
			snprintf(error, BOT_ERROR_SIZE, "a command of at most %d words", BOT_WORDS_MOST);
			return false;
		}
		words->at[count++] = out;
		if (!take_word(&at, &out)) {
			snprintf(error, BOT_ERROR_SIZE, "a command with an end for each quote");
			return false;
		}
	}

	words->at[count] = NULL;
	if (count == 0 || words->at[0][0] == '\0')
		snprintf(error, BOT_ERROR_SIZE, "a command that begins with a program");
	return count > 0 && words->at[0][0] != '\0';
}

int command_find(const struct bot_settings *settings, const char *name)
{
	for (int i = 0; i < settings->count; i++)
		if (strcmp(settings->bots[i].name, name) == 0)
			return i;
	return -1;
}

bool command_take(struct bot_settings *settings, const char *text, char error[BOT_ERROR_SIZE])
{
	const size_t length = seat_bot_length(text);
	char name[BOT_NAME_SIZE];
	struct bot_words words;

	if (length == 0 || text[length] != '=') {
		snprintf(error, BOT_ERROR_SIZE,
		         "NAME=COMMAND, where NAME has 1 to %d letters, digits, _ and -",
		         BOT_NAME_SIZE - 1);
		return false;
	}

	if (!command_split(text + length + 1, &words, error))
		return false;
	snprintf(name, sizeof name, "%.*s", (int)length, text);
	int i = command_find(settings, name);
	if (i < 0 && settings->count == BOTS_MOST) {
		snprintf(error, BOT_ERROR_SIZE, "at most %d bots", BOTS_MOST);
		return false;
	}

	if (i < 0)
		i = settings->count++;
	strcpy(settings->bots[i].name, name);
	snprintf(settings->bots[i].text, sizeof settings->bots[i].text, "%s", text + length + 1);
	return true;
}
