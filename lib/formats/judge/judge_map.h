/* judge_map: the e-mail Judge's map files: a map, as rows for map_build.
 *
 * Three sections; each ends with a line that begins with a hyphen: provinces ("Norway, x nwy nor"),
 * borders ("nwy-mv: fin swe stp", "nwy-xc: bar stp/nc"), and options of variants, which are passed
 * over. Source: the map files of the Judge 1.7.6.
 *
 * What our files have and the Judge's have not: a code is the first abbreviation of three letters,
 * the alias the second. A province that has a name of the standard map gets that map's code and
 * alias, where these are among its abbreviations. Only centres have owners. A closed province,
 * which borders only itself and is not a centre, is left out. Nobody starts anywhere
 * (judge_seed.h).
 */
#ifndef ARESFARM_JUDGE_MAP_H
#define ARESFARM_JUDGE_MAP_H

#include "board/map.h"

enum {
	JUDGE_PROVINCES_MAX = 200, /* of the Judge; ours has less */
	JUDGE_WORDS_MAX = 12,      /* abbreviations of a province */
	JUDGE_WORD_SIZE = 32,
	JUDGE_LETTERS_MAX = 36, /* letters and digits */
	JUDGE_LIST_SIZE = LOCS_MAX * 7 + 1,
	JUDGE_NAME_SIZE = MAP_NAME_SIZE + 16
};

struct judge_province {
	long line;
	char name[MAP_NAME_SIZE];
	char word[JUDGE_WORDS_MAX][JUDGE_WORD_SIZE]; /* abbreviations, in small letters */
	int word_count;
	char type;      /* 'x', 'l', 'w', or the letter of its power */
	bool bordered;  /* it has a line of borders */
	bool open;      /* one that names another province */
	uint8_t coasts; /* bits of judge_coasts that have such lines */
	bool fleets;    /* it has a line for fleets */
	uint8_t row;    /* LOC_NONE: it is left out */
	uint8_t coast_row[4];
};

/* A row while it is made. */
struct judge_row {
	char code[MAP_CODE_SIZE], alias[MAP_CODE_SIZE], name[JUDGE_NAME_SIZE], owner[4];
	const char *type, *centre, *start;
	int province;                    /* of judge_map.province */
	struct place_set to[UNIT_TYPES]; /* rows */
	long line[UNIT_TYPES];           /* of borders; 0: none */
	char list[UNIT_TYPES][JUDGE_LIST_SIZE];
};

struct judge_map {
	/* Which code a power's letter stands for: set before it is read. */
	int power_count;
	struct judge_power {
		char letter, code[4];
	} power[JUDGE_LETTERS_MAX];
	/* ── what is read ── */
	int province_count;
	struct judge_province province[JUDGE_PROVINCES_MAX]; /* in the file's sequence */
	int row_count;
	struct judge_row row[LOCS_MAX]; /* provinces before coasts, by their codes */
	struct map_row rows[LOCS_MAX];  /* for map_build; they point into row */
	int closed;                     /* provinces that are left out */
	long passed_line;               /* of an option of variants that is passed over; 0: none */
	long line;                      /* where an error is, from 1 */
	char error[MAP_ERROR_SIZE];
};

/* Sets the powers' codes: first those of the standard map, then those of a list "A=AUS,X=XAN". NULL
 * is an empty list. False, with what is wrong in map->error. */
MUST_CHECK bool judge_map_set_powers(struct judge_map *map, const char *list);

/* Reads a map whose powers are set, and builds it. False, with the line and what is wrong in map.
 */
MUST_CHECK bool judge_map_read(struct judge_map *map, const char *text, size_t length,
                               struct map *built);

/* The province of a name or abbreviation of `length` bytes, or -1. Case, blanks and dots do not
 * matter. */
int judge_map_find(const struct judge_map *map, const char *name, size_t length);

/* The code of a power's letter, or NULL. */
const char *judge_map_find_power(const struct judge_map *map, char letter);

#endif
