/* menu_helps: compiles the supports and convoys of a menu. For menu.c only. */
#ifndef ARESFARM_JUDGES_LANES_MENU_HELPS_H
#define ARESFARM_JUDGES_LANES_MENU_HELPS_H

#include "menu.h"

/* Slots that are added up. `joined`: the sum has a slot of its own. */
struct menu_joint {
	uint16_t slot;
	bool joined;
};

/* An addend of a sum. */
struct menu_join {
	uint16_t into, from;
};

/* The moves of a way: how many there are, how many of them border on the target, how many ask for a
 * convoy. */
struct menu_tally {
	struct menu_joint joint;
	int orders, direct, via;
};

/* A menu that is being compiled, with indexes that are not needed later. */
struct menu_draft {
	struct menu *menu;
	int join_count;
	struct menu_join joins[MENU_ADDENDS_MAX];
	uint16_t way_of[UNITS_MAX][PROVINCES_MAX];        /* MENU_NONE */
	struct menu_joint target_of[UNITS_MAX][LOCS_MAX]; /* only if the province has coasts */
	struct menu_tally tally[MENU_WAYS_MAX];           /* by way */
	uint16_t number_of[UNITS_MAX][UNITS_MAX];         /* of pairs, then of aims */
};

/* The slot of an order by its number. */
static inline uint16_t menu_slot(int number)
{
	return (uint16_t)(number + 1);
}

/* The place of a new entry of a table. If there is no room, the menu is marked full, and the last
 * entry is overwritten. */
int menu_room(struct menu *menu, int *count, int most);

/* Finds the possible convoys. All moves must be known. */
void menu_add_carries(struct menu_draft *draft);

/* Finds supports, the units they could be directed against, and the units that could cut them. All
 * ways must be known. */
void menu_add_supports(struct menu_draft *draft);

#endif
