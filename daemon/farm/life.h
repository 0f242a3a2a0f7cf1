/* life: the log lines about aresd itself: that it starts, that no game is left, that it ends, and
 * what it has played. */
#ifndef ARESFARM_LIFE_H
#define ARESFARM_LIFE_H

#include "children.h"
#include "db/pg/db.h"

/* Logs that it is connected. False if the database failed. */
MUST_CHECK bool life_begin(struct db *db, const struct target *target, int workers);

/* Logs that nothing is left to play. ends: this aresd ends (--until-done); otherwise it waits.
 * botless: games that wait for bots are left. */
void life_tell_done(const struct children *children, bool ends, bool botless);

/* Logs that it was told to stop, and its workers have ended. */
void life_end(const struct children *children);

/* Whether to ask the database if games are left: the workers have played since the last time none
 * was left, and have stored nothing since the last call. */
bool life_seems_done(const struct children *children);

#endif
