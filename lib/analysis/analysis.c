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

static void answer_map(struct analysis *analysis, const char *text, size_t size, struct ink *ink)
{
	(void)text;
	(void)size;
	picture_ink_places(&analysis->map->picture, ink);
}

static void answer_ground(struct analysis *analysis, const char *text, size_t size, struct ink *ink)
{
	struct phase_record record = {.orders.count = 0};

	(void)text;
	(void)size;
	board_start(&analysis->map->map, &record.board);
	const size_t left = ink->length < ink->size ? ink->size - ink->length : 0;
	ink->length += picture_write_ground(&analysis->map->picture, &record, analysis->map->name,
	                                    ink->text + (ink->size - left), left);
}

static void answer_start(struct analysis *analysis, const char *text, size_t size, struct ink *ink)
{
	struct board board;

	(void)text;
	(void)size;
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

/* A question is parsed as a position (of_position), or passed on as text (of_text). */
static const struct {
	const char *word;
	answer_question *of_position;
	void (*of_text)(struct analysis *analysis, const char *text, size_t size, struct ink *ink);
} questions[] = {
	{"map", .of_text = answer_map},           {"ground", .of_text = answer_ground},
	{"start", .of_text = answer_start},       {"legal", .of_position = analysis_legal},
	{"judge", .of_position = analysis_judge}, {"read", .of_position = analysis_read},
	{"think", .of_position = analysis_think}, {"save", .of_text = analysis_save},
	{"load", .of_text = analysis_load},
};

static void answer(struct analysis *analysis, const char *question, size_t size, struct ink *ink)
{
	const char *const end = question + size;
	const char *word;
	size_t length;

	if (!question_line(&question, end, &word, &length)) {
		analysis_write_error(ink, "nothing is asked");
		return;
	}
	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		if (strlen(questions[i].word) == length && memcmp(questions[i].word, word, length) == 0) {
			const size_t left = (size_t)(end - question);
			if (questions[i].of_position)
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
