/* order: the order of one unit, as a value.
 *
 * Orders are read and printed in the notation of the DATC and of most programs. An area is written
 * as its code.
 *
 *     order  = "waive"
 *            | "build" unit | unit "build"
 *            | "D" unit
 *            | unit action
 *     action = "H" | "D"
 *            | "-" area [ "via" [ "C" ] ]
 *            | "S" unit [ "H" | "-" area ]
 *            | "C" unit "-" area
 *            | "R" [ "-" ] area
 *     unit   = [ "A" | "F" ] area
 *     area   = code [ "/" coast | "(" coast ")" ]
 *
 * A symbol in quotes stands for each of its spellings in tokens.def: "H" for h, hold and holds. A
 * dash may be longer and end as an arrow: "--", "->". Code and coast come from the map; the code
 * may be an alias. Letters may be small or capital (ASCII). There may be blanks between symbols.
 * Two symbols of letters need a blank between them, and so does a coast unless a dash follows it.
 * Blanks are space, tab, newline, vertical tab, form feed and carriage return. An order has at most
 * ORDER_LENGTH_MAX bytes.
 *
 * This is the only grammar, and order_parse its only parser; tests/cases/notation.txt tests it. SQL
 * looks texts up among the legal orders of a turn (schema/functions/notation.sql). The grammar does
 * not depend on a board. A missing type stays missing. "A par - bur" is a move, also in a retreat
 * phase. Verification checks whether the unit exists and may do this.
 *
 * order_print writes each order in one form: "A par H", "A par - bur", "A lon - nwy via", "A mar S
 * A par", "A mar S A par - bur", "F nth C A lon - nwy", "A par R bur", "A par D", "build A par",
 * "waive". */
#ifndef ARESFARM_ORDER_H
#define ARESFARM_ORDER_H

#include "map.h"

enum order_kind {
#define ORDER(kind, action, form) ORDER_##kind,
#include "orders.def"
#undef ORDER
	ORDER_KINDS
};

/* Eight bytes without padding: two orders are equal if their bytes are equal. Locations that an
 * order does not use are LOC_NONE, its other unused fields 0. */
struct order {
	uint8_t kind;     /* enum order_kind */
	uint8_t type;     /* of the unit ordered or built; UNIT_TYPES: a submission named none */
	uint8_t from;     /* its location */
	uint8_t to;       /* target of the unit, or of the unit it helps; else LOC_NONE */
	uint8_t aux_type; /* type of the unit supported or convoyed; UNIT_TYPES as above */
	uint8_t aux;      /* its location; else LOC_NONE */
	uint8_t via;      /* 1 when the move asks for a convoy */
	uint8_t zero;
};
_Static_assert(sizeof(struct order) == 8, "struct order has no padding");

/* Makes an order in a register: after writes of single bytes, a read of all eight would stall. */
static inline struct order order_make(uint8_t kind, uint8_t type, uint8_t from, uint8_t to,
                                      uint8_t aux_type, uint8_t aux)
{
	const uint64_t low = kind | (uint32_t)type << 8 | (uint32_t)from << 16 | (uint32_t)to << 24;
	const uint64_t bits = low | (uint64_t)(aux_type | (uint32_t)aux << 8) << 32;
	const uint64_t bytes =
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? bits : __builtin_bswap64(bits);
	struct order order;

	__builtin_memcpy(&order, &bytes, sizeof order);
	return order;
}

static inline struct order order_hold(uint8_t type, uint8_t from)
{
	return order_make(ORDER_HOLD, type, from, LOC_NONE, 0, LOC_NONE);
}

static inline struct order order_move(uint8_t type, uint8_t from, uint8_t to)
{
	return order_make(ORDER_MOVE, type, from, to, 0, LOC_NONE);
}

static inline struct order order_support_hold(uint8_t type, uint8_t from, uint8_t aux_type,
                                              uint8_t aux)
{
	return order_make(ORDER_SUPPORT_HOLD, type, from, LOC_NONE, aux_type, aux);
}

static inline struct order order_support_move(uint8_t type, uint8_t from, uint8_t aux_type,
                                              uint8_t aux, uint8_t to)
{
	return order_make(ORDER_SUPPORT_MOVE, type, from, to, aux_type, aux);
}

/* A support of an ordered unit: of its move, or else that it stays. */
static inline struct order order_support(uint8_t type, uint8_t from, struct order helped)
{
	return helped.kind == ORDER_MOVE
	           ? order_support_move(type, from, helped.type, helped.from, helped.to)
	           : order_support_hold(type, from, helped.type, helped.from);
}

static inline struct order order_convoy(uint8_t from, uint8_t aux_type, uint8_t aux, uint8_t to)
{
	return order_make(ORDER_CONVOY, FLEET, from, to, aux_type, aux);
}

static inline struct order order_retreat(uint8_t type, uint8_t from, uint8_t to)
{
	return order_make(ORDER_RETREAT, type, from, to, 0, LOC_NONE);
}

static inline struct order order_disband(uint8_t type, uint8_t from)
{
	return order_make(ORDER_DISBAND, type, from, LOC_NONE, 0, LOC_NONE);
}

static inline struct order order_build(uint8_t type, uint8_t loc)
{
	return order_make(ORDER_BUILD, type, loc, LOC_NONE, 0, LOC_NONE);
}

static inline struct order order_waive(void)
{
	return order_make(ORDER_WAIVE, 0, LOC_NONE, LOC_NONE, 0, LOC_NONE);
}

/* Where an order sends its unit, or the unit that it supports; of a unit that stays, its place. */
static inline uint8_t order_goal(struct order order)
{
	if (order.kind == ORDER_MOVE || order.kind == ORDER_RETREAT || order.kind == ORDER_SUPPORT_MOVE)
		return order.to;
	return order.kind == ORDER_SUPPORT_HOLD ? order.aux : order.from;
}

static inline bool order_equal(struct order a, struct order b)
{
	return __builtin_memcmp(&a, &b, sizeof a) == 0;
}

/* An order packed in 31 bits, never negative. The database stores this form, and SQL unpacks it.
 * Bits 0-6 to, 7-13 aux, 14-17 kind, 18 aux_type, 19 via. The caller adds 20-23 result, 24
 * dislodged (judge.h). The unit's type and location are stored with the unit. */
int32_t order_pack(struct order order);
struct order order_unpack(int32_t code, uint8_t type, uint8_t from);

/* The same with its unit, whose type must be known: bits 20-26 from, 27 type; never negative. Turns
 * store this form. order_unpack_unit returns false if the number is not an order of this map. */
int32_t order_pack_unit(struct order order);
MUST_CHECK bool order_unpack_unit(const struct map *map, int32_t code, struct order *order);

/* Whether the target and the helped unit that an order of its kind has are on the map. */
bool order_has_places(const struct map *map, struct order order);

/* Whether it is an order of a movement phase for a unit of this type at `loc`, and names only
 * places of the map. Such an order can be judged, legal or not. */
bool order_is_of(const struct map *map, struct order order, uint8_t type, uint8_t loc);

enum { ORDER_LENGTH_MAX = 100, ORDER_TEXT_SIZE = 64 };

/* Writes the order in its canonical form; returns text. Stored orders can have any bits, so a place
 * that is not on the map is written "?", and so is an unknown kind: "A par ?". */
char *order_print(const struct map *map, struct order order, char text[ORDER_TEXT_SIZE]);

/* Reads one order of `length` bytes. False if the bytes are not an order; error then has the
 * reason. */
MUST_CHECK bool order_parse(const struct map *map, const char *text, size_t length,
                            struct order *order, char error[ERROR_SIZE]);

#endif
