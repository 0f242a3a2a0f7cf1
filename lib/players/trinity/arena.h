/* arena: joint orders of a power, each tried against order sets of the others. Many are resolved
 * and valued together (judges/lanes, prospect.h).
 *
 * Orders are places on their units' lists. The lists are complete before the first trial, and are
 * then compiled once. The value of a trial depends only on its orders: neither on the width of
 * lanes nor on the other trials. If there is no room for lanes, an arena resolves trial by trial
 * (judge.h), with the same values. */
#ifndef ARESFARM_ARENA_H
#define ARESFARM_ARENA_H

#include "changes.h"
#include "players/trinity/evaluation/prospect.h"

enum {
	ARENA_ORDERS_MAX = 4096,
	ARENA_SETS_MAX = 256,
	ARENA_TRIALS = LANES_MAX, /* at once */
	ARENA_ROOM = 1 << 20,     /* bytes for lanes */
};

/* The sets of the others, repeated for each trial. */
struct arena_run {
	int first, sets, trials;
	uint16_t places[UNITS_MAX][ARENA_TRIALS]; /* of the others' units only */
};

struct arena {
	struct variant variant;
	const struct ground *ground;
	uint8_t power; /* that tries its orders */
	int sets;
	uint16_t set[ARENA_SETS_MAX][UNITS_MAX]; /* places of the others' orders */
	/* The lists: order i of a unit is the i-th of its chain in the pool. The first is to hold. */
	int pool_count;
	struct order pool[ARENA_ORDERS_MAX];
	uint16_t next[ARENA_ORDERS_MAX];
	uint16_t last[UNITS_MAX], counts[UNITS_MAX];
	int first[UNITS_MAX]; /* in `list`, once the lists are complete */
	struct order list[ARENA_ORDERS_MAX];
	struct arena_view {
		const struct goals *goals;
		const struct evaluation_weights *weights;
		struct prospect_view prospect;
	} views[POWERS_MAX];
	struct menu menu;
	struct prospect prospect;       /* from its masks on each copy has its own */
	struct lanes *lanes;            /* NULL: trial by trial */
	const struct arena_run *loaded; /* the others' orders in the lanes are its own, ... */
	int loaded_first;               /* from this trial on; NULL: of no run */
	uint16_t places[UNITS_MAX][ARENA_TRIALS];
	_Alignas(LANES_ALIGN) unsigned char room[ARENA_ROOM];
};

/* Order sets of the others for a budget of resolutions: four times the budget allows twice as many.
 */
int arena_count_sets(int64_t budget);

/* ground is the caller's. Every unit has one order then: to hold. */
void arena_open(struct arena *arena, struct variant variant, const struct ground *ground,
                uint8_t power);

/* The place of an order on its unit's list, to which it is added if necessary. 0 if there is no
 * room: the unit holds. */
uint16_t arena_add(struct arena *arena, int unit, struct order order);

/* Adds the orders of a power, or of all powers but one; and one more set of the others. */
void arena_add_power(struct arena *arena, uint8_t power, const struct order orders[],
                     uint16_t places[]);
void arena_add_set(struct arena *arena, const struct order orders[]);

/* Adds the orders of changes. Removes changes for which there is no room. */
void arena_add_changes(struct arena *arena, struct changes *changes);

/* Compiles the lists. width: NULL: trial by trial. A width for which there is no room is replaced
 * by a narrower one. */
void arena_close(struct arena *arena, const struct lanes_width *width);

/* Copies a closed arena. Trials in one do not affect the other. */
void arena_copy(const struct arena *from, struct arena *arena);

/* Prepares the functions below for values as the power of the goals sees them. */
void arena_look(struct arena *arena, const struct goals *goals,
                const struct evaluation_weights *weights);

/* Writes the orders of the power's units, by their places. */
void arena_read(const struct arena *arena, const uint16_t places[], struct order orders[]);

void arena_run_open(const struct arena *arena, int first, int sets, struct arena_run *run);

/* Values trials: the power's orders `base` with one change each (NULL: none), at most run->trials,
 * each against all sets of the run: values[trial * run->sets + set]. */
void arena_try(struct arena *arena, const struct arena_run *run, const uint16_t base[],
               const struct change *const changes[], int count, int32_t values[]);

/* Values the order sets in arena->places, at most ARENA_TRIALS, as a power sees them. */
void arena_value(struct arena *arena, uint8_t power, int count, int32_t values[]);

#endif
