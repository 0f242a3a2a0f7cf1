/* target: see target.h. */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/pg/conninfo.h"
#include "db/schema/migrate.h"
#include "db/statements/keep/stmt_roles.h"
#include "db/statements/keep/stmt_schema.h"
#include "db/statements/report/stmt_show.h"

/* The default of an installed program. */
#define TARGET_INSTALLED "dbname=aresfarm"

bool target_is_named(const char *conninfo)
{
	static const char *const variables[] = {"PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE",
	                                        "PGSERVICE"};
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (getenv(variables[i]) != NULL)
			return true;
	return conninfo != NULL;
}

bool target_find(const char *conninfo, struct target *target, char error[CLUSTER_ERROR_SIZE])
{
	const bool named = target_is_named(conninfo);

	target->private = !named && cluster_is_meant();
	if (!named && !target->private)
		conninfo = TARGET_INSTALLED;
	if (target->private)
		return cluster_find(&target->cluster, error) &&
		       cluster_conninfo(&target->cluster, target->conninfo, error);

	if (strlen(conninfo != NULL ? conninfo : "") >= sizeof target->conninfo) {
		snprintf(error, CLUSTER_ERROR_SIZE, "-d: more than %zu characters",
		         sizeof target->conninfo - 1);
		return false;
	}

	strcpy(target->conninfo, conninfo != NULL ? conninfo : "");
	char problem[CONNINFO_ERROR_SIZE];
	if (conninfo_check(target->conninfo, problem))
		return true;
	snprintf(error, CLUSTER_ERROR_SIZE, "-d: %s", problem);
	return false;
}

/* Describes why a connection is unusable; names the role if it has no rights. */
static void tell_fault(struct db *db, char error[DB_MESSAGE_SIZE])
{
	char where[STMT_WHERE_SIZE];
	const bool denied = strcmp(db_fault(db)->sqlstate, ROLES_NO_RIGHT) == 0;
	snprintf(error, DB_MESSAGE_SIZE, "%s", db_fault(db)->message);
	if (!denied || !stmt_find_where(db, where))
		return;
	const size_t used = strlen(error);
	snprintf(error + used, DB_MESSAGE_SIZE - used,
	         " (%s): use a role that aresctl role create has made, or the owner", where);
}

/* libpq knows the folder of a private cluster only by a descriptor: puts its name into the
 * message. */
static void name_folder(const struct target *target, char error[DB_MESSAGE_SIZE])
{
	char folder[32], line[DB_MESSAGE_SIZE];
	snprintf(folder, sizeof folder, "/proc/self/fd/%d/", target->cluster.fd);
	const char *at = target->private ? strstr(error, folder) : NULL;
	if (at == NULL)
		return;
	snprintf(line, sizeof line, "%.*s%.200s/pg/%s", (int)(at - error), error, target->cluster.home,
	         at + strlen(folder));
	strcpy(error, line);
}

struct db *target_connect_any(const struct target *target, const char *application, bool *agent,
                              char error[DB_MESSAGE_SIZE])
{
	struct db *db = db_open(target->conninfo, application);
	if (db_ready(db) && stmt_is_agent(db, agent) && (*agent || migrate_check(db)))
		return db;
	tell_fault(db, error);
	name_folder(target, error);
	db_close(db);
	return NULL;
}

struct db *target_connect(const struct target *target, const char *application,
                          char error[DB_MESSAGE_SIZE])
{
	bool agent;
	struct db *db = target_connect_any(target, application, &agent, error);
	if (db == NULL || !agent)
		return db;
	snprintf(error, DB_MESSAGE_SIZE,
	         "permission denied: a role of an external player may use aresctl show, for its own "
	         "games, and the schema api by SQL");
	db_close(db);
	return NULL;
}
