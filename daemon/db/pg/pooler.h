/* pooler: a program between us and the server that lends its connections, such as PgBouncer. One
 * that keeps a server process for a client until the client leaves (session mode) does no harm. One
 * that lends the process anew for each transaction does: prepared statements, advisory locks,
 * settings and LISTEN belong to a server process. */
#ifndef ARESFARM_POOLER_H
#define ARESFARM_POOLER_H

#include "db.h"

/* Asks for the server's process. It differs from libpq's number for it only behind a pooler. */
#define POOLER_ASK_BACKEND "select pg_backend_pid()"

/* For a connection behind a pooler: refuses it, by a fault that says what works, when the pooler
 * lends its server process to others. */
MUST_CHECK bool pooler_check(struct db *db);

#endif
