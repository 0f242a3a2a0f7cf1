/* enmity: how hostile a power is to each other power, and which powers it attacks. It is scorer's
 * memory of a game.
 *
 * Enmities are kept in hundredths of the source's points. At the beginning of each movement phase
 * they decay, and points are added for the board: for the powers that are near, largest, weakest,
 * or in our home centres. Events are added when they are observed: 10 points for each of our units
 * that a power dislodged, for each centre that it took from us, and for each that we took from it.
 *
 * Source: Ritchie 2003, sections 4.5 and 5.3. Where it is silent: a power's size is the number of
 * its units, and equal powers share points; only powers with units count; a home centre is occupied
 * by a power that owns it or has a unit in it, and counts once, even if several are occupied; the
 * shortest distance is that between units, over borders of all kinds. */
#ifndef ARESFARM_ENMITY_H
#define ARESFARM_ENMITY_H

#include "game/record.h"

enum { ENMITY_POINT = 100 };

/* All zeros when a game begins. */
struct enmity {
	int32_t of[POWERS_MAX];       /* hundredths of points; our own power's is unused */
	bool begun;                   /* a board was observed, so `owner` is valid */
	uint8_t owner[PROVINCES_MAX]; /* on the last board observed */
};

/* Observes a board before it is played: changes of owners and, in a movement phase, the beginning
 * of a turn, at which all enmities decay to `keep` per cent. */
void enmity_meet(const struct map *map, const struct board *board, uint8_t power, int keep,
                 struct enmity *enmity);

/* Observes the effects of a played phase on us. */
void enmity_learn(const struct map *map, const struct phase_record *record, uint8_t power,
                  struct enmity *enmity);

/* The powers that a power attacks: its rivals by descending enmity, until those at most `near`
 * steps away have together at least as many units as the power itself. */
power_set enmity_choose(const struct map *map, const struct board *board, uint8_t power, int near,
                        const struct enmity *enmity);

#endif
