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
#include "farm/worker/signals.h"
#include "db/statements/blockers.h"
#include "supervisor.h"

enum { THREADS_MOST = 64 };

static const struct command aresd;

/* The command line. It overrides the settings file, at every reading. */
static int word_count;
static char **words;

/* The settings as they are read: defaults, then the file's, then the command line's. */
static struct supervisor_config asked;
static const char *conninfo, *file;
static struct options_log logged;

/* The command line overrides the file. */
static const char *take_bot(const char *text)
{
	static char must[BOT_ERROR_SIZE];
	return command_take(&asked.worker.bots, text, must) ? NULL : must;
}

/* Numeric options and bots are also allowed in the settings file. */
static const struct parameter options[] = {
	OPTIONS_DBNAME(conninfo),
	OPTION_NUMBER("workers", "N", &asked.workers, 1, STMT_WORKERS_MAX, "processes that play",
                  .otherwise = "the cores"),
	OPTION_NUMBER("threads", "N", &asked.worker.threads, 1, THREADS_MOST,
                  "threads in each worker, for the seats of a phase and their islands",
                  .otherwise = "OMP_NUM_THREADS, or 1"),
	OPTION_NUMBER("batch", "N", &asked.worker.batch, 1, BATCH_MOST, "phases in one transaction",
                  .normal = "128"),
	OPTION_NUMBER("lease", "S", &asked.lease_seconds, 2, 86400,
                  "seconds without a heartbeat after which a worker loses its games",
                  .normal = "12"),
	OPTIONS_LOG(logged),
	OPTION_NUMBER("decision", "S", &asked.decision_seconds, 0, 1000000,
                  "seconds that one decision can take; 0: any time", .normal = "3600"),
	OPTION_NUMBER("memory", "MB", &asked.worker.memory, 0, 1 << 24,
                  "memory that a worker can have for itself; 0: any amount", .normal = "0"),
	OPTION_NUMBER("knowledge", "MB", &asked.worker.knowledge, 0, 1 << 20,
                  "memory of a worker for what players share; 0: they share nothing",
                  .normal = "64"),
	{.name = "bot",
     .value = "NAME=COMMAND",
     .about = "the program that plays the seats bot:NAME; can be given several times; in the file: "
              "bot.NAME = COMMAND",
     .several = take_bot},
	OPTION_NUMBER("bot-time", "S", &asked.worker.bots.limits.seconds, 1, 86400,
                  "seconds that a bot has for a decision", .normal = "10"),
	OPTION_NUMBER("bot-start", "S", &asked.worker.bots.limits.start, 1, 86400,
                  "seconds that a bot has from its start until it says hello", .normal = "30"),
	OPTION_NUMBER("bot-memory", "MB", &asked.worker.bots.limits.memory, 0, 1 << 24,
                  "memory of each process of a bot; 0: any amount", .normal = "2048"),
	OPTION_NUMBER("bot-processes", "N", &asked.worker.bots.limits.processes, 0, 1 << 20,
                  "processes and threads that the user of aresd can have while a bot starts "
                  "another; 0: any number",
                  .normal = "1024"),
	OPTION_NUMBER("bot-copies", "N", &asked.worker.bots.limits.copies, 1, BOT_COPIES_MOST,
                  "processes of each bot in each worker, where questions wait for it",
                  .normal = "1"),
	OPTION_NUMBER("bot-games", "N", &asked.worker.games, 1, WORKER_GAMES_MOST,
                  "games with bots that a worker plays at once", .normal = "64"),
	OPTION_FLAG("until-done", &asked.until_done,
                "end when no game is pending, claimed or waiting for a role; people are not waited "
                "for, nor bots that no aresd has"),
	OPTION_TEXT("config", "FILE", &file,
                "settings: lines such as \"workers = 4\", of the options with a number and of "
                "bots; the command line overrides it",
                .files = "*"),
	{0},
};

/* OMP_NUM_THREADS, if that is a number in range; else 1. */
static int default_threads(void)
{
	const char *text = getenv("OMP_NUM_THREADS");
	int64_t threads;
	return text != NULL && options_number(text, 1, THREADS_MOST, &threads) ? (int)threads : 1;
}

/* Makes threads sleep while they wait. On shared cores, spinning threads would displace the threads
 * that they wait for. OpenMP reads its settings before main, so aresd executes itself again. */
static void wait_passively(char **argv)
{
	if (setenv("OMP_WAIT_POLICY", "passive", 0) == 0)
		execv("/proc/self/exe", argv);
}

/* The defaults of the settings. */
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

/* Reads the settings, including the file, whose name is known. */
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

static int run(void)
{
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = NULL;

	signals_block();
	if (asked.worker.threads > 1 && getenv("OMP_WAIT_POLICY") == NULL)
		wait_passively(words);
	prctl(PR_SET_DUMPABLE, 0); /* a bot of the same user must not read a password here */
	signal(SIGPIPE, SIG_IGN);  /* the reader of the log may exit */
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
		"A game is quarantined when it has killed its worker, or has gone beyond --decision or "
		"--memory, three times in one phase.\n\n"
		"At SIGHUP, aresd reads the file of --config again. Workers start and end as it says.",
	.page = "8",
	.options = options,
	.run = run,
	.status = "0 stopped on request, or --until-done and nothing is left; 2 could not begin, or "
			  "--until-done and games were quarantined or a bot never started.",
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

/* Reads the settings file, if the command line names one. */
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
