/* link: see link.h. */
#include "link.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hosts.h"
#include "base/clock.h"

enum { SLICE_MS = 100, SLOW_MS = 1000 };

/* ── all links of the process ── */

static struct link *links;
static pthread_mutex_t links_lock = PTHREAD_MUTEX_INITIALIZER;

static void enlist(struct link *link)
{
	pthread_mutex_lock(&links_lock);
	link->next = links;
	links = link;
	pthread_mutex_unlock(&links_lock);
}

static void delist(struct link *link)
{
	pthread_mutex_lock(&links_lock);
	for (struct link **at = &links; *at != NULL; at = &(*at)->next)
		if (*at == link) {
			*at = link->next;
			break;
		}
	pthread_mutex_unlock(&links_lock);
}

void link_abandon_all(void)
{
	for (const struct link *link = links; link != NULL; link = link->next)
		if (PQsocket(link->conn) >= 0)
			close(PQsocket(link->conn));
	links = NULL;
}

/* ── patience ── */

static struct {
	link_patience *go_on;
	void *context;
	link_slow *slow;
} program;

void link_set_patience(link_patience *go_on, void *context)
{
	program.go_on = go_on;
	program.context = context;
}

void link_set_slow(link_slow *tell)
{
	program.slow = tell;
}

/* A wait. If the answer comes at once, the clock is not read. */
struct wait {
	int polls;
	int64_t begun, asked; /* 0: not yet known */
	int64_t slow_at;      /* the program is told after this time, in ms */
};

static void tell_slow(struct link *link, struct wait *wait)
{
	const int64_t waited = wait->asked - wait->begun;
	if (wait->slow_at == 0)
		wait->slow_at = SLOW_MS;
	if (program.slow == NULL || link->most_ms != 0 || waited < wait->slow_at)
		return;
	wait->slow_at = program.slow(link, waited) ? INT64_MAX : 2 * wait->slow_at;
}

/* PQpass returns a pointer into libpq's memory, or an empty constant. */
static void wipe_password(PGconn *conn)
{
	char *password = PQpass(conn);
	if (password != NULL && password[0] != '\0')
		explicit_bzero(password, strlen(password));
}

static void finish(struct link *link)
{
	delist(link);
	wipe_password(link->conn);
	PQfinish(link->conn);
	link->conn = NULL;
}

bool link_break(struct link *link, const char *why)
{
	snprintf(link->error, sizeof link->error, "%s", why);
	finish(link);
	return false;
}

/* After a poll: whether to continue. Breaks the link if the program does not want to continue. */
static bool go_on(struct link *link, struct wait *wait, bool ready)
{
	if (ready && wait->polls++ == 0)
		return true;
	const int64_t now = clock_ms();
	if (wait->begun == 0)
		wait->begun = wait->asked = now - (ready ? 0 : SLICE_MS);
	if (ready && now < wait->asked + SLICE_MS)
		return true;
	wait->asked = now;
	tell_slow(link, wait);

	const int64_t waited = now - wait->begun;
	if ((link->most_ms == 0 || waited < link->most_ms) &&
	    (program.go_on == NULL || program.go_on(program.context, waited)))
		return true;

	char why[64];
	snprintf(why, sizeof why, "no answer for %.1f s", (double)waited / 1000);
	return link_break(link, why);
}

/* Waits for the socket, at most until the program must be asked. False if the link broke. */
static bool wait_ready(struct link *link, struct wait *wait, short events)
{
	struct pollfd pollfd = {.fd = PQsocket(link->conn), .events = events};
	return go_on(link, wait, poll(&pollfd, 1, SLICE_MS) > 0);
}

/* ── connecting ── */

/* The options that libpq uses: from the connection string, the environment and a service. */
static void find_options(PGconn *conn, struct hosts *hosts, int *timeout_ms)
{
	PQconninfoOption *options = PQconninfo(conn);

	*hosts = (struct hosts){.host = ""};
	*timeout_ms = 0;
	for (const PQconninfoOption *at = options; at != NULL && at->keyword != NULL; at++) {
		if (at->val == NULL)
			continue;
		if (strcmp(at->keyword, "host") == 0)
			snprintf(hosts->host, sizeof hosts->host, "%s", at->val);
		else if (strcmp(at->keyword, "hostaddr") == 0)
			snprintf(hosts->hostaddr, sizeof hosts->hostaddr, "%s", at->val);
		else if (strcmp(at->keyword, "port") == 0)
			snprintf(hosts->port, sizeof hosts->port, "%s", at->val);
		else if (strcmp(at->keyword, "connect_timeout") == 0)
			*timeout_ms = atoi(at->val) * 1000;
	}

	PQconninfoFree(options);
	if (*timeout_ms < 0)
		*timeout_ms = 0;
	else if (*timeout_ms == 1000) /* as in libpq */
		*timeout_ms = 2000;
}

static struct hosts_place find_place(const PGconn *conn)
{
	return (struct hosts_place){PQhost(conn), PQhostaddr(conn), PQport(conn)};
}

/* The server that is being tried, as a text; it changes when libpq moves on to the next one. */
static void print_place(const PGconn *conn, char *text, size_t size)
{
	const struct hosts_place place = find_place(conn);
	snprintf(text, size, "%s %s %s", place.host, place.address, place.port);
}

/* Polls libpq until it is connected, has failed, or the time for an address is over: *late. */
static bool take_steps(struct link *link, int timeout_ms, bool *late)
{
	PostgresPollingStatusType next = PGRES_POLLING_WRITING;
	struct wait wait = {.slow_at = INT64_MAX};
	char tried[HOSTS_SIZE] = "", trying[HOSTS_SIZE];
	int64_t begun = 0;
	*late = false;

	while (next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
		print_place(link->conn, trying, sizeof trying);
		if (strcmp(tried, trying) != 0) {
			strcpy(tried, trying);
			begun = clock_ms();
		}
		struct pollfd pollfd = {.fd = PQsocket(link->conn),
		                        .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
		const bool ready = poll(&pollfd, 1, SLICE_MS) > 0;
		if (!go_on(link, &wait, ready))
			return false;
		*late = !ready && timeout_ms > 0 && clock_ms() >= begun + timeout_ms;
		if (*late)
			return false;
		if (ready)
			next = PQconnectPoll(link->conn);
	}

	return next == PGRES_POLLING_OK;
}

/* Appends libpq's message to those about other servers. */
static void add_error(struct link *link, const char *more)
{
	const size_t used = strlen(link->error);
	snprintf(link->error + used, sizeof link->error - used, "%s%s", PQerrorMessage(link->conn),
	         more);
}

/* libpq does not say why a certificate is refused. */
static void explain(struct link *link)
{
	size_t used = strlen(link->error);
	if (strstr(link->error, "certificate verify failed") == NULL)
		return;
	while (used > 0 && link->error[used - 1] == '\n')
		used--;
	snprintf(link->error + used, sizeof link->error - used,
	         ": it has expired, or no CA of sslrootcert has signed it; openssl s_client "
	         "-starttls postgres -connect HOST:PORT tells");
}

enum { PROOF_SINCE = 160000 }; /* libpq can require SCRAM, without sending passwords */

struct keys {
	const char *names[16], *values[16]; /* NULL after the last one */
	int count;
};

static void add_key(struct keys *keys, const char *name, const char *value)
{
	keys->names[keys->count] = name;
	keys->values[keys->count++] = value;
}

/* Starts to connect: to these hosts, if given. conninfo overrides the values before it. An empty
 * value would be taken from the environment, so options are never empty. */
static void start_connecting(struct link *link, const char *conninfo, const char *application,
                             const struct hosts *hosts, const struct link_login *login)
{
	struct keys keys = {.count = 0};

	add_key(&keys, "connect_timeout", "5");
	add_key(&keys, "keepalives_idle", "3");
	add_key(&keys, "keepalives_interval", "2");
	add_key(&keys, "keepalives_count", "3");
	add_key(&keys, "tcp_user_timeout", "9000");
	add_key(&keys, "fallback_application_name", application);
	add_key(&keys, "client_encoding", "UTF8");
	add_key(&keys, "dbname", conninfo);
	if (hosts != NULL) {
		add_key(&keys, "host", hosts->host);
		add_key(&keys, "hostaddr", hosts->hostaddr);
		add_key(&keys, "port", hosts->port);
	}

	if (login != NULL) {
		add_key(&keys, "user", login->user);
		add_key(&keys, "password", login->password);
		add_key(&keys, "options", "-c role=none");
		if (PQlibVersion() >= PROOF_SINCE)
			add_key(&keys, "require_auth", "scram-sha-256");
	}

	link->conn = PQconnectStartParams(keys.names, keys.values, 1);
	if (link->conn == NULL)
		abort();
	enlist(link);
}

bool link_open(struct link *link, const char *conninfo, const char *application,
               const struct link *beside, const struct link_login *login, PQnoticeReceiver notices)
{
	struct hosts hosts, rest;
	const struct hosts *asked = NULL;
	bool late = false;

	if (beside != NULL) {
		const struct hosts_place place = find_place(beside->conn);
		snprintf(rest.host, sizeof rest.host, "%s", place.host);
		snprintf(rest.hostaddr, sizeof rest.hostaddr, "%s", place.address);
		snprintf(rest.port, sizeof rest.port, "%s", place.port);
		asked = &rest;
	}

	do {
		int timeout_ms;
		start_connecting(link, conninfo, application, asked, login);
		if (notices != NULL)
			PQsetNoticeReceiver(link->conn, notices, NULL);
		find_options(link->conn, &hosts, &timeout_ms);
		if (PQstatus(link->conn) != CONNECTION_BAD && take_steps(link, timeout_ms, &late) &&
		    PQsetnonblocking(link->conn, 1) == 0)
			return true;
		if (link->conn == NULL)
			return false;
		add_error(link, late ? "timeout expired\n" : "");
		late = late && hosts_after(&hosts, find_place(link->conn), &rest);
		asked = &rest;
		link_close(link);
	} while (late);

	explain(link);
	return false;
}

bool link_forget(struct link *link)
{
	wipe_password(link->conn);
	return PQconnectionUsedPassword(link->conn);
}

void link_close(struct link *link)
{
	if (link->conn != NULL)
		finish(link);
}

/* ── waiting ── */

static void drain(struct link *link)
{
	for (PGnotify *notify; (notify = PQnotifies(link->conn)) != NULL; link->notified = true)
		PQfreemem(notify);
}

/* Whether the wait is over. left: output is pending. came: input has arrived since the wait
 * began. */
static bool is_over(const struct link *link, enum link_wait what, bool left, bool came)
{
	if (what == LINK_RECEIVE)
		return came;
	return !left && (what == LINK_FLUSH || !PQisBusy(link->conn));
}

bool link_wait(struct link *link, enum link_wait what)
{
	struct wait wait = {0};

	if (link->conn == NULL)
		return false;
	bool came = false;
	for (int left; (left = PQflush(link->conn)) >= 0; came = true) {
		if (is_over(link, what, left > 0, came))
			return true;
		if (!wait_ready(link, &wait, left > 0 ? POLLIN | POLLOUT : POLLIN))
			return false;
		/* even if poll saw nothing: the TLS library may have buffered bytes */
		if (!PQconsumeInput(link->conn))
			return false;
		drain(link);
	}

	return false;
}

PGresult *link_result(struct link *link)
{
	PGresult *last = NULL, *next;
	while (link_wait(link, LINK_AWAIT) && (next = PQgetResult(link->conn)) != NULL) {
		PQclear(last);
		last = next;
	}
	return last;
}

/* While it sleeps it does not read, so a flood of notifications stays at the server. */
bool link_listen(struct link *link, int least, int most, bool *notified)
{
	const int64_t begun = clock_ms();

	if (link->conn == NULL)
		return false;
	const bool stopped = least > 0 && poll(NULL, 0, least) < 0;
	for (int64_t left = stopped ? 0 : most - least;; left = begun + most - clock_ms()) {
		drain(link); /* including notifications that came with the last result */
		*notified = link->notified;
		if (*notified || left <= 0)
			break;
		struct pollfd pollfd = {.fd = PQsocket(link->conn), .events = POLLIN};
		if (poll(&pollfd, 1, (int)left) < 0)
			break; /* a signal */
		if (!PQconsumeInput(link->conn))
			return false;
	}

	link->notified = false;
	return true;
}

bool link_is_open(struct link *link)
{
	struct pollfd pollfd = {.fd = PQsocket(link->conn), .events = POLLIN};
	while (poll(&pollfd, 1, 0) > 0 && PQconsumeInput(link->conn))
		drain(link);
	return PQstatus(link->conn) == CONNECTION_OK;
}

const char *link_error(const struct link *link)
{
	return link->conn != NULL ? PQerrorMessage(link->conn) : link->error;
}
