/* login_session: see login_session.h. */
#include "login_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "db/statements/seat/stmt_login.h"

enum { LONGEST_MS = 12 * 3600 * 1000 };

enum state { FREE, OPEN, ENDING };

static struct session {
	enum state state;
	uint8_t digest[DIGEST_SIZE]; /* of its secret */
	char role[STMT_NAME_SIZE];
	int64_t begun, used; /* by clock_ms */
	struct db_pool *thread;
} sessions[SESSIONS_MOST];

static struct {
	int most, idle_ms;
} limits;

void sessions_open(int most, int idle_s)
{
	limits.most = most;
	limits.idle_ms = idle_s * 1000;
}

/* ── begin and end ── */

/* Gives the place free, once its thread is idle: then it ends at once. */
static void leave(struct session *session)
{
	if (session->state != ENDING || db_pool_jobs(session->thread) > 0)
		return;
	db_pool_close(session->thread);
	explicit_bzero(session, sizeof *session);
}

void session_end(struct session *session)
{
	if (session->state == OPEN)
		session->state = ENDING;
	leave(session);
}

/* Makes room for one more session of a role. */
static void end_oldest(const char *role)
{
	struct session *oldest = NULL;
	int count = 0;
	for (int i = 0; i < limits.most; i++) {
		struct session *session = &sessions[i];
		if (session->state != OPEN || strcmp(session->role, role) != 0)
			continue;
		count++;
		if (oldest == NULL || session->used < oldest->used)
			oldest = session;
	}
	if (count >= SESSIONS_OF_ROLE)
		session_end(oldest);
}

static struct session *find_free(void)
{
	for (int i = 0; i < limits.most; i++)
		if (sessions[i].state == FREE)
			return &sessions[i];
	return NULL;
}

/* The thread never reconnects: the password is no longer known. */
bool session_begin(const char *role, struct db *db, char secret[SECRET_SIZE])
{
	end_oldest(role);
	struct session *session = find_free();
	if (session != NULL)
		session->thread = db_pool_open(NULL, NULL, db, 1);
	if (session == NULL || session->thread == NULL) {
		db_close(db);
		return false;
	}
	secret_draw(secret);
	secret_digest(secret, session->digest);
	snprintf(session->role, sizeof session->role, "%s", role);
	session->begun = session->used = clock_ms();
	session->state = OPEN;
	return true;
}

/* ── use ── */

/* The time of the comparison can reveal digests, but these reveal nothing about secrets. */
struct session *session_find(const char *secret)
{
	uint8_t digest[DIGEST_SIZE];
	secret_digest(secret, digest);
	for (int i = 0; i < limits.most; i++)
		if (sessions[i].state == OPEN && memcmp(sessions[i].digest, digest, DIGEST_SIZE) == 0)
			return &sessions[i];
	return NULL;
}

void session_use(struct session *session)
{
	session->used = clock_ms();
}

const char *session_role(const struct session *session)
{
	return session->role;
}

/* A job, and what is checked before it. */
struct turn {
	struct job job; /* first */
	struct session *session;
	struct job *inner;
	bool over;
};

/* Rights may have been revoked since the last job. */
static void take_turn(struct job *job, struct db *db)
{
	struct turn *turn = (struct turn *)job;
	bool fits = false;
	turn->over = db == NULL || !stmt_login_fits(db, &fits) || !fits;
	turn->inner->work(turn->inner, turn->over ? NULL : db);
}

static void end_turn(struct job *job)
{
	struct turn *turn = (struct turn *)job;
	struct session *session = turn->session;
	if (turn->over)
		session->state = ENDING;
	turn->inner->done(turn->inner);
	free(turn);
	leave(session);
}

bool session_ask(struct session *session, struct job *job)
{
	struct turn *turn = malloc(sizeof *turn);
	if (turn == NULL)
		return false;
	*turn = (struct turn){
		.job = {.work = take_turn, .done = end_turn}, .session = session, .inner = job};
	db_pool_ask(session->thread, &turn->job);
	return true;
}

/* ── the loop ── */

void sessions_tick(void)
{
	const int64_t now = clock_ms();
	for (int i = 0; i < limits.most; i++) {
		struct session *session = &sessions[i];
		if (session->state == OPEN &&
		    (now - session->used >= limits.idle_ms || now - session->begun >= LONGEST_MS))
			session_end(session);
	}
}

void sessions_close(void)
{
	for (int i = 0; i < limits.most; i++)
		if (sessions[i].state != FREE)
			db_pool_close(sessions[i].thread);
	explicit_bzero(sessions, sizeof sessions);
}
