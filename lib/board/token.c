/* token: see token.h. */
#include "token.h"

#include <stdio.h>
#include <string.h>

enum { CODE_LENGTH = 3, COAST_LENGTH = 2, SHOWN_MAX = 40 };

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && token_blank(*at))
		at++;
	return at;
}

static const char *skip_letters(const char *at, const char *end)
{
	while (at < end && token_lower(*at) >= 'a' && token_lower(*at) <= 'z')
		at++;
	return at;
}

static bool ends_token(const char *at, const char *end)
{
	return at == end || token_blank(*at) || *at == '-';
}

bool tokens_take_line(const char **text, const char *end, struct tokens *line)
{
	const size_t left = (size_t)(end - *text);
	const char *newline = left > 0 ? memchr(*text, '\n', left) : NULL;

	*line = (struct tokens){*text, newline ? newline : end};
	*text = newline ? newline + 1 : end;
	return left > 0;
}

size_t tokens_mark(const char *text, const char *end)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t length = sizeof mark - 1;

	return (size_t)(end - text) >= length && memcmp(text, mark, length) == 0 ? length : 0;
}

struct token tokens_next(struct tokens *tokens)
{
	const char *start = skip_blanks(tokens->at, tokens->end), *at = start;

	while (!ends_token(at, tokens->end))
		at++;
	tokens->at = at;
	if (at > start || at == tokens->end)
		return (struct token){start, (size_t)(at - start)};
	while (tokens->at < tokens->end && *tokens->at == '-')
		tokens->at++;
	if (tokens->at < tokens->end && *tokens->at == '>')
		tokens->at++;
	return (struct token){start, 1};
}

struct token tokens_rest(struct tokens *tokens)
{
	const char *start = skip_blanks(tokens->at, tokens->end), *end = tokens->end;

	while (end > start && token_blank(end[-1]))
		end--;
	tokens->at = tokens->end;
	return (struct token){start, (size_t)(end - start)};
}

bool token_is(struct token token, const char *name)
{
	for (size_t i = 0; i < token.length; i++)
		if (name[i] == '\0' || token_lower(token.text[i]) != name[i])
			return false;
	return name[token.length] == '\0';
}

char token_symbol(struct token token)
{
	static const struct {
		const char *text, *symbol;
	} symbols[] = {
#define TOKEN(text, symbol) {text, symbol},
#include "tokens.def"
#undef TOKEN
	};

	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
		if (token_is(token, symbols[i].text))
			return symbols[i].symbol[0];
	return '\0';
}

static int shown(struct token token)
{
	return token.length < SHOWN_MAX ? (int)token.length : SHOWN_MAX;
}

bool token_refuse(struct token token, const char *noun, char error[ERROR_SIZE])
{
	if (token.length == 0)
		return text_refuse(error, "it ends where the %s should stand", noun);
	return text_refuse(error, "'%.*s' is not %s %s", shown(token), token.text,
	                   strchr("aeio", noun[0]) != NULL ? "an" : "a", noun);
}

bool tokens_take_symbol(struct tokens *tokens, char symbol)
{
	struct tokens rest = *tokens;

	if (token_symbol(tokens_next(&rest)) != symbol)
		return false;
	*tokens = rest;
	return true;
}

/* The end of the coast that `at` begins with, as in "/nc" or "( nc )". coast: its letters. NULL:
 * there is none. */
static const char *skip_coast(const char *at, const char *end, const char **coast)
{
	at = skip_blanks(at, end);
	if (at == end || (*at != '/' && *at != '('))
		return NULL;
	const bool bracket = *at == '(';
	*coast = skip_blanks(at + 1, end);
	at = skip_letters(*coast, end);
	if (at - *coast != COAST_LENGTH)
		return NULL;
	if (!bracket)
		return at;
	at = skip_blanks(at, end);
	return at < end && *at == ')' ? at + 1 : NULL;
}

/* The next token. If an area's coast is separate, as in "stp (nc)", both tokens are returned as
 * one. */
static struct token next_area(struct tokens *tokens, const struct map *map, uint8_t *loc)
{
	const char *start = skip_blanks(tokens->at, tokens->end),
			   *at = skip_letters(start, tokens->end), *coast,
			   *after = skip_coast(at, tokens->end, &coast);
	size_t length = CODE_LENGTH;
	char code[CODE_LENGTH + 1 + COAST_LENGTH];

	*loc = LOC_NONE;
	if (at - start != CODE_LENGTH || !ends_token(after != NULL ? after : at, tokens->end))
		return tokens_next(tokens);
	memcpy(code, start, CODE_LENGTH);
	if (after != NULL) {
		code[length++] = '/';
		memcpy(code + length, coast, COAST_LENGTH);
		length += COAST_LENGTH;
		at = after;
	}
	*loc = map_find(map, code, length);
	tokens->at = at;
	return (struct token){start, (size_t)(at - start)};
}

bool tokens_take_loc(struct tokens *tokens, const struct map *map, uint8_t *loc)
{
	struct tokens rest = *tokens;

	next_area(&rest, map, loc);
	if (*loc == LOC_NONE)
		return false;
	*tokens = rest;
	return true;
}

bool tokens_read_power(struct tokens *tokens, const struct map *map, char error[ERROR_SIZE],
                       uint8_t *power)
{
	struct token token = tokens_next(tokens);
	*power = map_find_power(map, token.text, token.length);
	return *power != POWER_NONE || token_refuse(token, "power", error);
}

bool tokens_read_type(struct tokens *tokens, char error[ERROR_SIZE], uint8_t *type)
{
	struct token token = tokens_next(tokens);
	const char symbol = token_symbol(token);
	*type = symbol == 'F' ? FLEET : ARMY;
	return symbol == 'A' || symbol == 'F' || token_refuse(token, "unit type (A or F)", error);
}

bool tokens_read_loc(struct tokens *tokens, const struct map *map, char error[ERROR_SIZE],
                     uint8_t *loc)
{
	struct token token = next_area(tokens, map, loc);
	return *loc != LOC_NONE || token_refuse(token, "area of the map", error);
}

bool tokens_read_end(struct tokens *tokens, char error[ERROR_SIZE])
{
	struct token token = tokens_rest(tokens);
	return token.length == 0 ||
	       text_refuse(error, "it should end before '%.*s'", shown(token), token.text);
}
