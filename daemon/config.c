/* config: see config.h. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "migrate.h"

bool config_private(const char *conninfo)
{
	static const char *const variables[] = {"PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE"};
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (getenv(variables[i]) != NULL)
			return false;
	return conninfo == NULL;
}

bool config_target(const char *conninfo, struct target *target, char error[CLUSTER_ERROR_SIZE])
{
	target->private = config_private(conninfo);
	if (target->private)
		return cluster_find(&target->cluster, error) && cluster_conninfo(&target->cluster, target->conninfo, error);
	if (strlen(conninfo != NULL ? conninfo : "") >= sizeof target->conninfo) {
		snprintf(error, CLUSTER_ERROR_SIZE, "-d: more than %zu characters", sizeof target->conninfo - 1);
		return false;
	}
	strcpy(target->conninfo, conninfo != NULL ? conninfo : "");
	char problem[DB_MESSAGE_SIZE];
	if (db_check_conninfo(target->conninfo, problem))
		return true;
	snprintf(error, CLUSTER_ERROR_SIZE, "-d: %s", problem);
	return false;
}

struct db *config_connect(const struct target *target, const char *application, char error[DB_MESSAGE_SIZE])
{
	struct db *db = db_open(target->conninfo, application);
	if (db_ready(db) && migrate_check(db))
		return db;
	snprintf(error, DB_MESSAGE_SIZE, "%s", db_fault(db)->message);
	db_close(db);
	return NULL;
}

int config_plain(const char *word)
{
	return (int)strcspn(word, "=:");
}

int config_cores(int most)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	if (cores < 1)
		return 1;
	return cores < most ? (int)cores : most;
}

bool config_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
	char *end;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	*number = value;
	return errno == 0 && end != text && *end == '\0' && text[0] >= '-' && value >= least && value <= most;
}
