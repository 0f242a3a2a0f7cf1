/* token: a piece of a line of text. Orders and case files are read token by token.
 *
 * Blanks separate tokens. A dash is a token by itself, so blanks around it are optional. A reader
 * that refuses a token reports what it expected. */
#ifndef ARESFARM_TOKEN_H
#define ARESFARM_TOKEN_H

#include "map.h"

struct token {
	const char *text;
	size_t length; /* 0: the line has no more tokens */
};

/* The rest of a line. */
struct tokens {
	const char *at, *end;
};

static inline bool token_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char token_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Takes the next line of a text, without its end, and moves *text after it. False: there is none.
 */
MUST_CHECK bool tokens_take_line(const char **text, const char *end, struct tokens *line);

/* The length of the mark with which some programs begin UTF-8 files; 0: there is none. */
size_t tokens_mark(const char *text, const char *end);

/* The next token. A dash may be written "-", "--", "->", "-->" and so on. Its token is the first
 * "-". */
struct token tokens_next(struct tokens *tokens);

/* The rest of the line as one token, without the blanks around it. */
struct token tokens_rest(struct tokens *tokens);

/* Whether a token is `name`. `name` is in lower case; the case of the token does not matter. */
bool token_is(struct token token, const char *name);

/* The first character of a token's symbol in tokens.def: 'A', 'F', 'H', '-', 'S', 'C', 'R', 'D',
 * 'b' (build), 'v' (via) or 'w' (waive). '\0': it has none. */
char token_symbol(struct token token);

/* Writes to error that `token` is not a `noun`, or that a `noun` is missing. Always returns false,
 * so that a reader can return its result. */
__attribute__((cold)) bool token_refuse(struct token token, const char *noun,
                                        char error[ERROR_SIZE]);

/* ── readers: return false and write error if something else comes next ── */

MUST_CHECK bool tokens_read_power(struct tokens *tokens, const struct map *map,
                                  char error[ERROR_SIZE], uint8_t *power);
MUST_CHECK bool tokens_read_type(struct tokens *tokens, char error[ERROR_SIZE], uint8_t *type);

/* An area: a province's code, and a coast as "/nc" or "(nc)", with blanks before it and in it. */
MUST_CHECK bool tokens_read_loc(struct tokens *tokens, const struct map *map,
                                char error[ERROR_SIZE], uint8_t *loc);

/* The end of the line. */
MUST_CHECK bool tokens_read_end(struct tokens *tokens, char error[ERROR_SIZE]);

/* ── optional tokens: return false and read nothing if something else comes next ── */

bool tokens_take_symbol(struct tokens *tokens, char symbol);
bool tokens_take_loc(struct tokens *tokens, const struct map *map, uint8_t *loc);

#endif
