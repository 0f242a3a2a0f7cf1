/* tally: games, and what is counted of them: times, centres, plans and knowledge, by power and
 * turn. */
#ifndef ARESFARM_TALLY_H
#define ARESFARM_TALLY_H

#include "match/match.h"

enum { TALLY_TURNS = 60 }; /* movement phases of a game at the most: its round limit */

/* What a power did in a turn, over all games. */
struct cell {
	int games, planned, units;
};

/* What is counted of the seats of one player. */
struct tally {
	const struct player *player;
	uint64_t decisions, ns, worst_ns, capped;
	int games[POWERS_MAX], final[POWERS_MAX], most[POWERS_MAX], solos;
	bool by_turn; /* fills the cells: doubles the time */
	struct cell cell[TALLY_TURNS][POWERS_MAX];
};

/* What all seats took together in a turn. */
struct turn_tally {
	uint64_t asked, found, ns;
};

/* Plays a game to its end, from the start, and adds to each tally what its player did. The match
 * has a clock. turns: NULL, or TALLY_TURNS of them; then the match's knowledge is a value_store. */
void tally_game(struct match *match, struct tally *tallies, int count, struct turn_tally *turns);

#endif
