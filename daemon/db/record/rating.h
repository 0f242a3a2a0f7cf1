/* rating: how strong players are, on one scale, from the choices that their games are.
 *
 * The model is Luce's choice (1959), the first step of Plackett and Luce's ranking (Plackett 1975).
 * A player has a strength w. A seat is expected to gain its w by the sum of w over all seats of its
 * choice. Points that are shared count in parts, as a choice in which each winner won its share
 * (Papke and Wooldridge 1996). So the points that a player is expected to have, by its rating, are
 * those that it has. Each player has, besides its games, half a game won and half a game lost
 * against a player of strength 1. So the rating of a player that always wins is finite, and it
 * moves others by next to nothing.
 *
 * The intervals are made of what each block adds to the slope of the likelihood (a sandwich: Huber
 * 1967; by clusters, Liang and Zeger 1986). So games of a block may depend on each other, and the
 * model need not be true: the rating is then the best one of its kind. */
#ifndef ARESFARM_RATING_H
#define ARESFARM_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/must_check.h"

/* A player in a choice. The rows of a choice follow each other, and so do those of a block; a
 * player has one row in a choice. Players have numbers from 0. */
struct rating_row {
	int32_t block, choice, player;
	int32_t seats; /* 1 or more */
	double share;  /* of the choice: from 0 to 1; those of a choice add up to 1 */
};
struct rating_rows {
	const struct rating_row *row;
	size_t count;
	int players;
};

enum rating_outcome {
	RATING_DONE,
	RATING_APART, /* two players never met, not even over others */
	RATING_NO_MEMORY
};

/* The strengths (ln w) that fit the choices best, and the covariances of their estimates, players
 * times players numbers. */
MUST_CHECK enum rating_outcome rating_fit(const struct rating_rows *rows, double strength[],
                                          double covariance[]);

/* As Elo's: 400 log10 w. low, high: the 95 % interval; infinite where the player never lost, or
 * never gained, a point against one of the others. error: the standard error. */
struct rating {
	double rating, low, high, error;
};

/* The ratings, with mean 0, or against the player `anchor` if it is not negative. quantile: for
 * each player, Student's t that its interval takes. RATING_APART: *stranger never met player 0. */
MUST_CHECK enum rating_outcome rating_find(const struct rating_rows *rows, int anchor,
                                           const double quantile[], struct rating rating[],
                                           int *stranger);

#endif
