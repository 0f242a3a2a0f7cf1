/* question: reads a question about a position line by line. See analysis_parts.h. */
#include "analysis_parts.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { ORDER_ROOM = 2 * ORDER_LENGTH_MAX };

static bool refuse(struct ares_error *error, const char *what, struct tokens rest)
{
	api_refuse(error, ARES_ERROR_TEXT, "%s: '%.*s'", what, (int)MIN(rest.end - rest.at, 80),
	           rest.at);
	return false;
}

/* Takes a power's code from the beginning of a line. */
static bool take_power(const struct analysis *analysis, struct tokens *line, uint8_t *power)
{
	const char *gap = memchr(line->at, ' ', (size_t)(line->end - line->at));
	const char *end = gap ? gap : line->end;
	const int32_t found = ares_power_find(analysis->map, line->at, (size_t)(end - line->at));

	if (found < 0)
		return false;
	*power = (uint8_t)found;
	line->at = gap ? gap + 1 : end;
	return true;
}

/* Whether a text begins with a whole word that is longer than *size. */
static bool is_word(const char *text, size_t length, const char *word, size_t *size)
{
	const size_t own = strlen(word);

	if (own <= *size || own > length || strncasecmp(text, word, own) != 0 ||
	    (own < length && isalnum((unsigned char)text[own])))
		return false;
	*size = own;
	return true;
}

/* Finds the longest name of a place, or words for a move or coast, at the beginning of a text.
 * Returns its replacement in the grammar, or NULL if there is none. *size: the length replaced. */
static const char *find_word(const struct map *map, const char *text, size_t length, size_t *size)
{
	static const char *const words[][2] = {
		{"to", "-"},
		{"move to", "-"},
		{"moves to", "-"},
		{"(n)", "(nc)"},
		{"(north coast)", "(nc)"},
		{"(s)", "(sc)"},
		{"(south coast)", "(sc)"},
		{"(e)", "(ec)"},
		{"(east coast)", "(ec)"},
		{"(w)", "(wc)"},
		{"(west coast)", "(wc)"},
	};
	const char *found = NULL;

	*size = 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(text, length, words[i][0], size))
			found = words[i][1];
	for (int l = 0; l < map->loc_count; l++)
		if (is_word(text, length, map->loc[l].name, size))
			found = map->loc[l].code;
	return found;
}

/* Copies an order as people write it and replaces words by the grammar's: "Munich to Burgundy"
 * becomes "mun - bur". Returns its length; a text that does not fit is longer than any order. */
static size_t replace_words(const struct map *map, const char *text, size_t length,
                            char order[ORDER_ROOM])
{
	size_t used = 0;

	for (size_t i = 0, size; i < length && used <= ORDER_LENGTH_MAX; i += size) {
		const bool begins = i == 0 || text[i] == '(' || !isalnum((unsigned char)text[i - 1]);
		const char *word = begins ? find_word(map, text + i, length - i, &size) : NULL;
		if (word == NULL)
			size = 1;
		const size_t room = word != NULL ? strlen(word) : 1;
		memcpy(order + used, word != NULL ? word : text + i, room);
		used += room;
	}
	return used;
}

bool question_order(const struct analysis *analysis, struct tokens text, struct submission *order,
                    struct ares_error *error)
{
	struct ares_order read;
	char words[ORDER_ROOM];

	if (!take_power(analysis, &text, &order->power))
		return refuse(error, "an order begins with the code of its power", text);
	const size_t used =
		replace_words(&analysis->map->map, text.at, (size_t)(text.end - text.at), words);
	if (ares_order_parse(analysis->map, ARES_DATC, words, used, &read, error) != ARES_OK &&
	    ares_order_parse(analysis->map, ARES_PACKAGE, words, used, &read, NULL) != ARES_OK)
		return false;
	order->order = api_take_order(read);
	return true;
}

bool question_begins(struct tokens line, const char *word, struct tokens *rest)
{
	const size_t size = strlen(word);

	if ((size_t)(line.end - line.at) <= size || memcmp(line.at, word, size) != 0 ||
	    line.at[size] != ' ')
		return false;
	*rest = (struct tokens){line.at + size + 1, line.end};
	return true;
}

static bool take_number(struct tokens text, int32_t *number)
{
	if (text.at == text.end || text.end - text.at > 7)
		return false;
	for (*number = 0; text.at < text.end; text.at++) {
		if (*text.at < '0' || *text.at > '9')
			return false;
		*number = *number * 10 + (*text.at - '0');
	}
	return true;
}

/* Reads a line. *done stays false for a line of the position. */
static bool read_line(const struct analysis *analysis, struct tokens line,
                      struct question *question, bool *done, struct ares_error *error)
{
	struct tokens rest;

	*done = true;
	if (question_begins(line, "order", &rest)) {
		if (question->order_count == GIVEN_MAX)
			return refuse(error, "there are more orders than a phase can have", rest);
		return question_order(analysis, rest, &question->orders[question->order_count++], error);
	}
	if (question_begins(line, "power", &rest))
		return take_power(analysis, &rest, &question->power) ||
		       refuse(error, "there is no such power", rest);
	if (question_begins(line, "budget", &rest))
		return take_number(rest, &question->budget) ||
		       refuse(error, "a budget is a number of at most 7 digits", rest);
	*done = false;
	return true;
}

bool question_read(const struct analysis *analysis, const char *text, size_t size,
                   struct question *question, struct ares_error *error)
{
	const char *const begin = text, *const end = text + size, *stop = end;
	struct ares_board board;
	struct tokens line;
	bool done;

	*question = (struct question){.power = POWER_NONE, .budget = BUDGET_NORMAL};
	while (tokens_take_line(&text, end, &line)) {
		if (!read_line(analysis, line, question, &done, error))
			return false;
		if (done && stop == end)
			stop = line.at;
	}
	if (ares_board_parse(analysis->map, begin, (size_t)(stop - begin), &board, error) != ARES_OK)
		return false;
	return api_take_board(analysis->map, &board, &question->board, error) == ARES_OK;
}
