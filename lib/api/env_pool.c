/* env_pool: see env_pool.h. */
#include "env_pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* LOOKS: polls for the next job before a thread sleeps, because steps follow each other closely. */
enum { LOOKS = 4000, PIECES_A_THREAD = 8 };

struct env_pool {
	pthread_mutex_t lock;
	pthread_cond_t begun, done;
	atomic_uint job;      /* its number; odd if the pool closes */
	atomic_int working;   /* threads that have not finished the job */
	_Atomic int32_t next; /* the first item that no thread has taken */
	env_work *work;
	void *context;
	int32_t count, piece;
	pid_t process; /* owner of the threads: a fork has no threads, and copies of held locks */
	int threads;   /* including the caller's */
	struct env_thread {
		struct env_pool *pool;
		pthread_t thread;
		int number;
	} thread[];
};

static inline void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

static void do_pieces(struct env_pool *pool, int number)
{
	for (;;) {
		const int32_t first = atomic_fetch_add(&pool->next, pool->piece);
		if (first >= pool->count)
			return;
		const int32_t left = pool->count - first;
		pool->work(pool->context, first, left < pool->piece ? pool->count : first + pool->piece,
		           number);
	}
}

/* Waits for a job after number `last`; returns its number. */
static unsigned wait_for_job(struct env_pool *pool, unsigned last)
{
	for (int i = 0; i < LOOKS; i++) {
		if (atomic_load(&pool->job) != last)
			return atomic_load(&pool->job);
		rest();
	}
	pthread_mutex_lock(&pool->lock);
	while (atomic_load(&pool->job) == last)
		pthread_cond_wait(&pool->begun, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	return atomic_load(&pool->job);
}

static void finish(struct env_pool *pool)
{
	if (atomic_fetch_sub(&pool->working, 1) > 1)
		return;
	pthread_mutex_lock(&pool->lock);
	pthread_cond_signal(&pool->done);
	pthread_mutex_unlock(&pool->lock);
}

static void *run_thread(void *argument)
{
	struct env_thread *thread = argument;
	struct env_pool *pool = thread->pool;

	for (unsigned job = 0; (job = wait_for_job(pool, job)) % 2 == 0;) {
		do_pieces(pool, thread->number);
		finish(pool);
	}
	return NULL;
}

/* Announces the next job, whose number is the last plus `more`. */
static void announce(struct env_pool *pool, unsigned more)
{
	pthread_mutex_lock(&pool->lock);
	atomic_fetch_add(&pool->job, more);
	pthread_cond_broadcast(&pool->begun);
	pthread_mutex_unlock(&pool->lock);
}

static void wait_until_done(struct env_pool *pool)
{
	for (int i = 0; i < LOOKS && atomic_load(&pool->working) > 0; i++)
		rest();
	pthread_mutex_lock(&pool->lock);
	while (atomic_load(&pool->working) > 0)
		pthread_cond_wait(&pool->done, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

void env_pool_run(struct env_pool *pool, env_work *work, void *context, int32_t count)
{
	const int32_t pieces = PIECES_A_THREAD * pool->threads;

	if (getpid() != pool->process) {
		work(context, 0, count, 0);
		return;
	}
	pool->work = work;
	pool->context = context;
	pool->count = count;
	pool->piece = count > pieces ? count / pieces : 1;
	atomic_store(&pool->next, 0);
	atomic_store(&pool->working, pool->threads - 1);
	announce(pool, 2);
	do_pieces(pool, 0);
	wait_until_done(pool);
}

/* The threads block all signals, which belong to the program. */
static bool start_thread(struct env_thread *thread)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const bool done = pthread_create(&thread->thread, NULL, run_thread, thread) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return done;
}

struct env_pool *env_pool_open(int threads)
{
	struct env_pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->thread);

	if (!pool)
		return NULL;
	pool->process = getpid();
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->begun, NULL);
	pthread_cond_init(&pool->done, NULL);
	for (pool->threads = 1; pool->threads < threads; pool->threads++) {
		struct env_thread *thread = &pool->thread[pool->threads];
		thread->pool = pool;
		thread->number = pool->threads;
		if (!start_thread(thread)) {
			env_pool_close(pool);
			return NULL;
		}
	}
	return pool;
}

void env_pool_close(struct env_pool *pool)
{
	if (!pool)
		return;
	if (getpid() == pool->process) {
		announce(pool, 1);
		for (int t = 1; t < pool->threads; t++)
			pthread_join(pool->thread[t].thread, NULL);
		pthread_cond_destroy(&pool->done);
		pthread_cond_destroy(&pool->begun);
		pthread_mutex_destroy(&pool->lock);
	}
	free(pool);
}
