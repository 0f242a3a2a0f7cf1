/* judge_map: reads map files of the e-mail Judge as rows for map_build.
 *
 * Three sections; each ends with a line that begins with a hyphen: provinces ("Norway, x nwy nor"),
 * borders ("nwy-mv: fin swe stp", "nwy-xc: bar stp/nc"), and options of variants, which are
 * ignored. Source: the map files of the Judge 1.7.6.
 *
 * The Judge's files lack some fields of ours. The code is the first abbreviation of three letters,
 * the alias the second. A province that has a name of the standard map gets that map's code and
 * alias if they are among its abbreviations. Only centres have owners. A closed province, which
 * borders only itself and is not a centre, is left out. The map has no starting units
 * (judge_seed.h). */
#ifndef ARESFARM_JUDGE_MAP_H
#define ARESFARM_JUDGE_MAP_H

#include "board/map.h"

enum {
	JUDGE_PROVINCES_MAX = 200, /* of the Judge; our maps have fewer */
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
	bool bordered;  /* it has a borders line */
	bool open;      /* a borders line that names another province */
	uint8_t coasts; /* bits of judge_coasts that have borders lines */
	bool fleets;    /* it has a borders line for fleets */
	uint8_t row;    /* LOC_NONE: it is left out */
	uint8_t coast_row[4];
};

/* A row under construction. */
struct judge_row {
	char code[MAP_CODE_SIZE], alias[MAP_CODE_SIZE], name[JUDGE_NAME_SIZE], owner[4];
	const char *type, *centre, *start;
	int province;                    /* of judge_map.province */
	struct place_set to[UNIT_TYPES]; /* rows */
	long line[UNIT_TYPES];           /* of borders; 0: none */
	char list[UNIT_TYPES][JUDGE_LIST_SIZE];
};

struct judge_map {
	/* The codes of the powers' letters; set before the file is read. */
	int power_count;
	struct judge_power {
		char letter, code[4];
	} power[JUDGE_LETTERS_MAX];
	/* ── read from the file ── */
	int province_count;
	struct judge_province province[JUDGE_PROVINCES_MAX]; /* in the file's sequence */
	int row_count;
	struct judge_row row[LOCS_MAX]; /* provinces before coasts, by their codes */
	struct map_row rows[LOCS_MAX];  /* for map_build; they point into row */
	int closed;                     /* provinces that are left out */
	long passed_line;               /* of an option of variants that is ignored; 0: none */
	long line;                      /* where an error is, from 1 */
	char error[ERROR_SIZE];
};

/* Sets the powers' codes: first the codes of the standard map, then those in a list "A=AUS,X=XAN".
 * NULL is an empty list. False, with the fault in map->error. */
MUST_CHECK bool judge_map_set_powers(struct judge_map *map, const char *list);

/* Reads a map whose powers are set, and builds it. False, with the line and the fault in map. */
MUST_CHECK bool judge_map_read(struct judge_map *map, const char *text, size_t length,
                               struct map *built);

/* The province with a name or abbreviation of `length` bytes, or -1. Case, blanks and dots do not
 * matter. */
int judge_map_find(const struct judge_map *map, const char *name, size_t length);

/* The code of a power's letter, or NULL. */
const char *judge_map_find_power(const struct judge_map *map, char letter);

#endif
