/* thread_pool: see thread_pool.h. */
#include "thread_pool.h"

bool thread_pool_open(struct thread_pool *pool, const struct target *target, db_thread_binder *bind,
                      int count, int most)
{
	*pool = (struct thread_pool){.most = most};
	pool->last = &pool->first;
	while (pool->count < count) {
		pool->thread[pool->count] = db_thread_open(target, bind, NULL);
		if (pool->thread[pool->count] == NULL)
			return false;
		pool->count++;
	}
	return true;
}

void thread_pool_close(struct thread_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		db_thread_close(pool->thread[i]);
}

/* Gives jobs to threads that have none. */
static void deal(struct thread_pool *pool)
{
	for (int i = 0; i < pool->count && pool->first != NULL; i++) {
		struct job *job = pool->first;
		if (!db_thread_is_idle(pool->thread[i]))
			continue;
		pool->first = job->next;
		if (pool->first == NULL)
			pool->last = &pool->first;
		pool->waiting--;
		db_thread_ask(pool->thread[i], job);
	}
}

bool thread_pool_ask(struct thread_pool *pool, struct job *job)
{
	if (pool->waiting >= pool->most)
		return false;
	job->next = NULL;
	*pool->last = job;
	pool->last = &job->next;
	pool->waiting++;
	deal(pool);
	return true;
}

void thread_pool_settle(struct thread_pool *pool)
{
	for (int i = 0; i < pool->count; i++)
		db_thread_settle(pool->thread[i]);
	deal(pool);
}
