/* tokens: a line of text read token by token, for orders and case files alike.
 *
 * A dash is a token by itself, so that blanks around it are free. Whatever is refused is refused in
 * one wording: the token that was wrong and what would have been right. */
#ifndef ARESFARM_TOKEN_H
#define ARESFARM_TOKEN_H

#include "map.h"

enum { TOKEN_ERROR_SIZE = 160 };

struct token {
	const char *text;
	size_t length; /* 0: the line has no more tokens */
};

struct tokens {
	const char *at, *end;
};

static inline bool token_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static inline struct token tokens_next(struct tokens *tokens)
{
	const char *at = tokens->at;
	while (at < tokens->end && token_blank(*at))
		at++;
	const char *start = at;
	if (at < tokens->end && *at == '-')
		at++;
	else
		while (at < tokens->end && !token_blank(*at) && *at != '-')
			at++;
	tokens->at = at;
	return (struct token){start, (size_t)(at - start)};
}

/* What is left of the line as one token, without the blanks around it. */
struct token tokens_rest(struct tokens *tokens);

static inline char token_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Whether a token is `name`, written in lower case here and in any case there. */
static inline bool token_is(struct token token, const char *name)
{
	for (size_t i = 0; i < token.length; i++)
		if (name[i] == '\0' || token_lower(token.text[i]) != name[i])
			return false;
	return name[token.length] == '\0';
}

/* Says in error that `token` is no `noun`, or that one is missing. Always false, so that a reader
 * can return it. */
__attribute__((cold)) bool token_refuse(struct token token, const char *noun,
                                        char error[TOKEN_ERROR_SIZE]);

/* Readers of one token each: false, with error written, when the next token is not what they read.
 */
__attribute__((warn_unused_result)) bool tokens_read_power(struct tokens *tokens,
                                                           const struct map *map,
                                                           char error[TOKEN_ERROR_SIZE],
                                                           uint8_t *power);
__attribute__((warn_unused_result)) bool
tokens_read_type(struct tokens *tokens, char error[TOKEN_ERROR_SIZE], uint8_t *type);
__attribute__((warn_unused_result)) bool tokens_read_loc(struct tokens *tokens,
                                                         const struct map *map,
                                                         char error[TOKEN_ERROR_SIZE],
                                                         uint8_t *loc);

/* Reads the end of the line. */
__attribute__((warn_unused_result)) bool tokens_read_end(struct tokens *tokens,
                                                         char error[TOKEN_ERROR_SIZE]);

#endif
