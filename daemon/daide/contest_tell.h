/* contest_tell: messages to the clients of a game, in the sequence that old programs rely on: all
 * ORD of a phase, SCO if owners of centres changed, NOW last. */
#ifndef ARESFARM_DAIDE_CONTEST_TELL_H
#define ARESFARM_DAIDE_CONTEST_TELL_H

#include "contest.h"

/* Sends the results of a phase; the game's board is the next one. Old programs give orders whenever
 * they receive NOW. So NOW is not sent for a phase that is over, except for movement phases in
 * which no client could order. */
void contest_tell_phase(struct contest *game, const struct phase_record *record);

/* The open phase: NOW, and TME if there is a deadline. */
void contest_tell_now(struct contest *game);

/* The game is over: SLO or DRW, SMR, NOW. winner: POWER_NONE: a draw. shared: the powers of the
 * draw; 0: all survivors. */
void contest_tell_end(struct contest *game, uint8_t winner, power_set shared);

/* A notice for people: ADM. */
void contest_tell_notice(struct contest *game, const char *text);

/* TME to clients that have asked for it. */
void contest_tell_times(struct contest *game);

/* Sends OFF to all clients and disconnects them. */
void contest_end(struct contest *game);

#endif
