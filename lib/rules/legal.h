/* legal: every legal order of a unit in a movement phase, independent of the orders of other units.
 *
 * These are holds; moves over a border; moves by sea along fleets that might convoy; supports of
 * another unit's hold or possible move, into a province the supporter could go to; convoys between
 * coasts that a chain of fleets joins. Source: rulebook; DATC 4.E.1. */
#ifndef ARESFARM_LEGAL_H
#define ARESFARM_LEGAL_H

#include "board/board.h"

/* Most are orders to convoy: of at most UNITS_MAX - 1 armies, each to at most PROVINCES_MAX - 1
 * coasts. A unit also moves to, and supports every other unit at, at most EXITS_MAX neighbours with
 * at most two coasts each; and it holds. */
enum { LEGAL_MAX = (UNITS_MAX - 1) * (PROVINCES_MAX + 3 * EXITS_MAX) + PROVINCES_MAX + EXITS_MAX };

/* A board, and what its fleets at sea could convoy. map and board are the caller's. */
struct legal {
	const struct map *map;
	const struct board *board;
	struct place_set occupied, armies; /* provinces with units, and with armies */
	struct place_set seas;             /* with fleets */
	int chain_count;                   /* a chain: a connected set of fleets at sea */
	struct place_set chains[UNITS_MAX], coasts[UNITS_MAX]; /* seas of each, and their coasts */
	struct place_set shores;                               /* the coasts of all chains */
	struct place_set convoyable;                           /* those with armies */
	struct place_set targets[PROVINCES_MAX]; /* of those: where chains could convoy it */
	uint8_t unit_in[PROVINCES_MAX];          /* of those occupied: the unit */
	uint8_t chain_of[PROVINCES_MAX];         /* of those seas */
};

void legal_open(const struct map *map, const struct board *board, struct legal *legal);

/* The same, without the targets. */
void legal_open_chains(const struct map *map, const struct board *board, struct legal *legal);

/* Writes the coasts of the chains into which a chain splits without its fleet at `sea`; returns the
 * number of chains. */
int legal_split_chain(const struct legal *legal, uint8_t sea, int chain, struct place_set coasts[]);

/* Where an army could be convoyed along chains with these coasts. */
static inline struct place_set legal_join(const struct place_set coasts[], int count, uint8_t home)
{
	struct place_set targets = {{0, 0}};

	for (int c = 0; c < count; c++) {
		const uint64_t takes = -(uint64_t)place_set_has(&coasts[c], home);
		for (int word = 0; word < PLACE_SET_WORDS; word++)
			targets.bits[word] |= coasts[c].bits[word] & takes;
	}
	return place_set_difference(targets, place_set_one(home));
}

/* Writes the orders of unit u, in a fixed sequence; returns their number. */
int legal_orders(const struct legal *legal, int u, struct order orders[LEGAL_MAX]);

/* Whether an order is one of those. */
bool legal_has(const struct legal *legal, int u, struct order order);

#endif
