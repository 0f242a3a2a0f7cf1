/* aresd: the farm's daemon: reads its settings and starts the supervisor. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/log.h"
#include "base/options/options_database.h"
#include "base/service.h"
#include "settings.h"
#include "signals.h"
#include "db/statements/blockers.h"
#include "supervisor.h"

enum { THREADS_MOST = 64 };

static const struct command aresd;

/* The command line. It counts more than the settings file, at every reading. */
static int word_count;
static char **words;

/* The settings as they are read: normal values, then the file's, then the command line's. */
static struct supervisor_config asked;
static const char *conninfo, *file;
static struct options_log logged;

/* One that stands in the file and on the command line has the command of the latter. */
static const char *take_bot(const char *text)
{
	static char must[BOT_ERROR_SIZE];
	return command_take(&asked.worker.bots, text, must) ? NULL : must;
}

/* Those with a number, and the bots, can stand in the settings file, too. */
static const struct parameter options[] = {
	OPTIONS_DBNAME(conninfo),
	{.name = "workers",
     .value = "N",
     .about = "processes that play",
     .number = &asked.workers,
     .least = 1,
     .most = STMT_WORKERS_MAX,
     .otherwise = "the cores"},
	{.name = "threads",
     .value = "N",
     .about = "threads in each worker, for the seats of a phase and their islands",
     .number = &asked.worker.threads,
     .least = 1,
     .most = THREADS_MOST,
     .otherwise = "OMP_NUM_THREADS, or 1"},
	{.name = "batch",
     .value = "N",
     .about = "phases in one transaction",
     .number = &asked.worker.batch,
     .least = 1,
     .most = BATCH_MOST,
     .normal = "128"},
	{.name = "lease",
     .value = "S",
     .about = "seconds without a heartbeat after which a worker loses its games",
     .number = &asked.lease_seconds,
     .least = 2,
     .most = 86400,
     .normal = "12"},
	OPTIONS_LOG(logged),
	{.name = "decision",
     .value = "S",
     .about = "seconds that one decision can take; 0: any time",
     .number = &asked.decision_seconds,
     .least = 0,
     .most = 1000000,
     .normal = "3600"},
	{.name = "memory",
     .value = "MB",
     .about = "memory that a worker can have for itself; 0: any amount",
     .number = &asked.worker.memory,
     .least = 0,
     .most = 1 << 24,
     .normal = "0"},
	{.name = "knowledge",
     .value = "MB",
     .about = "memory of a worker for what players share; 0: they share nothing",
     .number = &asked.worker.knowledge,
     .least = 0,
     .most = 1 << 20,
     .normal = "64"},
	{.name = "bot",
     .value = "NAME=COMMAND",
     .about = "the program that plays the seats bot:NAME; can be given several times; in the file: "
              "bot.NAME = COMMAND",
     .several = take_bot},
	{.name = "bot-time",
     .value = "S",
     .about = "seconds that a bot has for a decision",
     .number = &asked.worker.bots.limits.seconds,
     .least = 1,
     .most = 86400,
     .normal = "10"},
	{.name = "bot-start",
     .value = "S",
     .about = "seconds that a bot has from its start until it says hello",
     .number = &asked.worker.bots.limits.start,
     .least = 1,
     .most = 86400,
     .normal = "30"},
	{.name = "bot-memory",
     .value = "MB",
     .about = "memory of each process of a bot; 0: any amount",
     .number = &asked.worker.bots.limits.memory,
     .least = 0,
     .most = 1 << 24,
     .normal = "2048"},
	{.name = "bot-processes",
     .value = "N",
     .about =
         "processes and threads that the user of aresd can have while a bot starts another; 0: "
         "any number",
     .number = &asked.worker.bots.limits.processes,
     .least = 0,
     .most = 1 << 20,
     .normal = "1024"},
	{.name = "until-done",
     .about = "end when no game is pending, claimed or waiting for a role; people are not waited "
              "for, nor bots that no aresd has",
     .flag = &asked.until_done},
	{.name = "config",
     .value = "FILE",
     .about = "settings: lines such as \"workers = 4\", of the options with a number and of bots; "
              "the command line counts more",
     .text = &file,
     .files = "*"},
	{0},
};

/* OMP_NUM_THREADS, where that is a number in range; else 1. */
static int default_threads(void)
{
	const char *text = getenv("OMP_NUM_THREADS");
	int64_t threads;
	return text != NULL && options_number(text, 1, THREADS_MOST, &threads) ? (int)threads : 1;
}

/* Makes threads sleep while they wait. On shared cores, threads that spin would keep from running
 * the threads they wait for. OpenMP reads its settings before main, so aresd starts itself again.
 */
static void wait_passively(char **argv)
{
	if (setenv("OMP_WAIT_POLICY", "passive", 0) == 0)
		execv("/proc/self/exe", argv);
}

/* The settings where neither the file nor the command line gives others. */
static void set_normal(void)
{
	asked.worker.threads = default_threads();
	asked.workers = options_cores(STMT_WORKERS_MAX);
	memset(&asked.worker.bots, 0, sizeof asked.worker.bots);
	options_set_normal(&aresd);
}

static enum options_answer read_words(char error[OPTIONS_ERROR_SIZE])
{
	const struct command *command;
	return options_read(&aresd, word_count, words, &command, error);
}

/* The settings, with those of the file. The file's name is known. */
static bool read_settings(char error[OPTIONS_ERROR_SIZE])
{
	set_normal();
	return (file == NULL || settings_read(options, file, error)) &&
	       read_words(error) == OPTIONS_READ;
}

static bool reload(struct supervisor_config *config)
{
	char error[OPTIONS_ERROR_SIZE];
	if (!read_settings(error)) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "the settings stay as they are: %s",
		          error);
		return false;
	}
	*config = asked;
	return true;
}

static void log_blockers(const char *line)
{
	log_event(&(struct log_about){.level = LOG_WARNING}, "%s", line);
}

static int run(const struct command *command)
{
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = NULL;
	(void)command;
	signals_block();
	if (asked.worker.threads > 1 && getenv("OMP_WAIT_POLICY") == NULL)
		wait_passively(words);
	prctl(PR_SET_DUMPABLE, 0); /* a bot of the same user must not read a password here */
	signal(SIGPIPE, SIG_IGN);  /* the reader of the log can go */
	db_notices(service_log_notice);
	db_set_patience(signals_patience, NULL);
	blockers_watch(log_blockers);
	if (target_find(conninfo, &asked.worker.target, error))
		db = target_connect(&asked.worker.target, "aresd", error);
	if (db == NULL && signals_stop(NULL))
		return 0;
	if (db == NULL)
		return service_fail(error);
	asked.reload = reload;
	return supervisor_run(&asked, db) ? 0 : SERVICE_FAILED;
}

static const struct command aresd = {
	.name = "aresd",
	.about = "play the games of a farm that plays Diplomacy",
	.text =
		"Plays the games of all tournaments in the database until it gets SIGTERM or SIGINT. "
		"Any number of aresd can work on one database, on any number of hosts.\n\n" OPTIONS_DATABASE
		"\n\n"
		"A game is put aside when it has killed its worker, or has gone beyond --decision or "
		"--memory, three times in one phase.\n\n"
		"At SIGHUP, aresd reads the file of --config again. Workers start and end as it says.",
	.page = "8",
	.options = options,
	.run = run,
	.status = "0 ended as told, 2 could not begin.",
	.sections =
		(const struct section[]){
			{"Signals",
             "SIGTERM or SIGINT ends aresd within two seconds; its games go back to the farm. A "
             "second one kills the workers and ends it at once.\n\n"
             "SIGHUP makes it read the file of --config again."},
			{"Environment", OPTIONS_DATABASE_ENVIRONMENT
             " " OPTIONS_LOG_ENVIRONMENT
             " OMP_NUM_THREADS is the number of threads where --threads gives none."},
			{"See also", "aresctl(1)"},
			{0},
		},
};

/* The settings file, where the command line names one. */
static bool complete(char error[OPTIONS_ERROR_SIZE])
{
	return file == NULL || read_settings(error);
}

int main(int argc, char **argv)
{
	word_count = argc;
	words = argv;
	return service_main(&(struct service){.program = &aresd,
	                                      .component = "supervisor",
	                                      .logged = &logged,
	                                      .set_normal = set_normal,
	                                      .complete = complete},
	                    argc, argv);
}
