/* boards: the sets of boards that judges are timed on, each a sample of many, drawn alike from all
 * of them.
 *
 * Playing takes its time, far too much of it under valgrind; so the sets are collected once and
 * saved, as they lie in memory, for runs of the same binary to load. */
#ifndef ARESFARM_BENCH_BOARDS_H
#define ARESFARM_BENCH_BOARDS_H

#include "judge.h"
#include "positions.h"

enum { BOARDS_MAX = 1000, VARIED = 100, CHANGES = 32 };

/* Another order for one unit. */
struct change {
	uint8_t unit;
	struct order order;
};

struct board_set {
	uint32_t seen; /* boards the sample is drawn from */
	int count;     /* at most BOARDS_MAX */
	struct position positions[BOARDS_MAX];
	struct change changes[VARIED][CHANGES]; /* of some of the positions: boards_varied */
};

/* The n-th position that there are changes of. */
static inline const struct position *boards_varied(const struct board_set *set, int n)
{
	return &set->positions[n * set->count / VARIED];
}

/* The boards of real play, then those of them that Atlas concludes in each of its stages (SET_PLAY
 * + stage), then the others. */
enum { SET_PLAY, SET_LEGAL = SET_PLAY + STAGES, SET_CONVOYS, SET_KNOTS, SETS };

struct board_kind {
	const char *name;
	const char *rules; /* the rule set they are resolved by */
	/* Another order for unit u, or the same; changes are drawn with it. */
	struct order (*redraw)(const struct map *map, struct rng *rng, const struct position *position,
	                       int u);
};
extern const struct board_kind board_kinds[SETS];

void boards_collect(const struct map *map, struct board_set sets[SETS]);

__attribute__((warn_unused_result)) bool boards_save(const char *path,
                                                     const struct board_set sets[SETS]);
__attribute__((warn_unused_result)) bool boards_load(const char *path, struct board_set sets[SETS]);

#endif
