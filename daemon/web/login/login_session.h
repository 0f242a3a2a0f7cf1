/* login_session: the sessions of people who have logged in: when each ends, and the thread with its
 * connection. It belongs to the thread that serves.
 *
 * Invariant: a session is found by its secret only until it ends; its place is free again when none
 * of its jobs is left. A role has few sessions: a new one ends the oldest. */
#ifndef ARESFARM_WEB_SESSION_H
#define ARESFARM_WEB_SESSION_H

#include "web/pool/db_pool.h"
#include "db/record/secret.h"

enum { SESSIONS_MOST = 256, SESSIONS_OF_ROLE = 2 };

struct session;

/* most: sessions at once. idle_s: as in login.h. */
void sessions_open(int most, int idle_s);

/* Begins a session of a role by its connection, and draws its secret. False: there is no place, no
 * memory or no thread; the connection is closed then. */
MUST_CHECK bool session_begin(const char *role, struct db *db, char secret[SECRET_SIZE]);

/* The session with this secret; NULL: there is none. */
struct session *session_find(const char *secret);

/* Notes that the session was used. */
void session_use(struct session *session);
const char *session_role(const struct session *session);

/* Has its thread do a job. The job's db is NULL when the session can do nothing more: the
 * connection is lost, or the role may no longer be that of a browser. The session has ended when
 * done is called. False: there is no memory. */
MUST_CHECK bool session_ask(struct session *session, struct job *job);

void session_end(struct session *session);

/* Ends the sessions that have expired. To be called once a second. */
void sessions_tick(void);

/* Ends all, after db_pools_stop. */
void sessions_close(void);

#endif
