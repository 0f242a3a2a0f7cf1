/* db_inside: what db.c, answer.c and notices.c share: a connection, and how its faults are made. */
#ifndef ARESFARM_DB_INSIDE_H
#define ARESFARM_DB_INSIDE_H

#include "db.h"
#include "link.h"

enum { PREPARED_MAX = 128 };

struct db {
	struct link link;
	int64_t backend; /* the server's process */
	char *conninfo;  /* as db_open got it */
	char application[32];
	const struct db_statement *prepared[PREPARED_MAX]; /* a set, by hash of the address */
	struct db_fault fault;
};

/* Keep the fault of the connection, or of a result; always false. result: NULL when the connection
 * was lost before there was any. */
bool db_fail_connection(struct db *db);
bool db_fail_result(struct db *db, const PGresult *result);

bool db_succeeded(const PGresult *result);

/* The result of what was sent. NULL: it failed, and the fault is kept. */
PGresult *db_result(struct db *db);

/* A message of the server as one line. */
void db_line(char line[DB_MESSAGE_SIZE], const char *message);

/* What takes the server's notices, as db_notices said; NULL: nobody, and libpq prints them. */
PQnoticeReceiver db_notice_receiver(void);

#endif
