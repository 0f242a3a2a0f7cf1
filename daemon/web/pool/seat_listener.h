/* seat_listener: a thread with a session that listens to the channel farm_web, and reports that
 * something has changed at seats. A notification is only a hint: waiting requests also look by
 * themselves. */
#ifndef ARESFARM_SEAT_LISTENER_H
#define ARESFARM_SEAT_LISTENER_H

#include "db/target.h"

/* Starts to listen. What it hears wakes the serving thread (db_pools_wake). target must live as
 * long. False: there is no thread. */
MUST_CHECK bool seat_listener_open(const struct target *target);

/* Ends it, after db_pools_stop. */
void seat_listener_close(void);

/* Whether it has heard something since. */
bool seat_listener_take(void);

#endif
