/* life: what aresd says of its own life, a line each: that it begins, that no game is left, that it
 * ends, and what it has played. */
#ifndef ARESFARM_LIFE_H
#define ARESFARM_LIFE_H

#include "children.h"
#include "db/pg/db.h"

/* It is connected. False when the database failed. */
MUST_CHECK bool life_begin(struct db *db, const struct target *target, int workers);

/* Nothing is left to play. ends: so this aresd ends (--until-done); otherwise it waits. botless:
 * but for games that wait for bots. */
void life_tell_done(const struct children *children, bool ends, bool botless);

/* It was told to stop, and its workers have ended. */
void life_end(const struct children *children);

/* Whether it is time to ask the database whether games are left: the workers have played since the
 * last time that none was, and have stored nothing since this was asked last. */
bool life_seems_done(const struct children *children);

#endif
