/* judge_map_parts: what the files of judge_map share (judge_map.h). */
#ifndef ARESFARM_JUDGE_MAP_PARTS_H
#define ARESFARM_JUDGE_MAP_PARTS_H

#include "judge_map.h"
#include "judge_names.h"

/* A text that is read line by line. */
struct judge_lines {
	struct judge_map *map;
	const char *at, *end;
	long line; /* the last line taken; map->line is the same, for errors */
};

/* Takes a line, without the blanks at its end. False: there are no more. */
bool judge_lines_take(struct judge_lines *lines, struct judge_text *line);

/* Whether a line ends a section. */
static inline bool judge_line_ends(const struct judge_text *line)
{
	return line->at < line->end && *line->at == '-';
}

/* Whether an abbreviation can be a code of our maps: three letters. */
bool judge_map_is_code(const char *word);

/* Both read a whole section, with the line that ends it. Borders are read twice: first to find the
 * places, then, once the places are rows, to find their neighbours. */
MUST_CHECK bool judge_map_read_provinces(struct judge_lines *lines);
MUST_CHECK bool judge_map_read_borders(struct judge_lines *lines, bool rows);

/* Make the rows without borders; fill in the lists of borders, and build the map from the rows. */
MUST_CHECK bool judge_map_make_rows(struct judge_map *map);
MUST_CHECK bool judge_map_finish(struct judge_map *map, struct map *built);

#endif
