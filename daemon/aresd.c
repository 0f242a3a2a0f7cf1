/* aresd: the farm's daemon: reads its options and hands over to the supervisor. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "supervisor.h"

static const char usage[] =
	"usage: aresd [OPTION...]\n\n"
	"Plays the games of all tournaments in the database until it is told to stop (SIGTERM or ^C).\n\n"
	"  -d, --dbname CONNINFO  the database; else what PGHOST and the like say; else the private cluster\n"
	"      --workers N        processes that play (default: the cores)\n"
	"      --threads N        threads in each, for the seats of a phase and their islands (default OMP_NUM_THREADS, or 1)\n"
	"      --batch N          phases in one transaction (default 32)\n"
	"      --lease S          seconds without a sign of life after which a worker's games go to others (default 12)\n"
	"      --log FORMAT       text, or json: an object a line (default ARESFARM_LOG, or text)\n"
	"      --decision S       seconds one decision may take (default 3600; 0: any time)\n"
	"      --memory MB        memory a worker may have for its own (default 0: any)\n"
	"                         A game that three times in one phase kills its worker or goes beyond these is put aside.\n"
	"      --until-done       end when no game is left to play or waiting for somebody outside\n"
	"  -h, --help             this\n\n"
	"Exit status: 0 ended as told, 2 could not begin.\n";

enum { EXIT_BAD = 2, THREADS_MOST = 64 };

/* Options with a number. */
static const struct number_option {
	const char *name;
	int64_t least, most;
	size_t offset;
} numbers[] = {
	{"workers", 1, STMT_WORKERS_MAX, offsetof(struct supervisor_config, workers)},
	{"threads", 1, THREADS_MOST, offsetof(struct supervisor_config, worker.threads)},
	{"batch", 1, BATCH_MOST, offsetof(struct supervisor_config, worker.batch)},
	{"lease", 2, 86400, offsetof(struct supervisor_config, lease_seconds)},
	{"decision", 0, 1000000, offsetof(struct supervisor_config, decision_seconds)},
	{"memory", 0, 1 << 24, offsetof(struct supervisor_config, worker.memory)},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static bool take_number(const struct number_option *option, const char *text, struct supervisor_config *config)
{
	int64_t number;
	if (!config_number(text, option->least, option->most, &number)) {
		fprintf(stderr, "aresd: --%s %s: a whole number from %lld to %lld belongs there\n", option->name, text,
		        (long long)option->least, (long long)option->most);
		return false;
	}
	*(int *)((char *)config + option->offset) = (int)number;
	return true;
}

static bool take_log(const char *format)
{
	if (log_format(format))
		return true;
	fprintf(stderr, "aresd: log format %s: text or json belongs there\n", format);
	return false;
}

/* False when all is said and done, with the exit status. */
static bool read_options(int argc, char **argv, struct supervisor_config *config, const char **conninfo, int *status)
{
	struct option options[NUMBERS + 5] = {
		{"dbname", required_argument, NULL, 'd'},
		{"until-done", no_argument, NULL, 'u'},
		{"help", no_argument, NULL, 'h'},
		{"log", required_argument, NULL, 'l'},
	};
	for (int i = 0; i < NUMBERS; i++)
		options[i + 4] = (struct option){numbers[i].name, required_argument, NULL, 256 + i};
	*status = EXIT_BAD;
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "d:h", options, NULL)) != -1;) {
		if (option == 'd') {
			*conninfo = optarg;
		} else if (option == 'u') {
			config->until_done = true;
		} else if (option == 'h') {
			fputs(usage, stdout);
			*status = 0;
			return false;
		} else if (option == 'l') {
			if (!take_log(optarg))
				return false;
		} else if (option < 256) {
			fprintf(stderr, "aresd: no option %s, or nothing after it; aresd --help lists them\n", argv[optind - 1]);
			return false;
		} else if (!take_number(&numbers[option - 256], optarg, config)) {
			return false;
		}
	}
	if (optind < argc)
		fprintf(stderr, "aresd: %s: no word without an option belongs there; aresd --help lists them\n", argv[optind]);
	return optind == argc;
}

/* What OMP_NUM_THREADS says, where it is such a number; else 1. */
static int default_threads(void)
{
	const char *text = getenv("OMP_NUM_THREADS");
	int64_t threads;
	return text != NULL && config_number(text, 1, THREADS_MOST, &threads) ? (int)threads : 1;
}

/* OpenMP reads its settings before main. Threads that wait are to sleep: where the cores are shared, those that spin keep the ones
 * they wait for from running. */
static void wait_passively(char **argv)
{
	if (setenv("OMP_WAIT_POLICY", "passive", 0) == 0)
		execv("/proc/self/exe", argv);
}

static void log_notice(const char *sqlstate, const char *message)
{
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate}, "the server says: %s", message);
}

int main(int argc, char **argv)
{
	struct supervisor_config config = {
		.worker = {.threads = default_threads(), .batch = 32},
		.workers = config_cores(STMT_WORKERS_MAX),
		.lease_seconds = 12,
		.decision_seconds = 3600,
	};
	const char *conninfo = NULL, *log = getenv("ARESFARM_LOG");
	int status = EXIT_BAD;
	if (log != NULL && log[0] != '\0' && !take_log(log))
		return status;
	if (!read_options(argc, argv, &config, &conninfo, &status))
		return status;
	if (config.worker.threads > 1 && getenv("OMP_WAIT_POLICY") == NULL)
		wait_passively(argv);
	signal(SIGPIPE, SIG_IGN); /* whoever read the log may leave */
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = NULL;
	db_notices(log_notice);
	if (config_target(conninfo, &config.worker.target, error))
		db = config_connect(&config.worker.target, "aresd", error);
	if (db == NULL) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "%s", error);
		return EXIT_BAD;
	}
	return supervisor_run(&config, db) ? 0 : EXIT_BAD;
}
