/* daide_text: messages of DAIDE as text, for tests: "NOW ( SPR 1901 )". A text is in quotes. */
#ifndef ARESFARM_TESTS_DAIDE_TEXT_H
#define ARESFARM_TESTS_DAIDE_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/daide/daide_message.h"

/* The token of a name of three capital letters; false: there is none. */
static inline bool daide_find(const char *name, uint16_t *token)
{
	static const struct {
		uint16_t token;
		char name[4];
	} words[] = {
#define TOKEN(name, value)       {value, #name},
#define PLACE(name, value, code) {value, #name},
#include "formats/daide/daide_tokens.def"
#undef TOKEN
#undef PLACE
	};

	for (size_t w = 0; w < sizeof words / sizeof *words; w++)
		if (strcmp(words[w].name, name) == 0) {
			*token = words[w].token;
			return true;
		}
	return false;
}

struct page {
	char *text;
	size_t size, used;
};

static inline void put(struct page *page, const char *bytes)
{
	for (; *bytes != '\0'; bytes++, page->used++)
		if (page->used + 1 < page->size)
			page->text[page->used] = *bytes;
}

/* A quote in a text is doubled. */
static inline void put_character(struct page *page, uint16_t token)
{
	const char character = (char)(token & 0xFF);
	put(page, character == '\'' ? "''" : (char[2]){character != '\0' ? character : '?', '\0'});
}

/* Writes a message as text, with a blank between tokens, and as much of it as `size` bytes hold,
 * the last of them 0. Returns how many bytes all of it needs. */
static inline size_t daide_print(const struct daide_message *message, char *text, size_t size)
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

static inline bool refuse_text(const char *at, const char *what, char error[DAIDE_ERROR_SIZE])
{
	snprintf(error, DAIDE_ERROR_SIZE, "%s: %.20s", what, at);
	return false;
}

/* A text in quotes; *at is behind it then. */
static inline bool parse_text(const char **at, struct daide_message *message,
                              char error[DAIDE_ERROR_SIZE])
{
	const char *begun = (*at)++;
	for (; **at != '\0'; (*at)++) {
		if (**at == '\'' && (*at)[1] != '\'') {
			(*at)++;
			return true;
		}
		*at += **at == '\'';
		daide_add(message, DAIDE_TEXT | (uint8_t) * *at);
	}
	return refuse_text(begun, "a text has no end", error);
}

static inline bool parse_word(const char **at, struct daide_message *message,
                              char error[DAIDE_ERROR_SIZE])
{
	char word[8] = "", *end;
	const size_t length = strcspn(*at, " \t\n()'");
	uint16_t token;
	snprintf(word, sizeof word, "%.*s", (int)(length < 7 ? length : 7), *at);
	const long number = strtol(word, &end, 10);
	if (length > 0 && length < sizeof word && *end == '\0' && number >= DAIDE_INTEGER_LEAST &&
	    number <= DAIDE_INTEGER_MOST)
		token = daide_of_integer((int)number);
	else if (length != 3 || !daide_find(word, &token) || token >> 8 == 0x40)
		return refuse_text(*at, "no token", error);
	daide_add(message, token);
	*at += length;
	return true;
}

/* Reads such text; provinces by their names of the standard map. False: error says what is wrong.
 */
static inline bool daide_parse(const char *text, struct daide_message *message,
                               char error[DAIDE_ERROR_SIZE])
{
	daide_clear(message);
	for (const char *at = text; *(at += strspn(at, " \t\n")) != '\0';) {
		if (*at == '(' || *at == ')')
			daide_add(message, *at++ == '(' ? DAIDE_BRA : DAIDE_KET);
		else if (!(*at == '\'' ? parse_text(&at, message, error) : parse_word(&at, message, error)))
			return false;
	}
	return !message->full || refuse_text(text, "too many tokens", error);
}

#endif
