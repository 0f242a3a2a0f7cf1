/* db_thread: see db_thread.h. */
#include "db_thread.h"

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

struct jobs {
	struct job *first, **last;
};

struct db_thread {
	const struct target *target;
	db_thread_binder *bind;
	int given;                  /* jobs that it has; only the serving thread uses it */
	struct db *db;              /* only the thread itself uses what follows, up to the lock */
	int backoff_ms;             /* the wait before the next connection */
	int64_t connect_at;         /* not before, by clock_ms */
	char said[DB_MESSAGE_SIZE]; /* what was wrong last, as it was logged */
	pthread_t id;
	int done_fd;
	pthread_mutex_t lock; /* of asked and done */
	pthread_cond_t come;
	struct jobs asked, done;
	bool closing; /* under the lock */
};

static atomic_bool stopping;

void db_thread_stop_all(void)
{
	atomic_store(&stopping, true);
}

bool db_thread_patience(void *unused, int64_t waited_ms)
{
	(void)unused;
	return !atomic_load(&stopping) && waited_ms < PATIENCE_MS;
}

/* ── the connection ── */

struct db *db_thread_connect(const struct target *target, db_thread_binder *bind,
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
static void tell(struct db_thread *thread, const char *why)
{
	if (strcmp(thread->said, why) != 0 && thread->target != NULL && !atomic_load(&stopping))
		log_event(&(struct log_about){.level = LOG_WARNING}, "no connection, trying again: %s",
		          why);
	snprintf(thread->said, sizeof thread->said, "%s", why);
}

static void disconnect(struct db_thread *thread)
{
	db_close(thread->db);
	thread->db = NULL;
}

static void lose_connection(struct db_thread *thread)
{
	tell(thread, db_fault(thread->db)->message);
	disconnect(thread);
}

/* A connection that the server has closed while no job came is replaced at once. */
static void connect_again(struct db_thread *thread)
{
	char error[DB_MESSAGE_SIZE];

	if (thread->db != NULL && !db_is_open(thread->db))
		lose_connection(thread);
	if (thread->db != NULL || thread->target == NULL || clock_ms() < thread->connect_at ||
	    atomic_load(&stopping))
		return;

	thread->db = db_thread_connect(thread->target, thread->bind, error);
	if (thread->db == NULL) {
		tell(thread, error);
		thread->connect_at = clock_ms() + thread->backoff_ms;
		thread->backoff_ms =
			thread->backoff_ms >= BACKOFF_MOST_MS / 2 ? BACKOFF_MOST_MS : 2 * thread->backoff_ms;
		return;
	}

	if (thread->said[0] != '\0')
		log_line("connected again");
	thread->said[0] = '\0';
	thread->backoff_ms = BACKOFF_MS;
}

/* ── jobs ── */

static void put(struct jobs *jobs, struct job *job)
{
	job->next = NULL;
	*jobs->last = job;
	jobs->last = &job->next;
}

static struct job *take(struct jobs *jobs)
{
	struct job *job = jobs->first;
	if (job != NULL && (jobs->first = job->next) == NULL)
		jobs->last = &jobs->first;
	return job;
}

/* The next job; NULL: the thread must end. */
static struct job *wait_for_job(struct db_thread *thread)
{
	pthread_mutex_lock(&thread->lock);
	while (thread->asked.first == NULL && !thread->closing && !atomic_load(&stopping))
		pthread_cond_wait(&thread->come, &thread->lock);
	struct job *job = thread->closing || atomic_load(&stopping) ? NULL : take(&thread->asked);
	pthread_mutex_unlock(&thread->lock);
	return job;
}

static void give_back(struct db_thread *thread, struct job *job)
{
	pthread_mutex_lock(&thread->lock);
	put(&thread->done, job);
	pthread_mutex_unlock(&thread->lock);
	(void)!write(thread->done_fd, &(uint64_t){1}, sizeof(uint64_t));
}

static void *work(void *context)
{
	struct db_thread *thread = context;
	for (struct job *job; (job = wait_for_job(thread)) != NULL; give_back(thread, job)) {
		connect_again(thread);
		job->work(job, thread->db);
		if (thread->db != NULL && db_fault(thread->db)->lost)
			lose_connection(thread);
	}
	disconnect(thread);
	return NULL;
}

struct db_thread *db_thread_open(const struct target *target, db_thread_binder *bind, struct db *db)
{
	struct db_thread *thread = malloc(sizeof *thread);

	if (thread == NULL)
		return NULL;
	*thread =
		(struct db_thread){.target = target, .bind = bind, .db = db, .backoff_ms = BACKOFF_MS};
	thread->asked.last = &thread->asked.first;
	thread->done.last = &thread->done.first;
	pthread_mutex_init(&thread->lock, NULL);
	pthread_cond_init(&thread->come, NULL);
	thread->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (thread->done_fd >= 0 && pthread_create(&thread->id, NULL, work, thread) == 0)
		return thread;
	free(thread);

	return NULL;
}

void db_thread_close(struct db_thread *thread)
{
	pthread_mutex_lock(&thread->lock);
	thread->closing = true;
	pthread_cond_signal(&thread->come);
	pthread_mutex_unlock(&thread->lock);
	pthread_join(thread->id, NULL);
	close(thread->done_fd);
	pthread_cond_destroy(&thread->come);
	pthread_mutex_destroy(&thread->lock);
	free(thread);
}

int db_thread_descriptor(const struct db_thread *thread)
{
	return thread->done_fd;
}

bool db_thread_is_idle(const struct db_thread *thread)
{
	return thread->given == 0;
}

void db_thread_ask(struct db_thread *thread, struct job *job)
{
	thread->given++;
	pthread_mutex_lock(&thread->lock);
	put(&thread->asked, job);
	pthread_cond_signal(&thread->come);
	pthread_mutex_unlock(&thread->lock);
}

void db_thread_settle(struct db_thread *thread)
{
	uint64_t count;
	(void)!read(thread->done_fd, &count, sizeof count);
	pthread_mutex_lock(&thread->lock);
	struct job *job = thread->done.first;
	thread->done.first = NULL;
	thread->done.last = &thread->done.first;
	pthread_mutex_unlock(&thread->lock);
	for (struct job *next; job != NULL; job = next) {
		next = job->next;
		thread->given--;
		job->done(job);
	}
}
