/* verify: order verification, the first stage of every judge (thesis 3.2.1).
 *
 * It computes once what all later stages need: the target of each order, which supports and convoys
 * match a given order, and which moves need no convoy. submission decides before this whether an
 * order counts as given. */
#ifndef ARESFARM_VERIFY_H
#define ARESFARM_VERIFY_H

#include "board/board.h"
#include "law.h"

struct verified {
	int count;
	int8_t at[PROVINCES_MAX]; /* unit in a province, or -1 */
	uint8_t power[UNITS_MAX];
	uint8_t home[UNITS_MAX];   /* province the unit stands in */
	uint8_t target[UNITS_MAX]; /* province it is ordered to move to; its own for other orders */
	int8_t helps[UNITS_MAX];   /* unit that its support or convoy helps, or -1: the order matches no
	                              other, or is neither a support nor a convoy */
	unit_set moves, supports, convoys; /* by kind of order; all other units hold */
	unit_set support_moves;            /* supports of moves */
	unit_set adjacent;                 /* moves that can go overland, or along a coast or sea */
	unit_set valid;                    /* supports and convoys that match an order given */
	unit_set against_own;           /* valid supports of moves to a unit of the supporter's power */
	unit_set supporters[UNITS_MAX]; /* valid supports of each unit's order */
	unit_set convoyers[UNITS_MAX];  /* valid convoys of each army's move */
	unit_set into[PROVINCES_MAX];   /* moves to each province, possible or not */
};

static inline unit_set verify_all_units(const struct verified *v)
{
	return unit_set_below(v->count);
}

/* orders: parallel to board->unit, each for the unit that stands there. */
void verify_orders(struct variant variant, const struct board *board, const struct order orders[],
                   struct verified *out);

/* v: the result of verify_orders for orders that differ from these only for the units of a set.
 * Changes it to the result for these orders. Returns the orders that may now concern other units
 * than before; the orders of the set are included. */
unit_set verify_update(struct variant variant, const struct board *board,
                       const struct order orders[], unit_set changed, struct verified *v);

/* 4.A.1, 4.A.3: chooses for the moves of a set the way, overland or by convoy, and the fleets.
 * Before this both ways are open to them, and all matching convoys. */
void verify_choose_ways(struct variant variant, const struct board *board,
                        const struct order orders[], unit_set moves, struct verified *v);

/* The same after orders of a set have changed, for the moves whose way this may change. carried:
 * the armies that the changed orders convoyed before. Returns the moves that were examined. */
unit_set verify_change_ways(struct variant variant, const struct board *board,
                            const struct order orders[], unit_set changed, unit_set carried,
                            struct verified *v);

/* 4.A.2: the fleets over which attack y, if it is convoyed, may cut support s; and whether an
 * attack that dislodges the supporter cuts the support, over any fleets. */
unit_set verify_cutting_fleets(const struct law *law, const struct verified *v, int s, int y);
static inline bool verify_dislodging_cuts(const struct law *law)
{
	return law->convoy_cut == CONVOY_CUT_ALL || law->convoy_cut == CONVOY_CUT_THESIS;
}

/* The armies whose moves the fleets of a set convoy. */
static inline unit_set verify_carried(const struct verified *v, unit_set fleets)
{
	unit_set armies = 0;

	for (unit_set rest = fleets & v->convoys & v->valid; rest; unit_set_drop(&rest))
		unit_set_add(&armies, v->helps[unit_set_first(rest)]);
	return armies;
}

/* The units among some that are at the targets of the moves of a set. */
static inline unit_set verify_find_occupants(const struct verified *v, unit_set moves,
                                             unit_set among)
{
	unit_set occupants = 0;

	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int occupant = v->at[v->target[unit_set_first(rest)]];
		occupants |= unit_set_if(occupant >= 0, occupant & (UNITS_MAX - 1));
	}
	return occupants & among;
}

/* Whether the fleets of a set form a chain that carries an army from one province to another. */
bool verify_route(const struct map *map, const struct board *board, unit_set fleets, uint8_t home,
                  uint8_t target);

#endif
