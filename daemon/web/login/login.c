/* login: see login.h. */
#include "login.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/clock.h"
#include "base/log.h"
#include "web/http/cookie.h"
#include "web/pool/shared_session.h"
#include "login_form.h"
#include "login_pages.h"
#include "base/request_rate.h"
#include "db/statements/seat/stmt_login.h"
#include "db/statements/seat/stmt_web.h"

enum {
	ATTEMPTS_MOST = 32,     /* at once: tried, or waiting for their answer */
	SLOW_MS = 1000,         /* delay before a refusal is sent */
	MINUTE_MS = 60000,      /* each role, and each address, may be tried so often a minute, */
	ATTEMPTS_A_MINUTE = 10, /* and twice as many at once; successful logins are not counted */
};

static struct login_config config;
static struct db_pool *connector; /* it tries to connect, and has no session of its own */
static struct rate of_roles, of_peers;
static int attempts;

/* ── one attempt ── */

enum outcome { REFUSED, AWAY, UNASKED, UNFIT, LET_IN };

struct attempt {
	struct job job; /* first */
	LIST_ENTRY(attempt) entries;
	struct visit *visit;
	struct login_form form; /* its password only until it was sent */
	struct db *db;
	enum outcome outcome;
	int64_t tell_at;     /* by clock_ms */
	uint64_t role, peer; /* keys of rates */
};

/* Visits whose refusal is delayed. */
static LIST_HEAD(, attempt) refused = LIST_HEAD_INITIALIZER(refused);

/* The refused user gets one sentence, and the log another, without a name: the password may have
 * been typed there. */
static const char *const said[] = {
	[REFUSED] = "the database refused a login",
	[AWAY] = "a login failed: the database does not answer",
	[UNASKED] = "a login was refused: the database lets this role in without a password",
	[UNFIT] = "a login was refused: the role is not an external player's, or may do more than one",
};

static void forget(struct attempt *attempt)
{
	attempts--;
	explicit_bzero(attempt, sizeof *attempt);
	free(attempt);
}

/* A failed login does not say why. */
static bool is_there(void)
{
	struct db *db = shared_session_take();
	const bool there = db != NULL && stmt_web_is_there(db);
	shared_session_give_back();
	return there;
}

/* The outcome of the job; in the session's thread. */
static enum outcome knock(struct attempt *attempt)
{
	bool asked, fits;
	attempt->db = db_open_login(config.target->conninfo, "aresweb login", attempt->form.name,
	                            attempt->form.password, &asked);
	explicit_bzero(attempt->form.password, sizeof attempt->form.password);
	if (!db_ready(attempt->db))
		return is_there() ? REFUSED : AWAY;
	if (!asked)
		return UNASKED;
	return stmt_login_bind(attempt->db) && stmt_login_fits(attempt->db, &fits) && fits ? LET_IN
	                                                                                   : UNFIT;
}

static void make_attempt(struct job *job, struct db *unused)
{
	struct attempt *attempt = (struct attempt *)job;
	(void)unused;
	attempt->outcome = knock(attempt);
	explicit_bzero(attempt->form.password, sizeof attempt->form.password);
	if (attempt->outcome == LET_IN)
		return;
	db_close(attempt->db);
	attempt->db = NULL;
}

static void set_cookie(const struct visit *visit, const char *secret, struct reply *reply)
{
	cookie_print(secret, visit->way == WAY_SECURE, config.port, reply->cookie);
}

static void let_in(struct attempt *attempt)
{
	char secret[SECRET_SIZE], role[LOGIN_NAME_SIZE];
	struct visit *visit = attempt->visit;
	struct reply *reply = NULL;

	strcpy(role, attempt->form.name);
	rate_give_back(&of_roles, attempt->role);
	rate_give_back(&of_peers, attempt->peer);
	if (!session_begin(role, attempt->db, secret))
		reply = login_page_refuse(503, "Too many have logged in: please try again later");
	else if ((reply = login_page_go_to("/me")) != NULL) {
		log_line("%s has logged in", role);
		set_cookie(visit, secret, reply);
	}

	explicit_bzero(secret, sizeof secret);
	forget(attempt);
	visit_reply(visit, reply);
}

static void end_attempt(struct job *job)
{
	struct attempt *attempt = (struct attempt *)job;
	if (attempt->outcome == LET_IN) {
		let_in(attempt);
		return;
	}
	log_event(&(struct log_about){.level = LOG_WARNING}, "%s", said[attempt->outcome]);
	attempt->tell_at = clock_ms() + SLOW_MS;
	LIST_INSERT_HEAD(&refused, attempt, entries);
}

static void tell_refused(void)
{
	struct attempt *attempt, *next;
	const int64_t now = clock_ms();
	for (attempt = LIST_FIRST(&refused); attempt != NULL; attempt = next) {
		next = LIST_NEXT(attempt, entries);
		if (now < attempt->tell_at)
			continue;
		LIST_REMOVE(attempt, entries);
		struct visit *visit = attempt->visit;
		struct reply *reply = attempt->outcome == AWAY ? login_page_away() : login_page_ask(403);
		forget(attempt);
		visit_reply(visit, reply);
	}
}

/* ── who may be tried ── */

/* The key of a role in the table of rates. */
static uint64_t hash(const char *role)
{
	uint64_t key = UINT64_C(14695981039346656037);
	for (; *role != '\0'; role++)
		key = (key ^ (unsigned char)*role) * UINT64_C(1099511628211);
	return key;
}

/* Whether the attempt may be made. It counts, until it succeeds. */
static bool take(struct attempt *attempt)
{
	const int64_t now = clock_ms();
	attempt->role = hash(attempt->form.name);
	attempt->peer = attempt->visit->peer;
	return rate_take(&of_peers, attempt->peer, now) && rate_take(&of_roles, attempt->role, now);
}

/* Reads the form, and wipes it where it was sent. */
static bool read_form(struct visit *visit, struct login_form *form)
{
	if (visit->body == NULL)
		return false;
	const bool read = login_form_read(visit->body, visit->body_size, form);
	explicit_bzero(visit->body, visit->body_size);
	return read;
}

static void begin(struct visit *visit)
{
	struct attempt *attempt = attempts < ATTEMPTS_MOST ? calloc(1, sizeof *attempt) : NULL;

	if (attempt == NULL) {
		visit_reply(visit, login_page_refuse(503, "Too many are logging in: please try again"));
		return;
	}

	attempts++;
	attempt->job = (struct job){.work = make_attempt, .done = end_attempt};
	attempt->visit = visit;
	const bool read = read_form(visit, &attempt->form);
	if (read && take(attempt)) {
		db_pool_ask(connector, &attempt->job);
		return;
	}

	forget(attempt);
	visit_reply(visit, read ? login_page_refuse(429, "Too many have tried: please wait a minute")
	                        : login_page_ask(400));
}

/* ── sessions ── */

/* The session of the visitor, or NULL. */
static struct session *find(const struct visit *visit)
{
	return visit->session[0] != '\0' ? session_find(visit->session) : NULL;
}

/* Polling does not count as activity. */
static bool is_somebody(const struct address *address)
{
	return address->page != PAGE_SEAT_STATE || address->name[0] == '\0';
}

bool login_knows(const struct visit *visit)
{
	return find(visit) != NULL;
}

bool login_ask(struct visit *visit, struct job *job)
{
	struct session *session = find(visit);
	if (session == NULL)
		return false;
	if (is_somebody(&visit->address))
		session_use(session);
	return session_ask(session, job);
}

/* ── his page ── */

struct look {
	struct job job; /* first */
	struct visit *visit;
	char role[LOGIN_NAME_SIZE]; /* empty: not logged in */
	struct my_seats mine;
	struct reply *reply; /* NULL: the database failed */
	bool over;
};

static void take_look(struct job *job, struct db *db)
{
	struct look *look = (struct look *)job;
	look->over = db == NULL && look->mine.role != NULL;
	if (look->over)
		return;
	look->mine.by_role = db;
	look->mine.by_links = shared_session_take();
	if (look->mine.by_links != NULL)
		look->reply = login_page_make_me(&look->mine);
	shared_session_give_back();
}

static void forget_look(struct look *look)
{
	explicit_bzero(look, sizeof *look);
	free(look);
}

static void show_look(struct job *job)
{
	struct look *look = (struct look *)job;
	const struct visit *visit = look->visit;
	struct reply *reply = look->reply;

	if (look->over)
		reply = login_page_go_to("/login");
	else if (reply == NULL)
		reply = login_page_away();
	else if (strcmp(look->mine.links, visit->seats) != 0)
		cookie_print_seats(look->mine.links, visit->way == WAY_SECURE, config.port, reply->cookie);
	visit_reply(look->visit, reply);
	forget_look(look);
}

/* session: NULL: not logged in. may: logging in is possible. */
static void show(struct visit *visit, struct session *session, bool may)
{
	struct look *look = calloc(1, sizeof *look);

	if (look == NULL) {
		visit_reply(visit, NULL);
		return;
	}

	look->job = (struct job){.work = take_look, .done = show_look};
	look->visit = visit;
	look->mine.may_log_in = may;
	strcpy(look->mine.links, visit->seats);
	if (session == NULL) {
		db_pool_ask(connector, &look->job);
		return;
	}

	snprintf(look->role, sizeof look->role, "%s", session_role(session));
	look->mine.role = look->role;
	session_use(session);
	if (session_ask(session, &look->job))
		return;
	forget_look(look);
	visit_reply(visit, NULL);
}

/* The browser keeps no link any more. */
static void forget_links(struct visit *visit)
{
	struct reply *reply = login_page_go_to("/me");
	if (reply != NULL)
		cookie_print_seats("", visit->way == WAY_SECURE, config.port, reply->cookie);
	visit_reply(visit, reply);
}

static void log_out(struct visit *visit)
{
	struct session *session = find(visit);
	struct reply *reply = login_page_go_to("/");
	if (session != NULL) {
		log_line("%s has logged out", session_role(session));
		session_end(session);
	}
	if (reply != NULL)
		set_cookie(visit, "", reply);
	visit_reply(visit, reply);
}

/* ── all pages ── */

/* Why logging in is impossible here, or in this way; NULL: it is possible. */
static const char *find_obstacle(const struct visit *visit)
{
	if (config.most == 0)
		return "Nobody can log in to this server";
	if (config.target->private)
		return "The database of this farm asks nobody for a password, so nobody can log in: play "
			   "by a link";
	if (visit->way == WAY_OPEN)
		return "A password must not be sent where others can read it: this needs https "
			   "(aresweb --tls)";
	return NULL;
}

void login_visit(struct visit *visit)
{
	const char *obstacle = find_obstacle(visit);
	const enum address_page page = visit->address.page;
	struct session *session = obstacle == NULL ? find(visit) : NULL;

	const bool lists = visit->seats[0] != '\0' || (obstacle != NULL && visit->way != WAY_OPEN);

	if (page == PAGE_FORGET)
		forget_links(visit);
	else if (page == PAGE_ME && (session != NULL || lists))
		show(visit, session, obstacle == NULL);
	else if (obstacle != NULL)
		visit_reply(visit, login_page_refuse(403, obstacle));
	else if (page == PAGE_LOGOUT)
		log_out(visit);
	else if (page == PAGE_LOGIN && strcmp(visit->method, "POST") == 0)
		begin(visit);
	else if (page == PAGE_ME)
		visit_reply(visit, login_page_go_to("/login"));
	else
		visit_reply(visit, session != NULL ? login_page_go_to("/me") : login_page_ask(200));
}

/* ── the loop ── */

bool login_open(const struct login_config *asked)
{
	config = *asked;
	rate_open_slowly(&of_roles, ATTEMPTS_A_MINUTE, MINUTE_MS);
	rate_open_slowly(&of_peers, config.bounded ? ATTEMPTS_A_MINUTE : 0, MINUTE_MS);
	shared_session_open(config.target);
	sessions_open(config.most, config.idle_s);
	connector = db_pool_open(NULL, NULL, NULL, 1);
	return connector != NULL;
}

void login_tick(void)
{
	tell_refused();
	sessions_tick();
}

void login_close(void)
{
	struct attempt *attempt;
	db_pool_close(connector);
	while ((attempt = LIST_FIRST(&refused)) != NULL) {
		LIST_REMOVE(attempt, entries);
		forget(attempt);
	}
	sessions_close();
	shared_session_close();
}
