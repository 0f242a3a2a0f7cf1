/* cases: test cases as text: positions with orders, and what should become of them.
 *
 * The format has one fact a line; tests/cases/README.md describes it. The reader takes text piece
 * by piece and returns case after case. trial.h plays them. */
#ifndef ARESFARM_CASES_H
#define ARESFARM_CASES_H

#include "game/build.h"
#include "game/disorder.h"
#include "game/game.h"
#include "game/retreat.h"

enum {
	CASE_ID_SIZE = 48,
	CASE_ORDERS_MAX = 96,
	CASE_PHASES_MAX = 4,
	CASE_ERROR_SIZE = 200,
	CASE_TEXT_SIZE = 600,
	CASE_WORD_SIZE = 40
};

/* What should become of an order. ANY: the sources do not say. */
enum case_expectation { EXPECT_SUCCEEDS, EXPECT_FAILS, EXPECT_ANY, EXPECTATIONS };

/* Whose rules a case follows. */
enum case_profile { PROFILE_ANY, PROFILE_THESIS, PROFILE_DATC, PROFILE_DATC3, PROFILES };

/* A phase of a case. It is complete in itself. */
struct case_phase {
	struct board before, after; /* after: only its units count */
	int order_count, expect_count, dislodged_count, options_count, disbanded_count;
	struct submission orders[CASE_ORDERS_MAX];
	uint8_t expected[CASE_ORDERS_MAX]; /* enum case_expectation, one for each order */
	uint8_t reason[CASE_ORDERS_MAX]; /* enum result; RESULTS where none is given. Information, never
	                                    checked */
	struct case_dislodging {
		struct unit unit;
		uint8_t from;  /* province its attacker came from; LOC_NONE: not known */
		bool convoyed; /* its attacker was convoyed */
	} dislodged[UNITS_MAX];
	struct place_set contested; /* provinces */
	struct place_set
		convoyed; /* of a retreat phase: provinces whose unit a convoyed attacker dislodged */
	struct case_options {
		struct unit unit;
		struct place_set open; /* locations */
	} options[RETREATS_MAX];
	struct unit disbanded[UNITS_MAX];
};

struct test_case {
	char id[CASE_ID_SIZE];
	const struct map *map;        /* what it is played on: the reader's, or the one it names */
	uint8_t profile;              /* enum case_profile */
	uint8_t stage, literal_stage; /* enum stage, as Appendix E prints it and as section 3.2 gives it
	                                 literally; 0: not given */
	bool doubt;
	int phase_count;
	struct case_phase phases[CASE_PHASES_MAX];
};

struct case_reader {
	const struct map *map; /* of a case that names none, or map_name */
	const char *map_name;  /* NULL: it has none */
	/* The map of another name, valid as long as the case; or NULL. Where find_map is NULL no other
	 * map has a name. */
	const struct map *(*find_map)(const char *name);
	long line;                  /* the last one read, from 1 */
	bool open;                  /* inside a case; between two calls: the text ended within one */
	long cases;                 /* read so far */
	long strays;                /* lines so far that are neither facts nor remarks */
	long stray_line;            /* the first of them */
	char stray[CASE_WORD_SIZE]; /* its first word */
	char error[CASE_ERROR_SIZE];
};

enum case_event {
	CASE_READ,      /* a case is complete */
	CASE_MORE,      /* the text is used up; feed more, with the same case */
	CASE_MALFORMED, /* the line reader->line is wrong, as reader->error says */
};

/* Reads whole lines of *text, at most up to `end`, and moves *text after them. A new reader has
 * its map set, maybe map_name and find_map, and all else zero. */
enum case_event cases_read(struct case_reader *reader, const char **text, const char *end,
                           struct test_case *c);

#endif
