/* desk: see desk.h. */
#include "desk.h"

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

struct desk {
	const struct target *target;
	desk_binder *bind;
	int given;                  /* jobs that it has; only whoever asks and settles uses it */
	struct db *db;              /* only the thread's, as all up to the lock */
	int backoff_ms;             /* the wait before the next connection */
	int64_t connect_at;         /* not before, by clock_ms */
	char said[DB_MESSAGE_SIZE]; /* what was wrong last, as it was logged */
	pthread_t thread;
	int done_fd;
	pthread_mutex_t lock; /* of asked and done */
	pthread_cond_t come;
	struct jobs asked, done;
	bool closing; /* under the lock */
};

static atomic_bool stopping;

void desk_stop_all(void)
{
	atomic_store(&stopping, true);
}

bool desk_patience(void *unused, int64_t waited_ms)
{
	(void)unused;
	return !atomic_load(&stopping) && waited_ms < PATIENCE_MS;
}

/* ── the connection ── */

struct db *desk_connect(const struct target *target, desk_binder *bind, char error[DB_MESSAGE_SIZE])
{
	struct db *db = target_connect(target, "aresweb", error);
	if (db == NULL || bind(db))
		return db;
	snprintf(error, DB_MESSAGE_SIZE, "%s", db_fault(db)->message);
	db_close(db);
	return NULL;
}

/* Logs what is wrong, once as long as it stays. */
static void tell(struct desk *desk, const char *why)
{
	if (strcmp(desk->said, why) != 0 && desk->target != NULL && !atomic_load(&stopping))
		log_event(&(struct log_about){.level = LOG_WARNING}, "no connection, trying again: %s",
		          why);
	snprintf(desk->said, sizeof desk->said, "%s", why);
}

static void connect_again(struct desk *desk)
{
	char error[DB_MESSAGE_SIZE];
	if (desk->db != NULL || desk->target == NULL || clock_ms() < desk->connect_at ||
	    atomic_load(&stopping))
		return;
	desk->db = desk_connect(desk->target, desk->bind, error);
	if (desk->db == NULL) {
		tell(desk, error);
		desk->connect_at = clock_ms() + desk->backoff_ms;
		desk->backoff_ms =
			desk->backoff_ms >= BACKOFF_MOST_MS / 2 ? BACKOFF_MOST_MS : 2 * desk->backoff_ms;
		return;
	}
	if (desk->said[0] != '\0')
		log_line("connected again");
	desk->said[0] = '\0';
	desk->backoff_ms = BACKOFF_MS;
}

static void disconnect(struct desk *desk)
{
	db_close(desk->db);
	desk->db = NULL;
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

/* The next job; NULL: the desk must end. */
static struct job *wait_for_job(struct desk *desk)
{
	pthread_mutex_lock(&desk->lock);
	while (desk->asked.first == NULL && !desk->closing && !atomic_load(&stopping))
		pthread_cond_wait(&desk->come, &desk->lock);
	struct job *job = desk->closing || atomic_load(&stopping) ? NULL : take(&desk->asked);
	pthread_mutex_unlock(&desk->lock);
	return job;
}

static void give_back(struct desk *desk, struct job *job)
{
	pthread_mutex_lock(&desk->lock);
	put(&desk->done, job);
	pthread_mutex_unlock(&desk->lock);
	(void)!write(desk->done_fd, &(uint64_t){1}, sizeof(uint64_t));
}

static void *work(void *context)
{
	struct desk *desk = context;
	for (struct job *job; (job = wait_for_job(desk)) != NULL; give_back(desk, job)) {
		connect_again(desk);
		job->work(job, desk->db);
		if (desk->db == NULL || !db_fault(desk->db)->lost)
			continue;
		tell(desk, db_fault(desk->db)->message);
		disconnect(desk);
	}
	disconnect(desk);
	return NULL;
}

struct desk *desk_open(const struct target *target, desk_binder *bind, struct db *db)
{
	struct desk *desk = malloc(sizeof *desk);
	if (desk == NULL)
		return NULL;
	*desk = (struct desk){.target = target, .bind = bind, .db = db, .backoff_ms = BACKOFF_MS};
	desk->asked.last = &desk->asked.first;
	desk->done.last = &desk->done.first;
	pthread_mutex_init(&desk->lock, NULL);
	pthread_cond_init(&desk->come, NULL);
	desk->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (desk->done_fd >= 0 && pthread_create(&desk->thread, NULL, work, desk) == 0)
		return desk;
	free(desk);
	return NULL;
}

void desk_close(struct desk *desk)
{
	pthread_mutex_lock(&desk->lock);
	desk->closing = true;
	pthread_cond_signal(&desk->come);
	pthread_mutex_unlock(&desk->lock);
	pthread_join(desk->thread, NULL);
	close(desk->done_fd);
	pthread_cond_destroy(&desk->come);
	pthread_mutex_destroy(&desk->lock);
	free(desk);
}

int desk_descriptor(const struct desk *desk)
{
	return desk->done_fd;
}

bool desk_is_idle(const struct desk *desk)
{
	return desk->given == 0;
}

void desk_ask(struct desk *desk, struct job *job)
{
	desk->given++;
	pthread_mutex_lock(&desk->lock);
	put(&desk->asked, job);
	pthread_cond_signal(&desk->come);
	pthread_mutex_unlock(&desk->lock);
}

void desk_settle(struct desk *desk)
{
	uint64_t count;
	(void)!read(desk->done_fd, &count, sizeof count);
	pthread_mutex_lock(&desk->lock);
	struct job *job = desk->done.first;
	desk->done.first = NULL;
	desk->done.last = &desk->done.first;
	pthread_mutex_unlock(&desk->lock);
	for (struct job *next; job != NULL; job = next) {
		next = job->next;
		desk->given--;
		job->done(job);
	}
}
