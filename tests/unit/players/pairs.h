/* pairs: a small map on which the worth of places can be worked out by hand. For test_appraisal and
 * test_dumbbot. */
#ifndef ARESFARM_PAIRS_H
#define ARESFARM_PAIRS_H

#include "suite.h"

/* A map of pairs of places that border only each other: an army's home and centre, and each coast
 * of the island xxx with a sea of its own. */
static inline const struct map *pairs_map(void)
{
	static const struct map_row rows[] = {
		{"aaa", "Aland", "land", "yes", "", "", "bbb", "", ""},
		{"bbb", "Bland", "land", "yes", "ONE", "A", "aaa", "", ""},
		{"ccc", "Cland", "land", "yes", "TWO", "A", "ddd", "", ""},
		{"ddd", "Dland", "land", "no", "", "", "ccc", "", ""},
		{"xxx", "Xland", "coast", "yes", "", "", "", "", ""},
		{"xxx/nc", "X north", "coast", "no", "", "", "", "yyy", ""},
		{"xxx/sc", "X south", "coast", "no", "", "", "", "zzz", ""},
		{"yyy", "Y sea", "water", "no", "", "", "", "xxx/nc", ""},
		{"zzz", "Z sea", "water", "no", "", "", "", "xxx/sc", ""},
	};
	static struct map map;
	char error[ERROR_SIZE];
	if (map.loc_count == 0)
		SUITE_MUST(map_build(&map, rows, COUNT(rows), error), error);
	return &map;
}

static inline uint8_t pairs_loc(const char *code)
{
	const uint8_t loc = map_find(pairs_map(), code, 3);
	SUITE_MUST(loc != LOC_NONE, code);
	return code[3] == '\0' ? loc : pairs_map()->coasts[loc][code[4] == 's'];
}

#endif
