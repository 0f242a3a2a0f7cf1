/* valuation: what a board is worth to one power (thesis 3.3.3), and what lies near (not the
 * thesis's).
 *
 * The worth is the share of all conquered centres that the power owns or occupies. With `near`
 * hundredths of a centre, these count too: each own unit one move from a centre that is not ours
 * adds as much, two moves half, three moves a quarter; each own centre that one other power reaches
 * with more units than we have there or near subtracts as much. All numbers are integers. */
#ifndef ARESFARM_VALUATION_H
#define ARESFARM_VALUATION_H

#include "board/board.h"

typedef int32_t fitness; /* share of the conquered centres, in 65536ths; never below 0 */

enum { VALUATION_STEPS = 3, VALUATION_NEAR_MAX = 100 };

struct valuation {
	const struct map *map;
	uint8_t power;
	uint8_t near;                    /* hundredths of a centre; 0: what is near does not count */
	struct place_set own, conquered; /* centres owned now: by us, by any power */
	/* The provinces within one, two and more moves, by unit type and place; only if near is not 0.
	 */
	struct place_set within[VALUATION_STEPS][UNIT_TYPES][LOCS_MAX];
};

/* The centres occupied by units of a board: by all units, and by the power's own. */
struct occupied {
	struct place_set all, own;
};

/* Owners are those of the present board: none changes in a forecast. */
void valuation_open(const struct map *map, const struct board *present, uint8_t power, int near,
                    struct valuation *valuation);

struct occupied valuation_occupied(const struct valuation *valuation, const struct board *board);

/* A unit of the power, or of another one, leaves a province, or arrives in one. If some arrive
 * where others leave, all leave first. */
static inline void valuation_leave(const struct valuation *valuation, uint8_t province, bool own,
                                   struct occupied *occupied)
{
	if (!place_set_has(&valuation->map->centres, province))
		return;
	place_set_remove(&occupied->all, province);
	if (own)
		place_set_remove(&occupied->own, province);
}
static inline void valuation_arrive(const struct valuation *valuation, uint8_t province, bool own,
                                    struct occupied *occupied)
{
	if (!place_set_has(&valuation->map->centres, province))
		return;
	place_set_add(&occupied->all, province);
	if (own)
		place_set_add(&occupied->own, province);
}

/* The worth of a board whose centres are occupied like this. The board is read only if near is not
 * 0. */
fitness valuation_weigh(const struct valuation *valuation, const struct occupied *occupied,
                        const struct board *board);

fitness valuation_of(const struct valuation *valuation, const struct board *board);

#endif
