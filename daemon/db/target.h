/* target: the database that a program works on, and the connection to it. */
#ifndef ARESFARM_TARGET_H
#define ARESFARM_TARGET_H

#include "db/local/cluster.h"
#include "db/pg/db.h"

/* Where the database is. The first of these that is given: -d CONNINFO; libpq's environment, where
 * it names a server or a database; the private cluster; and for an installed program, which has
 * none, the database aresfarm of the server on this machine. */
struct target {
	bool private;
	char conninfo[CLUSTER_CONNINFO_SIZE];
	struct cluster cluster; /* where private */
};

/* conninfo: the one of -d, or NULL. False, with one line in error: the private cluster does not
 * run, or conninfo holds a password. */
MUST_CHECK bool target_find(const char *conninfo, struct target *target,
                            char error[CLUSTER_ERROR_SIZE]);
/* Whether conninfo or the environment names it. */
bool target_is_named(const char *conninfo);

/* Connects and checks the schema. NULL on failure, with one line in error. A role of an external
 * player can read nothing of the schema farm; target_connect refuses it,
 * target_connect_any says in *agent that it is one, and checks nothing. */
struct db *target_connect(const struct target *target, const char *application,
                          char error[DB_MESSAGE_SIZE]);
struct db *target_connect_any(const struct target *target, const char *application, bool *agent,
                              char error[DB_MESSAGE_SIZE]);

#endif
