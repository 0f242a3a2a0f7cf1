/* worker_session: a worker's connection to the database, and how it reconnects.
 *
 * The worker connects after the fork, so no connection is ever shared by two processes. The worker
 * registers once, over its first connection. After a loss the session waits before it connects
 * again; each wait is twice as long as the last one, until something is stored.
 *
 * The session also determines when the worker must stop: after SIGTERM, or when the supervisor is
 * gone. The signal handler only sets a flag. After that, waits for the server last at most 700
 * ms. */
#ifndef ARESFARM_SESSION_H
#define ARESFARM_SESSION_H

#include <sys/types.h>

#include "db/statements/statements.h"
#include "db/target.h"

struct session {
	const struct target *target;
	const char *bots;         /* of the worker: names, separated by commas */
	int32_t supervisor;       /* its number in the database */
	pid_t parent;             /* its process */
	int32_t threads;          /* of the worker; set before it registers */
	struct db *db;            /* NULL: no connection */
	struct batch_types types; /* of this connection */
	int64_t worker;           /* workers.id; 0 until registered */
	int64_t refused; /* writes refused by the fence that are not yet counted in the database */
	int backoff_ms;  /* the wait before the next connection */
	int64_t stop_at; /* by clock_ms: when a wait first noticed that it must stop; 0: not yet */
	char said[DB_MESSAGE_SIZE + DB_SQLSTATE_SIZE]; /* the last logged fault */
};

/* Starts without a connection. Installs the signal handlers, and unblocks the signals: the caller
 * has just forked. The session must not move. */
void session_open(struct session *session, const struct target *target, const char *bots,
                  int32_t supervisor, pid_t parent);
void session_close(struct session *session);

/* From now on SIGTERM counts only if the supervisor has sent it, because the worker's bots could
 * send it too. */
void session_heed_parent(const struct session *session);

bool session_must_stop(const struct session *session);

/* Connects, and retries until it succeeds. First closes an existing connection, and logs why. False
 * if the worker must stop. */
MUST_CHECK bool session_connect(struct session *session);

/* Registers the worker, or resumes its registration without claims. A promoted standby may not know
 * the worker; then it registers as a new one. */
MUST_CHECK bool session_register(struct session *session);

/* Adds to the worker's count of refused writes. If they cannot be counted now, they are counted
 * over the next connection. */
MUST_CHECK bool session_count_refused(struct session *session, int64_t writes);

/* Call it when something was stored: the next wait is short again. */
void session_reset_backoff(struct session *session);

/* Whether the last fault may be temporary, so that the claims are worth keeping: the connection was
 * lost, or the server or the schema is at fault. */
bool session_may_recover(const struct session *session);

#endif
