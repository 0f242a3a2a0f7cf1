/* history: all phases that were played in a game, for bots that ask for them (doc/bots.md).
 *
 * Invariant: text is the phases as JSON objects, separated by commas. A longer history of the same
 * game begins with it. */
#ifndef ARESFARM_HISTORY_H
#define ARESFARM_HISTORY_H

#include <stdio.h>

#include "match/match.h"

/* Begins as {0}. */
struct history {
	struct board first; /* the position that the game began with, if a phase was played */
	char *text;
	size_t size, room; /* of text, in bytes: used (0: no phase was played); allocated */
};

void history_add(struct history *history, const struct map *map, const struct phase_record *record);

/* Removes all phases; history_clear keeps the memory, history_close frees it. */
void history_clear(struct history *history);
void history_close(struct history *history);

/* Copies a history into one that was initialised as {0}. */
void history_copy(const struct history *history, struct history *copy);

/* Writes one phase: {"phase":"S1901M","orders":[{"power":...,"order":...,"result":...},...]}. */
void history_put_phase(const struct map *map, const struct phase_record *record, FILE *out);

#endif
