/* thread_pool: several db_threads with one queue of jobs.
 *
 * Invariant: no job waits while a thread is idle. */
#ifndef ARESFARM_THREAD_POOL_H
#define ARESFARM_THREAD_POOL_H

#include "db_thread.h"

enum { POOL_THREADS_MOST = 4 };

struct thread_pool {
	int count, waiting, most; /* threads; jobs in the queue; the most that may be in it */
	struct db_thread *thread[POOL_THREADS_MOST];
	struct job *first, **last;
};

/* Starts `count` threads, at most POOL_THREADS_MOST. False: there is no memory, no thread or no
 * descriptor. target must live as long. */
MUST_CHECK bool thread_pool_open(struct thread_pool *pool, const struct target *target,
                                 db_thread_binder *bind, int count, int most);

/* Ends the threads, after db_thread_stop_all. */
void thread_pool_close(struct thread_pool *pool);

/* False: the queue is full. */
MUST_CHECK bool thread_pool_ask(struct thread_pool *pool, struct job *job);

/* Calls done for each job that was done since. */
void thread_pool_settle(struct thread_pool *pool);

#endif
