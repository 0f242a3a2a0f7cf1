/* pooler: detects a connection pooler, such as PgBouncer. In session mode a client keeps its server
 * process, which works. In transaction mode it does not, because prepared statements, advisory
 * locks, settings and LISTEN belong to a server process. */
#ifndef ARESFARM_POOLER_H
#define ARESFARM_POOLER_H

#include "db.h"

/* Returns the server's process. It differs from PQbackendPID only behind a pooler. */
#define POOLER_ASK_BACKEND "select pg_backend_pid()"

/* For a connection behind a pooler: if the pooler shares the server process with other clients,
 * refuses the connection, with a fault that says what works. */
MUST_CHECK bool pooler_check(struct db *db);

#endif
