/* stored: a phase, packed as a row of the table boards.
 *
 * A row has entries. The first are the standing units. Entries with bit 11 follow: in retreat
 * phases the dislodged units and the contested provinces (with no power); in winter a unit for each
 * build or removal (a waive has no place). Each entry has an order, except that contested provinces
 * have none, and standing units have one only in movement phases. The aux of a retreat is the
 * province that it must not enter.
 *
 * An order carries its result in bits 20 to 23 and "dislodged" in bit 24; lib/board/order.h has the
 * bits below. Owners are one character for each province: the initial of a power, or a dot. The
 * schema has SQL functions that unpack the same format. */
#ifndef ARESFARM_STORED_H
#define ARESFARM_STORED_H

#include "board/macros.h"
#include "match/match.h"

enum { STORED_MAX = UNITS_MAX + PHASE_ORDERS_MAX + PROVINCES_MAX, STORED_STAGES = STAGES - 1 };

struct stored {
	int16_t phase;
	int unit_count; /* entries */
	int16_t units[STORED_MAX];
	char owners[PROVINCES_MAX + 1];
	bool resolved; /* false: a final position; nothing below is valid */
	int32_t orders[STORED_MAX];
	int32_t resolve_ns; /* INT32_MAX: 2.1 seconds or more */
	int16_t stage;
	int power_count; /* of the next two arrays */
	int64_t think_ns[POWERS_MAX];
	int32_t forecasts[POWERS_MAX];
	int forecaster_count; /* the powers that made forecasts, in order; of the next two arrays */
	int32_t forecast_stages[POWERS_MAX * STORED_STAGES]; /* concluded by each stage, without
	                                                        STAGE_NONE */
	int64_t forecast_ns[POWERS_MAX];
	int16_t capped; /* powers, as bits */
};

/* How a game ended, as in its row of the table games. */
struct stored_end {
	int16_t winner; /* POWER_NONE: a draw */
	int16_t phase;
	int32_t phases; /* played */
	uint8_t shared; /* the powers that share a draw by an agreement, as bits; 0: the survivors */
	int power_count;
	int16_t centres[POWERS_MAX], units[POWERS_MAX];
};

void stored_pack(const struct map *map, const struct phase_record *record,
                 const struct phase_cost *cost, struct stored *stored);
void stored_pack_final(const struct map *map, const struct board *board, struct stored *stored);
void stored_pack_end(const struct map *map, const struct board *board,
                     const struct game_verdict *verdict, int32_t phases, struct stored_end *end);

/* A position that is not yet played, for external players. */
void stored_pack_open(const struct map *map, const struct board *board, struct stored *stored);

/* False if the row cannot be a position on this map. orders is empty if none are stored. outcomes
 * gets the stored code of each order, unless it is NULL. */
MUST_CHECK bool stored_unpack(const struct map *map, const struct stored *stored,
                              struct board *board, struct phase_orders *orders,
                              int32_t outcomes[PHASE_ORDERS_MAX]);

/* The same for a row of stored_pack_open. It does not record from where a unit was dislodged:
 * barred is LOC_NONE. */
MUST_CHECK bool stored_unpack_open(const struct map *map, const struct stored *stored,
                                   struct board *board);

/* Like stored_unpack, but gives the record of a phase, with the results of its orders. Without
 * stored orders it is a board. An invalid result stays as it is stored. */
MUST_CHECK bool stored_unpack_record(const struct map *map, const struct stored *stored,
                                     struct phase_record *record);

/* The result of a stored order. */
static inline enum result stored_result(int32_t order)
{
	return (enum result)(order >> 20 & 15);
}

/* The kind of a stored order (order.h), and the power of a stored unit (board.h). Like results they
 * are not validated: any number of that many bits. */
static inline int stored_kind(int32_t order)
{
	return order >> 14 & 15;
}

static inline int stored_power(int16_t unit)
{
	return unit >> 8 & 7;
}

static inline bool stored_dislodged(int32_t order)
{
	return order >> 24 & 1;
}

#endif
