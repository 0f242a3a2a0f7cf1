/* postmaster: the server process of a cluster.
 *
 * Only its socket identifies the process: the kernel knows which process listens, and only the
 * owner of the data directory can create a socket there. The pid in postmaster.pid may belong to
 * any process, because the file outlives a killed server. So no signal is sent to that pid.
 *
 * data: a descriptor of the data directory, which contains the socket; -1: none. */
#ifndef ARESFARM_SERVER_H
#define ARESFARM_SERVER_H

#include <stdbool.h>

#include "board/macros.h"

enum { SERVER_ERROR_SIZE = 400 };

/* Whether a server listens. A server that died leaves its socket file, so the file proves
 * nothing. */
bool server_listens(int data);

/* Removes postmaster.pid, unless it names a process that could be the cluster's. PostgreSQL does
 * not start while the file is damaged, or while its number belongs to another process of the same
 * user. The caller must know that no server listens, and prevent others from starting one. */
void server_clear_stale(int data);

/* Stops the listening server, and waits until its process is gone. True also if there is none.
 * False, with advice in error. */
MUST_CHECK bool server_stop(int data, char error[SERVER_ERROR_SIZE]);

#endif
