/* contest_tell: what the clients of a game are told, in the sequence that old programs rely on: all
 * ORD of a phase, SCO if centres changed hands, NOW last. */
#ifndef ARESFARM_DAIDE_CONTEST_TELL_H
#define ARESFARM_DAIDE_CONTEST_TELL_H

#include "contest.h"

/* A phase that was played; the game's board is the next one. Old programs order whenever they get
 * NOW. So no NOW tells of a phase that is over, but of moves in which no client could order. */
void contest_tell_phase(struct contest *game, const struct phase_record *record);

/* The open phase: NOW, and TME where a deadline runs. */
void contest_tell_now(struct contest *game);

/* The game is over: SLO or DRW, SMR, NOW. winner: POWER_NONE: a draw. shared: of those powers; 0:
 * of all that survive. */
void contest_tell_end(struct contest *game, uint8_t winner, power_set shared);

/* Something that a person should read: ADM. */
void contest_tell_notice(struct contest *game, const char *text);

/* TME to those who have asked for it. */
void contest_tell_times(struct contest *game);

/* Says OFF to everybody, and lets go of them. */
void contest_end(struct contest *game);

#endif
