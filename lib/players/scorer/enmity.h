/* enmity: how much a power is set against each of the others, and whom it attacks. It is what
 * scorer remembers of a game.
 *
 * Enmities are kept in hundredths of the source's points. At the beginning of each movement phase
 * they decay, and what the board shows is added: who is near, largest, weakest, or in our home
 * centres. What happened is added when it is seen: 10 points for each of our units that a power
 * dislodged, for each centre that it took from us, and for each that we took from it.
 *
 * Source: Ritchie 2003, sections 4.5 and 5.3. Where it is silent: a power's size is the number of
 * its units, of equals all share; only powers with units count; a home centre is occupied by a
 * power that owns it or has a unit in it, and counts once however many are occupied; the shortest
 * distance is that between units, over borders of all kinds. */
#ifndef ARESFARM_ENMITY_H
#define ARESFARM_ENMITY_H

#include "game/record.h"

enum { ENMITY_POINT = 100 };

/* All zeros when a game begins. */
struct enmity {
	int32_t of[POWERS_MAX];       /* hundredths of points; that of our own power is unused */
	bool begun;                   /* it has met a board, so `owner` is valid */
	uint8_t owner[PROVINCES_MAX]; /* on the last board it met */
};

/* Observes a board before it is played: what changed hands, and in a movement phase the turn's
 * beginning, at which `keep` per cent of all enmities stay. */
void enmity_meet(const struct map *map, const struct board *board, uint8_t power, int keep,
                 struct enmity *enmity);

/* Observes what a phase that was played did to us. */
void enmity_learn(const struct map *map, const struct phase_record *record, uint8_t power,
                  struct enmity *enmity);

/* Whom a power attacks. Its rivals come in the sequence of their enmities, the highest first, up to
 * the first that is at most `near` steps away and with which it has enough to do: those so far
 * have, together, at least as many units as it has itself. */
power_set enmity_choose(const struct map *map, const struct board *board, uint8_t power, int near,
                        const struct enmity *enmity);

#endif
