/* order: what one unit is told to do, as a value; parsed from and printed in the usual notation.
 *
 *   A par H                   hold
 *   A par - bur               move; "A lon - nwy via" asks for a convoy
 *   A mar S A par - bur       support to move; "A mar S A par" supports whatever keeps the army in
 * Paris F nth C A lon - nwy       convoy A par R bur, A par D      retreat, disband build A par,
 * remove A par, waive
 *
 * The type may be left out ("par - bur"); what comes of it is for the law to say. */
#ifndef ARESFARM_ORDER_H
#define ARESFARM_ORDER_H

#include "map.h"

enum order_kind {
	ORDER_HOLD,
	ORDER_MOVE,
	ORDER_SUPPORT_HOLD,
	ORDER_SUPPORT_MOVE,
	ORDER_CONVOY,
	ORDER_RETREAT,
	ORDER_DISBAND, /* of a dislodged unit, or the removal of a surplus one */
	ORDER_BUILD,
	ORDER_WAIVE,
	ORDER_KINDS
};

/* Eight bytes without padding, so that two orders are equal when their bytes are. Fields an order
 * does not use hold what order_make leaves there: LOC_NONE, 0. */
struct order {
	uint8_t kind; /* enum order_kind */
	uint8_t
		type; /* unit type ordered (or built); UNIT_TYPES in an order as issued: none was named */
	uint8_t from;     /* its location */
	uint8_t to;       /* where it, or the unit it helps, is to go; else LOC_NONE */
	uint8_t aux_type; /* type of the unit supported or convoyed, as above */
	uint8_t aux;      /* its location; else LOC_NONE */
	uint8_t via;      /* 1 when the move asks for a convoy */
	uint8_t zero;
};
_Static_assert(sizeof(struct order) == 8, "struct order has no padding");

static inline struct order order_hold(uint8_t type, uint8_t from)
{
	return (struct order){
		.kind = ORDER_HOLD, .type = type, .from = from, .to = LOC_NONE, .aux = LOC_NONE};
}

static inline struct order order_move(uint8_t type, uint8_t from, uint8_t to)
{
	return (struct order){
		.kind = ORDER_MOVE, .type = type, .from = from, .to = to, .aux = LOC_NONE};
}

static inline struct order order_support_hold(uint8_t type, uint8_t from, uint8_t aux_type,
                                              uint8_t aux)
{
	return (struct order){.kind = ORDER_SUPPORT_HOLD,
	                      .type = type,
	                      .from = from,
	                      .to = LOC_NONE,
	                      .aux_type = aux_type,
	                      .aux = aux};
}

static inline struct order order_support_move(uint8_t type, uint8_t from, uint8_t aux_type,
                                              uint8_t aux, uint8_t to)
{
	return (struct order){.kind = ORDER_SUPPORT_MOVE,
	                      .type = type,
	                      .from = from,
	                      .to = to,
	                      .aux_type = aux_type,
	                      .aux = aux};
}

static inline struct order order_convoy(uint8_t from, uint8_t aux_type, uint8_t aux, uint8_t to)
{
	return (struct order){.kind = ORDER_CONVOY,
	                      .type = FLEET,
	                      .from = from,
	                      .to = to,
	                      .aux_type = aux_type,
	                      .aux = aux};
}

static inline struct order order_retreat(uint8_t type, uint8_t from, uint8_t to)
{
	return (struct order){
		.kind = ORDER_RETREAT, .type = type, .from = from, .to = to, .aux = LOC_NONE};
}

static inline struct order order_disband(uint8_t type, uint8_t from)
{
	return (struct order){
		.kind = ORDER_DISBAND, .type = type, .from = from, .to = LOC_NONE, .aux = LOC_NONE};
}

static inline struct order order_build(uint8_t type, uint8_t loc)
{
	return (struct order){
		.kind = ORDER_BUILD, .type = type, .from = loc, .to = LOC_NONE, .aux = LOC_NONE};
}

static inline struct order order_waive(void)
{
	return (struct order){.kind = ORDER_WAIVE, .from = LOC_NONE, .to = LOC_NONE, .aux = LOC_NONE};
}

static inline bool order_equal(struct order a, struct order b)
{
	return __builtin_memcmp(&a, &b, sizeof a) == 0;
}

/* An order packed in 31 bits, never negative: what the database stores, and SQL unpacks
 * (schema/001). bits 0-6 to, 7-13 aux, 14-17 kind, 18 aux_type, 19 via; 20-23 result, 24 dislodged
 * (judge.h) by the caller. Type and location are the unit's own and are stored with it. */
int32_t order_pack(struct order order);
struct order order_unpack(int32_t code, uint8_t type, uint8_t from);

enum { ORDER_TEXT_SIZE = 64, ORDER_ERROR_SIZE = 160 };

/* Writes the usual notation; returns text. */
char *order_print(const struct map *map, struct order order, char text[ORDER_TEXT_SIZE]);

/* Reads one order of `length` characters, in any case, blanks free. False, with what is wrong in
 * error, when it is not one; whether the unit exists or may do it is verify's business. */
__attribute__((warn_unused_result)) bool order_parse(const struct map *map, const char *text,
                                                     size_t length, struct order *order,
                                                     char error[ORDER_ERROR_SIZE]);

#endif
