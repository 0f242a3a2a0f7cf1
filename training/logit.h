/* logit: weights whose chances fit the observations best: Newton's method minimises a sum of
 * losses. Chances are powers of 2 of weighted sums of features. Doubles: the weights are rounded to
 * whole numbers when they are written. */
#ifndef ARESFARM_LOGIT_H
#define ARESFARM_LOGIT_H

#include "board/macros.h"

#include <stdbool.h>
#include <stdint.h>

enum { LOGIT_FEATURES_MAX = 32, LOGIT_CHOICES_MAX = 32 };

/* The losses of the observations for given weights. */
struct logit {
	int features;
	double weight[LOGIT_FEATURES_MAX]; /* binary logarithms of odds */
	double loss;                       /* bits, of all observations together */
	double slope[LOGIT_FEATURES_MAX];  /* of the loss in nats, downwards */
	double bend[LOGIT_FEATURES_MAX][LOGIT_FEATURES_MAX];
};

/* Forgets all observations; the weights stay. */
void logit_begin(struct logit *logit);

/* An observation of a share from 0 to 1. */
void logit_add_share(struct logit *logit, const double feature[], double share);

/* An observation of one of some choices. */
void logit_add_choice(struct logit *logit, const double feature[][LOGIT_FEATURES_MAX], int count,
                      int seen);

/* One step of Newton's method. False: the observations do not determine the weights. */
MUST_CHECK bool logit_step(struct logit *logit);

/* A weight as a whole number. */
long logit_round(double weight);

#endif
