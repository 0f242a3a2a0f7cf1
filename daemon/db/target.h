/* target: the database that a program works on, and the connection to it. */
#ifndef ARESFARM_TARGET_H
#define ARESFARM_TARGET_H

#include "db/local/cluster.h"
#include "db/pg/db.h"

/* Where the database is. The first one given of: -d CONNINFO; libpq's environment, if it names a
 * server or a database; the private cluster; and for an installed program, which has none, the
 * database aresfarm of the local server. */
struct target {
	bool private;
	char conninfo[CLUSTER_CONNINFO_SIZE];
	struct cluster cluster; /* if private */
};

/* conninfo: from -d, or NULL. False, with one line in error, if the private cluster does not run,
 * or conninfo contains a password. */
MUST_CHECK bool target_find(const char *conninfo, struct target *target,
                            char error[CLUSTER_ERROR_SIZE]);
/* Whether conninfo or the environment names it. */
bool target_is_named(const char *conninfo);

/* Connects and checks the schema. NULL on failure, with one line in error. A role of an external
 * player cannot read the schema farm; target_connect refuses it; target_connect_any sets *agent and
 * does not check the schema. */
struct db *target_connect(const struct target *target, const char *application,
                          char error[DB_MESSAGE_SIZE]);
struct db *target_connect_any(const struct target *target, const char *application, bool *agent,
                              char error[DB_MESSAGE_SIZE]);

#endif
