/* map: powers, provinces, coasts, and which of them border each other.
 *
 * A location is a place where a unit can stand: a province, or one coast of a province with two
 * coasts. Provinces have the lowest numbers, in the order of their codes; coasts follow, in the
 * order of their codes. So a province has the same number as a location, and the order of the rows
 * does not matter. Powers are numbered in the order of their codes: AUS ENG FRA GER ITA RUS TUR. */
#ifndef ARESFARM_MAP_H
#define ARESFARM_MAP_H

#include "macros.h"
#include "text.h"
#include "set.h"

#include <stddef.h>

enum {
	POWERS_MAX = 7,
	POWER_NONE = 7, /* neutral, or no power */
	PROVINCES_MAX = 120,
	LOCS_MAX = 127, /* seven bits, less LOC_NONE */
	EXITS_MAX = 20, /* neighbours of one location for one unit type */
	COASTS_MAX = 2,
	LOC_NONE = 127,
	MAP_CODE_SIZE = 8, /* "stp/nc" and its terminator fit */
	MAP_NAME_SIZE = 32,
};

enum unit_type { ARMY, FLEET, UNIT_TYPES };
enum terrain { LAND, COAST, WATER, TERRAINS };

/* A row of schema/maps/NAME.csv and of the table areas: its text as written. A field without a
 * value is empty, never NULL. */
struct map_row {
	const char *code;   /* "par", "stp/nc"; a coast's province is before the slash */
	const char *name;   /* "Paris" */
	const char *type;   /* "land", "coast", "water" */
	const char *centre; /* "yes" or "no" */
	const char *owner; /* power that owns it when the game begins; such a centre is a home centre */
	const char *start; /* "A" or "F": the owner's unit that stands here when the game begins */
	const char *army;  /* codes of the areas an army may go to, separated by blanks */
	const char *fleet; /* codes of the areas a fleet may go to */
	const char *alias; /* another code in common use */
};

struct map_loc {
	char code[MAP_CODE_SIZE];
	char alias[MAP_CODE_SIZE];
	char name[MAP_NAME_SIZE];
	uint8_t province;
	uint8_t terrain; /* enum terrain */
	uint8_t start;   /* unit type that starts here, or UNIT_TYPES */
	uint8_t exit_count[UNIT_TYPES];
	uint8_t exits[UNIT_TYPES][EXITS_MAX + 2]; /* locations, ascending; then LOC_NONE */
	struct place_set exit_set[UNIT_TYPES];    /* the same as a set of locations */
	struct place_set
		reach[UNIT_TYPES];             /* the provinces they lie in: what a unit here can support */
	struct place_set near[UNIT_TYPES]; /* the locations in these provinces */
	struct place_set help[UNIT_TYPES][UNIT_TYPES]; /* by the helper's type and the other's: the
	                                                * locations outside its province where a unit
	                                                * has an order that one here could support */
	struct place_set help_in[UNIT_TYPES];          /* the provinces of the locations in help */
	/* How many orders of a unit there one here could support, by the same types and location. */
	uint8_t supports[UNIT_TYPES][UNIT_TYPES][LOCS_MAX];
};

struct map {
	int power_count, province_count, loc_count, centre_count;
	char power[POWERS_MAX][4];  /* codes: "AUS" */
	uint8_t province[LOCS_MAX]; /* loc[].province, close together */
	struct map_loc loc[LOCS_MAX];
	struct place_set of_terrain[TERRAINS]; /* provinces */
	struct place_set centres;              /* the same as centre[] */
	struct place_set homes[POWERS_MAX];    /* home centres of each power */
	bool centre[PROVINCES_MAX];
	uint8_t owner[PROVINCES_MAX];       /* when the game begins; POWER_NONE */
	uint8_t coast_count[PROVINCES_MAX]; /* 0, or 2 if a fleet must name its coast */
	uint8_t coasts[PROVINCES_MAX][COASTS_MAX];
	uint8_t by_code[26 * 26 * 26]; /* three letters to province: see map_find */
};

/* Builds a map from its rows, in any order. False, with the fault and its place in error, if a code
 * is unknown, repeated or too long; a border has one side only or cannot be crossed; a coast is not
 * a coast; there are fewer than two powers, or two share an initial; or a limit above is exceeded.
 * start_check (start.h) decides whether a game can begin on it. */
MUST_CHECK bool map_build(struct map *map, const struct map_row rows[], size_t count,
                          char error[ERROR_SIZE]);

/* The maps compiled in, from schema/maps; a row with the name NULL ends the table. */
struct map_source {
	const char *name;
	const struct map_row *rows;
	size_t count;
};
extern const struct map_source map_sources[];
const struct map_source *map_source_find(const char *name);

/* The location of a code or alias of `length` letters, or LOC_NONE. Ignores case. */
uint8_t map_find(const struct map *map, const char *code, size_t length);

/* The power of a code of three letters, or POWER_NONE. Ignores case. */
uint8_t map_find_power(const struct map *map, const char *code, size_t length);

/* The location a unit of a type at `from` means by `place` if coasts are read leniently (DATC 4.B.1
 * to 4.B.3, 4.B.6): a coast named for an army is ignored; a fleet's missing coast is inferred if
 * the fleet reaches only one coast of the province. LOC_NONE if it reaches both, or none. An army
 * need not reach the location. */
uint8_t map_infer_loc(const struct map *map, enum unit_type type, uint8_t from, uint8_t place);

/* The provinces that border a province, for a unit of any type. */
struct place_set map_neighbours(const struct map *map, uint8_t province);

/* Whether a province is a home centre of a power. */
static inline bool map_is_home(const struct map *map, uint8_t power, uint8_t province)
{
	return map->centre[province] && map->owner[province] == power;
}

/* Whether a unit of a type can stand at a location: an army on land, a fleet at sea or on a coast,
 * at one of its coasts if the province has two. */
static inline bool map_can_stand(const struct map *map, enum unit_type type, uint8_t at)
{
	const struct map_loc *loc = &map->loc[at];

	if (type == ARMY)
		return loc->terrain != WATER && at == loc->province;
	return loc->terrain != LAND && (map->coast_count[loc->province] == 0 || at != loc->province);
}

/* Whether a unit at `from` may go straight to location `to`: a land, coast or sea border, no
 * convoy. */
static inline bool map_adjacent(const struct map *map, enum unit_type type, uint8_t from,
                                uint8_t to)
{
	return place_set_has(&map->loc[from].exit_set[type], to);
}

/* Whether a unit at `from` may go straight to any part of a province. */
static inline bool map_reaches(const struct map *map, enum unit_type type, uint8_t from,
                               uint8_t province)
{
	return place_set_has(&map->loc[from].reach[type], province);
}

#endif
