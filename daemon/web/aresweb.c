/* aresweb: the farm in a browser. One thread serves; others query the database for it: one for
 * pages, one for slow pages, one for live events, and those of seats. */
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/log.h"
#include "base/options/options_database.h"
#include "base/service.h"
#include "base/systemd.h"
#include "db/web_address.h"
#include "db/statements/seat/stmt_web.h"
#include "web/site/live.h"
#include "web/login/login.h"
#include "web/site/answers.h"
#include "web/site/pages.h"
#include "web/seat/seat.h"

enum { BEAT_S = 15 };

static struct server_config asked;
static struct login_config login;
static const char *conninfo;
static struct options_log logged;

/* ── requests ── */

/* A page that is the same for all users is made once. NULL: there is no memory. */
static struct reply *keep(struct reply **kept, struct reply *make(void))
{
	if (*kept == NULL)
		*kept = make();
	return *kept != NULL ? reply_hold(*kept) : NULL;
}

static const char no_page[] = "There is no such page";

/* A page that is the same for all users. */
static struct reply *answer_all(const struct address *address)
{
	static struct reply *table, *analysis;
	if (address->page == PAGE_TABLE)
		return keep(&table, table_reply);
	if (address->page == PAGE_ANALYSIS)
		return keep(&analysis, analysis_reply);

	struct reply *reply = address->page == PAGE_ASSET ? site_page_find_asset(address)
	                                                  : reply_make(204, REPLY_TEXT, NULL, 0);
	if (reply == NULL)
		return reply_refuse(404, no_page);
	reply->for_ever = true; /* also the icon */
	return reply;
}

static void ask(struct visit *visit)
{
	const struct address *address = &visit->address;
	if (visit->verdict != ADDRESS_FOUND) {
		const bool bad = visit->verdict == ADDRESS_BAD;
		visit_reply(visit,
		            bad ? reply_refuse(400, "This is not an address") : reply_refuse(404, no_page));
		return;
	}

	switch (address_kind(address->page)) {
	case KIND_LOGIN:
		login_visit(visit);
		break;
	case KIND_SEAT:
	case KIND_HOST:
		seat_ask(visit);
		break;
	case KIND_MADE:
		answers_ask(visit, address);
		break;
	case KIND_OTHER:
		if (address->page == PAGE_EVENTS)
			live_watch(visit, address);
		else
			visit_reply(visit, answer_all(address));
		break;
	}
}

/* ── the loop ── */

enum { SERVER, POOLS, SIGNAL, TIMER, DESCRIPTORS };

static void take_timer(int timer)
{
	static unsigned seconds;
	uint64_t times;
	if (read(timer, &times, sizeof times) != sizeof times)
		return;
	seconds++;
	server_tick(seconds % BEAT_S == 0);
	live_tick();
	login_tick();
	seat_tick();
	if (seconds % BEAT_S == 0)
		systemd_notify("WATCHDOG=1");
}

/* The sooner of both; below 0 is any time. */
static int find_timeout(void)
{
	const int server = server_timeout(), seats = seat_timeout();
	return server < 0 || (seats >= 0 && seats < server) ? seats : server;
}

static void loop(int pools, int signals, int timer)
{
	struct pollfd ready[DESCRIPTORS] = {
		[SERVER] = {.fd = server_descriptor(), .events = POLLIN},
		[POOLS] = {.fd = pools, .events = POLLIN},
		[SIGNAL] = {.fd = signals, .events = POLLIN},
		[TIMER] = {.fd = timer, .events = POLLIN},
	};

	while (!(ready[SIGNAL].revents & POLLIN)) {
		if (poll(ready, DESCRIPTORS, find_timeout()) < 0)
			continue;
		if (ready[POOLS].revents & POLLIN)
			db_pools_settle();
		seat_run();
		if (ready[TIMER].revents & POLLIN)
			take_timer(timer);
		server_run();
	}
}

/* ── begin and end ── */

static int open_timer(void)
{
	const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	const struct itimerspec second = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = 1}};
	(void)timerfd_settime(timer, 0, &second, NULL);
	return timer;
}

/* For aresctl, which prints links to seats. */
static void note_address(const struct target *target, int port)
{
	char address[WEB_ADDRESS_SIZE];
	const char *place = asked.listener.place;
	if (!target->private)
		return;
	snprintf(address, sizeof address, "http://%.*s:%d", (int)(strrchr(place, ':') - place), place,
	         port);
	web_address_note(&target->cluster, address);
}

static int serve(struct target *target, struct db *db, int signals)
{
	int port;

	asked.ask = ask;
	if (!server_open(&asked, &port)) {
		db_close(db);
		return service_fail(asked.error);
	}

	const bool bounded = asked.rate > 0;
	const int timer = open_timer(), pools = db_pools_open();
	struct db_pool *const pages = db_pool_open(target, stmt_web_bind, db, 1);
	struct db_pool *const slow = db_pool_open(target, stmt_web_bind, NULL, 1);
	struct db_pool *const events = db_pool_open(target, stmt_web_bind, NULL, 1);
	const bool opened = signals >= 0 && timer >= 0 && pools >= 0;
	login.target = target;
	login.bounded = bounded;
	login.port = port;
	if (!opened || pages == NULL || slow == NULL || events == NULL || !seat_open(target, bounded) ||
	    !login_open(&login))
		return service_fail("the system gives no more threads or descriptors");
	answers_open(pages, slow);
	live_open(events, bounded);
	listener_say(&asked.listener, port, "http://", "/");
	note_address(target, port);
	systemd_notify("READY=1");
	loop(pools, signals, timer);
	systemd_notify("STOPPING=1");
	db_pools_stop();
	server_close();
	db_pool_close(pages);
	db_pool_close(slow);
	db_pool_close(events);
	seat_close();
	login_close();
	log_line("stopped");

	return 0;
}

static int run(void)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE];
	const int signals = service_open_signals();
	db_notices(service_log_notice);
	db_set_patience(db_pools_patience, NULL);
	if (!target_find(conninfo, &target, error))
		return service_fail(error);
	struct db *db = db_pool_connect(&target, stmt_web_bind, error);
	return db == NULL ? service_fail(error) : serve(&target, db, signals);
}

static const struct parameter options[] = {
	OPTIONS_DBNAME(conninfo),
	OPTIONS_LISTEN(asked.listener, "127.0.0.1:8027"),
	OPTION_TEXT("name", "HOST", &asked.name, "the name by which browsers reach it, after a proxy"),
	OPTION_FLAG("tls", &asked.tls, "the proxy does https for --name, so people may log in by it"),
	OPTION_NUMBER("logins", "N", &login.most, 0, SESSIONS_MOST,
                  "people who are logged in at once; 0: logging in is off", .normal = "32"),
	OPTION_TIME("idle", "TIME", &login.idle_s,
                "a person who has not used his login for this time is logged out", .normal = "30m"),
	OPTIONS_CONNECTIONS(asked.listener),
	OPTION_NUMBER("rate", "R", &asked.rate, 0, 1000000,
                  "requests per second of one address, and twice as many at once; 0: any number",
                  .normal = "100"),
	OPTION_NUMBER("patience", "S", &asked.patience, 1, 3600,
                  "seconds for a request to arrive; twice as many for its answer to be read",
                  .normal = "15"),
	OPTIONS_LOG(logged),
	{0},
};

static const struct command aresweb = {
	.name = "aresweb",
	.about = "show a farm that plays Diplomacy in a browser",
	.text =
		"Serves pages of the farm: tournaments as they move, games and their boards, workers. "
		"The holder of a link to a seat plays it there; a person with a role in the database can "
		"log in with it. When it listens, it prints one line: listening on "
		"http://127.0.0.1:8027/.\n\n"
		"It takes the rights of the group role farm_web and no others, whatever it logs in as: the "
		"role must be a member. aresctl role create web NAME makes one.\n\n" OPTIONS_DATABASE "\n\n"
		"It speaks HTTP. For TLS, and for more than this machine, put a proxy before it: name "
		"it by --name, and have the proxy limit connections and requests, because here all "
		"requests have its address (--each 0 --rate 0).",
	.page = "8",
	.options = options,
	.run = run,
	.status = "0 stopped on request, 2 could not begin.",
	.sections =
		(const struct section[]){
			{"Signals", "SIGTERM or SIGINT ends aresweb within two seconds."},
			{"Environment", OPTIONS_DATABASE_ENVIRONMENT " " OPTIONS_LOG_ENVIRONMENT},
			{"See also", "aresctl(1), aresd(8)"},
			{0},
		},
};

int main(int argc, char **argv)
{
	return service_main(
		&(struct service){.program = &aresweb, .component = "web", .logged = &logged}, argc, argv);
}
