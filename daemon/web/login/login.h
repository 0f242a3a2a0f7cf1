/* login: somebody logs in with his role of the database.
 *
 * The database checks his password, and nothing here keeps it: a connection is opened as that role,
 * and while it lasts it is his session. His browser has a cookie with a random secret, of which
 * only a digest is kept. There is no other state: when this program or the database begins anew,
 * people log in anew.
 *
 * Invariant: a session has the rights of one external player's role and no more. A role that may do
 * more, or that the database lets in without its password, gets no session. Whatever was wrong, the
 * answer is the same. */
#ifndef ARESFARM_LOGIN_H
#define ARESFARM_LOGIN_H

#include "web/pool/db_thread.h"
#include "web/http/http_server.h"
#include "login_session.h"

struct login_config {
	const struct target *target; /* must live as long */
	const char *name;            /* by which browsers reach us through a proxy; or NULL */
	bool tls;                    /* the proxy does https for that name */
	bool bounded;                /* addresses are told apart, and each may try so often */
	int port;                    /* that we listen at */
	int most;                    /* sessions at once; 0: nobody can log in */
	int idle_s;                  /* a session ends when nobody has used it for so long */
};

/* False: there are not enough threads or descriptors. */
MUST_CHECK bool login_open(const struct login_config *config);

/* Answers a visit to the pages login, logout and me, now or later. */
void login_visit(struct visit *visit);

/* Whether somebody who has logged in made the visit. */
bool login_knows(const struct visit *visit);

/* Runs a job by the session of the visitor: its db is NULL where the session has just
 * ended. False: he has not logged in; the job is not done. */
MUST_CHECK bool login_ask(struct visit *visit, struct job *job);

/* Can be read when there is something to do. */
int login_descriptor(void);
void login_run(void);

/* To be called once a second. */
void login_tick(void);

/* Ends all sessions, after db_thread_stop_all. */
void login_close(void);

#endif
