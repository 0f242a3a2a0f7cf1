/* saved_write: games as saved games of the package `diplomacy`: phases with their states, orders
 * and results, as JSON.
 *
 * A game is its head, its phases, a comma between two of them, and its end. The package has no
 * phase of retreats in which no unit can go anywhere: the caller leaves it out. */
#ifndef ARESFARM_SAVED_WRITE_H
#define ARESFARM_SAVED_WRITE_H

#include "formats/cases/case_write.h"
#include "game/game.h"
#include "saved_result.h"

/* Room for the note of a game's end. */
enum { SAVED_VICTORY_SIZE = POWERS_MAX * 6 + 20 };

/* An order that was disregarded, word for word. */
struct saved_void {
	int16_t phase;
	uint8_t power;
	char *text;
};

/* A game that is being written. */
struct saved_page {
	struct case_text out;
	struct variant variant;
	const char *id, *map_name;
	const char *rules; /* with blanks between them */
	int64_t timestamp; /* of all phases, in microseconds */
	/* Orders that were disregarded: written where `rules` has NO_CHECK. */
	const struct saved_void *voids;
	int void_count;
	/* The messages of a phase, as JSON; NULL: there are none. */
	const char *(*find_messages)(const void *context, const char *phase);
	const void *context;
	uint8_t influence[PROVINCES_MAX]; /* who stood there last; saved_see changes it */
};

/* Whether a board is a phase of retreats in which no unit can go anywhere. */
bool saved_is_hidden(const struct map *map, const struct board *board);

/* No unit has stood anywhere yet; a board comes up, maybe one of a hidden phase. */
void saved_see_nothing(struct saved_page *page);
void saved_see(struct saved_page *page, const struct board *board);

/* Writes what a game begins with, up to its first phase. */
void saved_write_head(struct saved_page *page);

/* Writes a phase that was played. vanished: as saved_results_find has it. False: the record's
 * results cannot be those of its orders. */
MUST_CHECK bool saved_write_played(struct saved_page *page, const struct phase_record *record,
                                   const struct board *vanished);

/* Writes the phase that is still to be played, or the end: a draw leaves the phase that was open
 * without orders, as the package does. note: of the end; empty: whose victory it is. */
void saved_write_end(struct saved_page *page, const struct board *last, struct game_verdict verdict,
                     const char *note);

#endif
