/* lanes: many order sets of one board, resolved at once. Each set has a lane: a bit of a machine
 * word.
 *
 * The outcome of each set is bit for bit that of Atlas. The sentences of the thesis
 * (judges/atlas_sentences.c) are evaluated for all lanes together, in the same three-valued logic,
 * until nothing new follows. Strengths are sums in unary: a mask for each strength that may be
 * reached. A circle of units that only wait for each other moves. A lane that is then still open (a
 * paradox, a supposition) or that has no formula here (convoys under some laws) is resolved by
 * Atlas on its own.
 *
 * Invariant: the planes of a unit hold its order in each lane, by its place on the menu. */
#ifndef ARESFARM_JUDGES_LANES_LANES_H
#define ARESFARM_JUDGES_LANES_LANES_H

#include "menu.h"

#include <stddef.h>

enum { LANES_MAX = 512, LANES_ALIGN = 64 };

/* The widths of machine words, narrowest first; the last is NULL. lanes_has reports which of them
 * this processor has. */
struct lanes;
struct lanes_width {
	const char *name; /* "64" */
	int count;        /* lanes */
	size_t (*size)(const struct menu *menu);
	void (*open)(struct lanes *lanes);
	void (*choose)(struct lanes *lanes, int unit, const uint16_t places[]);
	void (*resolve)(struct lanes *lanes);
};
extern const struct lanes_width *const lanes_widths[];
bool lanes_has(const struct lanes_width *width);

/* The widest that this processor has. */
const struct lanes_width *lanes_widest(void);

/* The masks of a resolved phase: `parts` words each; lane l is bit l % 64 of word l / 64. Lanes
 * from `count` on are empty. Units are those of the board. */
struct lanes {
	const struct menu *menu;
	const struct lanes_width *width;
	int parts;
	int count;           /* order sets in use */
	uint64_t *follows;   /* by unit: its order is followed */
	uint64_t *moved;     /* by unit: it moved */
	uint64_t *dislodged; /* by unit */
	uint64_t *contested; /* by province: a standoff left it empty */
	uint64_t *barred; /* by way: it dislodged the occupant, which may not retreat to where the way
	                     begins */
	uint64_t *singly; /* these lanes were resolved by Atlas */
	uint64_t *planes; /* by unit, MENU_PLANES each: the bits of the places of its orders */
	uint64_t *slots;  /* by slot of the menu: the lanes that give an order, and sums of these */
	void *room;       /* for use by the width's functions */
};

/* The size of a menu's lanes in bytes; and opens them in such a room, aligned to LANES_ALIGN, which
 * the caller owns. At first all lanes give each unit the first order of its menu. */
size_t lanes_size(const struct menu *menu, const struct lanes_width *width);
struct lanes *lanes_open(const struct menu *menu, const struct lanes_width *width, void *room);

/* Gives a unit an order in each lane, by its place on the unit's menu: width->count places. */
void lanes_choose(struct lanes *lanes, int unit, const uint16_t places[]);

/* Resolves the first `count` lanes. */
void lanes_resolve(struct lanes *lanes, int count);

/* The orders of one lane. */
void lanes_read_orders(const struct lanes *lanes, int lane, struct order orders[UNITS_MAX]);

#endif
