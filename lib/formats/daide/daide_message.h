/* daide_message: a DAIDE message as tokens. DAIDE is a language of Diplomacy programs.
 *
 * A message is a sequence of tokens of 16 bits. On the wire each is two bytes, the high one first.
 * In text a token is its name of three letters, a bracket, a number or characters in quotes:
 * "IAM ( TUR ) ( 132 )", "NME ( 'DumbBot' ) ( '8' )". The high byte of a token is its category.
 * Source: the DAIDE message syntax, 0.17x. */
#ifndef ARESFARM_DAIDE_MESSAGE_H
#define ARESFARM_DAIDE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum daide_token {
#define TOKEN(name, value)       DAIDE_##name = value,
#define PLACE(name, value, code) DAIDE_##name = value,
#include "board/macros.h"
#include "daide_tokens.def"
#undef TOKEN
#undef PLACE
};

/* Categories whose tokens have no names of their own: integers are below DAIDE_INTEGERS. */
enum {
	DAIDE_INTEGERS = 0x4000,
	DAIDE_TEXT = 0x4B00,    /* the low byte is the character */
	DAIDE_PLACES = 0x5000,  /* provinces, up to DAIDE_PRIVATE */
	DAIDE_PRIVATE = 0x5800, /* never on the wire, up to DAIDE_BEYOND */
	DAIDE_BEYOND = 0x6000,
	DAIDE_INTEGER_LEAST = -8192,
	DAIDE_INTEGER_MOST = 8191,
};

/* DAIDE_TOKENS_MAX: some clients read the length of a message as a signed number. */
enum { DAIDE_TOKENS_MAX = 32766 / 2, DAIDE_NAME_SIZE = 16 };

/* count: at most DAIDE_TOKENS_MAX. full: more tokens were added; they are left out. */
struct daide_message {
	int count;
	bool full;
	uint16_t token[DAIDE_TOKENS_MAX];
};

static inline uint8_t daide_category(uint16_t token)
{
	return token >> 8;
}

static inline bool daide_is_integer(uint16_t token)
{
	return token < DAIDE_INTEGERS;
}

static inline bool daide_is_text(uint16_t token)
{
	return (token & 0xFF00) == DAIDE_TEXT;
}

static inline bool daide_is_place(uint16_t token)
{
	return token >= DAIDE_PLACES && token < DAIDE_PRIVATE;
}

/* 14 bits, two's complement. number: from DAIDE_INTEGER_LEAST to DAIDE_INTEGER_MOST. */
static inline uint16_t daide_of_integer(int number)
{
	return (uint16_t)number & 0x3FFF;
}

static inline int daide_integer(uint16_t token)
{
	return token & 0x2000 ? token - 0x4000 : token;
}

/* A token as text: "IAM", "(", "-1", "'a'"; "?4C00" for a token without a name. */
char *daide_name(uint16_t token, char name[DAIDE_NAME_SIZE]);

/* Finds the token with a name of three letters. False: there is none. */
bool daide_find_token(const char *name, uint16_t *token);

/* ── making messages ── */

static inline void daide_clear(struct daide_message *message)
{
	message->count = 0;
	message->full = false;
}

void daide_add(struct daide_message *message, uint16_t token);

/* A new message, which begins with this token. */
static inline void daide_begin(struct daide_message *message, uint16_t token)
{
	daide_clear(message);
	daide_add(message, token);
}

void daide_add_all(struct daide_message *message, const uint16_t tokens[], int count);

/* Adds tokens in brackets. */
void daide_add_group(struct daide_message *message, const uint16_t tokens[], int count);

/* Adds a number or a text in brackets. The bytes of the text are not converted. DAIDE has no empty
 * text: a dash replaces it. */
void daide_add_integer(struct daide_message *message, int number);
void daide_add_text(struct daide_message *message, const char *text);

/* ── the wire ── */

/* Decodes bytes, two per token. False: their number is odd, zero, or too large. */
MUST_CHECK bool daide_decode(const uint8_t *bytes, size_t size, struct daide_message *message);

/* Writes 2 * count bytes; returns their number. */
size_t daide_encode(const struct daide_message *message, uint8_t *bytes);

/* ── brackets ── */

/* Whether all brackets match. */
bool daide_balanced(const struct daide_message *message);

/* The place after the bracket that closes the bracket at `at`, or -1 if there is none before
 * `end`. */
int daide_skip(const struct daide_message *message, int at, int end);

#endif
