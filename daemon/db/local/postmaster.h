/* postmaster: the process of a cluster's server.
 *
 * Only its socket says which process that is: the kernel knows who listens there, and only the
 * owner of the data directory can make a socket in it. The number in postmaster.pid can be that of
 * any process, because the file outlives a server that was killed. So nothing is signalled by that
 * number.
 *
 * data: a descriptor of the data directory, which has the socket; -1: there is none. */
#ifndef ARESFARM_SERVER_H
#define ARESFARM_SERVER_H

#include <stdbool.h>

#include "board/must_check.h"

enum { SERVER_ERROR_SIZE = 400 };

/* Whether a server listens. A server that died leaves the file of its socket, so the file proves
 * nothing. */
bool server_listens(int data);

/* Removes postmaster.pid, unless it names a process that could be the cluster's. PostgreSQL does
 * not start while the file is damaged, or while its number belongs to another process of the same
 * user. The caller knows that no server listens, and lets nobody else start one. */
void server_clear_stale(int data);

/* Stops the server that listens, and waits until its process is gone. True also when there is none.
 * False, with what to do in error. */
MUST_CHECK bool server_stop(int data, char error[SERVER_ERROR_SIZE]);

#endif
