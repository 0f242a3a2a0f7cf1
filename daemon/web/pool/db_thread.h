/* db_thread: a thread with a database session, which does one job after the other.
 *
 * The calls of daemon/db wait for the database, and the serving thread must never wait. So it gives
 * jobs to a db_thread and polls a descriptor that reports finished jobs. A job belongs to the
 * db_thread from db_thread_ask until db_thread_settle returns it; nothing else is shared.
 *
 * Without a connection a job is run at once, with db NULL. The thread reconnects when a job comes,
 * but waits between its attempts, longer each time. */
#ifndef ARESFARM_DB_THREAD_H
#define ARESFARM_DB_THREAD_H

#include "db/target.h"

struct job {
	/* In the db_thread. db is NULL if the database does not answer. */
	void (*work)(struct job *job, struct db *db);
	/* In the serving thread. */
	void (*done)(struct job *job);
	struct job *next;
};

struct db_thread;

/* Has all db_threads, and all their waits for the database, end soon. */
void db_thread_stop_all(void);

/* For db_set_patience: a wait continues until the threads must stop, and at most ten seconds. */
bool db_thread_patience(void *unused, int64_t waited_ms);

/* Gives a session the rights that it needs, and no others. */
typedef bool db_thread_binder(struct db *db);

/* Connects, and binds the session. NULL, with one line in error. */
struct db *db_thread_connect(const struct target *target, db_thread_binder *bind,
                             char error[DB_MESSAGE_SIZE]);

/* Starts a thread. db: its connection to begin with, or NULL. target must live as long; where it is
 * NULL, the thread never connects anew. NULL: there is no memory, no thread or no descriptor. */
struct db_thread *db_thread_open(const struct target *target, db_thread_binder *bind,
                                 struct db *db);

/* Ends the thread: after db_thread_stop_all, or at once where it has no job. Jobs that it has are
 * not done. */
void db_thread_close(struct db_thread *thread);

/* Can be read when a job is done. */
int db_thread_descriptor(const struct db_thread *thread);

void db_thread_ask(struct db_thread *thread, struct job *job);

/* Whether it has no job. */
bool db_thread_is_idle(const struct db_thread *thread);

/* Calls done for each job that was done since. */
void db_thread_settle(struct db_thread *thread);

#endif
