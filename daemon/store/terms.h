/* terms: what a game is played by, as its tournament and its seats in the database have it; all
 * that makes it the same game again. */
#ifndef ARESFARM_TERMS_H
#define ARESFARM_TERMS_H

#include "match.h"

enum { TERMS_NAME_SIZE = 64, TERMS_SEATS_SIZE = 2048, TERMS_ERROR_SIZE = 2 * PLAYER_ERROR_SIZE };

struct terms {
	int32_t map, number, round_limit; /* map: maps.id */
	int64_t seed;
	char rules[TERMS_NAME_SIZE], judge[TERMS_NAME_SIZE];
	char seats[TERMS_SEATS_SIZE]; /* by power, a line each: player, tab, settings as JSON; a human:
	                                 an empty line */
};

/* A match at its beginning, without players or scratch. False, with why in error, where this
 * program has no such rules or no such judge. */
__attribute__((warn_unused_result)) bool terms_open_match(const struct terms *terms,
                                                          const struct map *map,
                                                          struct match *match,
                                                          char error[TERMS_ERROR_SIZE]);

/* Seats the players. False, with why in error, where this program has no such player. */
__attribute__((warn_unused_result)) bool terms_seat(const struct terms *terms, struct match *match,
                                                    char error[TERMS_ERROR_SIZE]);

/* Sees to it that a match has scratch: *scratch, of *size bytes, which grows. The caller frees it.
 */
__attribute__((warn_unused_result)) bool terms_give_scratch(struct match *match, void **scratch,
                                                            size_t *size);

#endif
