/* seating: which player plays which power in each game.
 *
 * Games come in blocks. In a whole block every player has every power equally often. So after whole
 * blocks no player had better powers than another.
 *
 * Two players, a block of two games: a seating and the same seating with the players exchanged. The
 * cycle has every seating once. In every 16 successive games, counted from the first, all seatings
 * of each two and each three powers are equally frequent. For 7 powers these 16 are the words of
 * the [7,4] Hamming code, then of its other cosets (MacWilliams and Sloane, The Theory of
 * Error-Correcting Codes, 1977, chapter 1). Fewer powers use the first places of the same words.
 * Two powers have only the two seatings in which the players differ.
 *
 * Three or more players, at most as many as powers; a block has one game per player: each game of a
 * block passes every power on to the next player, and every player has nearly the same number of
 * powers in each game. The powers change places from block to block by s -> as + b modulo 7 (5 or 3
 * for fewer powers). After the cycle each pair of powers has had each pair of different players
 * equally often: exactly for 3, 5 and 7 powers, nearly for 4 and 6.
 *
 * More players than powers; a block has one game per player: a game seats one player per power. In
 * a block every player has every power once. After every whole block any two pairs of players have
 * met nearly equally often: their numbers of games differ by SEATING_MEETINGS_APART at most. The
 * seatings are drawn from the seed. A block is cyclic (Bose, On the construction of balanced
 * incomplete block designs, 1939): its first game seats a set of players, each further game the
 * same set shifted by one. Of many random sets, the one that balances the meetings best is used.
 *
 * A team of k powers against the rest: player 0 has k powers in each game, player 1 the others. The
 * cycle has each choice of k powers once. After every game, not only after a block, the numbers of
 * games in which two powers were player 0's differ by at most 1. A block is the smallest number of
 * games after which they can be equal: 7 for 7 powers, 2 for three against three of 6. */
#ifndef ARESFARM_SEATING_H
#define ARESFARM_SEATING_H

#include "board/map.h"

enum { SEATING_ENTRANTS_MAX = 26, SEATING_CYCLE_MAX = 1000, SEATING_MEETINGS_APART = 3 };

/* Entrants are the players, by number from 0. */
struct seating {
	int powers;   /* 2 to POWERS_MAX */
	int entrants; /* 2 to SEATING_ENTRANTS_MAX */
	int team; /* for 2 entrants: powers of entrant 0 in each game, less than `powers`; 0: no teams
	           */
	uint64_t seed; /* if there are more entrants than powers: their seatings are drawn from it */
};

/* The number of games in a block: at most SEATING_ENTRANTS_MAX. */
int seating_block(const struct seating *seating);

/* The number of games after which the seatings repeat: whole blocks, at most SEATING_CYCLE_MAX
 * games. */
int seating_cycle(const struct seating *seating);

/* Which entrant plays each power, for each game of the cycle. */
void seating_deal(const struct seating *seating, uint8_t player[SEATING_CYCLE_MAX][POWERS_MAX]);

#endif
