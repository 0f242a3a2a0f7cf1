/* cluster: the private PostgreSQL cluster. It is in the project's folder .farm, or in the folder
 * that ARESFARM_HOME names.
 *
 *   .farm/pg        the data directory, with the socket; mode 0700
 *   .farm/pg.log    the server's log
 *   .farm/web       the address of aresweb: db/web_address.h
 *
 * PostgreSQL does not run as root. So root's cluster belongs to the system's user `postgres`. That
 * user may have no access to the folders above, and a socket's path has at most 107 bytes. An open
 * directory solves both: server and clients inherit a descriptor of .farm/pg and call it
 * /proc/self/fd/N. The user who made the cluster is its superuser, by peer authentication. */
#ifndef ARESFARM_CLUSTER_H
#define ARESFARM_CLUSTER_H

#include <limits.h>
#include <stdbool.h>

#include "board/macros.h"

enum { CLUSTER_ERROR_SIZE = 600, CLUSTER_CONNINFO_SIZE = 1024 };

struct cluster {
	char home[PATH_MAX - 64]; /* .farm */
	int fd;                   /* of .farm/pg; -1: none. Children and their programs inherit it. */
};

/* Whether this program uses such a folder: ARESFARM_HOME names it, or the program is in a project's
 * build folder. An installed program has none. */
bool cluster_is_meant(void);

/* Finds the folder, and opens the data directory if there is one. */
MUST_CHECK bool cluster_find(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE]);

/* The connection string of the running cluster. False if it does not run. */
MUST_CHECK bool cluster_conninfo(const struct cluster *cluster,
                                 char conninfo[CLUSTER_CONNINFO_SIZE],
                                 char error[CLUSTER_ERROR_SIZE]);

/* Creates the cluster if it is missing, starts it if it does not run, and creates the database if
 * it is missing. */
MUST_CHECK bool cluster_up(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE]);

/* Stops the cluster. True also when it does not run. */
MUST_CHECK bool cluster_down(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE]);

/* The folder with PostgreSQL's programs of the newest installed version. */
MUST_CHECK bool cluster_bindir(char bindir[PATH_MAX], char error[CLUSTER_ERROR_SIZE]);

#endif
