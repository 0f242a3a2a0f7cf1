/* shared_session: a session with the rights of farm_web, which the threads of logged-in people use
 * in turn. It reads public data that their own roles may not read, such as maps. */
#ifndef ARESFARM_SHARED_SESSION_H
#define ARESFARM_SHARED_SESSION_H

#include "db/target.h"

/* target must live as long. */
void shared_session_open(const struct target *target);

/* Waits until no other thread has it. NULL: the database does not answer. It must be released in
 * any case. */
struct db *shared_session_take(void);
void shared_session_give_back(void);

/* After the last user. */
void shared_session_close(void);

#endif
