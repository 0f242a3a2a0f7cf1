/* daide_order: orders, units and places as DAIDE tokens and as values of lib.
 *
 * A convoyed move of DAIDE names its seas one by one. Our orders do not: the reader checks the seas
 * and keeps only "by convoy"; the writer finds a route of seas again. */
#ifndef ARESFARM_DAIDE_ORDER_H
#define ARESFARM_DAIDE_ORDER_H

#include "daide_message.h"
#include "game/record.h"
#include "game/retreat.h"

/* The tokens of a map's provinces. Only maps with the provinces of the standard map have them. */
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

/* The rest of a message, up to `end`. If a daide_take function returns false, `at` is the place of
 * the first wrong token. */
struct daide_reader {
	const struct daide_message *message;
	int at, end;
	int level; /* of the language; syntax of a higher level is wrong */
};

bool daide_take(struct daide_reader *reader, uint16_t token);
bool daide_take_integer(struct daide_reader *reader, int *number);
bool daide_take_power(struct daide_reader *reader, uint8_t *power);
bool daide_take_turn(struct daide_reader *reader, int16_t *phase); /* "( FAL 1901 )" */

/* The next token, or 0 at the end. 0 is also the token of the number 0, so do not use this where a
 * number may come. */
static inline uint16_t daide_peek(const struct daide_reader *reader)
{
	return reader->at < reader->end ? reader->message->token[reader->at] : 0;
}

/* Whether a turn in brackets is next. */
static inline bool daide_turn_is_next(const struct daide_reader *reader)
{
	return reader->at + 1 < reader->end &&
	       daide_category(reader->message->token[reader->at + 1]) == daide_category(DAIDE_SPR);
}

struct daide_place {
	uint16_t province, coast; /* coast: 0: not named */
};

struct daide_unit {
	uint8_t power;
	uint8_t type; /* enum unit_type */
	struct daide_place place;
};

enum { DAIDE_VIA_MAX = 32 };

/* An order as it was written. It may be impossible, or an order of another phase. */
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

/* Takes the contents of an order's brackets; or an order with its brackets. */
bool daide_take_order(struct daide_reader *reader, struct daide_order *order);
bool daide_take_order_group(struct daide_reader *reader, struct daide_order *order);

/* Takes characters of free text, if any. */
void daide_take_characters(struct daide_reader *reader);

/* ── checking orders ── */

/* A turn of a power: the board, and its orders so far. */
struct daide_turn {
	struct variant variant;
	const struct daide_map *tokens;
	const struct board *board;
	uint8_t power;
	const struct order *given; /* builds, removals and waives count against what is due */
	int given_count;
};

/* Converts an order that a power has written. Returns DAIDE_MBV, or the DAIDE note with the reason
 * why it cannot be given; then order is not written. */
uint16_t daide_order_check(const struct daide_turn *turn, const struct daide_order *written,
                           struct order *order);

/* The number of units that a power may build, ignoring vacant home centres; if negative, the number
 * that it must remove. */
int daide_due(const struct map *map, const struct board *board, uint8_t power);

/* ── writing ── */

void daide_add_turn(struct daide_message *message, int16_t phase);

/* The token of a coast, by the end of its code: "stp/nc". loc: a coast of a province with two. */
uint16_t daide_coast(const struct map *map, uint8_t loc);

/* Adds a location: "( STP SCS )" if it is one of two coasts. */
void daide_add_place(struct daide_message *message, const struct daide_map *tokens, uint8_t loc);

/* Adds a unit: "( ENG FLT LON )". */
void daide_add_unit(struct daide_message *message, const struct daide_map *tokens,
                    struct unit unit);

/* Adds a dislodged unit with its possible retreats: "( TUR AMY SMY MRT ( SYR ) )". */
void daide_add_dislodged(struct daide_message *message, const struct daide_map *tokens,
                         const struct board *board, int retreat);

/* Adds an order in brackets. orders: all orders of the phase. A move by convoy names a route: over
 * the fleets that convoy it if there is one, else any. */
void daide_add_order(struct daide_message *message, const struct daide_map *tokens,
                     const struct phase_orders *orders, const struct board *board, int order);

#endif
