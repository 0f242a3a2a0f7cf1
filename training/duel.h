/* duel: a game of two powers that is small enough to list all of it: every position that can come,
 * and where each pair of joint orders leads from there.
 *
 * A state is a position and its season. Years are not told apart, nor is the owner of a province
 * without a centre: neither matters to what may be done or to who wins. Joint orders of a side that
 * lead to the same next states, whatever the other side orders, are of one kind. */
#ifndef ARESFARM_DUEL_H
#define ARESFARM_DUEL_H

#include "board/board.h"
#include "game/game.h"

enum { SIDES = 2, DUEL_WON = SIDES, DUEL_SETS_MAX = 1 << 12, DUEL_DUE_MAX = 8 };

/* All joint orders that a side may give on a board, in a fixed sequence. */
struct duel_sets {
	int due, count, order_count;
	struct order order[256];
	uint8_t set[DUEL_SETS_MAX][DUEL_DUE_MAX]; /* places in `order`, ascending; `due` of them */
};

struct duel_state {
	struct board board;
	int sets[SIDES]; /* joint orders */
	int kinds[SIDES];
	int first[SIDES];      /* where its kinds begin in arrays over all states: see kind_count */
	uint16_t *kind[SIDES]; /* of each joint order of duel_sets */
	uint32_t *next;        /* kinds[0] rows of kinds[1] states */
};

/* The first DUEL_WON states are the wins of the two powers; the next one is where games begin. */
struct duel {
	struct game game;
	uint32_t count, most;
	struct duel_state *state;
	uint32_t *place; /* of states, by hash */
	int kind_count;  /* of both sides in all states */
	long pairs;      /* of joint orders that were judged */
};

/* Lists the game on a map of two powers. False: it has more than `most` states, or a side too many
 * joint orders. */
MUST_CHECK bool duel_open(struct duel *duel, const struct map *map, uint32_t most);
void duel_close(struct duel *duel);

/* The joint orders of a side. False: more than there is room for. */
MUST_CHECK bool duel_list(const struct duel *duel, const struct board *board, int side,
                          struct duel_sets *sets);

/* The joint order that consists of these orders, or -1. */
int duel_find(const struct duel_sets *sets, const struct order orders[], int count);

#endif
