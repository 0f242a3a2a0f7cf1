/* case_line: a line of a case file, and what its readers share (cases.h). */
#ifndef ARESFARM_CASE_LINE_H
#define ARESFARM_CASE_LINE_H

#include "cases.h"
#include "token.h"

/* What a line is read with, and into. */
struct line {
	const struct map *map;
	struct tokens tokens;
	struct test_case *c;
	struct case_phase *phase; /* the last one of the case; valid in lines of a phase */
	char *error;              /* TOKEN_ERROR_SIZE bytes */
};

/* Where a kind of line may stand. */
enum place { BETWEEN_CASES, IN_CASE, IN_PHASE };

struct line_kind {
	const char *token; /* the line's first; NULL ends a table */
	enum place place;
	bool (*read)(struct line *line);
};

/* The kinds of line that tell of a phase: positions, orders, and what should come of them. */
extern const struct line_kind case_phase_lines[];

/* A token and what it stands for; NULL ends a list. */
struct name {
	const char *token;
	uint8_t value;
};

/* The row a token names, or the end of the list. */
const struct name *line_find_name(const struct name names[], struct token token);

/* Says what is wrong with a line; false. */
__attribute__((format(printf, 2, 3), cold)) bool line_refuse(struct line *line, const char *format,
                                                             ...);

/* Each reads on in a line. False, with what is wrong in line->error, where something else stands.
 */
bool line_read_name(struct line *line, const struct name names[], const char *noun, uint8_t *value);
bool line_read_unit(struct line *line, struct unit *unit); /* "FRA A par" */
bool line_read_province(struct line *line, uint8_t *province);
bool line_read_end(struct line *line);

#endif
