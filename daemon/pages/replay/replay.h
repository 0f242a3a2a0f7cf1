/* replay: a game as a page that needs nothing from elsewhere: its boards, orders with reasons in
 * words, centres and thinking times, phase by phase. Without a script it lists all phases. */
#ifndef ARESFARM_REPLAY_H
#define ARESFARM_REPLAY_H

#include "db/statements/statements.h"
#include "pages/page.h"

enum { REPLAY_WHY_SIZE = 200 };

struct replay {
	char *text; /* the page; the caller frees it */
	size_t size;
	char name[STMT_NAME_SIZE]; /* of the tournament */
	int32_t number;            /* of the game there */
};

enum replay_outcome {
	REPLAY_MADE,
	REPLAY_NO_GAME, /* there is no such game */
	REPLAY_EMPTY,   /* nothing was played of it yet */
	REPLAY_FAILED,  /* why has a line */
	REPLAY_FAULT,   /* db_fault says why */
};

/* Makes the replay of a game. reference: as stmt_find_game has it. The replay of a game in progress
 * has the phases played so far, and says so. thinks: it also has an analysis board, if this program
 * has one. replay is valid if it was made; why only where the outcome says so. */
enum replay_outcome replay_make(struct db *db, const char *reference, bool thinks,
                                struct replay *replay, char why[REPLAY_WHY_SIZE]);

/* The same for a game that was found, without the analysis board, which has its own page on a
 * server. */
enum replay_outcome replay_make_of(struct db *db, const struct game_head *head,
                                   struct replay *replay, char why[REPLAY_WHY_SIZE]);

/* Writes one phase of it in words, as the replay has them: orders, results and reasons.
 * REPLAY_EMPTY: there is no such phase. */
enum replay_outcome replay_write_words_of(struct db *db, const struct game_head *head,
                                          int16_t phase, struct page *page,
                                          char why[REPLAY_WHY_SIZE]);

/* One phase of it, as JSON: its id and name; the owners of provinces; ways: where the units on the
 * next board come from; html: orders with results and reasons, as the replay has them; shapes: as
 * picture_write_shapes makes them. REPLAY_EMPTY: there is no such phase. */
enum replay_outcome replay_make_phase(struct db *db, const struct game_head *head, int16_t phase,
                                      struct replay *replay, char why[REPLAY_WHY_SIZE]);

/* The line of all its phases, as JSON for the board on which people think: map, the map's text
 * where it is not compiled in, rules, the game, and of each phase the position, as case files have
 * it, and its orders with their powers. After the first, a position that follows from the orders
 * before it is left out. */
enum replay_outcome replay_make_line(struct db *db, const struct game_head *head,
                                     struct replay *replay, char why[REPLAY_WHY_SIZE]);

#endif
