/* legal: every order that a unit may be given in a movement phase, whatever the others are ordered.
 *
 * These are: to hold; moves over a border; moves by sea along fleets that stand there and might
 * convoy; supports of another unit's hold or possible move, into a province the supporter could go
 * to; convoys between coasts that a chain of fleets joins. Source: rulebook; DATC 4.E.1. */
#ifndef ARESFARM_LEGAL_H
#define ARESFARM_LEGAL_H

#include "board/board.h"

/* Most are orders to convoy: of at most UNITS_MAX - 1 armies, each to at most PROVINCES_MAX - 1
 * coasts. Beside them a unit has at most EXITS_MAX neighbours, with two coasts each at most, where
 * it can support each other unit; it moves; and it holds. */
enum { LEGAL_MAX = (UNITS_MAX - 1) * (PROVINCES_MAX + 3 * EXITS_MAX) + PROVINCES_MAX + EXITS_MAX };

/* Fleets at sea that border each other, as many as there are. */
struct legal_chain {
	struct place_set seas, coasts;
};

/* A board, and what its fleets at sea could convoy. map and board are the caller's. */
struct legal {
	const struct map *map;
	const struct board *board;
	struct place_set occupied, armies; /* provinces with units, and with armies */
	struct place_set seas;             /* with fleets */
	int chain_count;
	struct legal_chain chains[UNITS_MAX];
	struct place_set shores;                 /* the coasts of all chains */
	struct place_set convoyable;             /* those with armies */
	struct place_set targets[PROVINCES_MAX]; /* of those: where chains could convoy it */
	uint8_t unit_in[PROVINCES_MAX];          /* of those occupied: the unit */
};

void legal_open(const struct map *map, const struct board *board, struct legal *legal);

/* The chain of a fleet at sea. */
int legal_find_chain(const struct legal *legal, uint8_t sea);

/* Where the army in a convoyable province could be convoyed without the fleet at a sea, which is of
 * this chain. */
struct place_set legal_targets_without(const struct legal *legal, uint8_t sea, int chain,
                                       uint8_t home);

/* Writes the orders of unit u, in a fixed sequence; returns how many. */
int legal_orders(const struct legal *legal, int u, struct order orders[LEGAL_MAX]);

/* Whether an order is one of those. */
bool legal_has(const struct legal *legal, int u, struct order order);

#endif
