/* tokens: see tokens.h. */
#include "token.h"

#include <stdio.h>

struct token tokens_rest(struct tokens *tokens)
{
	while (tokens->at < tokens->end && token_blank(*tokens->at))
		tokens->at++;
	const char *start = tokens->at, *end = tokens->end;
	while (end > start && token_blank(end[-1]))
		end--;
	tokens->at = tokens->end;
	return (struct token){start, (size_t)(end - start)};
}

enum { SHOWN_MAX = 40 };

static int shown(struct token token)
{
	return token.length < SHOWN_MAX ? (int)token.length : SHOWN_MAX;
}

bool token_refuse(struct token token, const char *noun, char error[TOKEN_ERROR_SIZE])
{
	if (token.length == 0)
		snprintf(error, TOKEN_ERROR_SIZE, "it ends where the %s should stand", noun);
	else
		snprintf(error, TOKEN_ERROR_SIZE, "'%.*s' is no %s", shown(token), token.text, noun);
	return false;
}

bool tokens_read_power(struct tokens *tokens, const struct map *map, char error[TOKEN_ERROR_SIZE],
                       uint8_t *power)
{
	struct token token = tokens_next(tokens);
	*power = map_find_power(map, token.text, token.length);
	return *power != POWER_NONE || token_refuse(token, "power", error);
}

bool tokens_read_type(struct tokens *tokens, char error[TOKEN_ERROR_SIZE], uint8_t *type)
{
	struct token token = tokens_next(tokens);
	char letter = token.length == 1 ? token_lower(token.text[0]) : '\0';
	*type = letter == 'f' ? FLEET : ARMY;
	return letter == 'a' || letter == 'f' || token_refuse(token, "unit type (A or F)", error);
}

bool tokens_read_loc(struct tokens *tokens, const struct map *map, char error[TOKEN_ERROR_SIZE],
                     uint8_t *loc)
{
	struct token token = tokens_next(tokens);
	*loc = map_find(map, token.text, token.length);
	return *loc != LOC_NONE || token_refuse(token, "area of the map", error);
}

bool tokens_read_end(struct tokens *tokens, char error[TOKEN_ERROR_SIZE])
{
	struct token token = tokens_rest(tokens);
	if (token.length > 0)
		snprintf(error, TOKEN_ERROR_SIZE, "it should end before '%.*s'", shown(token), token.text);
	return token.length == 0;
}
