/* worker_session: a worker's connection to the database, and how it comes back after a loss.
 *
 * The worker connects after the fork, so no connection is ever shared by two processes. The worker
 * registers once, over its first connection. After a loss the session waits before it connects
 * again; each wait is twice as long as the last one, until something is stored.
 *
 * The session also says when the worker must stop: after SIGTERM, or when the supervisor is gone.
 * The signal handler only sets a flag. Then the session waits for the server 700 ms more. */
#ifndef ARESFARM_SESSION_H
#define ARESFARM_SESSION_H

#include <sys/types.h>

#include "db/statements/statements.h"
#include "db/target.h"

struct session {
	const struct target *target;
	const char *bots;         /* that the worker has: names, separated by commas */
	int32_t supervisor;       /* its number in the database */
	pid_t parent;             /* its process */
	int32_t threads;          /* of the worker; set before it registers */
	struct db *db;            /* NULL: no connection */
	struct batch_types types; /* of this connection */
	int64_t worker;           /* workers.id; 0 until registered */
	int64_t refused;          /* writes that the fence refused and the database has not counted */
	int backoff_ms;           /* the wait before the next connection */
	int64_t stop_at;          /* by clock_ms: when a wait first saw that it must stop; 0: not yet */
	char said[DB_MESSAGE_SIZE + DB_SQLSTATE_SIZE]; /* what was wrong last, as it was logged */
};

/* Begins without a connection. Sets the signal handlers, and lets the signals through: the caller
 * has just forked. The session must stay in its place. */
void session_open(struct session *session, const struct target *target, const char *bots,
                  int32_t supervisor, pid_t parent);
void session_close(struct session *session);

/* From now on SIGTERM counts only if the supervisor has sent it: the worker's bots could send it,
 * too. */
void session_heed_parent(const struct session *session);

bool session_must_stop(const struct session *session);

/* Connects, and tries until it succeeds. Closes the connection there may be, and logs why. False
 * when the worker must stop. */
MUST_CHECK bool session_connect(struct session *session);

/* Registers the worker, or takes its place again with no game claimed. A standby that became the
 * server may not know the worker; then the worker registers anew. */
MUST_CHECK bool session_register(struct session *session);

/* Adds to the worker's count of refused writes. Writes that cannot be counted now are counted over
 * the next connection. */
MUST_CHECK bool session_count_refused(struct session *session, int64_t writes);

/* Something was stored: the next wait is short again. */
void session_reset_backoff(struct session *session);

/* Whether the last fault may go away by itself, so that the claims are worth keeping: the
 * connection was lost, or the server or the schema is at fault. */
bool session_may_recover(const struct session *session);

#endif
