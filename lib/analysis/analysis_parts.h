/* analysis_parts: what the files of this room share: a parsed question, and the answer while it is
 * written. */
#ifndef ARESFARM_ANALYSIS_PARTS_H
#define ARESFARM_ANALYSIS_PARTS_H

#include "analysis.h"
#include "api/api_game.h"
#include "board/token.h"
#include "picture/ink.h"

enum { ANALYSIS_PLANS = 5, BUDGET_NORMAL = 10000, THOUSAND = 1000 };

struct analysis {
	struct ares_map *map;
	int32_t rules_number;
	const struct rules *rules;
	char *answer;
	size_t room; /* bytes of answer */
	void *scratch;
};

/* A question about a position. */
struct question {
	struct board board;
	int order_count;
	struct submission orders[GIVEN_MAX];
	uint8_t power; /* POWER_NONE: the question names none */
	int32_t budget;
};

/* Reads the position and the lines after it. False, with the fault in error. */
MUST_CHECK bool question_read(const struct analysis *analysis, const char *text, size_t size,
                              struct question *question, struct ares_error *error);

/* Whether a line begins with a word and a blank; *rest is then the text after these. */
bool question_begins(struct tokens line, const char *word, struct tokens *rest);

/* Reads "FRA A par - bur". */
bool question_order(const struct analysis *analysis, struct tokens text, struct submission *order,
                    struct ares_error *error);

/* The game that positions belong to. Its seed is not used. */
static inline struct game analysis_game(const struct analysis *analysis)
{
	return (struct game){&analysis->map->map, analysis->rules, 0, 1};
}

void analysis_write_error(struct ink *ink, const char *text);

/* Writes a position as a text of JSON. */
void analysis_write_position(const struct analysis *analysis, const struct board *board,
                             struct ink *ink);

/* Each writes the answer to a parsed question. */
void analysis_legal(struct analysis *analysis, const struct question *question, struct ink *ink);
void analysis_judge(struct analysis *analysis, const struct question *question, struct ink *ink);
void analysis_think(struct analysis *analysis, const struct question *question, struct ink *ink);
void analysis_read(struct analysis *analysis, const struct question *question, struct ink *ink);

/* The same for questions that are read while they are answered. */
void analysis_save(struct analysis *analysis, const char *text, size_t size, struct ink *ink);
void analysis_load(struct analysis *analysis, const char *text, size_t size, struct ink *ink);

#endif
