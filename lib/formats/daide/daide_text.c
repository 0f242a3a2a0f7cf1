/* daide_text: see daide_text.h. */
#include "daide_text.h"

#include "board/text.h"

#include <stdlib.h>
#include <string.h>

/* ── writing ── */

size_t daide_print(const struct daide_message *message, char *text, size_t size)
{
	struct text out = {text, size, 0};
	char name[DAIDE_NAME_SIZE];

	text_add(&out, "%s", ""); /* ends the text of an empty message, too */
	for (int i = 0; i < message->count; i++) {
		const char character = (char)(message->token[i] & 0xFF);
		const bool inside = daide_is_text(message->token[i]);
		const bool before = i > 0 && daide_is_text(message->token[i - 1]);
		if (before && !inside)
			text_add(&out, "'");
		if (i > 0 && !(before && inside))
			text_add(&out, " ");
		if (!inside) {
			text_add(&out, "%s", daide_name(message->token[i], name));
			continue;
		}
		if (!before)
			text_add(&out, "'");
		if (character == '\'')
			text_add(&out, "''");
		else
			text_add(&out, "%c", character != '\0' ? character : '?');
	}
	if (message->count > 0 && daide_is_text(message->token[message->count - 1]))
		text_add(&out, "'");
	return out.used + 1;
}

/* ── reading ── */

/* Reads characters in quotes and moves *at after them. */
static bool parse_characters(const char **at, struct daide_message *message)
{
	for ((*at)++; **at != '\0'; (*at)++) {
		if (**at == '\'' && (*at)[1] != '\'') {
			(*at)++;
			return true;
		}
		*at += **at == '\'';
		daide_add(message, DAIDE_TEXT | (uint8_t) * *at);
	}
	return false;
}

static bool parse_word(const char **at, struct daide_message *message)
{
	char word[8] = "", *end;
	const size_t length = strcspn(*at, " \t\n()'");
	uint16_t token;

	if (length == 0 || length >= sizeof word)
		return false;
	memcpy(word, *at, length);
	const long number = strtol(word, &end, 10);
	if (*end == '\0' && number >= DAIDE_INTEGER_LEAST && number <= DAIDE_INTEGER_MOST)
		token = daide_of_integer((int)number);
	else if (length != 3 || !daide_find_token(word, &token) || token == DAIDE_BRA ||
	         token == DAIDE_KET)
		return false;
	daide_add(message, token);
	*at += length;
	return true;
}

bool daide_parse(const char *text, struct daide_message *message)
{
	daide_clear(message);
	for (const char *at = text; *(at += strspn(at, " \t\n")) != '\0';) {
		if (*at == '(' || *at == ')')
			daide_add(message, *at++ == '(' ? DAIDE_BRA : DAIDE_KET);
		else if (!(*at == '\'' ? parse_characters(&at, message) : parse_word(&at, message)))
			return false;
	}
	return !message->full;
}
