/* lanes: many order sets of one board, resolved at once. Each set has a lane: a bit of a machine
 * word.
 *
 * What becomes of each set is bit for bit what Atlas makes of it. The sentences of the thesis
 * (judges/atlas_sentences.c) are evaluated for all lanes together, in the same three-valued logic,
 * until nothing new follows. Strengths are sums in unary: a mask for each strength that may be
 * reached. A circle of units that only wait for each other moves. What is then still open in a lane
 * (a paradox, a supposition) or has no formula here (convoys by some laws) goes to Atlas by itself.
 *
 * Invariant: the planes of a unit say which order of the menu each lane gives it. */
#ifndef ARESFARM_JUDGES_LANES_LANES_H
#define ARESFARM_JUDGES_LANES_LANES_H

#include "menu.h"

#include <stddef.h>

enum { LANES_MAX = 512, LANES_ALIGN = 64 };

/* The widths of machine words, the narrowest first; NULL ends it. Which of them this processor has,
 * lanes_has says. */
struct lanes;
struct lanes_width {
	const char *name; /* "64" */
	int count;        /* lanes */
	size_t (*size)(const struct menu *menu);
	void (*open)(struct lanes *lanes);
	void (*choose)(struct lanes *lanes, int unit, const uint16_t places[]);
	void (*choose_one)(struct lanes *lanes, int unit, int place);
	void (*resolve)(struct lanes *lanes);
};
extern const struct lanes_width *const lanes_widths[];
bool lanes_has(const struct lanes_width *width);

/* The widest that this processor has. */
const struct lanes_width *lanes_widest(void);

/* The masks of a phase that is resolved: `parts` words each, lane l is bit l % 64 of word l / 64.
 * Lanes from `count` on are empty. Units are those of the board. */
struct lanes {
	const struct menu *menu;
	const struct lanes_width *width;
	int parts;
	int count;           /* order sets in use */
	uint64_t *follows;   /* by unit: its order is followed */
	uint64_t *moved;     /* by unit: it moved */
	uint64_t *dislodged; /* by unit */
	uint64_t *contested; /* by province: a standoff left it empty */
	uint64_t *barred;    /* by way: it dislodged the occupant, who may not retreat to where it came
	                      * from */
	uint64_t *singly;    /* these lanes were resolved by Atlas */
	uint64_t *planes;    /* by unit, MENU_PLANES each: the places of its orders, bit by bit */
	uint64_t *slots;     /* by slot of the menu: the lanes that give an order, and sums of these */
	void *room;          /* of the width's own */
};

/* Bytes that a menu's lanes take; and opens them there: aligned to LANES_ALIGN, the caller's. All
 * lanes give each unit the first order of its menu. */
size_t lanes_size(const struct menu *menu, const struct lanes_width *width);
struct lanes *lanes_open(const struct menu *menu, const struct lanes_width *width, void *room);

/* Gives a unit in each lane the order of a place on its menu: width->count places. */
void lanes_choose(struct lanes *lanes, int unit, const uint16_t places[]);

/* Resolves the first `count` lanes. */
void lanes_resolve(struct lanes *lanes, int count);

/* The orders of one lane. */
void lanes_read_orders(const struct lanes *lanes, int lane, struct order orders[UNITS_MAX]);

#endif
