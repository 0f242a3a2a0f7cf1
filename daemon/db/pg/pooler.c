/* pooler: see pooler.h. */
#include "pooler.h"

#include <string.h>

/* TRIES: each one detects a pooler in transaction mode, unless another client takes the process at
 * that moment. MOST_MS: a pooler in session mode without a free process makes us wait. */
enum { TRIES = 3, MOST_MS = 2000 };

/* The error of PgBouncer in statement mode for a transaction. */
#define PROTOCOL_VIOLATION "08P01"

/* A second client holds a process in a transaction. The first client's process is shared if the
 * second one got it, or if the first one now has another. */
static bool is_lent(struct db *db, struct db *second, bool *lent)
{
	int64_t others = 0, now = 0;
	const bool begun =
		db_script(second, "begin") && db_script_number(second, POOLER_ASK_BACKEND, &others);
	*lent = begun ? others == db_backend(db)
	              : strcmp(db_fault(second)->sqlstate, PROTOCOL_VIOLATION) == 0;
	if (*lent)
		return true;
	if (!db_script_number(db, POOLER_ASK_BACKEND, &now))
		return false;
	*lent = now != db_backend(db);
	return true;
}

bool pooler_check(struct db *db)
{
	bool lent = false, good = true, asked = true;
	for (int i = 0; i < TRIES && good && asked && !lent; i++) {
		struct db *second = db_open_beside(db, MOST_MS);
		asked = db_ready(second);
		good = !asked || is_lent(db, second, &lent);
		db_close(second);
	}
	return good && (!lent ||
	                db_refuse(db, "this is a pooler that lends the server's connections for single "
	                              "transactions or statements (PgBouncer's pool_mode): use "
	                              "pool_mode = session for this database, or connect to the "
	                              "server itself"));
}
