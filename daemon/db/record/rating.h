/* rating: the strengths of players on one scale. Each game is a choice among its seats.
 *
 * The model is Luce's choice (1959), the first step of Plackett and Luce's ranking (Plackett 1975).
 * A player has a strength w. The expected share of a seat is its w divided by the sum of w over all
 * seats of its choice. Shared points count as a choice in which each winner won its share (Papke
 * and Wooldridge 1996). So the expected points of a player equal its actual points. Each player
 * also has half a game won and half a game lost against a player of strength 1. So the rating of a
 * player that always wins is finite, and the effect on other ratings is tiny.
 *
 * The intervals use the contribution of each block to the gradient of the likelihood (a sandwich
 * estimator: Huber 1967; by clusters, Liang and Zeger 1986). So games of a block may depend on each
 * other, and the model need not be true: the rating is then its best approximation. */
#ifndef ARESFARM_RATING_H
#define ARESFARM_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/macros.h"

/* A player in a choice. The rows of a choice are consecutive, and so are the choices of a block; a
 * player has one row per choice. Players have numbers from 0. */
struct rating_row {
	int32_t block, choice, player;
	int32_t seats; /* 1 or more */
	double share;  /* of the choice: from 0 to 1; the shares of a choice add up to 1 */
};
struct rating_rows {
	const struct rating_row *row;
	size_t count;
	int players;
};

/* The strengths (ln w) that fit the choices best, and the covariance matrix of their estimates. */
void rating_fit(const struct rating_rows *rows, double strength[], double covariance[]);

/* As Elo's: 400 log10 w. low, high: the 95 % interval; infinite if the player never lost, or never
 * gained, a point against one of the others. error: the standard error. */
struct rating {
	double rating, low, high, error;
};

/* The ratings, with mean 0, or against the player `anchor` if it is not negative. quantile: for
 * each player, the quantile of Student's t for its interval. False: *stranger never met player 0,
 * not even indirectly. */
MUST_CHECK bool rating_find(const struct rating_rows *rows, int anchor, const double quantile[],
                            struct rating rating[], int *stranger);

#endif
