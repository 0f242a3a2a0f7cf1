/* cases: reads test cases: positions with orders and their expected results.
 *
 * The format has one fact per line; tests/cases/README.md describes it. The reader accepts text
 * piece by piece and returns case after case. trial.h plays them. */
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
	CASE_TEXT_SIZE = 600,
	CASE_WORD_SIZE = 40
};

/* The expected result of an order. ANY: the sources do not say. */
enum case_expectation { EXPECT_SUCCEEDS, EXPECT_FAILS, EXPECT_ANY, EXPECTATIONS };

/* The source of the rules that a case follows. */
enum case_profile { PROFILE_ANY, PROFILE_THESIS, PROFILE_DATC, PROFILE_DATC3, PROFILES };

/* A phase of a case. It is complete in itself. */
struct case_phase {
	struct board before, after; /* after: only its units count */
	int order_count, expect_count, dislodged_count, options_count, disbanded_count;
	struct submission orders[CASE_ORDERS_MAX];
	uint8_t expected[CASE_ORDERS_MAX]; /* enum case_expectation, one per order */
	uint8_t reason[CASE_ORDERS_MAX];   /* enum result; RESULTS if none is given. Information, never
	                                      checked */
	struct case_dislodging {
		struct unit unit;
		uint8_t from;  /* province that its attacker came from; LOC_NONE: not known */
		bool convoyed; /* its attacker was convoyed */
	} dislodged[UNITS_MAX];
	struct place_set contested; /* provinces */
	struct place_set
		convoyed; /* in a retreat phase: provinces whose unit a convoyed attacker dislodged */
	struct case_options {
		struct unit unit;
		struct place_set open; /* locations */
	} options[RETREATS_MAX];
	struct unit disbanded[UNITS_MAX];
};

struct test_case {
	char id[CASE_ID_SIZE];
	const struct map *map;        /* the map that the case names, or the reader's */
	uint8_t profile;              /* enum case_profile */
	uint8_t stage, literal_stage; /* enum stage, as printed in Appendix E and as section 3.2 gives
	                                 it literally; 0: not given */
	bool doubt;
	int phase_count;
	struct case_phase phases[CASE_PHASES_MAX];
};

struct case_reader {
	const struct map *map; /* for cases that name none, or map_name */
	const char *map_name;  /* the name of map; NULL: it has none */
	/* Returns the map with another name, valid as long as the case, or NULL. If find_map is NULL,
	 * cases cannot name other maps. */
	const struct map *(*find_map)(const char *name);
	bool bare;                  /* a phase may lack all of its expect lines */
	long line;                  /* the last line read, from 1 */
	bool open;                  /* inside a case; between two calls: the text ended within a case */
	long cases;                 /* read so far */
	long strays;                /* lines so far that are neither facts nor comments */
	long stray_line;            /* the first such line */
	char stray[CASE_WORD_SIZE]; /* its first word */
	char error[ERROR_SIZE];
};

enum case_event {
	CASE_READ,      /* a case is complete */
	CASE_MORE,      /* the text is used up; call again with more text and the same case */
	CASE_MALFORMED, /* line reader->line is wrong; reader->error has the fault */
};

/* Reads whole lines of *text, at most up to `end`, and moves *text after them. In a new reader map
 * is set, map_name, find_map and bare may be, and all else is zero. */
enum case_event cases_read(struct case_reader *reader, const char **text, const char *end,
                           struct test_case *c);

#endif
