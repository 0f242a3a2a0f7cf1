/* chores: what a supervisor reports to the database, and what it does there for the whole farm.
 * Each chore is idempotent, and several supervisors may do it at once.
 *
 * Functions that return bool return false if the database failed; db_fault has the reason. While
 * they wait, more workers may depart. */
#ifndef ARESFARM_CHORES_H
#define ARESFARM_CHORES_H

#include "children.h"

/* Sends heartbeats for the workers that run. A stopped worker gets none, so its lease ends. */
MUST_CHECK bool chores_beat(struct db *db, const struct children *children);

/* Releases the games of workers that ended. Before that it reports which games are to blame, so
 * that no other worker claims a game that must be quarantined. Removes from `departed` what was
 * stored. */
MUST_CHECK bool chores_hand_back(struct db *db, struct departed *departed);

/* Does one of the chores for the whole farm: lets games continue whose deadline for external
 * players is over; ends old transactions of external players; releases the games of workers, of any
 * supervisor, that have missed their lease; judges tournaments that may stop; creates the next
 * steps of tunings; removes some games of dropped tournaments; bounds the table knowledge. chore:
 * which, below CHORES_HOUSE.
 *
 * A chore that did not get a lock in time counts as done: it runs again at the next heartbeat. */
enum { CHORES_HOUSE = 7 };
MUST_CHECK bool chores_keep_house(struct db *db, int chore, int lease_seconds);

/* Logs which tournaments wait for bots that no worker has. bots: those of this aresd, separated by
 * commas. *any: there are such tournaments. */
MUST_CHECK bool chores_tell_botless(struct db *db, const char *bots, bool *any);

/* Whether the last statement failed only because it could not get a lock. Logs that, at most once a
 * minute: *told_at is the clock_ms of the last such line. */
bool chores_was_locked(const struct db *db, const char *what, int64_t *told_at);

#endif
