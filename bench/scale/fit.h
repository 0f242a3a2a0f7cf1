/* fit: what parts of some work cost, by least squares. Each row is a piece of work: how many of
 * each part it had, and what all of it cost. No I/O. */
#ifndef ARESFARM_BENCH_FIT_H
#define ARESFARM_BENCH_FIT_H

#include "board/macros.h"

#include <stdbool.h>

/* The parts of a batch of writes. */
enum { FIT_BATCH, FIT_PHASES, FIT_ENDS, FIT_PARTS };

struct fit {
	double rows, xx[FIT_PARTS][FIT_PARTS], xy[FIT_PARTS];
};

void fit_add(struct fit *fit, const double parts[FIT_PARTS], double cost);
void fit_merge(struct fit *fit, const struct fit *other);

/* What one of each part costs. False: the rows are too few or too similar to determine it. */
MUST_CHECK bool fit_solve(const struct fit *fit, double cost[FIT_PARTS]);

#endif
