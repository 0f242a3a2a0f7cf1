/* farm: see farm.h. */
#include "farm.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"

enum { BACKOFF_MS = 100, BACKOFF_MOST_MS = 5000, PATIENCE_MS = 10000 };

static struct {
	const struct target *target;
	struct db *db;
	int backoff_ms;
	int64_t connect_at; /* time of the next attempt, by clock_ms */
	unsigned generation;
	bool stopping;
	char said[DB_MESSAGE_SIZE]; /* the last fault that was logged */
} farm;

static bool go_on(void *unused, int64_t waited_ms)
{
	(void)unused;
	return !farm.stopping && waited_ms < PATIENCE_MS;
}

/* Logs a fault, but not the same fault twice in a row. */
static void log_fault(const char *what, const char *why)
{
	if (strcmp(farm.said, why) != 0 && !farm.stopping)
		log_event(&(struct log_about){.level = LOG_WARNING}, "%s: %s", what, why);
	snprintf(farm.said, sizeof farm.said, "%s", why);
}

static bool connect_now(char error[DB_MESSAGE_SIZE])
{
	farm.db = target_connect(farm.target, "aresdaide", error);
	if (farm.db != NULL && !stmt_daide_bind(farm.db)) {
		snprintf(error, DB_MESSAGE_SIZE, "%s", db_fault(farm.db)->message);
		db_close(farm.db);
		farm.db = NULL;
	}
	farm.generation += farm.db != NULL;
	return farm.db != NULL;
}

bool farm_open(const struct target *target, char error[DB_MESSAGE_SIZE])
{
	farm.target = target;
	farm.backoff_ms = BACKOFF_MS;
	db_set_patience(go_on, NULL);
	return connect_now(error);
}

void farm_close(void)
{
	db_close(farm.db);
	farm.db = NULL;
}

void farm_stop(void)
{
	farm.stopping = true;
}

struct db *farm_db(void)
{
	char error[DB_MESSAGE_SIZE];

	if (farm.db != NULL || clock_ms() < farm.connect_at || farm.stopping)
		return farm.db;
	if (!connect_now(error)) {
		log_fault("no connection, trying again", error);
		farm.connect_at = clock_ms() + farm.backoff_ms;
		farm.backoff_ms =
			farm.backoff_ms >= BACKOFF_MOST_MS / 2 ? BACKOFF_MOST_MS : 2 * farm.backoff_ms;
		return NULL;
	}

	if (farm.said[0] != '\0')
		log_line("connected again");
	farm.said[0] = '\0';
	farm.backoff_ms = BACKOFF_MS;
	return farm.db;
}

bool farm_failed(void)
{
	if (farm.db == NULL)
		return false;
	const struct db_fault *fault = db_fault(farm.db);
	log_fault(fault->lost ? "connection given up, trying again" : "the database refused",
	          fault->message);
	if (fault->lost) {
		farm_close();
		farm.connect_at = clock_ms() + farm.backoff_ms;
	}
	return false;
}

int farm_descriptor(void)
{
	return farm.db != NULL ? db_descriptor(farm.db) : -1;
}

bool farm_hear(void)
{
	bool notified = false;
	if (farm.db != NULL && !db_wait(farm.db, 0, 1, &notified))
		farm_failed();
	return notified;
}

unsigned farm_generation(void)
{
	return farm.generation;
}
