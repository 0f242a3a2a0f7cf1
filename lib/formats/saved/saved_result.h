/* saved_result: results as in saved games of the package `diplomacy`: one list of words per unit.
 *
 * They are derived from a resolved phase. saved_result.c notes where the package says more or less
 * than our results. Its words for supports and convoys depend on how its engine works; the source
 * is its behaviour and its code. */
#ifndef ARESFARM_SAVED_RESULT_H
#define ARESFARM_SAVED_RESULT_H

#include "game/record.h"

/* The words; saved_words has their texts. */
enum saved_word {
	SAVED_NO_CONVOY,
	SAVED_BOUNCE,
	SAVED_VOID,
	SAVED_CUT,
	SAVED_DISLODGED,
	SAVED_DISRUPTED,
	SAVED_DISBAND,
	SAVED_DONE, /* "" */
	SAVED_WORDS
};
extern const char *const saved_words[SAVED_WORDS];

enum { SAVED_WORDS_MAX = 4 };

/* A list of words. saved_words_find returns the word of a text, or SAVED_WORDS. */
struct saved_result {
	uint8_t count;
	uint8_t word[SAVED_WORDS_MAX];
};
enum saved_word saved_words_find(const char *text, size_t length);

/* Whether two lists have the same words, in any sequence. */
bool saved_result_equal(const struct saved_result *a, const struct saved_result *b);

/* Writes "bounce, dislodged", or "success" for an empty list. Returns text. */
enum { SAVED_RESULT_TEXT_SIZE = 64 };
char *saved_result_print(const struct saved_result *result, char text[SAVED_RESULT_TEXT_SIZE]);

/* The results of a phase, one row per unit: in movement phases the units of the board, in retreat
 * phases the dislodged units, in winter the units that are built or removed. */
struct saved_results {
	int count;
	struct unit unit[PHASE_ORDERS_MAX + RETREATS_MAX];
	struct saved_result result[PHASE_ORDERS_MAX + RETREATS_MAX];
};

/* Finds the results of a record. void_units: in a movement phase, the units that hold because their
 * orders were disregarded. vanished: if the package skips a retreat phase, the dislodged units
 * without a retreat of the movement phase before; the package names them in the following winter.
 * False: the record's results cannot follow from its orders. */
MUST_CHECK bool saved_results_find(struct variant variant, const struct phase_record *record,
                                   unit_set void_units, const struct board *vanished,
                                   struct saved_results *results);

/* The row of a unit, found by its type and location, or -1. */
int saved_results_at(const struct saved_results *results, struct unit unit);

#endif
