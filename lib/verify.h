/* verify: order verification, the first stage of every judge (thesis 3.2.1).
 *
 * Two steps. verify_issued turns what powers hand in into one order a unit: an illegal issue counts as never made, and a unit
 * left without an order holds. verify_orders finds, once for all later stages, who each order concerns: which supports and
 * convoys match an order really given, and which moves need no convoy. */
#ifndef ARESFARM_VERIFY_H
#define ARESFARM_VERIFY_H

#include "board.h"
#include "law.h"

enum verdict {
	VERDICT_LEGAL,
	VERDICT_NO_UNIT,    /* no such unit stands there */
	VERDICT_NOT_OWN,    /* it belongs to another power */
	VERDICT_DOUBLE,     /* the unit got several orders, and this one does not count (4.D.3; thesis 1.2.2, "legal") */
	VERDICT_BAD_KIND,   /* not an order of this phase */
	VERDICT_IMPOSSIBLE, /* nothing others could order would make it possible (4.E.1) */
	VERDICT_DISORDER,   /* support for a power in civil disorder (4.D.9) */
};

struct issue {
	uint8_t power;
	struct order order;
};

/* One order a unit, parallel to board->unit, worded exactly; a verdict for each issue. A type of UNIT_TYPES in an issue: none was
 * named (4.C.1). */
void verify_issued(const struct map *map, const struct law *law, const struct board *board, const struct issue issues[],
                   int count, struct order orders[UNITS_MAX], enum verdict verdicts[]);

/* ---- What other phases verify likewise ---- */

/* How a type in an order compares with the unit's own (4.C.1, 4.C.2). */
enum naming { NAMING_RIGHT, NAMING_REFUSED, NAMING_YIELDS };
enum naming verify_type(const struct law *law, uint8_t said, uint8_t type);

/* The location a unit of a type at `from` means by `place` (4.B.1 to 4.B.3, 4.B.6), or LOC_NONE. An army need not reach it. */
uint8_t verify_loc(const struct map *map, const struct law *law, enum unit_type type, uint8_t from, uint8_t place);

/* Which of several issues for one unit counts. Begins with issue -1 and all else zero. */
struct choice {
	int issue; /* -1: none */
	bool yields, contradicted;
};

/* Weighs issue n, worded, against what was chosen before (4.D.3); when it is chosen its order goes to *slot. */
void verify_choose(const struct law *law, struct choice *choice, int n, enum naming naming, struct order order,
                   struct order *slot, enum verdict verdicts[]);

/* ---- Who each order concerns ---- */

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
	unit_set adjacent;                 /* moves that can go overland, or along a coast or sea */
	unit_set valid;                    /* supports and convoys that match an order given */
	unit_set supporters[UNITS_MAX];    /* valid supports of each unit's order */
	unit_set convoyers[UNITS_MAX];     /* valid convoys of each army's move */
	unit_set into[PROVINCES_MAX];      /* moves to each province, whether they can get there or not */
};

/* orders: parallel to board->unit, each for the unit that stands there. */
void verify_orders(const struct map *map, const struct law *law, const struct board *board, const struct order orders[],
                   struct verified *out);

/* The same, where v is what verify_orders made of orders that differ for the units of a set alone. */
void verify_update(const struct map *map, const struct law *law, const struct board *board, const struct order orders[],
                   unit_set changed, struct verified *v);

/* 4.A.2: the fleets by which attack y, if it is convoyed, may cut support s; and whether it cuts it by dislodging, however it got
 * there. */
unit_set verify_cutting_fleets(const struct law *law, const struct verified *v, int s, int y);
static inline bool verify_dislodging_cuts(const struct law *law)
{
	return law->convoy_cut == CONVOY_CUT_ALL || law->convoy_cut == CONVOY_CUT_THESIS;
}

/* The armies that fleets are to convoy. */
unit_set verify_carried(const struct verified *v, unit_set fleets);

/* Whether a chain of seas of a set joins two coastal provinces. */
bool verify_sails(const struct map *map, const uint64_t seas[2], uint8_t home, uint8_t target);

/* Whether the fleets of a set form a chain that carries an army from one province to another. */
bool verify_route(const struct map *map, const struct board *board, unit_set fleets, uint8_t home, uint8_t target);

#endif
