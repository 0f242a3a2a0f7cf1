/* habits: the past aims of units and attacks of powers: a fold over the phases of a game. */
#ifndef ARESFARM_HABITS_H
#define ARESFARM_HABITS_H

#include "board/map.h"
#include "game/record.h"

enum { HABITS_ALWAYS = 4096, HABITS_SEASONS = 2 };

/* What the unit in a province did in the last movement phase. */
struct habit {
	uint8_t power; /* its power, plus 1; 0: unknown */
	uint8_t aim;   /* the province where it held, helped or failed to go, plus 1; 0: it has moved */
	bool helped;   /* by a support */
};

/* Where the unit that stood in a province in a season aimed, a year ago or longer. */
struct old_aim {
	uint8_t power, aim; /* plus 1, as above */
};

/* Zeros before the game. */
struct habits {
	struct habit last[PROVINCES_MAX];
	struct old_aim year[HABITS_SEASONS][PROVINCES_MAX]; /* spring; fall */
	/* By power and victim: the part of its units that aimed at the other's, or at its centres; the
	 * last year counts most. Of HABITS_ALWAYS. */
	int16_t attacks[POWERS_MAX][POWERS_MAX];
};

/* Adds a movement phase. */
void habits_observe(const struct map *map, const struct phase_record *record,
                    struct habits *habits);

#endif
