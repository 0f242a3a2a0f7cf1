/* seating: who plays which power, game by game, where players take turns at the powers.
 *
 * Games come in blocks of as many games as there are players. In a block every player has every
 * power once, so after every whole block every player had every power equally often.
 *
 * Two players: a block is a seating and the same seating with the players exchanged. The cycle has
 * every seating once. In every 16 games in a row, from the first, each pair and each three of
 * powers have every seating of theirs equally often. For 7 powers these 16 are the words of the
 * [7,4] Hamming code, then of its other cosets (MacWilliams and Sloane, The Theory of
 * Error-Correcting Codes, 1977, chapter 1). Fewer powers have the first places of the same words.
 * Two powers have only the two seatings in which the players differ.
 *
 * Three to seven players: each game of a block passes every power on to the next player, and every
 * player has nearly the same number of powers in each game. The powers change places from block to
 * block by s -> as + b modulo 7 (5 or 3 for fewer powers). After the cycle each pair of powers has
 * had each pair of different players equally often: exactly for 3, 5 and 7 powers, nearly for 4 and
 * 6. */
#ifndef ARESFARM_SEATING_H
#define ARESFARM_SEATING_H

#include "map.h"

enum { SEATING_CYCLE_MAX = 420 };

/* Entrants are the players, by number from 0. 2 <= entrants <= powers <= POWERS_MAX. */

/* After how many games the seatings begin anew: a multiple of entrants, at most SEATING_CYCLE_MAX.
 */
int seating_cycle(int powers, int entrants);

/* Which entrant plays each power of a game, from 0 on. */
void seating_deal(int powers, int entrants, int game, uint8_t player[POWERS_MAX]);

#endif
