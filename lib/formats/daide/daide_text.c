/* daide_text: see daide_text.h. */
#include "daide_text.h"

#include <stdlib.h>
#include <string.h>

/* ── writing ── */

struct page {
	char *text;
	size_t size, used;
};

static void put(struct page *page, const char *bytes)
{
	for (; *bytes != '\0'; bytes++, page->used++)
		if (page->used + 1 < page->size)
			page->text[page->used] = *bytes;
}

static void put_character(struct page *page, uint16_t token)
{
	const char character = (char)(token & 0xFF);
	put(page, character == '\'' ? "''" : (char[2]){character != '\0' ? character : '?', '\0'});
}

size_t daide_print(const struct daide_message *message, char *text, size_t size)
{
	struct page page = {.text = text, .size = size};
	char name[DAIDE_NAME_SIZE];
	for (int i = 0; i < message->count; i++) {
		const bool inside = daide_is_text(message->token[i]);
		const bool before = i > 0 && daide_is_text(message->token[i - 1]);
		if (before && !inside)
			put(&page, "'");
		if (i > 0 && !(before && inside))
			put(&page, " ");
		if (!inside) {
			put(&page, daide_name(message->token[i], name));
			continue;
		}
		if (!before)
			put(&page, "'");
		put_character(&page, message->token[i]);
	}
	if (message->count > 0 && daide_is_text(message->token[message->count - 1]))
		put(&page, "'");
	if (size > 0)
		text[page.used < size ? page.used : size - 1] = '\0';
	return page.used + 1;
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
