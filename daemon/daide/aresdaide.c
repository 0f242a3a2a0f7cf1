/* aresdaide: DAIDE clients at seats of the farm. One thread and one connection to the database: the
 * loop takes what clients say, asks the farm where games are, and tells. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/options_database.h"
#include "base/options_log.h"
#include "base/output.h"
#include "base/systemd.h"
#include "farm.h"
#include "contest.h"
#include "lobby.h"
#include "talk.h"
#include "port.h"

enum { EXIT_BAD = 2, BEAT_S = 15, SPARE_FILES = 64, LAST_MS = 500, TICK_MS = 1000 };

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
	talk_tick();
	lobby_tick();
	contest_tick();
	if (++seconds % BEAT_S == 0)
		systemd_notify("WATCHDOG=1");
}

/* How long the loop may sleep. */
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

static int fail(const char *what)
{
	log_event(&(struct log_about){.level = LOG_ERROR}, "%s", what);
	return EXIT_BAD;
}

/* Every connection takes a descriptor. */
static void raise_limit(int connections)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	const rlim_t need = (rlim_t)connections + SPARE_FILES;
	if (limit.rlim_cur >= need)
		return;
	limit.rlim_cur = need < limit.rlim_max ? need : limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void log_notice(const char *sqlstate, const char *message)
{
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate},
	          "the server says: %s", message);
}

static int open_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Seats are drawn by chance. It is no secret. */
static void open_chance(void)
{
	unsigned seed = (unsigned)clock_ns();
	(void)!getrandom(&seed, sizeof seed, GRND_NONBLOCK);
	srand(seed);
}

static void say_where(int port)
{
	printf("listening on %.*s:%d\n", (int)(strrchr(asked.listen, ':') - asked.listen), asked.listen,
	       port);
	fflush(stdout);
	systemd_notify("READY=1");
}

/* Players may come back by IAM: their games are stored. */
static void say_goodbye(void)
{
	static struct daide_message message;
	struct client *client;
	TAILQ_FOREACH(client, port_clients(), entries)
	{
		char name[16];
		if (client->role != ROLE_PLAYER || client->game == NULL)
			continue;
		snprintf(name, sizeof name, "%08lld", (long long)client->game->id % 100000000);
		daide_clear(&message);
		daide_add(&message, DAIDE_SVE);
		daide_add_text(&message, name);
		port_send(client, &message);
	}
}

static int run(const struct command *command)
{
	static struct target target;
	char error[CLUSTER_ERROR_SIZE + DB_MESSAGE_SIZE];
	int port;
	(void)command;
	const int signals = open_signals();
	db_notices(log_notice);
	if (!target_find(conninfo, &target, error) || !farm_open(&target, error))
		return fail(error);
	raise_limit(asked.connections);
	open_chance();
	contest_open(tournament, absent_s);
	lobby_open(tournament, patience_s);
	if (signals < 0 || !port_open(&asked, &port))
		return fail(asked.error);
	say_where(port);
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
	{.name = "listen",
     .value = "PLACE",
     .about = "where to listen, ADDRESS:PORT in figures; port 0: any that is free",
     .text = &asked.listen,
     .normal = "127.0.0.1:16713"},
	{.name = "tournament",
     .value = "NAME",
     .about = "serves only games of this tournament: a server for each, if there are several",
     .text = &tournament},
	{.name = "connections",
     .value = "N",
     .about = "connections at once; more wait",
     .number = &asked.connections,
     .least = 1,
     .most = 100000,
     .normal = "2000"},
	{.name = "each",
     .value = "N",
     .about = "connections at once of one address; 0: any number",
     .number = &asked.each,
     .least = 0,
     .most = 100000,
     .normal = "0"},
	{.name = "patience",
     .value = "TIME",
     .about = "for a client to take the map; then its seat is free again",
     .seconds = &patience_s,
     .normal = "1m"},
	{.name = "absent",
     .value = "TIME",
     .about = "where a game has no deadlines, it waits for so long for a client that is gone",
     .seconds = &absent_s,
     .normal = "10m"},
	OPTIONS_LOG(logged),
	{0},
};

static const struct command aresdaide = {
	.name = "aresdaide",
	.about = "let DAIDE clients play at a farm that plays Diplomacy",
	.text =
		"Serves clients of the DAIDE, a protocol of Diplomacy programs, at level 0: no press. A "
		"client that gives its name gets a seat @daide of the oldest game that waits for one. When "
		"all such seats of a game are taken, it begins. When it listens, it prints one line: "
		"listening on 127.0.0.1:16713.\n\n"
		"It takes the rights of the group role farm_daide and no others, whoever it logs in as: "
		"the role must be a member. aresctl role create daide daide makes one.\n\n" OPTIONS_DATABASE
		"\n\n"
		"It does not encrypt: the protocol cannot. A passcode is a number up to 8191.",
	.page = "8",
	.options = options,
	.run = run,
	.status = "0 ended as told, 2 could not begin.",
	.sections =
		(const struct section[]){
			{"Signals", "SIGTERM or SIGINT ends aresdaide. Players are told SVE, and may come back "
                        "by IAM when it runs again."},
			{"Environment", OPTIONS_DATABASE_ENVIRONMENT " " OPTIONS_LOG_ENVIRONMENT},
			{"See also", "aresctl(1), aresd(8)"},
			{0},
		},
};

static int refuse(char error[OPTIONS_ERROR_SIZE])
{
	options_refuse("aresdaide", error);
	return EXIT_BAD;
}

int main(int argc, char **argv)
{
	const struct command *command;
	char error[OPTIONS_ERROR_SIZE];
	output_open();
	log_name("daide", "aresdaide");
	options_set_normal(&aresdaide);
	if (!options_log_environment(&logged, error))
		return refuse(error);
	switch (options_read(&aresdaide, argc, argv, &command, error)) {
	case OPTIONS_ANSWERED:
		return output_close("aresdaide", 0, EXIT_BAD);
	case OPTIONS_WRONG:
		return refuse(error);
	case OPTIONS_READ:
		break;
	}
	options_log_apply(&logged);
	return command->run(command);
}
