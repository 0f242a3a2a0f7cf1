/* login: people log in with their role of the database.
 *
 * The database checks the password, which is not kept here: a connection is opened as that role,
 * and lasts as long as the session. The browser has a cookie with a random secret, of which only a
 * digest is kept. There is no other state: after a restart of this program or of the database,
 * people log in again.
 *
 * Invariant: a session has the rights of one external player's role and no more. A role that may do
 * more, or that can connect without its password, gets no session. The answer to every refused
 * login is the same. */
#ifndef ARESFARM_LOGIN_H
#define ARESFARM_LOGIN_H

#include "web/pool/db_pool.h"
#include "web/http/http_server.h"
#include "login_session.h"

struct login_config {
	const struct target *target; /* must live as long */
	bool bounded;                /* addresses are distinguished, and each has a limit of attempts */
	int port;                    /* that we listen at */
	int most;                    /* sessions at once; 0: nobody can log in */
	int idle_s;                  /* a session ends after it was idle this long */
};

/* False: there are not enough threads. */
MUST_CHECK bool login_open(const struct login_config *config);

/* Answers a visit to the pages login, logout and me, now or later. */
void login_visit(struct visit *visit);

/* Whether the visitor has logged in. */
bool login_knows(const struct visit *visit);

/* Runs a job by the session of the visitor: its db is NULL where the session has just ended. False:
 * the visitor has not logged in; the job is not done. */
MUST_CHECK bool login_ask(struct visit *visit, struct job *job);

/* To be called once a second. */
void login_tick(void);

/* Ends all sessions, after db_pools_stop. */
void login_close(void);

#endif
