/* stmt_server: facts about the server of a connection; otherwise like statements.h. */
#ifndef ARESFARM_STATEMENTS_SERVER_H
#define ARESFARM_STATEMENTS_SERVER_H

#include "db/pg/db.h"

enum { STMT_WHERE_SIZE = 300 };

/* The target of this connection, for people: "database aresfarm, role aresd, server 10.0.0.1 port
 * 5432"; without the server if it is reached by a socket. */
MUST_CHECK bool stmt_find_where(struct db *db, char where[STMT_WHERE_SIZE]);

#endif
