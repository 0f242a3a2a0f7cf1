/* daide_order: orders, units and places of DAIDE, as tokens and as values of ours.
 *
 * DAIDE names the seas of a convoyed move, one by one. Our orders do not: anyone who reads such an
 * order checks the seas, and then only "by convoy" is left of them. Anyone who writes one finds
 * seas anew. */
#ifndef ARESFARM_DAIDE_ORDER_H
#define ARESFARM_DAIDE_ORDER_H

#include "daide_message.h"
#include "game/record.h"
#include "game/retreat.h"

/* Which token is which province of a map. Only a map with the provinces of the standard map has
 * one.
 */
struct daide_map {
	const struct map *map;
	uint16_t token[PROVINCES_MAX]; /* by province */
};

/* False: the map has other provinces, or other powers. */
MUST_CHECK bool daide_map_open(const struct map *map, struct daide_map *tokens);

static inline uint16_t daide_of_power(uint8_t power)
{
	return (uint16_t)(DAIDE_AUS + power);
}

/* The number of a power; POWER_NONE: the token is not a power. */
static inline uint8_t daide_power(uint16_t token)
{
	return token >= DAIDE_AUS && token <= DAIDE_TUR ? (uint8_t)(token - DAIDE_AUS) : POWER_NONE;
}

/* ── reading ── */

/* What is left of a message, up to `end`. A taker that returns false has taken nothing but the
 * tokens before the first wrong one: `at` is the place of that one. */
struct daide_reader {
	const struct daide_message *message;
	int at, end;
	int level; /* of the language: what is of a higher one is wrong */
};

bool daide_take(struct daide_reader *reader, uint16_t token);
bool daide_take_integer(struct daide_reader *reader, int *number);
bool daide_take_power(struct daide_reader *reader, uint8_t *power);
bool daide_take_turn(struct daide_reader *reader, int16_t *phase); /* "( FAL 1901 )" */

/* The token that comes next; 0 at the end, which is the number 0, too: look where no number can be.
 */
static inline uint16_t daide_peek(const struct daide_reader *reader)
{
	return reader->at < reader->end ? reader->message->token[reader->at] : 0;
}

struct daide_place {
	uint16_t province, coast; /* coast: 0: none is named */
};

struct daide_unit {
	uint8_t power;
	uint8_t type; /* enum unit_type */
	struct daide_place place;
};

enum { DAIDE_VIA_MAX = 32 };

/* An order as it was written: it need not be possible, nor of this phase. */
struct daide_order {
	uint16_t verb;           /* DAIDE_HLD and the like */
	struct daide_unit unit;  /* of a waive only its power */
	struct daide_unit other; /* supported or convoyed; else all 0 */
	struct daide_place to;   /* province 0: the order has none */
	int via_count;
	uint16_t via[DAIDE_VIA_MAX];
};

bool daide_take_province(struct daide_reader *reader, uint16_t *province);
bool daide_take_unit(struct daide_reader *reader, struct daide_unit *unit); /* "( ENG FLT LON )" */

/* What stands within an order's brackets. */
bool daide_take_order(struct daide_reader *reader, struct daide_order *order);

/* ── what a power may order ── */

/* A turn of a power: the board, and its orders so far. */
struct daide_turn {
	struct variant variant;
	const struct daide_map *tokens;
	const struct board *board;
	uint8_t power;
	const struct order *given; /* builds, removals and waives count against what is due */
	int given_count;
};

/* Makes an order of ours of what a power has written. Returns DAIDE_MBV, or the note that says why
 * it cannot be given; then order is not written. */
uint16_t daide_order_check(const struct daide_turn *turn, const struct daide_order *written,
                           struct order *order);

/* How many units a power may build, whether or not it has room; below zero: how many it must
 * remove.
 */
int daide_due(const struct map *map, const struct board *board, uint8_t power);

/* ── writing ── */

void daide_add_turn(struct daide_message *message, int16_t phase);

/* The token of a coast, by the end of its code: "stp/nc". loc: one of a province with two. */
uint16_t daide_coast(const struct map *map, uint8_t loc);

/* A location: "( STP SCS )" where it is a coast of two. */
void daide_add_place(struct daide_message *message, const struct daide_map *tokens, uint8_t loc);

/* A unit: "( ENG FLT LON )". */
void daide_add_unit(struct daide_message *message, const struct daide_map *tokens,
                    struct unit unit);

/* A dislodged unit, and where it may go: "( TUR AMY SMY MRT ( SYR ) )". */
void daide_add_dislodged(struct daide_message *message, const struct daide_map *tokens,
                         const struct board *board, int retreat);

/* An order in brackets, of a power. record: the phase, with all its orders. A move that goes by
 * convoy names seas: those of fleets that convoy it, if they are a way, else any. */
void daide_add_order(struct daide_message *message, const struct daide_map *tokens,
                     const struct phase_orders *orders, const struct board *board, int order);

#endif
