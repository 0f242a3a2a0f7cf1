/* ear: hears that something has happened at seats: a thread with a session that listens to the
 * channel farm_web. What it heard is no more than a hint; whoever waits also looks by itself. */
#ifndef ARESFARM_EAR_H
#define ARESFARM_EAR_H

#include "db/target.h"

struct ear;

/* Starts to listen. target must live as long. NULL: there is no memory, no thread or no descriptor.
 */
struct ear *ear_open(const struct target *target);

/* Ends it, after desk_stop_all. */
void ear_close(struct ear *ear);

/* Can be read when it has heard something. */
int ear_descriptor(const struct ear *ear);

/* Whether it has heard something since. */
bool ear_take(struct ear *ear);

#endif
