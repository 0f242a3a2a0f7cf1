/* import_play: replays a recorded game with our judge, phase by phase.
 *
 * The result of our judge is what is kept. It is compared with the result in the file, and each
 * difference is reported. If the next position in the file differs from ours, the replay ends
 * there, because the following phases do not follow from ours. */
#ifndef ARESFARM_CTL_IMPORT_PLAY_H
#define ARESFARM_CTL_IMPORT_PLAY_H

#include "saved_read.h"
#include "db/statements/keep/stmt_saved.h"

enum { IMPORT_TOLD_SIZE = 600 };

/* How a game ends in the file, in our terms. */
enum import_ending {
	IMPORT_OVER,  /* a power has won, or the powers agreed on a draw */
	IMPORT_OPEN,  /* the file's last phase is still to be played */
	IMPORT_PARTED /* the file's positions or its end differ from ours */
};

struct import_play {
	/* set by the caller */
	const struct rules *rules;
	const struct judge *judge;
	struct saved_game saved;
	/* Called for each difference: the phase, and a line of less than IMPORT_TOLD_SIZE bytes. */
	void (*tell)(void *context, const char *phase, const char *text);
	void *context;
	/* the outcome; for import_play_close */
	enum import_ending ending;
	struct terms terms; /* agreed, agreed_in, and the start, if it is not the map's */
	char note[SAVED_NOTE_SIZE];
	int board_count, board_room;
	struct stored *boards;
	int order_count, order_room;
	struct recorded_orders *orders;
	int phases, given, differences; /* orders given; differences reported */
	struct stored_end end;          /* if ending is IMPORT_OVER */
	/* for import_*.c */
	struct match match;
	struct saved_phase *now, *next;
};

/* Replays a game whose saved_game is already read. terms: of the tournament. False, with the reason
 * in error, if the game cannot be read or cannot begin. */
MUST_CHECK bool import_play(struct import_play *play, char error[SAVED_ERROR_SIZE]);
void import_play_close(struct import_play *play);

/* The messages of all phases as a JSON object, with a list for each phase with messages; the caller
 * frees it. NULL: there are none, they are too many for a backup, or two phases have the same
 * name. */
char *import_messages(struct json_object *phases);

/* ── within import_*.c ── */

static inline const struct map *import_map(const struct import_play *play)
{
	return play->saved.map;
}

/* The outcome of a phase under some rules. */
struct import_outcome {
	struct phase_record record;
	struct given given;
	const char *problem[GIVEN_MAX]; /* of the file's orders; NULL: it counted */
	struct saved_results results;
	struct board next; /* phases without a choice are skipped */
	int hidden;        /* skipped phases: 0 or 1 */
	struct phase_record passed;
};

/* Plays the orders of play->now on play->match, under rules that may be different. play->match
 * stays unchanged. */
void import_resolve(const struct import_play *play, const struct rules *rules,
                    struct import_outcome *outcome);

/* Reports how an outcome differs from the file, and which option of the rules explains it. *parted:
 * the next positions differ. */
void import_compare(struct import_play *play, const struct import_outcome *outcome, bool *parted);

/* Grows an array, if needed, to hold count + 1 elements; never NULL. */
void *import_grow(void *array, int count, int *room, size_t size);

/* Reports a difference of play->now. */
__attribute__((format(printf, 2, 3))) void import_tell(struct import_play *play, const char *format,
                                                       ...);

#endif
