/* env_pool: a pool of threads that work on numbered items.
 *
 * The items of a job are assigned in small batches, in any sequence. The caller's thread works too.
 * In a forked process it does all items, because threads do not survive a fork. */
#ifndef ARESFARM_ENV_POOL_H
#define ARESFARM_ENV_POOL_H

#include <stdbool.h>
#include <stdint.h>

struct env_pool;

/* Does a batch of a job: items first to last - 1, in thread number `thread`, from 0. */
typedef void env_work(void *context, int32_t first, int32_t last, int thread);

/* Starts threads - 1 threads; threads is at least 2. NULL: the system cannot start them. */
struct env_pool *env_pool_open(int threads);
void env_pool_close(struct env_pool *pool);

/* Does a job of `count` items, and returns when all are done. */
void env_pool_run(struct env_pool *pool, env_work *work, void *context, int32_t count);

#endif
