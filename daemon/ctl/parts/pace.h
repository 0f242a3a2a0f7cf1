/* pace: how fast a count grows now: over the last seconds, not since the beginning. */
#ifndef ARESFARM_PACE_H
#define ARESFARM_PACE_H

#include <stdint.h>

enum { PACE_MAX = 64 }; /* what is remembered */

struct pace {
	int count, next;
	double at[PACE_MAX]; /* seconds, ascending */
	int64_t value[PACE_MAX];
};

/* If a count falls, it was reset: older values are discarded. */
void pace_add(struct pace *pace, double at, int64_t value);

/* The rate per second over the last seconds, this many, or since the first value. Below 0: not
 * known, because there are fewer than two values. */
double pace_rate(const struct pace *pace, double seconds);

/* The increase over the same time. */
int64_t pace_gain(const struct pace *pace, double seconds);

#endif
