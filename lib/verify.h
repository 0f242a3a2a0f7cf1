/* verify: order verification, the first stage of every judge (thesis 3.2.1).
 *
 * Two steps. verify_issued turns what powers hand in into one order a unit: an illegal issue counts as never made, and
 * a unit left without an order holds. verify_orders finds, once for all later stages, who each order concerns: which
 * supports and convoys match an order really given, and which moves need no convoy. */
#ifndef ARESFARM_VERIFY_H
#define ARESFARM_VERIFY_H

#include "board.h"

enum verdict {
	VERDICT_LEGAL,
	VERDICT_NO_UNIT,  /* no such unit stands there */
	VERDICT_NOT_OWN,  /* it belongs to another power */
	VERDICT_DOUBLE,   /* the unit got several orders: none of them counts (thesis 1.2.2, "legal") */
	VERDICT_BAD_KIND, /* not an order of a movement phase */
};

struct issue {
	uint8_t power;
	struct order order;
};

/* One order a unit, parallel to board->unit; a verdict for each issue. */
void verify_issued(const struct map *map, const struct board *board, const struct issue issues[], int count,
                   struct order orders[UNITS_MAX], enum verdict verdicts[]);

typedef uint64_t unit_set; /* a set of units of one board, by index */

struct verified {
	int count;
	int8_t at[PROVINCES_MAX]; /* unit in a province, or -1 */
	uint8_t power[UNITS_MAX];
	uint8_t home[UNITS_MAX];           /* province the unit stands in */
	uint8_t target[UNITS_MAX];         /* province it is to move to; its own for every other order */
	int8_t helps[UNITS_MAX];           /* unit a valid support or convoy helps, or -1: the order matches nothing */
	unit_set moves, supports, convoys; /* by kind of order; all others hold */
	unit_set support_moves;            /* those supports that support a move */
	unit_set adjacent;                 /* moves that need no convoy */
	unit_set valid;                    /* supports and convoys that match an order given */
	unit_set supporters[UNITS_MAX];    /* valid supports of each unit's order */
	unit_set convoyers[UNITS_MAX];     /* valid convoys of each army's move */
	unit_set into[PROVINCES_MAX];      /* moves to each province, whether they can get there or not */
};

/* orders: parallel to board->unit, each for the unit that stands there. */
void verify_orders(const struct map *map, const struct board *board, const struct order orders[], struct verified *out);

/* Whether the fleets of a set form a chain that carries an army from its home to its target. */
bool verify_route(const struct map *map, const struct board *board, const struct verified *v, int army,
                  unit_set fleets);

#endif
