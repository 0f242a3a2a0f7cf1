/* saved_result: results as saved games of the package `diplomacy` write them: a list of words for
 * each unit.
 *
 * They follow from a phase that was resolved, as ours do. Where the package says more or less than
 * we do, the file says so. Its words for supports and convoys follow from how its engine works; the
 * sources are the facts that were found by running and reading it. */
#ifndef ARESFARM_SAVED_RESULT_H
#define ARESFARM_SAVED_RESULT_H

#include "game/record.h"

/* The words, in the table's order; saved_words has the text. */
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

/* A list of words; saved_words_find says which one a text is, or SAVED_WORDS. */
struct saved_result {
	uint8_t count;
	uint8_t word[SAVED_WORDS_MAX];
};
enum saved_word saved_words_find(const char *text, size_t length);

/* Whether two lists have the same words, in any sequence. */
bool saved_result_equal(const struct saved_result *a, const struct saved_result *b);

/* Writes "bounce, dislodged"; of an empty list "success". Returns text. */
enum { SAVED_RESULT_TEXT_SIZE = 64 };
char *saved_result_print(const struct saved_result *result, char text[SAVED_RESULT_TEXT_SIZE]);

/* The results of a phase: a row a unit. In movement phases the units of the board, in retreat
 * phases the dislodged ones, in winter those that are built or removed. */
struct saved_results {
	int count;
	struct unit unit[PHASE_ORDERS_MAX + RETREATS_MAX];
	struct saved_result result[PHASE_ORDERS_MAX + RETREATS_MAX];
};

/* Finds the results of a record. void_units: in a movement phase the units of its board that were
 * given orders that were disregarded, and hold therefore. vanished: the dislodged units of the
 * movement phase before that had no retreat, where the package passes over the phase of retreats:
 * it names them in the winter that follows. False: the record's results cannot be those of its
 * orders. */
MUST_CHECK bool saved_results_find(struct variant variant, const struct phase_record *record,
                                   unit_set void_units, const struct board *vanished,
                                   struct saved_results *results);

/* The row of a unit by its type and location, or -1. */
int saved_results_at(const struct saved_results *results, struct unit unit);

#endif
