/* question: reads a question about a position line by line. See analysis_parts.h. */
#include "analysis_parts.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { ORDER_ROOM = 2 * ORDER_LENGTH_MAX };

bool question_line(const char **text, const char *end, const char **line, size_t *length)
{
	if (*text >= end)
		return false;
	const char *stop = memchr(*text, '\n', (size_t)(end - *text));
	*line = *text;
	*length = (size_t)((stop ? stop : end) - *text);
	*text = stop ? stop + 1 : end;
	return true;
}

static bool refuse(struct ares_error *error, const char *what, const char *text, size_t length)
{
	api_refuse(error, ARES_ERROR_TEXT, "%s: '%.*s'", what, (int)MIN(length, 80), text);
	return false;
}

/* Takes a power's code from the beginning of a line. */
static bool take_power(const struct analysis *analysis, const char **text, size_t *length,
                       uint8_t *power)
{
	const char *gap = memchr(*text, ' ', *length);
	const size_t word = gap ? (size_t)(gap - *text) : *length;
	const int32_t found = ares_power_find(analysis->map, *text, word);

	if (found < 0)
		return false;
	*power = (uint8_t)found;
	*text += gap ? word + 1 : word;
	*length -= gap ? word + 1 : word;
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

bool question_order(const struct analysis *analysis, const char *text, size_t length,
                    struct submission *order, struct ares_error *error)
{
	struct ares_order read;
	char words[ORDER_ROOM];

	if (!take_power(analysis, &text, &length, &order->power))
		return refuse(error, "an order begins with the code of its power", text, length);
	const size_t used = replace_words(&analysis->map->map, text, length, words);
	if (ares_order_parse(analysis->map, ARES_DATC, words, used, &read, error) != ARES_OK &&
	    ares_order_parse(analysis->map, ARES_PACKAGE, words, used, &read, NULL) != ARES_OK)
		return false;
	order->order = api_take_order(read);
	return true;
}

/* Whether a line begins with a word; *rest is then the text after it. */
static bool begins(const char *line, size_t length, const char *word, const char **rest,
                   size_t *rest_length)
{
	const size_t size = strlen(word);

	if (length <= size || memcmp(line, word, size) != 0 || line[size] != ' ')
		return false;
	*rest = line + size + 1;
	*rest_length = length - size - 1;
	return true;
}

static bool take_number(const char *text, size_t length, int32_t *number)
{
	if (length == 0 || length > 7)
		return false;
	*number = 0;
	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		*number = *number * 10 + (text[i] - '0');
	}
	return true;
}

/* Reads a line. *done stays false for a line of the position. */
static bool read_line(const struct analysis *analysis, const char *line, size_t length,
                      struct question *question, bool *done, struct ares_error *error)
{
	const char *rest;
	size_t size;

	*done = true;
	if (begins(line, length, "order", &rest, &size)) {
		if (question->order_count == GIVEN_MAX)
			return refuse(error, "there are more orders than a phase can have", rest, size);
		return question_order(analysis, rest, size, &question->orders[question->order_count++],
		                      error);
	}
	if (begins(line, length, "power", &rest, &size))
		return take_power(analysis, &rest, &size, &question->power) ||
		       refuse(error, "there is no such power", rest, size);
	if (begins(line, length, "budget", &rest, &size))
		return take_number(rest, size, &question->budget) ||
		       refuse(error, "a budget is a number of at most 7 digits", rest, size);
	*done = false;
	return true;
}

bool question_read(const struct analysis *analysis, const char *text, size_t size,
                   struct question *question, struct ares_error *error)
{
	const char *const begin = text, *const end = text + size, *stop = end, *line;
	struct ares_board board;
	size_t length;
	bool done;

	*question = (struct question){.power = POWER_NONE, .budget = BUDGET_NORMAL};
	while (question_line(&text, end, &line, &length)) {
		if (!read_line(analysis, line, length, question, &done, error))
			return false;
		if (done && stop == end)
			stop = line;
	}
	if (ares_board_parse(analysis->map, begin, (size_t)(stop - begin), &board, error) != ARES_OK)
		return false;
	return api_take_board(analysis->map, &board, &question->board, error) == ARES_OK;
}
