/* analysis: see analysis.h. */
#include "analysis_parts.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 64 * 1024 };

struct analysis *analysis_open(const char *map, const char *text, const char *rules)
{
	struct analysis *analysis = calloc(1, sizeof *analysis);

	if (!analysis)
		return NULL;
	analysis->rules_number = ares_rules_find(rules);
	analysis->rules = api_rules(analysis->rules_number);
	analysis->answer = malloc(analysis->room = ROOM_FIRST);
	const int32_t status = text[0] ? ares_map_read(map, text, strlen(text), &analysis->map, NULL)
	                               : ares_map_open(map, &analysis->map, NULL);
	if (status == ARES_OK && analysis->rules && analysis->answer)
		return analysis;
	analysis_close(analysis);
	return NULL;
}

void analysis_close(struct analysis *analysis)
{
	if (!analysis)
		return;
	ares_map_close(analysis->map);
	free(analysis->answer);
	free(analysis->scratch);
	free(analysis);
}

/* ── questions without a position ── */

static void answer_map(const struct analysis *analysis, struct ink *ink)
{
	picture_ink_places(&analysis->map->picture, ink);
}

static void answer_ground(const struct analysis *analysis, struct ink *ink)
{
	struct phase_record record = {.orders.count = 0};

	board_start(&analysis->map->map, &record.board);
	const size_t left = ink->length < ink->size ? ink->size - ink->length : 0;
	ink->length += picture_write_ground(&analysis->map->picture, &record, analysis->map->name,
	                                    ink->text + (ink->size - left), left);
}

static void answer_start(const struct analysis *analysis, struct ink *ink)
{
	struct board board;

	board_start(&analysis->map->map, &board);
	ink_write(ink, "{\"position\":");
	analysis_write_position(analysis, &board, ink);
	ink_write(ink, "}");
}

/* ── questions about a position ── */

typedef void answer_question(struct analysis *analysis, const struct question *question,
                             struct ink *ink);

static void answer_position(struct analysis *analysis, const char *text, size_t size,
                            struct ink *ink, answer_question *answer)
{
	struct question question;
	struct ares_error error;

	if (question_read(analysis, text, size, &question, &error))
		answer(analysis, &question, ink);
	else
		analysis_write_error(ink, error.text);
}

/* ── all questions ── */

/* A question is the word alone (of_map), or is parsed as a position, or is passed on as text. */
static const struct {
	const char *word;
	void (*of_map)(const struct analysis *analysis, struct ink *ink);
	answer_question *of_position;
	void (*of_text)(struct analysis *analysis, const char *text, size_t size, struct ink *ink);
} questions[] = {
	{"map", .of_map = answer_map},
	{"ground", .of_map = answer_ground},
	{"start", .of_map = answer_start},
	{"legal", .of_position = analysis_legal},
	{"judge", .of_position = analysis_judge},
	{"read", .of_position = analysis_read},
	{"think", .of_position = analysis_think},
	{"save", .of_text = analysis_save},
	{"load", .of_text = analysis_load},
};

static void answer(struct analysis *analysis, const char *question, size_t size, struct ink *ink)
{
	const char *const end = question + size;
	struct tokens word;

	if (!tokens_take_line(&question, end, &word)) {
		analysis_write_error(ink, "nothing is asked");
		return;
	}
	const size_t length = (size_t)(word.end - word.at), left = (size_t)(end - question);
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		if (strlen(questions[i].word) == length &&
		    memcmp(questions[i].word, word.at, length) == 0) {
			if (questions[i].of_map)
				questions[i].of_map(analysis, ink);
			else if (questions[i].of_position)
				answer_position(analysis, question, left, ink, questions[i].of_position);
			else
				questions[i].of_text(analysis, question, left, ink);
			return;
		}
	analysis_write_error(ink, "there is no such question");
}

const char *analysis_ask(struct analysis *analysis, const char *question, size_t size,
                         size_t *length)
{
	for (;;) {
		struct ink ink = {.text = analysis->answer, .size = analysis->room};
		answer(analysis, question, size, &ink);
		*length = ink.length;
		if (ink.length <= analysis->room)
			return analysis->answer;

		char *more = realloc(analysis->answer, ink.length);
		if (!more)
			return NULL;
		analysis->answer = more;
		analysis->room = ink.length;
	}
}
