/* db_pool: threads with a database session each, which take jobs from one queue.
 *
 * The calls of daemon/db wait for the database, and the serving thread must never wait. So it gives
 * jobs to a pool and polls a descriptor that reports finished jobs. A job belongs to the pool from
 * db_pool_ask until db_pools_settle returns it; nothing else is shared.
 *
 * Without a connection a job is run at once, with db NULL. A thread reconnects when a job comes,
 * but waits between its attempts, longer each time. */
#ifndef ARESFARM_DB_POOL_H
#define ARESFARM_DB_POOL_H

#include <sys/queue.h>

#include "db/target.h"

struct db_pool;

struct job {
	/* In a thread of the pool. db is NULL if the database does not answer. */
	void (*work)(struct job *job, struct db *db);
	/* In the serving thread. */
	void (*done)(struct job *job);
	/* the rest is the pool's */
	struct db_pool *pool;
	STAILQ_ENTRY(job) entries;
};

/* Before any pool. Returns a descriptor that can be read when a job of any pool is done, or after
 * db_pools_wake; below 0: there is none. */
int db_pools_open(void);
void db_pools_wake(void);

/* Calls done for each job of any pool that was done since. */
void db_pools_settle(void);

/* Has all pools, and all their waits for the database, end soon. */
void db_pools_stop(void);

/* For db_set_patience: a wait continues until the threads must stop, and at most ten seconds. */
bool db_pools_patience(void *unused, int64_t waited_ms);

/* Gives a session the rights that it needs, and no others. */
typedef bool db_pool_binder(struct db *db);

/* Connects, and binds the session. NULL, with one line in error. */
struct db *db_pool_connect(const struct target *target, db_pool_binder *bind,
                           char error[DB_MESSAGE_SIZE]);

/* Starts a thread; more, up to `most`, once there are more jobs than threads. db: a connection to
 * begin with, or NULL. target must live as long; where it is NULL, no thread ever connects anew.
 * NULL: there is no memory or no thread. */
struct db_pool *db_pool_open(const struct target *target, db_pool_binder *bind, struct db *db,
                             int most);

/* Ends the threads: after db_pools_stop, or at once where the pool has no job. Jobs that it has are
 * not done. */
void db_pool_close(struct db_pool *pool);

void db_pool_ask(struct db_pool *pool, struct job *job);

/* The number of jobs that it has: waiting, or under way. */
int db_pool_jobs(const struct db_pool *pool);

#endif
