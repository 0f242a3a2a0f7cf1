/* boards: the sets of boards that judges are measured on. Each is a sample of many boards, all
 * equally likely.
 *
 * Playing is slow, and too slow under valgrind. So the sets are collected once and saved as they
 * are in memory. Only the same binary can load them. */
#ifndef ARESFARM_BENCH_BOARDS_H
#define ARESFARM_BENCH_BOARDS_H

#include "judges/judge.h"
#include "positions.h"

enum { BOARDS_MAX = 1000, VARIED = 100, CHANGES = 32 };

/* Another order for one unit. */
struct change {
	uint8_t unit;
	struct order order;
};

struct board_set {
	uint32_t seen; /* boards that the sample was drawn from */
	int count;     /* at most BOARDS_MAX */
	struct position positions[BOARDS_MAX];
	struct change changes[VARIED][CHANGES]; /* of some of the positions: boards_varied */
};

/* The n-th position that has changes. */
static inline const struct position *boards_varied(const struct board_set *set, int n)
{
	return &set->positions[n * set->count / VARIED];
}

/* First all boards of real play; then those that Atlas concludes in one stage (SET_PLAY + stage);
 * then the other sets. */
enum { SET_PLAY, SET_LEGAL = SET_PLAY + STAGES, SET_CONVOYS, SET_KNOTS, SETS };

struct board_kind {
	const char *name;
	const char *rules; /* the rule set to resolve them by */
	/* Draws an order for unit u, which may be the same; changes are drawn with it. */
	struct order (*redraw)(const struct map *map, struct rng *rng, const struct position *position,
	                       int u);
};
extern const struct board_kind board_kinds[SETS];

void boards_collect(const struct map *map, struct board_set sets[SETS]);

MUST_CHECK bool boards_save(const char *path, const struct board_set sets[SETS]);
MUST_CHECK bool boards_load(const char *path, struct board_set sets[SETS]);

#endif
