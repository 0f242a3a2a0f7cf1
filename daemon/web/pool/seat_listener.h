/* seat_listener: a thread with a session that listens to the channel farm_web, and reports that
 * something has changed at seats. A notification is only a hint: waiting requests also look by
 * themselves. */
#ifndef ARESFARM_SEAT_LISTENER_H
#define ARESFARM_SEAT_LISTENER_H

#include "db/target.h"

struct seat_listener;

/* Starts to listen. target must live as long. NULL: there is no memory, no thread or no descriptor.
 */
struct seat_listener *seat_listener_open(const struct target *target);

/* Ends it, after db_thread_stop_all. */
void seat_listener_close(struct seat_listener *listener);

/* Can be read when it has heard something. */
int seat_listener_descriptor(const struct seat_listener *listener);

/* Whether it has heard something since. */
bool seat_listener_take(struct seat_listener *listener);

#endif
