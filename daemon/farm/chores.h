/* chores: what a supervisor tells the database, and what it does there for the whole farm. Each
 * chore may be done again, and may be done by several supervisors at once.
 *
 * All return false when the database failed; db_fault then says why. */
#ifndef ARESFARM_CHORES_H
#define ARESFARM_CHORES_H

#include "children.h"

/* Sends heartbeats for the workers that run. A stopped worker gets none, so its lease ends. */
__attribute__((warn_unused_result)) bool chores_beat(struct db *db,
                                                     const struct children *children);

/* Hands back the games of workers that ended. Before that, says which games are to blame: another
 * worker must not claim one that is put aside. Takes out of `departed` what the database knows. */
__attribute__((warn_unused_result)) bool chores_hand_back(struct db *db, struct departed *departed);

/* Hands back the games of workers, of any supervisor, that have missed their lease. Lets games go
 * on whose deadline for external players is over. Removes some games of dropped tournaments. */
__attribute__((warn_unused_result)) bool chores_keep_house(struct db *db, int lease_seconds);

#endif
