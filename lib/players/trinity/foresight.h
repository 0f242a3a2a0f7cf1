/* foresight: the possible orders of the other powers, if all are one player with its normal
 * settings: its own decisions, after the same phases, with random seeds. It is for research: how
 * well does a player do that knows its opponents' program, but not their random numbers? */
#ifndef ARESFARM_FORESIGHT_H
#define ARESFARM_FORESIGHT_H

#include "players/player.h"

enum { FORESIGHT_MOST = 32 };

struct foresight {
	const struct board *board;
	uint8_t power;        /* of the call: the only one whose orders it lacks */
	int count;            /* of decisions of each power */
	uint32_t resolutions; /* that they took */
	struct order decisions[FORESIGHT_MOST][UNITS_MAX];
};

/* Folds a phase into the player's memory for each power but the call's. memories: by power. */
void foresight_observe(const struct player *of, const struct player_call *call,
                       const struct phase_record *record, void *memories);

/* Writes `count` decisions of each other power. memories: NULL if the player has no memory.
 * scratch: of the player. */
void foresight_open(const struct player *of, const struct player_call *call, const void *memories,
                    void *scratch, int count, struct foresight *foresight);

/* The joint orders number i of the others: a decision of each. From `count` on it combines them in
 * other ways. */
void foresight_read(const struct foresight *foresight, int i, struct order orders[UNITS_MAX]);

#endif
