/* stored: a phase as a row of the table boards has it, packed.
 *
 * Its entries are the units that stand, and behind them, marked by bit 11, what else the phase is
 * about: in retreat phases the dislodged units and the contested provinces (of no power), in winter
 * a unit for each build or removal (a waive: nowhere). Beside each stands its order: none for
 * contested provinces, nor for standing units outside movement phases. A retreat's aux is the
 * province barred to it.
 *
 * Orders carry their outcome: bits 20-23 the result, bit 24 dislodged (lib/order.h has the bits
 * below). Owners are one character a province: a power's initial, or a dot. schema/001 unpacks the
 * same. */
#ifndef ARESFARM_STORED_H
#define ARESFARM_STORED_H

#include "match.h"

enum { STORED_MAX = UNITS_MAX + PHASE_ORDERS_MAX + PROVINCES_MAX, STORED_STAGES = STAGES - 1 };

struct stored {
	int16_t phase;
	int unit_count; /* entries */
	int16_t units[STORED_MAX];
	char owners[PROVINCES_MAX + 1];
	bool resolved; /* false: a final position, and nothing below is valid */
	int32_t orders[STORED_MAX];
	int32_t resolve_ns; /* two seconds or more: INT32_MAX */
	int16_t stage;
	int power_count; /* whose figures follow */
	int64_t think_ns[POWERS_MAX];
	int32_t forecasts[POWERS_MAX];
	int forecaster_count; /* powers with forecasts, in order: */
	int32_t forecast_stages[POWERS_MAX *
	                        STORED_STAGES]; /* how many each stage but STAGE_NONE concluded */
	int64_t forecast_ns[POWERS_MAX];
	int16_t capped; /* powers, as bits */
};

/* How a game ended, as its row of the table games says. */
struct stored_end {
	int16_t winner; /* POWER_NONE: a draw */
	int16_t phase;
	int32_t phases; /* played */
	int power_count;
	int16_t centres[POWERS_MAX], units[POWERS_MAX];
};

void stored_pack(const struct map *map, const struct phase_record *record, struct stored *stored);
void stored_pack_final(const struct map *map, const struct board *board, struct stored *stored);
void stored_pack_end(const struct map *map, const struct board *board,
                     const struct game_verdict *verdict, int32_t phases, struct stored_end *end);

/* A position that is still to be played, for somebody outside to look at. */
void stored_pack_open(const struct map *map, const struct board *board, struct stored *stored);

/* False when the row cannot be a position on this map. There are no orders when none are stored.
 * outcomes, where not NULL: the stored code of each order. */
__attribute__((warn_unused_result)) bool
stored_unpack(const struct map *map, const struct stored *stored, struct board *board,
              struct phase_orders *orders, int32_t outcomes[PHASE_ORDERS_MAX]);

/* The outcome of a stored order. */
static inline enum result stored_result(int32_t order)
{
	return (enum result)(order >> 20 & 15);
}

static inline bool stored_dislodged(int32_t order)
{
	return order >> 24 & 1;
}

#endif
