/* equilibrium: solves a zero-sum game in its normal form.
 *
 * Dominated rows and columns are removed first. The rest is solved directly if it has a saddle
 * point or is two by two, and otherwise by linear programming with lp_solve 5.5. Only this module
 * uses lp_solve. */
#ifndef ARESFARM_EQUILIBRIUM_H
#define ARESFARM_EQUILIBRIUM_H

#include <stdbool.h>
#include <stdint.h>

enum { CHOICES_MOST = 128, CERTAIN = 1000000 };

/* payoff[row * CHOICES_MOST + column]: what the column player pays to the row player. Each from
 * -PAYOFF_MOST to PAYOFF_MOST. */
enum { PAYOFF_MOST = 1 << 24 };
struct matrix {
	int rows, columns; /* 1 to CHOICES_MOST */
	int32_t payoff[CHOICES_MOST * CHOICES_MOST];
};

struct equilibrium {
	int32_t payoff;                /* the value of the game, rounded */
	uint32_t chance[CHOICES_MOST]; /* of each row; together CERTAIN */
	bool solved_by_program;        /* by linear programming */
};

/* Destroys the matrix: removes rows and columns that do not matter. */
void equilibrium_find(struct matrix *matrix, struct equilibrium *equilibrium);

#endif
