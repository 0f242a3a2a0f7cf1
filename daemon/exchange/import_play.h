/* import_play: a recorded game that is replayed by our judge, phase by phase.
 *
 * What a phase comes to by our judge is what is kept. It is compared with what the file says came
 * of it, and each difference is told. Where the file's next position is another one than ours, the
 * replay ends before it: what follows is no consequence of what came before. */
#ifndef ARESFARM_CTL_IMPORT_PLAY_H
#define ARESFARM_CTL_IMPORT_PLAY_H

#include "saved_read.h"
#include "db/statements/keep/stmt_saved.h"

enum { IMPORT_TOLD_SIZE = 600 };

/* How a game ends by the file, in our terms. */
enum import_ending {
	IMPORT_OVER,  /* a power has won, or the powers agreed on a draw */
	IMPORT_OPEN,  /* the file's last phase is still to be played */
	IMPORT_PARTED /* the file's positions part from ours, or its end does */
};

struct import_play {
	/* set by the caller */
	const struct rules *rules;
	const struct judge *judge;
	struct saved_game saved;
	/* Hears of a difference: the phase, and a line of less than IMPORT_TOLD_SIZE bytes. */
	void (*tell)(void *context, const char *phase, const char *text);
	void *context;
	/* what came of it; for import_play_close */
	enum import_ending ending;
	struct terms terms; /* agreed, agreed_in, and the start, if it is not the map's */
	char note[SAVED_NOTE_SIZE];
	int board_count, board_room;
	struct stored *boards;
	int order_count, order_room;
	struct recorded_orders *orders;
	int phases, given, differences; /* orders given; differences told */
	struct stored_end end;          /* where ending is IMPORT_OVER */
	/* for import_play*.c */
	struct match match;
	struct saved_phase *now, *next;
};

/* Replays a game whose saved_game is read. terms: those of the tournament. False, with why in
 * error: the game cannot be read, or cannot begin. */
MUST_CHECK bool import_play(struct import_play *play, char error[SAVED_ERROR_SIZE]);
void import_play_close(struct import_play *play);

/* The messages of all phases as an object of JSON, with a list for each phase that has some; the
 * caller frees it. NULL: there are none, more than a backup could take, or two phases have one
 * name. */
char *import_messages(struct json_object *phases);

/* ── within import_play*.c ── */

/* A phase, as it comes out by some rules. */
struct import_outcome {
	struct phase_record record;
	struct given given;
	const char *problem[GIVEN_MAX]; /* of the file's orders; NULL: it counted */
	struct saved_results results;
	struct board next; /* phases without a choice are passed over */
	int hidden;        /* such phases between: 0 or 1 */
	struct phase_record passed;
};

/* Plays the orders of play->now on play->match, by rules that may be others. play->match stays. */
void import_resolve(const struct import_play *play, const struct rules *rules,
                    struct import_outcome *outcome);

/* Tells how an outcome differs from the file, and by which option of the rules that is explained.
 * *parted: the next positions differ. */
void import_compare(struct import_play *play, const struct import_outcome *outcome, bool *parted);

/* The game begins in phase n, which play->now is; how it ends where play->now is COMPLETED, and
 * where it is still to be played; and what is stored of the end. */
MUST_CHECK bool import_begin(struct import_play *play, int n, char error[SAVED_ERROR_SIZE]);
void import_complete(struct import_play *play);
void import_leave_open(struct import_play *play);
void import_finish(struct import_play *play);

/* An array with room for one element more than `count`; never NULL. */
void *import_grow(void *array, int count, int *room, size_t size);

/* Tells a difference of play->now. */
__attribute__((format(printf, 2, 3))) void import_tell(struct import_play *play, const char *format,
                                                       ...);

#endif
