/* chores: what a supervisor tells the database, and what it does there for the whole farm. Each
 * chore may be done again, and may be done by several supervisors at once.
 *
 * Those that return bool return false when the database failed; db_fault then says why. While they
 * wait, more workers may depart. */
#ifndef ARESFARM_CHORES_H
#define ARESFARM_CHORES_H

#include "children.h"

/* Sends heartbeats for the workers that run. A stopped worker gets none, so its lease ends. */
MUST_CHECK bool chores_beat(struct db *db, const struct children *children);

/* Hands back the games of workers that ended. Before that, says which games are to blame: another
 * worker must not claim one that is quarantined. Takes out of `departed` what the database knows.
 */
MUST_CHECK bool chores_hand_back(struct db *db, struct departed *departed);

/* Does one of the chores for the whole farm: lets games continue whose deadline for external
 * players is over; ends old transactions of external players; hands back the games of workers, of
 * any supervisor, that have missed their lease; judges tournaments that may stop; makes the next
 * steps of tunings; removes some games of dropped tournaments; bounds the table knowledge. chore:
 * which, below CHORES_HOUSE.
 *
 * One that did not get a lock in time is done: it is tried again at the next heartbeat. */
enum { CHORES_HOUSE = 7 };
MUST_CHECK bool chores_keep_house(struct db *db, int chore, int lease_seconds);

/* Logs which tournaments wait for bots that nobody has. bots: those of this aresd, with commas.
 * *any: some do. */
MUST_CHECK bool chores_tell_botless(struct db *db, const char *bots, bool *any);

/* Whether the last statement failed only because somebody held a lock. Logs that, at most once a
 * minute: *told_at is by clock_ms when it was logged last. */
bool chores_was_locked(const struct db *db, const char *what, int64_t *told_at);

#endif
