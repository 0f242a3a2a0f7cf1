/* stmt_server: what a connection says of its server. As statements.h otherwise. */
#ifndef ARESFARM_STATEMENTS_SERVER_H
#define ARESFARM_STATEMENTS_SERVER_H

#include "db/pg/db.h"

enum { STMT_WHERE_SIZE = 300 };

/* Where this connection leads, for people: "database aresfarm, role aresd, server 10.0.0.1 port
 * 5432". Without the server when it is reached by a socket. */
MUST_CHECK bool stmt_find_where(struct db *db, char where[STMT_WHERE_SIZE]);

#endif
