/* matches: a match on the standard map, for the tests that play one. */
#ifndef ARESFARM_TESTS_MATCHES_H
#define ARESFARM_TESTS_MATCHES_H

#include "match/match.h"
#include "suite.h"

/* A match of the rule set `standard`. The power p is played by specs[p % count]. */
static inline struct match match_of(const char *const specs[], int count, int rounds)
{
	struct match match = {.map = suite_map(),
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = suite_seed(),
	                      .block = 1,
	                      .round_limit = rounds,
	                      .threads = 1};
	char error[ERROR_SIZE];

	for (int p = 0; p < match.map->power_count; p++)
		SUITE_MUST(seat_parse(specs[p % count], NULL, &match.seats[p], error), error);
	return match;
}

/* Begins it with the first board of the map. */
static inline void match_begin(struct match *match)
{
	struct board start;

	board_start(match->map, &start);
	match_start(match, &start);
}

#endif
