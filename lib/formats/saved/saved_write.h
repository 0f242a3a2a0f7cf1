/* saved_write: writes games as saved games of the package `diplomacy`: phases with their states,
 * orders and results, as JSON.
 *
 * A game is its head, its phases, separated by commas, and its end. The package has no retreat
 * phases in which no unit can retreat (retreat_is_idle): the caller leaves them out. */
#ifndef ARESFARM_SAVED_WRITE_H
#define ARESFARM_SAVED_WRITE_H

#include "formats/cases/case_write.h"
#include "game/game.h"
#include "saved_result.h"

/* Size of the note at a game's end. */
enum { SAVED_VICTORY_SIZE = POWERS_MAX * 6 + 20 };

/* A disregarded order, verbatim. */
struct saved_void {
	int16_t phase;
	uint8_t power;
	char *text;
};

/* A game that is being written. */
struct saved_page {
	struct text out;
	struct variant variant;
	const char *id, *map_name;
	const char *rules; /* separated by blanks */
	int64_t timestamp; /* of every phase, in microseconds */
	/* Disregarded orders: written if `rules` has NO_CHECK. */
	const struct saved_void *voids;
	int void_count;
	/* Returns the messages of a phase as JSON; NULL: there are none. */
	const char *(*find_messages)(const void *context, const char *phase);
	const void *context;
	uint8_t influence[PROVINCES_MAX]; /* the power last there; saved_see updates it */
};

/* Clear the influence; update it by the next board of the game, hidden phases included. */
void saved_see_nothing(struct saved_page *page);
void saved_see(struct saved_page *page, const struct board *board);

/* Writes the head of a game, up to its first phase. */
void saved_write_head(struct saved_page *page);

/* Writes a phase that was played. vanished: as in saved_results_find. False: the record's results
 * cannot follow from its orders. */
MUST_CHECK bool saved_write_played(struct saved_page *page, const struct phase_record *record,
                                   const struct board *vanished);

/* Writes the phase that is still to be played, or the end of the game. After a draw the open phase
 * has no orders, as in the package. note: of the end; if it is empty, the winners are named. */
void saved_write_end(struct saved_page *page, const struct board *last, struct game_verdict verdict,
                     const char *note);

#endif
