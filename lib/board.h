/* board: a position as a plain value: copy it with =, compare it with board_equal. In a retreat
 * phase it holds the dislodged units too, beside those that stand.
 *
 * Invariant: units are sorted by province and no two share one, and so are dislodged units; both
 * together are at most UNITS_MAX; what lies beyond their counts is zero, so equal positions have
 * equal bytes. An order set is an array parallel to unit[]: order i is unit i's. */
#ifndef ARESFARM_BOARD_H
#define ARESFARM_BOARD_H

#include "map.h"
#include "order.h"

enum {
	UNITS_MAX = UNIT_SET_SIZE,
	RETREATS_MAX = UNITS_MAX / 2, /* whoever is dislodged is so by a unit that is not */
};

struct unit {
	uint8_t power, type, loc;
};

/* Phases sort: (year - 1901) * 5 + the phase's place in its year. */
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
	uint8_t barred; /* province its attacker came from, where it may not go; LOC_NONE when it may */
};

struct board {
	int16_t phase;
	uint8_t unit_count;
	uint8_t retreat_count; /* only in retreat phases above 0 */
	struct unit unit[UNITS_MAX];
	uint8_t owner[PROVINCES_MAX];         /* power, or POWER_NONE; water too has none */
	struct retreat retreat[RETREATS_MAX]; /* sorted by the province they are dislodged from */
	struct place_set contested; /* provinces left empty by a standoff, closed to retreats; empty in
	                          other phases */
};

static inline enum phase_kind phase_kind(int16_t phase)
{
	return (enum phase_kind)(phase % PHASES_A_YEAR);
}
static inline bool phase_is_movement(int16_t phase)
{
	return phase_kind(phase) == SPRING_MOVES || phase_kind(phase) == FALL_MOVES;
}
static inline int phase_year(int16_t phase)
{
	return PHASE_FIRST_YEAR + phase / PHASES_A_YEAR;
}

/* The thesis's round: two a year, spring 1901 is 0 (section 2.2.2). */
static inline int phase_round(int16_t phase)
{
	return phase / PHASES_A_YEAR * 2 + (phase_kind(phase) >= FALL_MOVES);
}

/* "S1901M", "F1901R", "W1901A". phase_parse: any case; false when it is not one, or before 1901. */
char *phase_print(int16_t phase, char text[PHASE_TEXT_SIZE]);
__attribute__((warn_unused_result)) bool phase_parse(const char *text, size_t length,
                                                     int16_t *phase);

/* The position a game begins with: S1901M, the map's starting units and owners. */
void board_start(const struct map *map, struct board *board);

/* No units, no owners, S1901M. */
void board_clear(struct board *board);

/* Puts a unit where no unit of another power or place stands. False when the province is taken or
 * the board is full. */
__attribute__((warn_unused_result)) bool board_add(const struct map *map, struct board *board,
                                                   struct unit unit);

/* Takes unit i off. */
void board_remove(struct board *board, int i);

/* Puts a dislodged unit where no other awaits its retreat. False when one does or there is no room.
 */
__attribute__((warn_unused_result)) bool
board_add_retreat(const struct map *map, struct board *board, struct retreat retreat);

/* Ends the retreats: no dislodged units, nothing contested. */
void board_clear_retreats(struct board *board);

/* The dislodged unit of a province, or -1. */
int board_find_retreat(const struct map *map, const struct board *board, uint8_t province);

/* The unit in a province, or -1. */
int board_find(const struct map *map, const struct board *board, uint8_t province);

/* All units. */
static inline unit_set board_everybody(const struct board *board)
{
	return unit_set_below(board->unit_count);
}

bool board_equal(const struct board *a, const struct board *b);

/* Where the units stand, as 64 bits; owners, phase and retreats left out. */
uint64_t board_hash(const struct board *board);

/* Centres owned by each power. */
void board_count_centres(const struct map *map, const struct board *board, int centres[POWERS_MAX]);
void board_count_units(const struct board *board, int units[POWERS_MAX]);

/* A unit packed in 11 bits for the database: bits 0-6 location, 7 type, 8-10 power. */
int16_t unit_pack(struct unit unit);
struct unit unit_unpack(int16_t code);

#endif
