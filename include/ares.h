/* ares: the game of Diplomacy as a library. Maps, boards, orders, judges, whole games, players, and
 * an environment in which many games step at once.
 *
 * Every function may be called from several threads at once, except that two calls may not use one
 * handle (struct ares_game, ares_player, ares_env) at the same time. A map never changes, so all
 * threads may share it. The library prints nothing, reads no clock and does not end the process,
 * except that the player blackmane ends it when memory runs out. It allocates memory only when a
 * handle is opened, unless a function says otherwise.
 *
 * STATUS. A function that can fail returns a status: ARES_OK, which is 0, or a negative value of
 * enum ares_status. A function that returns a number returns such a negative status when it fails.
 * `error` may be NULL. Otherwise it receives the status and a sentence that names the fault; on
 * success the text is empty. When a function fails, its outputs are undefined and handles are
 * unchanged. Pointers may be NULL only where this file says so.
 *
 * TEXTS. An input text has `length` bytes and needs no terminator; a name is terminated by a zero.
 * An output text is written to `text`: at most `size` bytes, the last of them zero. *length, unless
 * it is NULL, becomes the length of the whole text without its zero. With size 0, text may be NULL,
 * and only *length is written. If a text does not fit, the status is ARES_ERROR_SIZE and text is
 * undefined. A `const char *` that is returned belongs to the library.
 *
 * NUMBERS. Powers, provinces and places of a map have numbers from 0, in the sequence of their
 * codes. A place is a province, or one coast of a province that has two; each unit is at a place.
 * Provinces have the lowest numbers, so a province has the same number as a province and as a
 * place. Rule sets, judges and players have numbers from 0, too; these may differ in another
 * version of the library, but the names do not. A phase is a number that sorts in time: (year -
 * 1901) * 5 + 0 spring moves, 1 spring retreats, 2 fall moves, 3 fall retreats, 4 winter
 * adjustments.
 *
 * VOCABULARY. Every order that a unit can ever be given on a map has a number from 0 to
 * ares_map_vocabulary - 1. It depends on the map only and stays the same in all versions 1.x. The
 * orders of a unit at one place have consecutive numbers. The standard map has 22,430.
 *
 * Enumerations are passed as int32_t. Structures and constants of this file do not change in any
 * version 1.x; functions and values may be added. */
#ifndef ARES_H
#define ARES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ARES_API __attribute__((visibility("default")))
#else
#define ARES_API
#endif

/* The version of this file. */
#define ARES_VERSION_MAJOR 1
#define ARES_VERSION_MINOR 0
#define ARES_VERSION_PATCH 0

/* The version of the library that runs: "1.0.0". */
ARES_API const char *ares_version(void);

/* ── status ── */

enum ares_status {
	ARES_OK = 0,
	ARES_ERROR_ARGUMENT = -1, /* a number out of range, a NULL, or a wrong combination */
	ARES_ERROR_NAME = -2,     /* no map, rule set, judge, player, setting has this name */
	ARES_ERROR_TEXT = -3,     /* a text cannot be read */
	ARES_ERROR_BOARD = -4,    /* the bytes are not a board of this map */
	ARES_ERROR_ORDER = -5,    /* an order, or the number of an order, that cannot be given */
	ARES_ERROR_PHASE = -6,    /* not possible in this phase, or in a game that is over */
	ARES_ERROR_SIZE = -7,     /* the caller's buffer or array has the wrong size */
	ARES_ERROR_MEMORY = -8,   /* the system is out of memory or threads */
};

struct ares_error {
	int32_t status; /* enum ares_status */
	char text[508]; /* UTF-8, one line, terminated by a zero */
};

/* "ok", "argument", ...; "?" if the number is not a status. */
ARES_API const char *ares_status_name(int32_t status);

/* ── limits and values ── */

enum {
	ARES_POWERS_MAX = 7,
	ARES_PLACES_MAX = 127,
	ARES_EXITS_MAX = 20,    /* neighbours of one place for one type of unit */
	ARES_UNITS_MAX = 64,    /* units of a board, the dislodged ones included */
	ARES_RETREATS_MAX = 32, /* dislodged units of a board */
	ARES_ORDERS_MAX = 512,  /* orders of a phase */
	ARES_GIVEN_MAX = 448,   /* orders that all powers together submit for a phase */
	ARES_ORDER_TEXT = 64,   /* bytes that are enough for an order as text */
	ARES_PHASE_TEXT = 8,    /* bytes that are enough for a phase as text */
	ARES_NO_POWER = 7,      /* instead of a power: neutral, or none */
	ARES_NO_PLACE = 127,    /* instead of a place: none */
};

enum ares_unit_type { ARES_ARMY = 0, ARES_FLEET = 1, ARES_NO_TYPE = 2 };
enum ares_terrain { ARES_LAND = 0, ARES_COAST = 1, ARES_WATER = 2 };
enum ares_season {
	ARES_SPRING_MOVES = 0,
	ARES_SPRING_RETREATS = 1,
	ARES_FALL_MOVES = 2,
	ARES_FALL_RETREATS = 3,
	ARES_WINTER_ADJUSTMENTS = 4
};

enum ares_order_kind {
	ARES_HOLD = 0,
	ARES_MOVE = 1,
	ARES_SUPPORT_HOLD = 2,
	ARES_SUPPORT_MOVE = 3,
	ARES_CONVOY = 4,
	ARES_RETREAT = 5,
	ARES_DISBAND = 6, /* of a dislodged unit, or the removal of a surplus one */
	ARES_BUILD = 7,
	ARES_WAIVE = 8
};

/* What became of an order. */
enum ares_result {
	ARES_SUCCEEDS = 0,
	ARES_BOUNCED = 1,
	ARES_DISLODGED = 2,    /* a hold, support or convoy whose unit was dislodged */
	ARES_CUT = 3,          /* a support that was cut */
	ARES_VOID = 4,         /* a support or convoy that matches no order of the other unit */
	ARES_UNATTAINABLE = 5, /* a move to where the unit cannot go, even by convoy */
	ARES_NO_CONVOY = 6,    /* a move over sea that no chain of fleets convoys */
	ARES_DISRUPTED = 7,    /* a move without a route left, or a convoy in a paradox */
	ARES_SELF = 8,         /* a support against a unit of the same power */
	ARES_ILLEGAL = 9,      /* disregarded: impossible, or the unit is another power's */
	ARES_OCCUPIED = 10,    /* a build where a unit already is, or is being built */
	ARES_NOT_OWNED = 11,   /* a build where the power owns no home centre */
	ARES_TOO_MANY = 12,    /* a build or removal beyond what is due */
	ARES_UNDECIDED = 13    /* by a partial judge (ares_judge_is_partial); never in a game */
};

/* Why an order that was submitted counts or does not count. */
enum ares_verdict {
	ARES_LEGAL = 0,
	ARES_NO_UNIT = 1,     /* no such unit is there */
	ARES_NOT_OWN = 2,     /* the unit is another power's */
	ARES_DOUBLE = 3,      /* the unit got several orders, and this one does not count */
	ARES_BAD_KIND = 4,    /* not an order of this phase */
	ARES_IMPOSSIBLE = 5,  /* whatever other units do; or a build or removal not allowed */
	ARES_IN_DISORDER = 6, /* support for a power that ordered nothing, where the rules refuse it */
	ARES_SURPLUS = 7      /* a build or removal beyond what is due, or twice in one province */
};

enum ares_ending { ARES_RUNNING = 0, ARES_SOLO = 1, ARES_DRAW = 2, ARES_LAST_YEAR = 3 };

/* A unit. For a dislodged unit, `barred` is the province that its attacker came from, to which it
 * may not retreat, or ARES_NO_PLACE. For other units it is 0. */
struct ares_unit {
	uint8_t power, type, place, barred;
};

/* An order of one unit. Two orders are equal when their bytes are. */
struct ares_order {
	uint8_t kind;     /* enum ares_order_kind */
	uint8_t type;     /* of the unit ordered or built; ARES_NO_TYPE: not given; else 0 */
	uint8_t from;     /* its place; ARES_NO_PLACE in a waive */
	uint8_t to;       /* target of the unit, or of the unit that it helps; else ARES_NO_PLACE */
	uint8_t aux_type; /* type of the unit supported or convoyed; as above; else 0 */
	uint8_t aux;      /* its place; else ARES_NO_PLACE */
	uint8_t via;      /* 1 when a move asks for a convoy; else 0 */
	uint8_t zero;     /* 0 */
};

/* A position: phase, units, dislodged units, owners, provinces closed to retreats. Copy it with =.
 * Equal positions of one map have equal bytes; the layout of the bytes is private to the library. A
 * board records its map: functions refuse it together with another map. */
struct ares_board {
	uint64_t bits[64];
};

/* A phase that was played. In movement phases order i belongs to unit i of ares_board_units, in
 * retreat phases to dislodged unit i of ares_board_retreats. In winter the orders are those that
 * powers gave, then the removals by civil disorder. 6,160 bytes. */
struct ares_phase {
	struct ares_board before, after;
	int32_t count;      /* of orders */
	int32_t reserved;   /* 0 */
	uint64_t dislodged; /* bit i: unit i was dislodged; in movement phases */
	uint8_t power[ARES_ORDERS_MAX];
	uint8_t result[ARES_ORDERS_MAX]; /* enum ares_result */
	struct ares_order order[ARES_ORDERS_MAX];
};

/* Handles. */
struct ares_map;
struct ares_game;
struct ares_player;
struct ares_env;

/* ── maps ── */

/* The maps of the library, by number: "standard", .... NULL: there is no such number. */
ARES_API int32_t ares_maps_count(void);
ARES_API const char *ares_maps_name(int32_t number);

/* Opens a map of the library by its name. Close it with ares_map_close, after all handles that were
 * opened with it. */
ARES_API int32_t ares_map_open(const char *name, struct ares_map **map, struct ares_error *error);

/* Opens a map from its text, in the format of `aresctl map export`: a line of field names, then one
 * line per place. name: of the map, at most 31 bytes. */
ARES_API int32_t ares_map_read(const char *name, const char *text, size_t length,
                               struct ares_map **map, struct ares_error *error);

/* Closes a map. NULL is allowed and does nothing. */
ARES_API void ares_map_close(struct ares_map *map);

/* Writes the text of a map, which ares_map_read reads. */
ARES_API int32_t ares_map_print(const struct ares_map *map, char *text, size_t size, size_t *length,
                                struct ares_error *error);

ARES_API const char *ares_map_name(const struct ares_map *map);

/* The number of each. The first places are the provinces. */
ARES_API int32_t ares_map_powers(const struct ares_map *map);
ARES_API int32_t ares_map_provinces(const struct ares_map *map);
ARES_API int32_t ares_map_places(const struct ares_map *map);
ARES_API int32_t ares_map_centres(const struct ares_map *map);
ARES_API int32_t ares_map_vocabulary(const struct ares_map *map);

/* The size of a mask over the vocabulary in bytes: one bit per number, in whole words of 8
 * bytes. */
ARES_API size_t ares_map_mask_bytes(const struct ares_map *map);

/* A power's code, "FRA", and its name, "FRANCE"; the code if the power has no usual name. NULL:
 * there is no such power. */
ARES_API const char *ares_power_code(const struct ares_map *map, int32_t power);
ARES_API const char *ares_power_name(const struct ares_map *map, int32_t power);

/* The power with a code or name, in any case; -1: there is none. */
ARES_API int32_t ares_power_find(const struct ares_map *map, const char *text, size_t length);

/* A place's code, "stp/nc", its name, "St Petersburg", and another code in common use, or "". NULL:
 * there is no such place. */
ARES_API const char *ares_place_code(const struct ares_map *map, int32_t place);
ARES_API const char *ares_place_name(const struct ares_map *map, int32_t place);
ARES_API const char *ares_place_alias(const struct ares_map *map, int32_t place);

/* The place with a code, alias, abbreviation or name, in any case; -1: there is none. */
ARES_API int32_t ares_place_find(const struct ares_map *map, const char *text, size_t length);

/* For a place: its province; enum ares_terrain; 1 if its province is a centre, else 0; the power
 * that owns its province when a game begins, or ARES_NO_POWER (a centre owned at the beginning is a
 * home centre of its owner); the type of the unit that starts there, or ARES_NO_TYPE. -1: there is
 * no such place. */
ARES_API int32_t ares_place_province(const struct ares_map *map, int32_t place);
ARES_API int32_t ares_place_terrain(const struct ares_map *map, int32_t place);
ARES_API int32_t ares_place_is_centre(const struct ares_map *map, int32_t place);
ARES_API int32_t ares_place_owner(const struct ares_map *map, int32_t place);
ARES_API int32_t ares_place_start(const struct ares_map *map, int32_t place);

/* The coasts of a province: writes at most 2 places and returns their number. 0: it has no separate
 * coasts. */
ARES_API int32_t ares_place_coasts(const struct ares_map *map, int32_t province, uint8_t coasts[2]);

/* Where a unit of a type at a place may go without a convoy: writes the places, ascending; returns
 * their number. -1: there is no such type or place. */
ARES_API int32_t ares_place_exits(const struct ares_map *map, int32_t place, int32_t type,
                                  uint8_t exits[ARES_EXITS_MAX]);

/* ── rule sets, judges, players ── */

/* Rule sets: the name, "standard", ..., and a description in one line. NULL: there is no such
 * number. ares_rules_find returns -1 if there is no such name. */
ARES_API int32_t ares_rules_count(void);
ARES_API const char *ares_rules_name(int32_t rules);
ARES_API const char *ares_rules_about(int32_t rules);
ARES_API int32_t ares_rules_find(const char *name);

/* 1 if dislodged units may retreat and powers order builds and removals under a rule set, else 0;
 * -1: there is no such rule set. */
ARES_API int32_t ares_rules_are_standard(int32_t rules);

/* The options of the rules, by number: the option's name, its number in the DATC, and its value in
 * a rule set. NULL: there is no such number. */
ARES_API int32_t ares_options_count(void);
ARES_API const char *ares_option_name(int32_t option);
ARES_API const char *ares_option_datc(int32_t option);
ARES_API const char *ares_option_value(int32_t rules, int32_t option);

/* Judges: "atlas", .... The first is the default. */
ARES_API int32_t ares_judges_count(void);
ARES_API const char *ares_judge_name(int32_t judge);
ARES_API const char *ares_judge_about(int32_t judge);
ARES_API int32_t ares_judge_find(const char *name);

/* 1 if a judge may leave orders undecided, else 0: such a judge is for ares_resolve only. -1: there
 * is no such judge. */
ARES_API int32_t ares_judge_is_partial(int32_t judge);

/* Players: "ares", "random", "randbot", "dumbbot", .... */
ARES_API int32_t ares_players_count(void);
ARES_API const char *ares_player_name(int32_t player);
ARES_API const char *ares_player_about(int32_t player);
ARES_API int32_t ares_player_find(const char *name);

/* A setting of a player, by number: returns its name, or NULL if there is no such setting; writes a
 * description and the least, greatest and default value. Pointers may be NULL. */
ARES_API const char *ares_player_setting(int32_t player, int32_t setting, const char **about,
                                         int32_t *least, int32_t *most, int32_t *normal);

/* ── boards ── */

/* Writes a phase: "S1901M", "F1901R", "W1901A"; "?" if phase is below 0 or above 32767. Returns
 * text. */
ARES_API char *ares_phase_print(int32_t phase, char text[ARES_PHASE_TEXT]);

/* Reads a phase, in any case; -1: the text is not a phase. */
ARES_API int32_t ares_phase_parse(const char *text, size_t length);

/* The position at the beginning of a game. */
ARES_API int32_t ares_board_start(const struct ares_map *map, struct ares_board *board,
                                  struct ares_error *error);

/* Makes a board. owners: a power or ARES_NO_POWER for each province; NULL: none are owned. retreats
 * and contested are for retreat phases; contested: 1 for each province that a standoff left empty,
 * else 0; NULL: none. Units may be in any sequence. Refuses a unit that cannot be at its place, two
 * units in one province, and more than ARES_UNITS_MAX. */
ARES_API int32_t ares_board_make(const struct ares_map *map, int32_t phase,
                                 const struct ares_unit *units, int32_t unit_count,
                                 const struct ares_unit *retreats, int32_t retreat_count,
                                 const uint8_t *owners, const uint8_t *contested,
                                 struct ares_board *board, struct ares_error *error);

/* Reads a position from lines of a case file: `phase S1901M`, `owner par FRA`, `unit FRA A par`,
 * `retreating FRA A par from bur`, `closed gas`; and writes such lines. */
ARES_API int32_t ares_board_parse(const struct ares_map *map, const char *text, size_t length,
                                  struct ares_board *board, struct ares_error *error);
ARES_API int32_t ares_board_print(const struct ares_map *map, const struct ares_board *board,
                                  char *text, size_t size, size_t *length,
                                  struct ares_error *error);

/* Whether the bytes are a board of the map. All functions that take a board check this first. */
ARES_API int32_t ares_board_check(const struct ares_map *map, const struct ares_board *board,
                                  struct ares_error *error);

/* Whether a game can begin with a board under a rule set. */
ARES_API int32_t ares_board_can_start(const struct ares_map *map, int32_t rules,
                                      const struct ares_board *board, struct ares_error *error);

/* Parts of a board. Each function returns the number of elements that it writes, or a status below
 * 0. Units and dislodged units are sorted by province. owners and contested: one byte per province,
 * as in ares_board_make. */
ARES_API int32_t ares_board_phase(const struct ares_map *map, const struct ares_board *board);
ARES_API int32_t ares_board_units(const struct ares_map *map, const struct ares_board *board,
                                  struct ares_unit units[ARES_UNITS_MAX]);
ARES_API int32_t ares_board_retreats(const struct ares_map *map, const struct ares_board *board,
                                     struct ares_unit retreats[ARES_RETREATS_MAX]);
ARES_API int32_t ares_board_owners(const struct ares_map *map, const struct ares_board *board,
                                   uint8_t *owners);
ARES_API int32_t ares_board_contested(const struct ares_map *map, const struct ares_board *board,
                                      uint8_t *contested);

/* Places to which dislodged unit i may retreat: writes at most ARES_EXITS_MAX; returns their
 * number, or a status below 0. */
ARES_API int32_t ares_board_retreat_places(const struct ares_map *map,
                                           const struct ares_board *board, int32_t i,
                                           uint8_t places[ARES_EXITS_MAX]);

/* For each power: its centres, its units (without dislodged ones), and the units that it may build,
 * at most one per vacant home centre; if negative, the units that it must remove. Pointers may be
 * NULL. */
ARES_API int32_t ares_board_count(const struct ares_map *map, const struct ares_board *board,
                                  int32_t *centres, int32_t *units, int32_t *builds,
                                  struct ares_error *error);

/* Whether a game that has reached a board is over: enum ares_ending. *winner: the power with more
 * than half of the centres, or ARES_NO_POWER. *survivors: bit p is set if power p has a unit.
 * years: whole years after which the game is a draw, counted from 1901; 0: never. */
ARES_API int32_t ares_board_verdict(const struct ares_map *map, const struct ares_board *board,
                                    int32_t years, int32_t *winner, int32_t *survivors,
                                    struct ares_error *error);

/* ── orders ── */

/* How orders are written. ARES_DATC: "A par - bur", "F nth C A lon - nwy", "build A par", "A lon -
 * nwy via". ARES_PACKAGE: as in the Python package diplomacy, "A PAR - BUR", "A PAR B", "A LON -
 * NWY VIA". Both are read in any case. */
enum ares_notation { ARES_DATC = 0, ARES_PACKAGE = 1 };

/* Reads an order. It need not be possible. */
ARES_API int32_t ares_order_parse(const struct ares_map *map, int32_t notation, const char *text,
                                  size_t length, struct ares_order *order,
                                  struct ares_error *error);

/* Writes an order: at most ARES_ORDER_TEXT bytes. A place or power that the map does not have is
 * written "?". Returns text. */
ARES_API char *ares_order_print(const struct ares_map *map, int32_t notation,
                                const struct ares_order *order, char text[ARES_ORDER_TEXT]);

/* Fills in what an order leaves out, from a board: types of units, and coasts where only one is
 * possible. An order for no unit of the board is left unchanged. */
ARES_API int32_t ares_order_complete(const struct ares_map *map, int32_t rules,
                                     const struct ares_board *board, int32_t power,
                                     struct ares_order *order, struct ares_error *error);

/* The number of an order in the vocabulary, or -1; and the order of a number. */
ARES_API int32_t ares_order_number(const struct ares_map *map, const struct ares_order *order);
ARES_API int32_t ares_order_of(const struct ares_map *map, int32_t number, struct ares_order *order,
                               struct ares_error *error);

/* The same for many orders: numbers[i] is the number of orders[i], or -1. */
ARES_API int32_t ares_order_numbers(const struct ares_map *map, const struct ares_order *orders,
                                    size_t count, int32_t *numbers, struct ares_error *error);

/* ── legal orders ── */

/* A legal order of a movement phase is an order that a unit may be given whatever the other units
 * are ordered: holds; moves; moves by sea along fleets that are present; supports and convoys of
 * units that are present. Targets of supported fleets name their coasts. A convoy by a fleet that
 * is on no route is legal here, but rule sets may disregard it: the fleet then holds. */

/* The orders that are due in a phase have slots: in movement phases each unit has one, in retreat
 * phases each dislodged unit, in winter each power that may build or must remove units. */
struct ares_slot {
	uint8_t power;
	uint8_t unit; /* index in ares_board_units or ares_board_retreats; 0 in winter */
	uint8_t due;  /* orders that are due: 1; in winter the builds or removals. Waive may be given
	               * more than once, other orders once; one build per province */
	uint8_t zero;
	int32_t first, count; /* the slot's orders in the list: index of the first, and number */
};

/* The largest number of legal orders that all slots of a board together can have. */
ARES_API int32_t ares_legal_most(const struct ares_map *map);

/* Lists the numbers of all legal orders in a phase, slot after slot, ascending within a slot. most:
 * the length of numbers; ares_legal_most is enough for any board. If the list is longer than most,
 * the status is ARES_ERROR_SIZE. *count: of numbers, *slot_count: of slots. */
ARES_API int32_t ares_legal_numbers(const struct ares_map *map, int32_t rules,
                                    const struct ares_board *board, int32_t *numbers, int32_t most,
                                    int32_t *count, struct ares_slot slots[ARES_UNITS_MAX],
                                    int32_t *slot_count, struct ares_error *error);

/* The same as orders. It allocates memory during the call; so does ares_legal_print, and
 * ares_legal_numbers if most is less than ares_legal_most. */
ARES_API int32_t ares_legal_orders(const struct ares_map *map, int32_t rules,
                                   const struct ares_board *board, struct ares_order *orders,
                                   int32_t most, int32_t *count,
                                   struct ares_slot slots[ARES_UNITS_MAX], int32_t *slot_count,
                                   struct ares_error *error);

/* The same as a mask over the vocabulary: bit n % 8 of byte n / 8 is 1 if power may give the order
 * of number n; power -1: if any power may. bytes: of mask, ares_map_mask_bytes. */
ARES_API int32_t ares_legal_mask(const struct ares_map *map, int32_t rules,
                                 const struct ares_board *board, int32_t power, uint8_t *mask,
                                 size_t bytes, struct ares_error *error);

/* The masks of all powers, one after the other, in one pass over the board. bytes: of masks, powers
 * times ares_map_mask_bytes. masks, like mask above, is aligned to 8 bytes. */
ARES_API int32_t ares_legal_masks(const struct ares_map *map, int32_t rules,
                                  const struct ares_board *board, uint8_t *masks, size_t bytes,
                                  struct ares_error *error);

/* 1 if a power may give an order, else 0; or a status below 0. */
ARES_API int32_t ares_legal_has(const struct ares_map *map, int32_t rules,
                                const struct ares_board *board, int32_t power,
                                const struct ares_order *order);

/* Every order that a power may submit, as lines in the notation ARES_DATC. Unlike in the lists
 * above, supports of a fleet's move may omit the coast where the rules allow it, and convoys by
 * fleets that no route can use are left out. Empty: the power has nothing to decide. */
ARES_API int32_t ares_legal_print(const struct ares_map *map, int32_t rules,
                                  const struct ares_board *board, int32_t power, char *text,
                                  size_t size, size_t *length, struct ares_error *error);

/* ── judging ── */

/* Resolves order sets of one board in a movement phase as they are: nothing is completed or
 * disregarded. orders: [sets][units], order i for unit i. For each set, bit i of follows is set if
 * the order of unit i was followed, and bit i of dislodged if the unit was dislodged. results:
 * [sets][units], enum ares_result; may be NULL. Neighbouring sets that differ little take less
 * time. Refuses an order that is not for its unit, or not of a movement phase. */
ARES_API int32_t ares_resolve(const struct ares_map *map, int32_t rules, int32_t judge,
                              const struct ares_board *board, const struct ares_order *orders,
                              int32_t sets, uint64_t *follows, uint64_t *dislodged,
                              uint8_t *results, struct ares_error *error);

/* Resolves many order sets of one board that differ in many orders. Each unit has a list of orders,
 * its menu; a set is one index into each menu. The judge is "atlas". 64 to 512 sets are resolved at
 * once, one per bit of a machine word, as wide as the processor allows. On the first board of the
 * standard map a set takes 26 ns, compared with 410 ns for ares_resolve; opening takes as long as
 * 500 sets.
 *
 * orders: the menus, one unit after the other; counts[u]: the number of orders of unit u, at least
 * 1. Everything is copied except the map, which must stay open. Refuses what ares_resolve refuses.
 * ARES_ERROR_SIZE: there are too many orders; the limit is 8,192, or lower where many units help
 * each other. */
struct ares_lanes;
ARES_API int32_t ares_lanes_open(const struct ares_map *map, int32_t rules,
                                 const struct ares_board *board, const struct ares_order *orders,
                                 const int32_t *counts, struct ares_lanes **lanes,
                                 struct ares_error *error);
ARES_API void ares_lanes_close(struct ares_lanes *lanes);

/* places: [units][sets], from 0 to counts[u] - 1. follows and dislodged: [sets], as ares_resolve
 * writes them. Allocates nothing. One thread at a time may use the lanes. */
ARES_API int32_t ares_lanes_resolve(struct ares_lanes *lanes, const uint16_t *places, int32_t sets,
                                    uint64_t *follows, uint64_t *dislodged,
                                    struct ares_error *error);

/* Plays a phase of any kind. powers[i] submits orders[i]; count is at most ARES_GIVEN_MAX. Each
 * order gets its verdict, enum ares_verdict; verdicts may be NULL. Orders that do not count are
 * treated as not given: a unit without an order holds or, if it is dislodged, disbands; nothing is
 * built unless ordered; civil disorder removes the units that are due. seed and block matter only
 * under rule sets that build at random. phase->after has the next phase. */
ARES_API int32_t ares_phase_play(const struct ares_map *map, int32_t rules, int32_t judge,
                                 uint64_t seed, uint32_t block, const struct ares_board *board,
                                 const uint8_t *powers, const struct ares_order *orders,
                                 int32_t count, uint8_t *verdicts, struct ares_phase *phase,
                                 struct ares_error *error);

/* "succeeds", "bounced", ... and "legal", ...; "?" for any other number. */
ARES_API const char *ares_result_name(int32_t result);
ARES_API const char *ares_verdict_name(int32_t verdict);

/* The reason for the result of order n of a phase, in English; empty: there is nothing to
 * explain. */
ARES_API int32_t ares_phase_why(const struct ares_map *map, int32_t rules,
                                const struct ares_phase *phase, int32_t n, char *text, size_t size,
                                size_t *length, struct ares_error *error);

/* The results of a phase as the Python package diplomacy has them: one row per unit. words: bit w
 * is word w of ares_word_name ("no convoy", "bounce", ...); 0: success. void_units: bit i is set if
 * unit i was given an order that was disregarded. Writes at most ARES_ORDERS_MAX rows; returns
 * their number, or a status below 0. */
ARES_API int32_t ares_phase_words(const struct ares_map *map, int32_t rules,
                                  const struct ares_phase *phase, uint64_t void_units,
                                  struct ares_unit *units, uint32_t *words);
ARES_API const char *ares_word_name(int32_t word);

/* ── movement phases as the Python package diplomacy has them ── */

/* A position is its units, in any sequence, without the owners of centres. These functions keep no
 * state between calls and allocate no memory.
 *
 * Lists the numbers of the legal orders, unit after unit; ends[u]: where the orders of unit u end.
 * As in the package, a convoy by a fleet that no route needs is left out. After the other orders of
 * a unit, its supports of fleets' moves to a coast are repeated without the coast. If the
 * vocabulary has no such order, its number is ares_map_vocabulary plus the number of the order with
 * the coast. most: the length of numbers, three times ares_legal_most. */
ARES_API int32_t ares_package_orders(const struct ares_map *map, int32_t rules,
                                     const struct ares_unit *units, int32_t unit_count,
                                     int32_t *numbers, int32_t most, int32_t *ends,
                                     struct ares_error *error);

/* Reads `count` orders, one per line, in the form in which the package lists them: "A PAR - BUR".
 * Returns 1 if each line i is listed for a unit of powers[i] and no unit has two lines; else 0, or
 * a status below 0. numbers and ends: the list; NULL: every order that such a unit can ever have is
 * accepted. */
ARES_API int32_t ares_package_read(const struct ares_map *map, const struct ares_unit *units,
                                   int32_t unit_count, const int32_t *numbers, const int32_t *ends,
                                   const uint8_t *powers, int32_t count, const char *text,
                                   size_t length);

/* Plays a movement phase by the default judge with orders that ares_package_read accepts; otherwise
 * the status is ARES_ERROR_ORDER. An order that does not count is treated as not given. fates[u]:
 * what becomes of unit u; ARES_PACKAGE_DISLODGED + v: unit v dislodges it. next: the units that
 * were not dislodged, at most ARES_UNITS_MAX, power after power; first the units of a power that
 * stayed, then those that moved, in the sequence of their orders. next_ends[p]: where the units of
 * power p end. after: the next phase's board; written only if a unit was dislodged. */
enum ares_package_fate { ARES_PACKAGE_STAYS, ARES_PACKAGE_MOVED, ARES_PACKAGE_DISLODGED };
ARES_API int32_t ares_package_play(const struct ares_map *map, int32_t rules,
                                   const struct ares_unit *units, int32_t unit_count,
                                   const int32_t *numbers, const int32_t *ends,
                                   const uint8_t *powers, int32_t count, const char *text,
                                   size_t length, struct ares_unit *next, int32_t *next_ends,
                                   uint8_t *fates, struct ares_board *after,
                                   struct ares_error *error);

/* The results of a phase that is played by any such orders: words[u] for unit u, as in
 * ares_phase_words. void_units: bit u is set if unit u was given a text that is not an order. */
ARES_API int32_t ares_package_results(const struct ares_map *map, int32_t rules,
                                      const struct ares_unit *units, int32_t unit_count,
                                      const uint8_t *powers, int32_t count, const char *text,
                                      size_t length, uint64_t void_units, uint32_t *words,
                                      struct ares_error *error);

/* The picture of a phase, or of a board, as SVG in UTF-8. It refers to no other file and has no
 * script. title: of the game. */
ARES_API int32_t ares_phase_picture(const struct ares_map *map, const struct ares_phase *phase,
                                    const char *title, char *text, size_t size, size_t *length,
                                    struct ares_error *error);
ARES_API int32_t ares_board_picture(const struct ares_map *map, const struct ares_board *board,
                                    const char *title, char *text, size_t size, size_t *length,
                                    struct ares_error *error);

/* ── players ── */

/* Opens a player for one power. seat: a player with its settings, "dumbbot", "ares(depth=2)". */
ARES_API int32_t ares_player_open(const struct ares_map *map, int32_t rules, int32_t judge,
                                  const char *seat, int32_t power, struct ares_player **player,
                                  struct ares_error *error);
ARES_API void ares_player_close(struct ares_player *player);

/* The player's orders on a board: writes at most ARES_UNITS_MAX; *count: of orders. The same seed,
 * block and board, after the same observed phases, give the same orders. Only blackmane allocates
 * memory here. */
ARES_API int32_t ares_player_order(struct ares_player *player, uint64_t seed, uint32_t block,
                                   const struct ares_board *board,
                                   struct ares_order orders[ARES_UNITS_MAX], int32_t *count,
                                   struct ares_error *error);

/* Shows the player a phase that was played. Some players have a memory: they must be shown every
 * phase of a game, in sequence. ares_player_forget clears the memory for a new game. */
ARES_API int32_t ares_player_observe(struct ares_player *player, uint64_t seed, uint32_t block,
                                     const struct ares_phase *phase, struct ares_error *error);
ARES_API void ares_player_forget(struct ares_player *player);

/* ── games ── */

/* How a game is played. Fill it in with ares_game_defaults, so that fields of later versions have
 * their defaults. */
struct ares_game_options {
	size_t bytes;                   /* of this structure, as the caller knows it */
	int32_t rules, judge;           /* "standard", "atlas" */
	uint64_t seed;                  /* 0; of all chance */
	uint32_t block;                 /* 1 */
	int32_t years;                  /* whole years from 1901 after which the game is a draw; 0:
	                                 * never; 109 */
	int32_t draw_after;             /* years without a change of centres after which it is a draw;
	                                 * 0: never */
	int32_t reserved;               /* 0 */
	const struct ares_board *start; /* NULL: the map's */
	/* The player of each power, as in ares_player_open; NULL: the caller submits its orders. */
	const char *seats[ARES_POWERS_MAX];
};

/* Fills in options->bytes bytes, which the caller has set. */
ARES_API int32_t ares_game_defaults(struct ares_game_options *options, struct ares_error *error);

/* Opens a game. options may be NULL. The start may be a board of any phase. ares_game_process
 * allocates memory, because a game keeps its history. */
ARES_API int32_t ares_game_open(const struct ares_map *map, const struct ares_game_options *options,
                                struct ares_game **game, struct ares_error *error);
ARES_API void ares_game_close(struct ares_game *game);

/* A second game with the same options, history and submitted orders. */
ARES_API int32_t ares_game_copy(const struct ares_game *game, struct ares_game **copy,
                                struct ares_error *error);

/* The position to be played. */
ARES_API void ares_game_board(const struct ares_game *game, struct ares_board *board);

/* Whether the game is over: enum ares_ending, as ares_board_verdict. A draw by the last year, by
 * options->draw_after or by ares_game_draw is ARES_DRAW. Pointers may be NULL. */
ARES_API int32_t ares_game_verdict(const struct ares_game *game, int32_t *winner,
                                   int32_t *survivors);

/* Submits a power's orders; they replace its earlier ones. count: 0 to ARES_UNITS_MAX. verdicts: as
 * in ares_phase_play, for these orders together with what the other powers have submitted; may be
 * NULL. Refused for a power that has a player. */
ARES_API int32_t ares_game_submit(struct ares_game *game, int32_t power,
                                  const struct ares_order *orders, int32_t count, uint8_t *verdicts,
                                  struct ares_error *error);

/* The orders that a power has submitted: writes at most ARES_UNITS_MAX; returns their number, or a
 * status below 0. */
ARES_API int32_t ares_game_submitted(const struct ares_game *game, int32_t power,
                                     struct ares_order *orders);

/* Plays the phase: players choose orders, the judge resolves all orders, and submitted orders are
 * cleared. Refused when the game is over. */
ARES_API int32_t ares_game_process(struct ares_game *game, struct ares_error *error);

/* The number of phases that were played; and phase n, from 0. */
ARES_API int32_t ares_game_phases(const struct ares_game *game);
ARES_API int32_t ares_game_phase(const struct ares_game *game, int32_t n, struct ares_phase *phase,
                                 struct ares_error *error);

/* Takes back the last `phases` phases, and all submitted orders. */
ARES_API int32_t ares_game_undo(struct ares_game *game, int32_t phases, struct ares_error *error);

/* Ends the game by a draw that the survivors agreed on. */
ARES_API int32_t ares_game_draw(struct ares_game *game, struct ares_error *error);

/* Writes the game as a saved game of the Python package diplomacy: one JSON object. id: of the
 * game. */
ARES_API int32_t ares_game_save(const struct ares_game *game, const char *id, char *text,
                                size_t size, size_t *length, struct ares_error *error);

/* Opens a saved game and replays its orders. If a position differs from the result of the judge,
 * that is an error that names the phase. options: as in ares_game_open; start is ignored. */
ARES_API int32_t ares_game_load(const struct ares_map *map, const struct ares_game_options *options,
                                const char *text, size_t length, struct ares_game **game,
                                struct ares_error *error);

/* ── the environment ── */

/* N games that step together. The caller owns all arrays and binds them once; a step reads the
 * actions and writes the other arrays in place. It copies nothing else and allocates nothing,
 * unless blackmane plays a seat.
 *
 * A step plays one phase of every game. A game that has ended begins again in the same step. ENDS
 * and REWARDS then belong to the game that ended, FINAL_PLANES and FINAL_NUMBERS show its last
 * position, and all other arrays show the new game's first position.
 *
 * Phases in which no power has anything to decide are played within the step, for example retreats
 * without a place to go to.
 *
 * CHANCE. Game i has the seed ares_env_seed(env, i), which depends on options.seed and
 * options.first + i only. Its games from 1 on are blocks 1, 2, 3, .... So game i does not depend on
 * the number of games and threads, and ares_game_open with this seed and block plays the same game
 * if it gets the same orders. */

/* How the games of an environment are played. Fill it in with ares_env_defaults. */
struct ares_env_options {
	size_t bytes;         /* of this structure, as the caller knows it */
	int32_t rules, judge; /* "standard", "atlas" */
	uint64_t seed;        /* 0 */
	uint64_t first;       /* number of the first game, 0; for environments that share one seed */
	int32_t games;        /* N, 1 to 1,048,576; 1 */
	int32_t threads;      /* T, 1 to 256, including the caller's; 1. At most N are used */
	int32_t years;        /* whole years from 1901 after which a game ends, ARES_LAST_YEAR; 35 */
	int32_t draw_after;   /* years without a change of centres after which it is a draw; 0: never */
	int32_t reward;       /* enum ares_reward; ARES_REWARD_SQUARES */
	int32_t reward_steps; /* 0: only in the last step of a game; 1: in each step the change */
	int32_t floats;       /* 0: planes and numbers are uint8_t; 1: float. 0 */
	int32_t lenient;      /* 0: an illegal action is an error and no game steps; 1: it counts as no
	                       * order. 0 */
	const struct ares_board *start; /* NULL: the map's; else as in ares_board_can_start */
	/* Players at seats, as in ares_player_open; NULL: the caller's actions play the seat.
	 * seat_count: 0; the number of powers, for all games; or N times that number, game after
	 * game. */
	const char *const *seats;
	size_t seat_count;
};
ARES_API int32_t ares_env_defaults(struct ares_env_options *options, struct ares_error *error);

/* The value of a game to a power, from 0 to 1. The values of all powers sum to 1, except that
 * ARES_REWARD_SOLO is 0 for all powers in a game without a winner. With the first two kinds a power
 * that has won with more than half of the centres does not get the whole 1; with the others it
 * does. */
enum ares_reward {
	ARES_REWARD_CENTRES = 0, /* its centres, divided by all centres that are owned */
	ARES_REWARD_SQUARES = 1, /* the square of its centres, divided by the sum of all squares */
	ARES_REWARD_DRAW = 2,    /* the winner 1; without a winner each survivor an equal share */
	ARES_REWARD_SOLO = 3     /* the winner 1 */
};

/* The arrays of an environment. N: games; P: powers; S: slots of a power, ares_env_slots; L:
 * places; V: ares_map_vocabulary; W: planes; K: numbers. Arrays are C-contiguous and aligned to
 * their elements.
 *
 * Slots of a power: in movement phases its units, in retreat phases its dislodged units, each in
 * the sequence of their provinces; in winter one for each unit that it may build or must remove.
 *
 * ACTIONS      int32 [N][P][S]   in: a number of the vocabulary, legal for this slot; -1: no order.
 *                                Slots beyond those that are due, and of players, are ignored
 * PLANES       uint8 or float [N][L][W]   0 or 1: see ares_env_plane. Of a unit on a coast both the
 *                                coast and the province have it
 * NUMBERS      uint8 or float [N][K]      counts: see ares_env_number
 * PREVIOUS     int32 [N][L]      orders of the phase before, by the place of the unit that was
 *                                ordered or built; -1: none
 * MASK         uint8 [N][M]      legal orders of all powers, as in ares_legal_mask; aligned to 8.
 *                                M: ares_map_mask_bytes
 * LEGAL        int32 [N][ares_legal_most]   legal numbers, slot after slot; what follows is
 *                                undefined
 * LEGAL_FIRST  int32 [N][P][S]   where the numbers of a slot begin in its game's row of LEGAL
 * LEGAL_COUNT  int32 [N][P][S]   their number; 0: no order is due
 * SLOT_PLACES  uint8 [N][P][S]   the place of the slot's unit; ARES_NO_PLACE: in winter, and where
 *                                no order is due
 * REWARDS      float [N][P]
 * ENDS         uint8 [N]         enum ares_ending
 * PHASES       int32 [N]         the phase to be played
 * BLOCKS       int32 [N]         the game's block: 1 in the first game, then 2, ...
 * ALIVE        uint8 [N][P]      1: the power has a unit, a dislodged unit or a centre
 * FINAL_PLANES, FINAL_NUMBERS    as PLANES and NUMBERS, written only where a game ends */
enum ares_array {
	ARES_ACTIONS = 0,
	ARES_PLANES = 1,
	ARES_NUMBERS = 2,
	ARES_PREVIOUS = 3,
	ARES_MASK = 4,
	ARES_LEGAL_NUMBERS = 5,
	ARES_LEGAL_FIRST = 6,
	ARES_LEGAL_COUNT = 7,
	ARES_SLOT_PLACES = 8,
	ARES_REWARDS = 9,
	ARES_ENDS = 10,
	ARES_PHASES = 11,
	ARES_BLOCKS = 12,
	ARES_ALIVE = 13,
	ARES_FINAL_PLANES = 14,
	ARES_FINAL_NUMBERS = 15,
	ARES_ARRAYS = 16
};
enum ares_item { ARES_UINT8 = 0, ARES_INT32 = 1, ARES_FLOAT = 2 };

/* Opens an environment; its games begin with ares_env_reset. The map must stay open as long as the
 * environment. The threads wait between steps. In a forked process an environment has the caller's
 * thread only. */
ARES_API int32_t ares_env_open(const struct ares_map *map, const struct ares_env_options *options,
                               struct ares_env **env, struct ares_error *error);
ARES_API void ares_env_close(struct ares_env *env);

/* The shape of an array: writes 1 to 3 lengths, and enum ares_item to *item; returns the number of
 * lengths, or a status below 0. */
ARES_API int32_t ares_env_shape(const struct ares_env *env, int32_t array, size_t shape[3],
                                int32_t *item);

/* Slots of a power. */
ARES_API int32_t ares_env_slots(const struct ares_env *env);

/* The names of plane w and number k: "army", "owner FRA", ...; "builds FRA", .... NULL: there is
 * none. */
ARES_API const char *ares_env_plane(const struct ares_env *env, int32_t plane);
ARES_API const char *ares_env_number(const struct ares_env *env, int32_t number);

/* The seed of game i. */
ARES_API uint64_t ares_env_seed(const struct ares_env *env, int32_t game);

/* Binds an array to the environment. It must stay valid until another is bound in its place. bytes:
 * of the array; it must match the shape. NULL and 0: the array is no longer written. Arrays must
 * not overlap. */
ARES_API int32_t ares_env_bind(struct ares_env *env, int32_t array, void *data, size_t bytes,
                               struct ares_error *error);

/* Begins games and writes their arrays; rewards and ends are then 0. games: one byte per game; 0:
 * the game is left unchanged, else it begins again with its next block. NULL: all games begin with
 * their first block. */
ARES_API int32_t ares_env_reset(struct ares_env *env, const uint8_t *games,
                                struct ares_error *error);

/* Plays a phase of all games. If an action is illegal, the status is ARES_ERROR_ORDER and no game
 * has changed. */
ARES_API int32_t ares_env_step(struct ares_env *env, struct ares_error *error);

/* Fills in the bound actions of the caller's seats at random: each legal order of a slot is equally
 * likely. The random numbers follow from the game's seed, block and phase. */
ARES_API int32_t ares_env_draw(struct ares_env *env, struct ares_error *error);

/* The position of a game. */
ARES_API int32_t ares_env_board(const struct ares_env *env, int32_t game, struct ares_board *board,
                                struct ares_error *error);

/* The actions of a game as submitted orders (ares_order_of gives the order of a single action):
 * writes at most ARES_ORDERS_MAX; returns their number, or a status below 0. ares_phase_play with
 * these orders gives the same board as a step. */
ARES_API int32_t ares_env_orders(const struct ares_env *env, int32_t game, uint8_t *powers,
                                 struct ares_order *orders);

/* Snapshots: the state of a game as bytes. It can be restored into any game of an environment with
 * the same map and options, whatever its N and T. Restoring writes the game's arrays; its reward
 * and end are 0. The game continues with the seed of the snapshot. */
ARES_API size_t ares_env_snapshot_bytes(const struct ares_env *env);
ARES_API int32_t ares_env_save(const struct ares_env *env, int32_t game, void *snapshot,
                               size_t bytes, struct ares_error *error);
ARES_API int32_t ares_env_restore(struct ares_env *env, int32_t game, const void *snapshot,
                                  size_t bytes, struct ares_error *error);

#ifdef __cplusplus
}
#endif

#endif
