/* db_inside: what db.c, answer.c and notices.c share: a connection, and the functions that set its
 * fault. */
#ifndef ARESFARM_DB_INSIDE_H
#define ARESFARM_DB_INSIDE_H

#include "db.h"
#include "link.h"

enum { PREPARED_MAX = 128 };

struct db {
	struct link link;
	int64_t backend; /* the server's process */
	char *conninfo;  /* as given to db_open */
	char application[32];
	const struct db_statement *prepared[PREPARED_MAX]; /* a set, by hash of the address */
	struct db_fault fault;
};

/* Store the fault of the connection, or of a result; always return false. result: NULL if the
 * connection was lost before there was one. */
bool db_fail_connection(struct db *db);
bool db_fail_result(struct db *db, const PGresult *result);

bool db_succeeded(const PGresult *result);

/* Waits for the result of what was sent. NULL: it failed, and the fault is stored. */
PGresult *db_result(struct db *db);

/* A message of the server as one line. */
void db_line(char line[DB_MESSAGE_SIZE], const char *message);

/* The receiver of the server's notices, set by db_notices; NULL: libpq prints them. */
PQnoticeReceiver db_notice_receiver(void);

#endif
