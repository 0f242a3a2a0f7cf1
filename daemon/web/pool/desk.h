/* desk: a thread with a session of the database, which does one job after the other.
 *
 * The calls of daemon/db wait for the database. The thread that serves must never wait. So it
 * gives jobs to a desk, and hears of what is done by a descriptor that it polls. A job belongs to
 * the desk from desk_ask until desk_settle gives it back; nothing else is shared.
 *
 * Without a connection a job is done at once, without one; the desk connects anew when a job comes,
 * but waits in between, longer each time. */
#ifndef ARESFARM_DESK_H
#define ARESFARM_DESK_H

#include "db/target.h"

struct job {
	/* In the desk's thread. db: NULL: the database does not answer. */
	void (*work)(struct job *job, struct db *db);
	/* In the thread that settles. */
	void (*done)(struct job *job);
	struct job *next;
};

struct desk;

/* Has all desks, and all waits for the database, end soon. */
void desk_stop_all(void);

/* For db_set_patience: a wait goes on until the desks must stop, and at most ten seconds. */
bool desk_patience(void *unused, int64_t waited_ms);

/* Gives a session the rights that it needs, and no others. */
typedef bool desk_binder(struct db *db);

/* Connects, and binds the session. NULL, with one line in error. */
struct db *desk_connect(const struct target *target, desk_binder *bind,
                        char error[DB_MESSAGE_SIZE]);

/* Starts a desk. db: its connection to begin with, or NULL. target must live as long; where it is
 * NULL, the desk never connects anew. NULL: there is no memory, no thread or no descriptor. */
struct desk *desk_open(const struct target *target, desk_binder *bind, struct db *db);

/* Ends the desk: after desk_stop_all, or at once where it has no job. Jobs that it has are not
 * done. */
void desk_close(struct desk *desk);

/* Can be read when a job is done. */
int desk_descriptor(const struct desk *desk);

void desk_ask(struct desk *desk, struct job *job);

/* Whether it has no job. */
bool desk_is_idle(const struct desk *desk);

/* Calls done for each job that was done since. */
void desk_settle(struct desk *desk);

#endif
