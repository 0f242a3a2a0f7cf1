/* case_line: a line of a case file, and what its readers share (cases.h). */
#ifndef ARESFARM_CASE_LINE_H
#define ARESFARM_CASE_LINE_H

#include "cases.h"
#include "board/token.h"

/* A line that is being read, and where its values go. */
struct line {
	const struct case_reader *reader;
	const struct map *map;
	struct tokens tokens;
	struct test_case *c;
	struct case_phase *phase; /* the last phase of the case; valid in lines of a phase */
	char *error;              /* ERROR_SIZE bytes */
};

/* Where a kind of line may occur. */
enum place { BETWEEN_CASES, IN_CASE, IN_PHASE };

struct line_kind {
	const char *token; /* the first of the line; NULL ends a table */
	enum place place;
	bool (*read)(struct line *line);
};

/* The kinds of line within a phase: the position, the orders and the expected results. */
extern const struct line_kind case_phase_lines[];

/* A token and its value; NULL ends a list. */
struct name {
	const char *token;
	uint8_t value;
};

/* The row of a token, or the end of the list. */
const struct name *line_find_name(const struct name names[], struct token token);

/* Each reads the next part of a line. False, with the fault in line->error, if something else is
 * there. */
bool line_read_name(struct line *line, const struct name names[], const char *noun, uint8_t *value);
bool line_read_unit(struct line *line, struct unit *unit); /* "FRA A par" */
bool line_read_province(struct line *line, uint8_t *province);
bool line_read_end(struct line *line);

#endif
