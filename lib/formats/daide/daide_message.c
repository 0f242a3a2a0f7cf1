/* daide_message: see daide_message.h. */
#include "daide_message.h"

#include <stdio.h>
#include <string.h>

static const struct word {
	uint16_t token;
	char name[4];
} words[] = {
#define TOKEN(name, value)       {value, #name},
#define PLACE(name, value, code) {value, #name},
#include "daide_tokens.def"
#undef TOKEN
#undef PLACE
};
enum { WORDS = sizeof words / sizeof *words };

char *daide_name(uint16_t token, char name[DAIDE_NAME_SIZE])
{
	snprintf(name, DAIDE_NAME_SIZE, "?%04X", token);
	if (daide_is_integer(token))
		snprintf(name, DAIDE_NAME_SIZE, "%d", daide_integer(token));
	else if (daide_is_text(token))
		snprintf(name, DAIDE_NAME_SIZE, "'%c'", token & 0xFF);
	else if (token == DAIDE_BRA || token == DAIDE_KET)
		strcpy(name, token == DAIDE_BRA ? "(" : ")");
	else
		for (int w = 0; w < WORDS; w++)
			if (words[w].token == token)
				strcpy(name, words[w].name);
	return name;
}

bool daide_find_token(const char *name, uint16_t *token)
{
	for (int w = 0; w < WORDS; w++)
		if (strcmp(words[w].name, name) == 0) {
			*token = words[w].token;
			return true;
		}
	return false;
}

/* ── making messages ── */

void daide_add(struct daide_message *message, uint16_t token)
{
	message->full |= message->count == DAIDE_TOKENS_MAX;
	if (!message->full)
		message->token[message->count++] = token;
}

void daide_add_all(struct daide_message *message, const uint16_t tokens[], int count)
{
	for (int i = 0; i < count; i++)
		daide_add(message, tokens[i]);
}

void daide_add_group(struct daide_message *message, const uint16_t tokens[], int count)
{
	daide_add(message, DAIDE_BRA);
	daide_add_all(message, tokens, count);
	daide_add(message, DAIDE_KET);
}

void daide_add_integer(struct daide_message *message, int number)
{
	const uint16_t token = daide_of_integer(number);
	daide_add_group(message, &token, 1);
}

void daide_add_text(struct daide_message *message, const char *text)
{
	daide_add(message, DAIDE_BRA);
	for (const char *at = text[0] != '\0' ? text : "-"; *at != '\0'; at++)
		daide_add(message, DAIDE_TEXT | (uint8_t)*at);
	daide_add(message, DAIDE_KET);
}

/* ── the wire ── */

bool daide_decode(const uint8_t *bytes, size_t size, struct daide_message *message)
{
	daide_clear(message);
	if (size == 0 || size % 2 != 0 || size / 2 > DAIDE_TOKENS_MAX)
		return false;
	for (size_t i = 0; i < size; i += 2)
		daide_add(message, (uint16_t)(bytes[i] << 8 | bytes[i + 1]));
	return true;
}

size_t daide_encode(const struct daide_message *message, uint8_t *bytes)
{
	for (int i = 0; i < message->count; i++) {
		bytes[2 * i] = message->token[i] >> 8;
		bytes[2 * i + 1] = message->token[i] & 0xFF;
	}
	return 2 * (size_t)message->count;
}

/* ── brackets ── */

bool daide_balanced(const struct daide_message *message)
{
	int depth = 0;
	for (int i = 0; i < message->count && depth >= 0; i++)
		depth += (message->token[i] == DAIDE_BRA) - (message->token[i] == DAIDE_KET);
	return depth == 0;
}

int daide_skip(const struct daide_message *message, int at, int end)
{
	int depth = 0;
	for (int i = at; i < end; i++) {
		depth += (message->token[i] == DAIDE_BRA) - (message->token[i] == DAIDE_KET);
		if (depth <= 0)
			return depth == 0 ? i + 1 : -1;
	}
	return -1;
}
