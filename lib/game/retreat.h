/* retreat: the phase after moves in which dislodged units go elsewhere or disband.
 *
 * orders and results are parallel to board->retreat. Source: rulebook 2000, "Retreats"; DATC 6.H.
 */
#ifndef ARESFARM_RETREAT_H
#define ARESFARM_RETREAT_H

#include "judges/judge.h"
#include "rules/law.h"
#include "board/rng.h"

/* Adds to `next`, the board after the moves of a judgement, the dislodged units, the provinces
 * barred to them (4.A.5), and the contested provinces. */
void retreat_begin(const struct judgement *judgement, struct board *next);

/* Writes one completed order per dislodged unit, and a verdict for each submission. Illegal
 * submissions are ignored; a unit without an order disbands. */
void retreat_verify(struct variant variant, const struct board *board,
                    const struct submission submissions[], int count,
                    struct order orders[RETREATS_MAX], enum verdict verdicts[]);

/* The locations that dislodged unit i may go to: adjacent, vacant, not contested, not barred. */
struct place_set retreat_places(const struct map *map, const struct board *board, int i);

static inline bool retreat_is_possible(const struct map *map, const struct board *board, int i)
{
	return !place_set_is_empty(retreat_places(map, board, i));
}

/* Whether a board is a retreat phase in which no unit can retreat. */
bool retreat_is_idle(const struct map *map, const struct board *board);

/* Writes them, ascending; returns their number. */
int retreat_options(const struct map *map, const struct board *board, int i,
                    uint8_t options[EXITS_MAX]);

/* Whether dislodged unit i may be given an order: to go to one of these locations, or to disband.
 */
bool retreat_allows(const struct map *map, const struct board *board, int i, struct order order);

/* Carries out the retreats. A unit disbands if it is ordered to, may not go to its target, or
 * another unit goes there too. next has no dislodged units and the same phase. next may be board.
 */
void retreat_resolve(const struct map *map, const struct board *board, const struct order orders[],
                     enum result results[RETREATS_MAX], struct board *next);

/* Draws retreats for players that have no function for them. Each open location is equally likely;
 * a unit disbands only if there is none. Writes orders[i] of the power's own units only. */
void retreat_randomly(const struct map *map, const struct board *board, uint8_t power,
                      struct rng *rng, struct order orders[RETREATS_MAX]);

#endif
