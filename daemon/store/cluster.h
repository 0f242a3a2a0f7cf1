/* cluster: the private PostgreSQL cluster in the project's folder .farm (or where ARESFARM_HOME
 * says).
 *
 *   .farm/pg        the data directory and, in it, the socket; mode 0700
 *   .farm/pg.log    what the server has to say
 *
 * PostgreSQL does not run as root. Root's cluster belongs to the system's user `postgres` instead,
 * who may have no way into the folders above; and a socket's path is at most 107 bytes. Both are
 * met by an open directory: server and clients inherit a descriptor of .farm/pg and call it
 * /proc/self/fd/N. Who made the cluster is its superuser, by peer authentication. */
#ifndef ARESFARM_CLUSTER_H
#define ARESFARM_CLUSTER_H

#include <limits.h>
#include <stdbool.h>

enum { CLUSTER_ERROR_SIZE = 600, CLUSTER_CONNINFO_SIZE = 1024 };

struct cluster {
	char home[PATH_MAX - 64]; /* .farm */
	int fd; /* of .farm/pg; -1: there is none. Inherited by children, programs too. */
};

/* Finds the folder and opens the data directory, where there is one. */
__attribute__((warn_unused_result)) bool cluster_find(struct cluster *cluster,
                                                      char error[CLUSTER_ERROR_SIZE]);

/* How to connect to the running cluster. False when it does not run. */
__attribute__((warn_unused_result)) bool cluster_conninfo(const struct cluster *cluster,
                                                          char conninfo[CLUSTER_CONNINFO_SIZE],
                                                          char error[CLUSTER_ERROR_SIZE]);

/* Makes the cluster if there is none, starts it if it does not run, and makes the database. */
__attribute__((warn_unused_result)) bool cluster_up(struct cluster *cluster,
                                                    char error[CLUSTER_ERROR_SIZE]);

/* Stops it; nothing to do is done. */
__attribute__((warn_unused_result)) bool cluster_down(struct cluster *cluster,
                                                      char error[CLUSTER_ERROR_SIZE]);

/* The folder of PostgreSQL's programs, the newest there is. */
__attribute__((warn_unused_result)) bool cluster_bindir(char bindir[PATH_MAX],
                                                        char error[CLUSTER_ERROR_SIZE]);

#endif
