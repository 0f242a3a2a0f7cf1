/* history: all that was played of a game, as bots that ask for it are told it (doc/bots.md).
 *
 * Invariant: text is the phases as JSON objects, separated by commas: a longer history of the same
 * game begins with it. */
#ifndef ARESFARM_HISTORY_H
#define ARESFARM_HISTORY_H

#include <stdio.h>

#include "match/match.h"

/* Begins as {0}. */
struct history {
	struct board first; /* the position that the game began with, if a phase was played */
	char *text;
	size_t size, room; /* bytes of it, 0: no phase was played; and that there is room for */
};

void history_add(struct history *history, const struct map *map, const struct phase_record *record);

/* Forgets all phases, and keeps their room; or frees it. */
void history_clear(struct history *history);
void history_close(struct history *history);

/* Copies a history into one that began as {0}. */
void history_copy(const struct history *history, struct history *copy);

/* Writes one phase: {"phase":"S1901M","orders":[{"power":...,"order":...,"result":...},...]}. */
void history_put_phase(const struct map *map, const struct phase_record *record, FILE *out);

#endif
