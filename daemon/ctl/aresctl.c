/* aresctl: the control tool: the list of its subcommands, and what they share (ctl.h). */
#include "ctl/parts/ctl.h"

#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/options/options_database.h"
#include "base/output.h"
#include "base/terminal/terminal.h"
#include "base/utf8.h"
#include "db/statements/blockers.h"
#include "db/statements/keep/stmt_archive.h"
#include "db/statements/statements.h"

enum { LINE_SIZE = 8192, ASK_SIZE = 512, CONNECTIONS_MAX = 8 };

const char *ctl_conninfo;
const struct command *ctl_command;
static bool quiet;

/* The connections of the command. */
static struct db *connections[CONNECTIONS_MAX];
static int connection_count;

int ctl_fail(const char *format, ...)
{
	char line[LINE_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	utf8_clean_line(line);
	fprintf(stderr, "aresctl: %s\n", line);
	return CTL_FAILED;
}

void ctl_print_between(bool json, int count, const char *separator)
{
	if (json)
		printf(count == 0 ? "[" : ",\n ");
	else if (count > 0)
		printf("%s", separator);
}

void ctl_print_end(bool json, int count)
{
	if (json)
		printf(count == 0 ? "[]\n" : "]\n");
}

void ctl_say(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (!quiet)
		vprintf(format, args);
	va_end(args);
}

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	stopped = signal;
}

static bool go_on(void *context, int64_t waited_ms)
{
	(void)context;
	(void)waited_ms;
	return stopped == 0;
}

void ctl_catch(int signal, void (*handler)(int))
{
	struct sigaction was, now = {.sa_handler = handler};
	if (sigaction(signal, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		sigaction(signal, &now, NULL);
}

void ctl_catch_signals(void)
{
	ctl_catch(SIGINT, stop);
	ctl_catch(SIGTERM, stop);
	ctl_catch(SIGHUP, stop);
	db_set_patience(go_on, NULL);
}

int ctl_stopped(void)
{
	return stopped;
}

/* Closes the connections and standard output. Returns the exit status of the program. */
static int end(int status)
{
	if (status != CTL_DONE && stopped != 0)
		status = 128 + stopped;
	while (connection_count > 0)
		db_close(connections[--connection_count]);
	return output_close("aresctl", status, CTL_FAILED);
}

void ctl_exit(int status)
{
	exit(end(status));
}

void ctl_close(struct db *db)
{
	int i = 0;
	while (connections[i] != db)
		i++;
	connections[i] = connections[--connection_count];
	db_close(db);
}

/* db NULL: the connection failed, for that reason. */
static struct db *keep(struct db *db, const char *error)
{
	if (db == NULL)
		ctl_stop("%s", error);
	assert(connection_count < CONNECTIONS_MAX);
	connections[connection_count++] = db;
	return db;
}

struct db *ctl_connect_any(bool *agent)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = NULL;

	if (target_find(ctl_conninfo, &target, error))
		db = agent != NULL ? target_connect_any(&target, "aresctl", agent, error)
		                   : target_connect(&target, "aresctl", error);
	if (!stmt_bound_waits(keep(db, error)))
		ctl_exit(ctl_fail_db(db));
	return db;
}

struct db *ctl_connect(void)
{
	return ctl_connect_any(NULL);
}

/* NULL, with the reason. */
static struct db *open_server(char error[CLUSTER_ERROR_SIZE])
{
	struct target target;

	if (!target_find(ctl_conninfo, &target, error))
		return NULL;
	struct db *db = db_open(target.conninfo, "aresctl");
	if (db_ready(db))
		return db;
	snprintf(error, CLUSTER_ERROR_SIZE, "%s", db_fault(db)->message);
	db_close(db);
	return NULL;
}

struct db *ctl_open(void)
{
	char error[CLUSTER_ERROR_SIZE];
	return keep(open_server(error), error);
}

/* Over a connection of its own: the transaction of the first has failed. */
static void find_holders(char holders[STMT_HOLDERS_SIZE])
{
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = open_server(error);

	if (db == NULL || !stmt_lock_holders(db, 1, holders))
		holders[0] = '\0';
	db_close(db);
}

/* Over a connection of its own, as find_holders. Empty: the owner is not known. */
static void find_owner(char owner[STMT_NAME_SIZE])
{
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = open_server(error);
	bool owns;

	if (db == NULL || !stmt_owns_farm(db, &owns, owner) || owns)
		owner[0] = '\0';
	db_close(db);
}

static int fail_refused(const char *message)
{
	char owner[STMT_NAME_SIZE];

	find_owner(owner);
	if (owner[0] == '\0')
		return ctl_fail("%s", message);
	return ctl_fail(
		"%s: connect as the owner of the farm, the role %s, or as a role with this right "
		"(aresctl role list; PGUSER or -d 'user=ROLE' names the role)",
		message, owner);
}

int ctl_fail_db(struct db *db)
{
	const struct db_fault *fault = db_fault(db);
	char holders[STMT_HOLDERS_SIZE];

	if (strcmp(fault->sqlstate, STMT_NO_RIGHT) == 0)
		return fail_refused(fault->message);
	if (strcmp(fault->sqlstate, STMT_LOCKED) != 0)
		return ctl_fail("%s", fault->message);
	find_holders(holders);
	return ctl_fail("nothing was done: a lock was not to be had in time; %s",
	                holders[0] != '\0' ? holders : "who holds it is not known");
}

int ctl_end(struct db *db, bool done)
{
	return done ? CTL_DONE : ctl_fail_db(db);
}

void ctl_ask(const char *question, const char *refused)
{
	char answer[10];
	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		ctl_stop("%s: --yes is missing, and there is no terminal to ask on", refused);
	fprintf(stderr, "%s? [y/N] ", question);
	if (fgets(answer, sizeof answer, stdin) == NULL ||
	    (strcasecmp(answer, "y\n") != 0 && strcasecmp(answer, "yes\n") != 0))
		ctl_stop("%s", refused);
}

void ctl_ask_drop(const char *kind, const char *name, const char *with)
{
	char question[ASK_SIZE], refused[ASK_SIZE];
	snprintf(question, sizeof question, "drop %s %s%s", kind, name, with);
	snprintf(refused, sizeof refused, "%s %s is not dropped", kind, name);
	ctl_ask(question, refused);
}

int ctl_fail_tournament(const char *name)
{
	return ctl_fail("no tournament %s; aresctl tournament list lists them", name);
}

int ctl_fail_game(const char *reference)
{
	return ctl_fail("no game %s; a game is a number (games.id) or TOURNAMENT/NUMBER", reference);
}

struct db *ctl_connect_owner(const char *what)
{
	char owner[STMT_NAME_SIZE];
	bool owns;
	struct db *db = ctl_connect();
	if (!stmt_owns_farm(db, &owns, owner))
		ctl_exit(ctl_fail_db(db));
	if (!owns)
		ctl_stop("%s: do it as the role %s", what, owner);
	return db;
}

struct db *ctl_connect_game(const char *reference, struct game_head *head)
{
	bool found;
	struct db *db = ctl_connect();
	if (!stmt_find_game(db, reference, &found, head))
		ctl_exit(ctl_fail_db(db));
	if (!found)
		ctl_exit(ctl_fail_game(reference));
	return db;
}

struct db *ctl_connect_tournament(const char *name)
{
	bool exists;
	struct db *db = ctl_connect();
	if (!stmt_tournament_exists(db, name, &exists))
		ctl_exit(ctl_fail_db(db));
	if (!exists)
		ctl_exit(ctl_fail_tournament(name));
	return db;
}

/* Loads a map that was added to the database. */
static void load_map(const char *name, struct map *map)
{
	int32_t map_id = 0;
	struct db *db = ctl_connect();
	if (!stmt_find_map(db, name, &map_id) || (map_id != 0 && !stmt_load_map(db, map_id, map)))
		ctl_exit(ctl_fail_db(db));
	if (map_id == 0)
		ctl_stop("--map %s: there is no such map; aresctl map list lists them", name);
}

void ctl_build_map(const char *name, struct map *map)
{
	const struct map_source *source = map_source_find(name);
	char error[ERROR_SIZE];
	if (source == NULL)
		load_map(name, map);
	else if (!map_build(map, source->rows, source->count, error))
		ctl_stop("map %s: %s", source->name, error);
}

static const struct command aresctl = {
	.name = "aresctl",
	.about = "control a farm that plays Diplomacy",
	.text = "Makes tournaments of Diplomacy games, controls them and shows what came of them. The "
			"games are in a PostgreSQL database; aresd plays them.\n\n" OPTIONS_DATABASE
			"\n\nThe options below may stand anywhere on the line. Those of a command stand after "
			"its name, also after its arguments. -- ends the options.",
	.page = "1",
	.options = PARAMETERS(
		OPTIONS_DBNAME(ctl_conninfo),
		OPTION_FLAG("quiet", &quiet,
                    "do not say what was done; errors and what was asked for are printed",
                    .letter = 'q'),
		OPTION_TEXT("color", "WHEN", &terminal_color,
                    "colours; auto: on a terminal, unless NO_COLOR is set",
                    .choice = terminal_colors, .otherwise = "auto")),
	.commands =
		(const struct command *const[]){
			&ctl_up,         &ctl_down,    &ctl_init,      &ctl_role,       &ctl_tournament,
			&ctl_game,       &ctl_branch,  &ctl_invite,    &ctl_experiment, &ctl_tune,
			&ctl_watch,      &ctl_rate,    &ctl_plan,      &ctl_query,      &ctl_report,
			&ctl_show,       &ctl_animate, &ctl_export,    &ctl_import,     &ctl_verify,
			&ctl_backup,     &ctl_restore, &ctl_prune,     &ctl_judge,      &ctl_suggest,
			&ctl_bot,        &ctl_players, &ctl_judges,    &ctl_rules,      &ctl_maps,
			&ctl_map,        &ctl_workers, &ctl_knowledge, &ctl_alive,      &ctl_metrics,
			&ctl_connection, &ctl_psql,    NULL,
		},
	.status = "0 done, 1 done and something was found wrong, 2 not done.",
	.sections =
		(const struct section[]){
			{"Environment", OPTIONS_DATABASE_ENVIRONMENT},
			{"Examples",
             "  aresctl up\n"
             "  aresctl init\n"
             "  aresctl tournament create first --games 128 --seats 'ares(depth=2,age=10),random'\n"
             "  aresd --until-done\n"
             "  aresctl tournament status first\n"
             "  aresctl show first/1 F1901M"},
			{"See also", "aresd(8), psql(1)"},
			{0},
		},
};

static void tell_blockers(const char *line)
{
	ctl_fail("%s", line);
}

int main(int argc, char **argv)
{
	char error[OPTIONS_ERROR_SIZE];
	int status = CTL_DONE;

	output_open();
	switch (options_read(&aresctl, argc, argv, &ctl_command, error)) {
	case OPTIONS_WRONG:
		return ctl_fail("%s", error);
	case OPTIONS_READ:
		blockers_watch(tell_blockers);
		status = ctl_command->run();
		break;
	case OPTIONS_ANSWERED:
		break;
	}

	return end(status);
}
