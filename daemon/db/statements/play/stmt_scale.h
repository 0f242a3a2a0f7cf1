/* stmt_scale: statements for the benchmark with synthetic workers. */
#ifndef ARESFARM_STATEMENTS_SCALE_H
#define ARESFARM_STATEMENTS_SCALE_H

#include "db/pg/db.h"

/* The WAL that the server has written so far, in bytes. */
MUST_CHECK bool stmt_read_wal(struct db *db, int64_t *bytes);

/* What the sessions of workers are doing now. */
struct waits {
	int64_t busy;          /* they have a statement or a transaction; others are idle */
	int64_t locks;         /* of these: waiting for a lock of another transaction */
	int64_t latches, disk; /* for a lock inside the server (LWLock); for the disk */
};
MUST_CHECK bool stmt_read_waits(struct db *db, struct waits *waits);

#endif
