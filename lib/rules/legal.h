/* legal: every order that a unit may be given in a movement phase, whatever the others are ordered.
 *
 * These are: to hold; moves over a border; moves by sea along fleets that stand there and might
 * convoy; supports of another unit's hold or possible move, into a province the supporter could go
 * to; convoys between coasts that a chain of fleets joins. Source: rulebook; DATC 4.E.1. */
#ifndef ARESFARM_LEGAL_H
#define ARESFARM_LEGAL_H

#include "vocabulary.h"

/* Most are orders to convoy: of at most UNITS_MAX - 1 armies, each to at most PROVINCES_MAX - 1
 * coasts. Beside them a unit has at most EXITS_MAX neighbours, with two coasts each at most, where
 * it can support each other unit; it moves; and it holds. */
enum { LEGAL_MAX = (UNITS_MAX - 1) * (PROVINCES_MAX + 3 * EXITS_MAX) + PROVINCES_MAX + EXITS_MAX };

/* A board, and what its fleets at sea could convoy. map and board are the caller's. */
struct legal {
	const struct map *map;
	const struct board *board;
	struct place_set occupied, armies;   /* provinces with units, and with armies */
	struct place_set seas;               /* with fleets */
	int chain_count;                     /* chains of fleets at sea that border each other */
	struct place_set coasts[UNITS_MAX];  /* of each chain */
	struct place_set shores;             /* of all chains */
	struct place_set convoyable;         /* armies on them */
	uint8_t unit_in[PROVINCES_MAX];      /* where a unit is */
	struct place_set targets[UNITS_MAX]; /* where an army could be convoyed to; of others none */
};

void legal_open(const struct map *map, const struct board *board, struct legal *legal);

/* Writes the orders of unit u, in a fixed sequence; returns how many. */
int legal_orders(const struct legal *legal, int u, struct order orders[LEGAL_MAX]);

/* Writes the numbers of these orders in the vocabulary of the map, ascending: in the same sequence.
 * Orders that it does not have are left out. Returns how many. */
int legal_numbers(const struct legal *legal, const struct vocabulary *vocabulary, int u,
                  int32_t numbers[LEGAL_MAX]);

/* The same numbers of all units of a set, as a mask. mask: vocabulary->words words. */
void legal_mask(const struct legal *legal, const struct vocabulary *vocabulary, unit_set units,
                uint64_t mask[]);

/* Whether an order is one of those. */
bool legal_has(const struct legal *legal, int u, struct order order);

#endif
