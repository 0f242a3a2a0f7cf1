/* board: a position as a plain value. Copy it with =; compare it with board_equal.
 *
 * In a retreat phase a board also holds the dislodged units. An order set is an array parallel to
 * unit[]: order i is for unit i.
 *
 * Invariant: units are sorted by province, and a province has at most one. The same holds for
 * dislodged units. Both together are at most UNITS_MAX. All bytes beyond their counts are zero, so
 * that equal positions have equal bytes. */
#ifndef ARESFARM_BOARD_H
#define ARESFARM_BOARD_H

#include "map.h"
#include "order.h"

enum {
	UNITS_MAX = UNIT_SET_SIZE,
	RETREATS_MAX = UNITS_MAX / 2, /* each is dislodged by a unit that is not */
};

struct unit {
	uint8_t power, type, loc;
};

static inline bool unit_equal(struct unit a, struct unit b)
{
	return a.power == b.power && a.type == b.type && a.loc == b.loc;
}

/* A phase is a number that sorts: (year - 1901) * 5 + its place in the year. */
enum phase_kind {
	SPRING_MOVES,
	SPRING_RETREATS,
	FALL_MOVES,
	FALL_RETREATS,
	WINTER_ADJUSTMENTS,
	PHASES_A_YEAR
};
enum { PHASE_FIRST_YEAR = 1901, PHASE_TEXT_SIZE = 8 };

/* A dislodged unit. */
struct retreat {
	struct unit unit;
	uint8_t barred; /* the province its attacker came from, closed to it; or LOC_NONE */
};

struct board {
	int16_t phase;
	uint8_t unit_count;
	uint8_t retreat_count; /* 0 except in retreat phases */
	struct unit unit[UNITS_MAX];
	uint8_t owner[PROVINCES_MAX];         /* power, or POWER_NONE; always POWER_NONE for water */
	struct retreat retreat[RETREATS_MAX]; /* sorted by the province they are dislodged from */
	struct place_set contested; /* provinces that a standoff left empty, closed to retreats; empty
	                               except in retreat phases */
};

static inline enum phase_kind phase_kind(int16_t phase)
{
	return (enum phase_kind)(phase % PHASES_A_YEAR);
}
static inline bool phase_is_winter(int16_t phase)
{
	return phase_kind(phase) == WINTER_ADJUSTMENTS;
}

static inline bool phase_is_movement(int16_t phase)
{
	return phase_kind(phase) == SPRING_MOVES || phase_kind(phase) == FALL_MOVES;
}
static inline int phase_year(int16_t phase)
{
	return PHASE_FIRST_YEAR + phase / PHASES_A_YEAR;
}

/* The thesis's round: two per year, spring 1901 is 0 (section 2.2.2). */
static inline int phase_round(int16_t phase)
{
	return phase / PHASES_A_YEAR * 2 + (phase_kind(phase) >= FALL_MOVES);
}

/* "S1901M", "F1901R", "W1901A"; "?" for a number below 0, which is not a phase. phase_parse ignores
 * case; it returns false if the text is not a phase, or a phase before 1901. */
char *phase_print(int16_t phase, char text[PHASE_TEXT_SIZE]);
MUST_CHECK bool phase_parse(const char *text, size_t length, int16_t *phase);

/* The position at the beginning of a game: S1901M, the map's starting units and owners. */
void board_start(const struct map *map, struct board *board);

/* No units, no owners, S1901M. */
void board_clear(struct board *board);

/* Adds a unit. False: the province has a unit, or the board is full. */
MUST_CHECK bool board_add(const struct map *map, struct board *board, struct unit unit);

/* Removes unit i. */
void board_remove(struct board *board, int i);

/* Adds a dislodged unit. False: the province already has a dislodged unit, or there is no room. */
MUST_CHECK bool board_add_retreat(const struct map *map, struct board *board,
                                  struct retreat retreat);

/* Ends the retreats: no dislodged units, nothing contested. */
void board_clear_retreats(struct board *board);

/* The dislodged unit of a province, or -1. */
int board_find_retreat(const struct map *map, const struct board *board, uint8_t province);

/* The unit in a province, or -1. */
int board_find(const struct map *map, const struct board *board, uint8_t province);

/* The provinces with units. */
struct place_set board_occupied(const struct map *map, const struct board *board);

/* All units. */
static inline unit_set board_all_units(const struct board *board)
{
	return unit_set_below(board->unit_count);
}

/* The units of the powers of a set. */
unit_set board_units_of(const struct board *board, power_set powers);

bool board_equal(const struct board *a, const struct board *b);

/* A hash of the units and their locations, without owners, phase and retreats. It is the sum of the
 * units' hashes, so a move replaces only the hash of its unit (Zobrist, "A new hashing method with
 * application for game playing", 1970). */
uint64_t board_hash(const struct board *board);

/* Mixes a unit with one full multiplication (after Wang Yi's wyhash). */
static inline uint64_t unit_hash(struct unit unit)
{
	const uint64_t even = UINT64_C(0xa0761d6478bd642f), odd = UINT64_C(0xe7037ed1a0b428db);
	const uint64_t spread = (unit.loc + 1u + ((unit.power * 2u + unit.type) << 7)) * even;
	const unsigned __int128 product = (unsigned __int128)(spread ^ odd) * spread;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Centres owned by each power. */
void board_count_centres(const struct map *map, const struct board *board, int centres[POWERS_MAX]);
void board_count_units(const struct board *board, int units[POWERS_MAX]);

/* A unit in 11 bits, as the database stores it: bits 0-6 location, 7 type, 8-10 power. */
int16_t unit_pack(struct unit unit);
struct unit unit_unpack(int16_t code);

#endif
