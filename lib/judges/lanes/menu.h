/* menu: the orders that each unit of a board may get, and how they affect each other.
 *
 * It is compiled once for a board. Then order sets are places on the menu, and lanes.h resolves
 * many at once. Everything that does not depend on the choice of orders is computed here: the
 * targets of moves, the units there, which supports and convoys match which moves, and which units
 * can cut them.
 *
 * A slot is a place for a mask with one bit per order set. Slot 0 is always empty. The slots that
 * follow are the sets that give each order of the menu; the rest are sums of other slots. */
#ifndef ARESFARM_JUDGES_LANES_MENU_H
#define ARESFARM_JUDGES_LANES_MENU_H

#include "judges/judge.h"

enum {
	MENU_ORDERS_MAX = 8192,
	MENU_WAYS_MAX = 2048,
	MENU_PAIRS_MAX = 1024,
	MENU_AIMS_MAX = 1024,
	MENU_ATTACKS_MAX = 2048,
	MENU_FERRIES_MAX = 2048,
	MENU_SLOTS_MAX = 8 * MENU_WAYS_MAX + 4 * UNITS_MAX, /* beside those of the orders */
	MENU_SUMS_MAX = 4 * MENU_WAYS_MAX + 4 * UNITS_MAX,
	MENU_ADDENDS_MAX = 2 * MENU_ORDERS_MAX,
	MENU_LEVELS_MAX = 8, /* strengths from 1 to this are distinguished */
	MENU_PLANES = 13,    /* bits of the place of an order */
	MENU_NONE = 0xffff,
	MENU_EMPTY = 0, /* the slot of no set */
};

/* A unit's moves into one province, by any coast. */
struct menu_way {
	uint8_t unit, target;
	int8_t occupant; /* the unit in the province, or -1 if there is none or it is the unit itself */
	bool dead;       /* the unit can never get there */
	bool friendly;   /* the occupant is of the same power */
	bool duels;      /* the occupant's power may support the move */
	bool sails;      /* how the unit gets there depends on the sets */
	uint16_t mask;   /* slot: the sets in which the unit moves there */
	uint16_t direct; /* slot: of these, those in which it borders on the target */
	uint16_t via;    /* slot: of these, those in which it asks for a convoy */
	uint16_t overland;       /* slot: of these, those in which it goes without a convoy */
	uint16_t arrives, fails; /* slots: the sets in which it certainly can, and cannot, get there */
	uint16_t open, shut;     /* slots: the sets with a convoy, and without */
	uint16_t back;           /* the occupant's way to where the unit stands, or MENU_NONE */
	uint16_t first_ferry, ferry_count;
};

/* A fleet that may convoy an army. */
struct menu_ferry {
	uint8_t fleet;
	bool at_home, at_target; /* it borders on that province */
	bool own;                /* its orders show that the army means to be convoyed (4.A.3) */
	uint64_t near;           /* the fleets that it borders on, among those of the way */
};

/* A support or convoy of the menu that can match an order of the menu. */
struct menu_help {
	uint16_t choice;        /* slot: the sets that give it */
	uint16_t match;         /* slot: the sets that give the order it helps; MENU_EMPTY: no move */
	uint16_t into;          /* its pair, or its ferry */
	uint16_t aim;           /* of a support; MENU_NONE */
	uint8_t helper, helped; /* units */
};

/* A unit that may support moves against a unit, `at`. Only pairs in which this matters are kept:
 * the unit could cut the support, or has the same power. */
struct menu_aim {
	uint8_t at;
	bool friendly;
};

/* A way by which a unit of another power attacks a supporter. aim: with the attacker, if the
 * support may be directed against it; else MENU_NONE. */
struct menu_attack {
	uint16_t way, aim;
};

/* A slot that is the sum of others: those of a run of `addends`. They precede it. */
struct menu_sum {
	uint16_t slot;
	uint16_t first, count;
};

/* Board, map and law are the caller's. The entries of unit u are from first[u] to before first[u +
 * 1]; the same holds for provinces. */
struct menu {
	struct variant variant;
	const struct board *board;
	struct order orders[MENU_ORDERS_MAX];
	int first[UNITS_MAX + 1];
	uint8_t bits[UNITS_MAX]; /* needed for the place of an order on the unit's menu */
	int8_t at[PROVINCES_MAX];
	uint8_t home[UNITS_MAX];
	bool full; /* there was no room for all of it */
	int slot_count;
	uint16_t moves[UNITS_MAX],
		idles[UNITS_MAX]; /* slots: it moves; it neither moves nor supports */
	int sum_count;
	struct menu_sum sums[MENU_SUMS_MAX];
	uint16_t addends[MENU_ADDENDS_MAX];
	int way_count;
	struct menu_way ways[MENU_WAYS_MAX]; /* by unit */
	int first_way[UNITS_MAX + 1];
	int entry_count;
	uint16_t into[MENU_WAYS_MAX]; /* ways that are not dead, by target */
	int first_into[PROVINCES_MAX + 1];
	int support_count; /* by supporter */
	struct menu_help supports_of[MENU_ORDERS_MAX];
	int pair_count;
	uint8_t pairs[MENU_PAIRS_MAX]; /* by helped unit: a unit that may support it */
	int first_pair[UNITS_MAX + 1];
	int aim_count;
	struct menu_aim aims[MENU_AIMS_MAX]; /* by supporter */
	int first_aim[UNITS_MAX + 1];
	int attack_count;
	struct menu_attack attacks[MENU_ATTACKS_MAX]; /* by supporter; only of those of pairs */
	int first_attack[UNITS_MAX + 1];
	unit_set supporters;         /* units that may support */
	unit_set helped[UNITS_MAX];  /* by supporter: the units it may help */
	unit_set helpers[UNITS_MAX]; /* by helped unit: the units that may support it */
	uint8_t levels[UNITS_MAX];   /* how strong it may be, at most MENU_LEVELS_MAX */
	unit_set wavering;           /* units that may be supported against a friend of the supporter */
	unit_set aimers[UNITS_MAX];  /* by unit: the supporters with aims at it */
	struct place_set concern[UNITS_MAX]; /* by unit: where its strength may matter */
	struct place_set vacant,
		occupied;       /* the provinces with ways to them, without and with a unit */
	unit_set convoyers; /* fleets with ferries */
	int ferry_count;
	struct menu_ferry ferries[MENU_FERRIES_MAX]; /* by way */
	int carry_count;
	struct menu_help carries[MENU_ORDERS_MAX];
};

/* Compiles a menu: orders[u] has counts[u] orders, at least one, for unit u of the board;
 * order_is_of must hold for each. They are copied. map, law and board must not change. False: the
 * menu is too large; then resolve set by set (forecast.h). */
MUST_CHECK bool menu_open(struct menu *menu, struct variant variant, const struct board *board,
                          const struct order *const orders[], const int counts[]);

/* An order of a unit, by its place on the unit's menu. */
static inline struct order menu_order(const struct menu *menu, int unit, int place)
{
	return menu->orders[menu->first[unit] + place];
}
static inline int menu_count(const struct menu *menu, int unit)
{
	return menu->first[unit + 1] - menu->first[unit];
}

/* The slot of the sets that give the unit that order. */
static inline uint16_t menu_find_slot(const struct menu *menu, int unit, int place)
{
	return (uint16_t)(menu->first[unit] + place + 1);
}

#endif
