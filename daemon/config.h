/* config: what aresd and aresctl are told on the command line and by the environment. */
#ifndef ARESFARM_CONFIG_H
#define ARESFARM_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "cluster.h"
#include "db.h"

/* Where the database is: -d CONNINFO, else libpq's environment where it names a server or a database, else the private
 * cluster. */
struct target {
	bool private;
	char conninfo[CLUSTER_CONNINFO_SIZE];
	struct cluster cluster; /* where private */
};

/* conninfo: of -d, or NULL. False, with one line in error, where that is a private cluster which does not run, or holds a
 * password. */
__attribute__((warn_unused_result)) bool config_target(const char *conninfo, struct target *target,
                                                       char error[CLUSTER_ERROR_SIZE]);
bool config_private(const char *conninfo);

/* Connects and checks the schema. NULL, with one line in error. */
struct db *config_connect(const struct target *target, const char *application, char error[DB_MESSAGE_SIZE]);

/* How much of a word that does not belong on the command line may be repeated: up to an = or a colon, since it may be part
 * of a connection string, and a password behind that. */
int config_plain(const char *word);

/* The cores of this machine, at most so many. */
int config_cores(int most);

/* A whole number from least to most, nothing before or after it. */
__attribute__((warn_unused_result)) bool config_number(const char *text, int64_t least, int64_t most, int64_t *number);

#endif
