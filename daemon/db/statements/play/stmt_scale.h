/* stmt_scale: what the bench of synthetic workers asks the server. */
#ifndef ARESFARM_STATEMENTS_SCALE_H
#define ARESFARM_STATEMENTS_SCALE_H

#include "db/pg/db.h"

/* The WAL that the server has written so far, in bytes. */
MUST_CHECK bool stmt_read_wal(struct db *db, int64_t *bytes);

/* What the sessions of workers are at in this moment. */
struct waits {
	int64_t busy;          /* they have a statement or a transaction; the others wait for such */
	int64_t locks;         /* of these: they wait for a lock that another transaction holds */
	int64_t latches, disk; /* for a lock inside the server (LWLock); for the disk */
};
MUST_CHECK bool stmt_read_waits(struct db *db, struct waits *waits);

#endif
