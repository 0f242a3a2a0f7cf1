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

/* A count that fell has begun anew: what was before is forgotten. */
void pace_add(struct pace *pace, double at, int64_t value);

/* The rate per second over this number of last seconds, or since the first value. Below 0: it is
 * not known, because there are no two values. */
double pace_rate(const struct pace *pace, double seconds);

/* How much came in that time. */
int64_t pace_gain(const struct pace *pace, double seconds);

#endif
