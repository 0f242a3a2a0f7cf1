/* db_pool: see db_pool.h. */
#include "db_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

enum { BACKOFF_MS = 100, BACKOFF_MOST_MS = 5000, PATIENCE_MS = 10000 };

STAILQ_HEAD(jobs, job);

/* A thread; only the thread itself uses it. */
struct worker {
	struct db_pool *pool;
	struct db *db;
	int backoff_ms;             /* the wait before the next connection */
	int64_t connect_at;         /* not before, by clock_ms */
	char said[DB_MESSAGE_SIZE]; /* what was wrong last, as it was logged */
	pthread_t id;
};

struct db_pool {
	const struct target *target;
	db_pool_binder *bind;
	int jobs, count, most; /* only the serving thread uses them; count: of threads */
	pthread_mutex_t lock;  /* of asked and closing */
	pthread_cond_t come;
	struct jobs asked;
	bool closing;
	struct worker worker[];
};

/* Jobs of all pools that are done. */
static struct {
	pthread_mutex_t lock; /* of jobs */
	struct jobs jobs;
	int descriptor;
} finished = {.lock = PTHREAD_MUTEX_INITIALIZER, .jobs = STAILQ_HEAD_INITIALIZER(finished.jobs)};

static atomic_bool stopping;

int db_pools_open(void)
{
	return finished.descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void db_pools_wake(void)
{
	(void)!write(finished.descriptor, &(uint64_t){1}, sizeof(uint64_t));
}

void db_pools_settle(void)
{
	struct jobs jobs = STAILQ_HEAD_INITIALIZER(jobs);
	struct job *job;
	uint64_t count;

	(void)!read(finished.descriptor, &count, sizeof count);
	pthread_mutex_lock(&finished.lock);
	STAILQ_CONCAT(&jobs, &finished.jobs);
	pthread_mutex_unlock(&finished.lock);
	while ((job = STAILQ_FIRST(&jobs)) != NULL) {
		STAILQ_REMOVE_HEAD(&jobs, entries);
		job->pool->jobs--;
		job->done(job);
	}
}

void db_pools_stop(void)
{
	atomic_store(&stopping, true);
}

bool db_pools_patience(void *unused, int64_t waited_ms)
{
	(void)unused;
	return !atomic_load(&stopping) && waited_ms < PATIENCE_MS;
}

/* ── the connection ── */

struct db *db_pool_connect(const struct target *target, db_pool_binder *bind,
                           char error[DB_MESSAGE_SIZE])
{
	struct db *db = target_connect(target, "aresweb", error);
	if (db == NULL || bind(db))
		return db;
	snprintf(error, DB_MESSAGE_SIZE, "%s", db_fault(db)->message);
	db_close(db);
	return NULL;
}

/* Logs a problem, once while it lasts. */
static void tell(struct worker *worker, const char *why)
{
	if (strcmp(worker->said, why) != 0 && worker->pool->target != NULL && !atomic_load(&stopping))
		log_event(&(struct log_about){.level = LOG_WARNING}, "no connection, trying again: %s",
		          why);
	snprintf(worker->said, sizeof worker->said, "%s", why);
}

static void lose_connection(struct worker *worker)
{
	tell(worker, db_fault(worker->db)->message);
	db_close(worker->db);
	worker->db = NULL;
}

/* A connection that the server has closed while no job came is replaced at once. */
static void connect_again(struct worker *worker)
{
	const struct db_pool *pool = worker->pool;
	char error[DB_MESSAGE_SIZE];

	if (worker->db != NULL && !db_is_open(worker->db))
		lose_connection(worker);
	if (worker->db != NULL || pool->target == NULL || clock_ms() < worker->connect_at ||
	    atomic_load(&stopping))
		return;

	worker->db = db_pool_connect(pool->target, pool->bind, error);
	if (worker->db == NULL) {
		tell(worker, error);
		worker->connect_at = clock_ms() + worker->backoff_ms;
		worker->backoff_ms =
			worker->backoff_ms >= BACKOFF_MOST_MS / 2 ? BACKOFF_MOST_MS : 2 * worker->backoff_ms;
		return;
	}

	if (worker->said[0] != '\0')
		log_line("connected again");
	worker->said[0] = '\0';
	worker->backoff_ms = BACKOFF_MS;
}

/* ── jobs ── */

/* The next job; NULL: the thread must end. */
static struct job *wait_for_job(struct db_pool *pool)
{
	struct job *job = NULL;
	pthread_mutex_lock(&pool->lock);
	while (STAILQ_EMPTY(&pool->asked) && !pool->closing && !atomic_load(&stopping))
		pthread_cond_wait(&pool->come, &pool->lock);
	if (!pool->closing && !atomic_load(&stopping)) {
		job = STAILQ_FIRST(&pool->asked);
		STAILQ_REMOVE_HEAD(&pool->asked, entries);
	}
	pthread_mutex_unlock(&pool->lock);
	return job;
}

static void give_back(struct job *job)
{
	pthread_mutex_lock(&finished.lock);
	STAILQ_INSERT_TAIL(&finished.jobs, job, entries);
	pthread_mutex_unlock(&finished.lock);
	db_pools_wake();
}

static void *run_worker(void *context)
{
	struct worker *worker = context;
	for (struct job *job; (job = wait_for_job(worker->pool)) != NULL; give_back(job)) {
		connect_again(worker);
		job->work(job, worker->db);
		if (worker->db != NULL && db_fault(worker->db)->lost)
			lose_connection(worker);
	}
	db_close(worker->db);
	return NULL;
}

static bool start(struct db_pool *pool, struct db *db)
{
	struct worker *worker = &pool->worker[pool->count];
	*worker = (struct worker){.pool = pool, .db = db, .backoff_ms = BACKOFF_MS};
	if (pthread_create(&worker->id, NULL, run_worker, worker) != 0)
		return false;
	pool->count++;
	return true;
}

struct db_pool *db_pool_open(const struct target *target, db_pool_binder *bind, struct db *db,
                             int most)
{
	struct db_pool *pool = calloc(1, sizeof *pool + (size_t)most * sizeof *pool->worker);

	if (pool == NULL)
		return NULL;
	pool->target = target;
	pool->bind = bind;
	pool->most = most;
	STAILQ_INIT(&pool->asked);
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->come, NULL);
	if (start(pool, db))
		return pool;
	db_pool_close(pool);

	return NULL;
}

void db_pool_close(struct db_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->closing = true;
	pthread_cond_broadcast(&pool->come);
	pthread_mutex_unlock(&pool->lock);
	for (int i = 0; i < pool->count; i++)
		pthread_join(pool->worker[i].id, NULL);
	pthread_cond_destroy(&pool->come);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

void db_pool_ask(struct db_pool *pool, struct job *job)
{
	job->pool = pool;
	if (++pool->jobs > pool->count && pool->count < pool->most)
		(void)!start(pool, NULL);
	pthread_mutex_lock(&pool->lock);
	STAILQ_INSERT_TAIL(&pool->asked, job, entries);
	pthread_cond_signal(&pool->come);
	pthread_mutex_unlock(&pool->lock);
}

int db_pool_jobs(const struct db_pool *pool)
{
	return pool->jobs;
}
