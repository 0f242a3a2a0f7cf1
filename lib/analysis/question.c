/* question: a question about a position, read line by line. See analysis_parts.h. */
#include "analysis_parts.h"

#include <string.h>

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
	api_refuse(error, ARES_ERROR_TEXT, "%s: '%.*s'", what, (int)(length < 80 ? length : 80), text);
	return false;
}

/* Takes the code of a power off a line. */
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

bool question_order(const struct analysis *analysis, const char *text, size_t length,
                    struct submission *order, struct ares_error *error)
{
	struct ares_order read;

	if (!take_power(analysis, &text, &length, &order->power))
		return refuse(error, "an order begins with the code of its power", text, length);
	if (ares_order_parse(analysis->map, ARES_DATC, text, length, &read, error) != ARES_OK &&
	    ares_order_parse(analysis->map, ARES_PACKAGE, text, length, &read, NULL) != ARES_OK)
		return false;
	order->order = api_take_order(read);
	return true;
}

/* Whether a line begins with a word; then *rest is what follows. */
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

/* A line of a position leaves *done false. */
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
