/* verify: order verification, the first stage of every judge (thesis 3.2.1): who each order
 * concerns, found once for all later stages: which supports and convoys match an order really
 * given, and which moves need no convoy. What counts as given at all is submission's business. */
#ifndef ARESFARM_VERIFY_H
#define ARESFARM_VERIFY_H

#include "board.h"
#include "law.h"

struct verified {
	int count;
	int8_t at[PROVINCES_MAX]; /* unit in a province, or -1 */
	uint8_t power[UNITS_MAX];
	uint8_t home[UNITS_MAX];   /* province the unit stands in */
	uint8_t target[UNITS_MAX]; /* province it is to move to; its own for every other order */
	int8_t helps[UNITS_MAX];   /* unit a valid support or convoy helps, or -1: the order matches
	                              nothing */
	unit_set moves, supports, convoys; /* by kind of order; all others hold */
	unit_set support_moves;            /* those supports that support a move */
	unit_set adjacent;                 /* moves that can go overland, or along a coast or sea */
	unit_set valid;                    /* supports and convoys that match an order given */
	unit_set supporters[UNITS_MAX];    /* valid supports of each unit's order */
	unit_set convoyers[UNITS_MAX];     /* valid convoys of each army's move */
	unit_set into[PROVINCES_MAX]; /* moves to each province, whether they can get there or not */
};

static inline unit_set verify_everybody(const struct verified *v)
{
	return unit_set_below(v->count);
}

/* orders: parallel to board->unit, each for the unit that stands there. */
void verify_orders(struct variant variant, const struct board *board, const struct order orders[],
                   struct verified *out);

/* Brings v, which verify_orders made of orders that differed for the units of a set alone, to what
 * it makes of these. Returns the orders that now concern others than before, those of the set among
 * them. Only where it may: where convoys leave open which way armies go, all has to be verified
 * anew. */
bool verify_may_update(const struct law *law, const struct verified *v, const struct order orders[],
                       unit_set changed);
unit_set verify_update(const struct map *map, const struct board *board,
                       const struct order orders[], unit_set changed, struct verified *v);

/* 4.A.2: the fleets by which attack y, if it is convoyed, may cut support s; and whether it cuts it
 * by dislodging, however it got there. */
unit_set verify_cutting_fleets(const struct law *law, const struct verified *v, int s, int y);
static inline bool verify_dislodging_cuts(const struct law *law)
{
	return law->convoy_cut == CONVOY_CUT_ALL || law->convoy_cut == CONVOY_CUT_THESIS;
}

/* The armies that fleets are to convoy. */
unit_set verify_carried(const struct verified *v, unit_set fleets);

/* Whether the fleets of a set form a chain that carries an army from one province to another. */
bool verify_route(const struct map *map, const struct board *board, unit_set fleets, uint8_t home,
                  uint8_t target);

#endif
