/* ferry: convoys that one power's fleets could give its own armies (not the thesis's).
 *
 * Only convoys over borders that the army cannot cross itself count. A convoy is drawn as a whole:
 * the army's move, and an order to each fleet on a shortest route. */
#ifndef ARESFARM_FERRY_H
#define ARESFARM_FERRY_H

#include "board/board.h"

struct ferry {
	const struct map *map;
	struct place_set seas; /* the seas with fleets of the power */
};

/* side: the units of the power. */
struct ferry ferry_open(const struct map *map, const struct board *board, unit_set side);

/* The provinces to which an army could be carried. */
struct place_set ferry_targets(const struct ferry *ferry, uint8_t army);

/* The same, by fleets of which one is at `sea`. */
struct place_set ferry_targets_by(const struct ferry *ferry, uint8_t army, uint8_t sea);

/* The seas of a shortest route. by: a sea that it passes, or LOC_NONE; then the route may be longer
 * than necessary. */
struct place_set ferry_route(const struct ferry *ferry, uint8_t army, uint8_t target, uint8_t by);

#endif
