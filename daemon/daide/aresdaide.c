/* aresdaide: DAIDE clients at seats of the farm. One thread and one connection to the database: the
 * loop handles messages of clients, reads the state of games from the farm, and sends it. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/options/options_database.h"
#include "base/service.h"
#include "base/systemd.h"
#include "farm.h"
#include "contest.h"
#include "lobby.h"
#include "talk.h"
#include "port.h"

enum { BEAT_S = 15, TICK_MS = 1000 };

static struct port_config asked = {.take = talk_take, .leave = talk_leave};
static const char *conninfo, *tournament = "";
static int patience_s, absent_s;
static struct options_log logged;

/* ── the loop ── */

enum { WIRE, FARM, SIGNAL, DESCRIPTORS };

static void tick(void)
{
	static unsigned seconds;
	port_tick();
	lobby_tick();
	contest_tick();
	if (++seconds % BEAT_S == 0)
		systemd_notify("WATCHDOG=1");
}

/* How long the loop may sleep, in ms. */
static int find_timeout(int64_t ticked_at)
{
	const int64_t left = ticked_at + TICK_MS - clock_ms();
	const int tick_ms = left < 0 ? 0 : (int)left, game_ms = contest_timeout();
	return game_ms >= 0 && game_ms < tick_ms ? game_ms : tick_ms;
}

static void loop(int signals)
{
	struct pollfd ready[DESCRIPTORS] = {
		[WIRE] = {.fd = port_descriptor(), .events = POLLIN},
		[FARM] = {.events = POLLIN},
		[SIGNAL] = {.fd = signals, .events = POLLIN},
	};
	int64_t ticked_at = 0;

	while (!(ready[SIGNAL].revents & POLLIN)) {
		ready[FARM].fd = farm_descriptor();
		if (poll(ready, DESCRIPTORS, find_timeout(ticked_at)) < 0)
			continue;
		const bool heard = ready[FARM].revents != 0 && farm_hear();
		port_run();
		if (clock_ms() >= ticked_at + TICK_MS) {
			ticked_at = clock_ms();
			tick();
		}
		lobby_run(heard);
		contest_run(heard);
	}
}

/* ── begin and end ── */

/* Seeds the drawing of seats. The seed is not a secret. */
static void open_chance(void)
{
	unsigned seed = (unsigned)clock_ns();
	(void)!getrandom(&seed, sizeof seed, GRND_NONBLOCK);
	srand(seed);
}

/* Players may reconnect with IAM, because their games are stored. */
static void say_goodbye(void)
{
	static struct daide_message message;
	struct client *client;
	TAILQ_FOREACH (client, port_clients(), entries) {
		char name[16];
		if (client->role != ROLE_PLAYER || client->game == NULL)
			continue;
		snprintf(name, sizeof name, "%08lld", (long long)client->game->id % 100000000);
		daide_begin(&message, DAIDE_SVE);
		daide_add_text(&message, name);
		port_send(client, &message);
	}
}

static int run(void)
{
	static struct target target;
	char error[CLUSTER_ERROR_SIZE + DB_MESSAGE_SIZE];
	int port;

	const int signals = service_open_signals();
	db_notices(service_log_notice);
	if (!target_find(conninfo, &target, error) || !farm_open(&target, error))
		return service_fail(error);
	open_chance();
	talk_open();
	contest_open(tournament, absent_s);
	lobby_open(tournament, patience_s);
	if (signals < 0)
		return service_fail("the system gives no more descriptors");
	if (!port_open(&asked, &port))
		return service_fail(asked.error);
	listener_say(&asked.listener, port, "", "");
	systemd_notify("READY=1");
	loop(signals);
	systemd_notify("STOPPING=1");
	farm_stop();
	say_goodbye();
	port_close();
	farm_close();
	log_line("stopped");

	return 0;
}

static const struct parameter options[] = {
	OPTIONS_DBNAME(conninfo),
	OPTIONS_LISTEN(asked.listener, "127.0.0.1:16713"),
	OPTION_TEXT("tournament", "NAME", &tournament,
                "serves only games of this tournament: a server for each, if there are several"),
	OPTIONS_CONNECTIONS(asked.listener),
	OPTION_TIME("patience", "TIME", &patience_s,
                "how long a client has to accept the map, before its seat is free again",
                .normal = "1m"),
	OPTION_TIME("absent", "TIME", &absent_s,
                "how long a game without deadlines waits for a client that is gone",
                .normal = "10m"),
	OPTIONS_LOG(logged),
	{0},
};

static const struct command aresdaide = {
	.name = "aresdaide",
	.about = "let DAIDE clients play at a farm that plays Diplomacy",
	.text =
		"Serves clients of the DAIDE, a protocol of Diplomacy programs, with press up to level 130 "
		"and free text, if a tournament has press. A client that gives its name gets a seat @daide "
		"of the oldest game that waits for one. When all such seats of a game are taken, it "
		"begins. When it listens, it prints one line: listening on 127.0.0.1:16713.\n\n"
		"It takes the rights of the group role farm_daide and no others, whatever it logs in as: "
		"the role must be a member. aresctl role create daide aresdaide makes "
		"one.\n\n" OPTIONS_DATABASE "\n\n"
		"It does not encrypt: the protocol cannot. A passcode is a number up to 8191.",
	.page = "8",
	.options = options,
	.run = run,
	.status = "0 stopped on request, 2 could not begin.",
	.sections =
		(const struct section[]){
			{"Signals", "SIGTERM or SIGINT ends aresdaide. Players are told SVE, and may come back "
                        "by IAM when it runs again."},
			{"Environment", OPTIONS_DATABASE_ENVIRONMENT " " OPTIONS_LOG_ENVIRONMENT},
			{"See also", "aresctl(1), aresd(8)"},
			{0},
		},
};

int main(int argc, char **argv)
{
	return service_main(
		&(struct service){.program = &aresdaide, .component = "daide", .logged = &logged}, argc,
		argv);
}
