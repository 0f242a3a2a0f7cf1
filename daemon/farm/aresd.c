/* aresd: the farm's daemon: reads its options and hands over to the supervisor. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/options.h"
#include "supervisor.h"

static const char usage[] =
	"usage: aresd [OPTION...]\n\n"
	"Plays the games of all tournaments in the database until it is told to stop (SIGTERM or "
    "^C).\n\n"
	"  -d, --dbname CONNINFO  the database; else what PGHOST and the like say; else the private "
    "cluster\n"
	"      --workers N        processes that play (default: the cores)\n"
	"      --threads N        threads in each, for the seats of a phase and their islands (default "
    "OMP_NUM_THREADS, or "
	"1)\n"
	"      --batch N          phases in one transaction (default 128)\n"
	"      --lease S          seconds without a sign of life after which a worker's games go to "
    "others (default 12)\n"
	"      --log FORMAT       text, or json: an object a line (default ARESFARM_LOG, or text)\n"
	"      --decision S       seconds one decision may take (default 3600; 0: any time)\n"
	"      --memory MB        memory a worker may have for its own (default 0: any)\n"
	"                         A game that three times in one phase kills its worker or goes beyond "
    "these is put "
	"aside.\n"
	"      --until-done       end when no game is left to play or waiting for somebody outside\n"
	"      --config FILE      lines \"workers = 4\" and the like, of the options with a number; "
    "read again at SIGHUP.\n"
	"                         What stands on the command line counts more.\n"
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

static bool refuse(const char *where, const char *what)
{
	fprintf(stderr, "aresd: %s: %s\n", where, what);
	return false;
}

static bool take_number(const struct number_option *option, const char *text, const char *where,
                        struct supervisor_config *config)
{
	int64_t number;
	if (!options_number(text, option->least, option->most, &number)) {
		char what[100];
		snprintf(what, sizeof what, "a whole number from %lld to %lld belongs there",
		         (long long)option->least, (long long)option->most);
		return refuse(where, what);
	}
	*(int *)((char *)config + option->offset) = (int)number;
	return true;
}

/* A line of a settings file: "workers = 4", or nothing but a comment. */
static bool take_line(char *line, const char *where, struct supervisor_config *config)
{
	char name[32], value[32], rest[2];
	line[strcspn(line, "#\n")] = '\0';
	if (line[strspn(line, " \t\r")] == '\0')
		return true;
	if (sscanf(line, " %31[a-z] = %31s %1s", name, value, rest) != 2)
		return refuse(where, "\"name = number\" belongs there");
	for (size_t i = 0; i < NUMBERS; i++)
		if (strcmp(numbers[i].name, name) == 0)
			return take_number(&numbers[i], value, where, config);
	return refuse(where, "no setting of that name; aresd --help lists them");
}

static bool read_file(const char *path, struct supervisor_config *config)
{
	char line[256], where[300];
	FILE *file = fopen(path, "re");
	bool good = file != NULL || refuse(path, strerror(errno));
	for (int n = 1; good && fgets(line, sizeof line, file) != NULL; n++) {
		snprintf(where, sizeof where, "%.200s:%d", path, n);
		good = take_line(line, where, config);
	}
	if (file != NULL)
		fclose(file);
	return good;
}

static bool take_log(const char *format)
{
	if (log_format(format))
		return true;
	fprintf(stderr, "aresd: log format %s: text or json belongs there\n", format);
	return false;
}

/* False when all is said and done, with the exit status. */
static bool read_options(int argc, char **argv, struct supervisor_config *config,
                         const char **conninfo, const char **file, int *status)
{
	struct option options[NUMBERS + 6] = {
		{"dbname", required_argument, NULL, 'd'}, {"until-done", no_argument, NULL, 'u'},
		{"help", no_argument, NULL, 'h'},         {"log", required_argument, NULL, 'l'},
		{"config", required_argument, NULL, 'c'},
	};
	for (int i = 0; i < NUMBERS; i++)
		options[i + 5] = (struct option){numbers[i].name, required_argument, NULL, 256 + i};
	*status = EXIT_BAD;
	opterr = 0;
	optind = 0; /* these words may be read again */
	for (int option; (option = getopt_long(argc, argv, "d:h", options, NULL)) != -1;) {
		if (option == 'd') {
			*conninfo = optarg;
		} else if (option == 'c') {
			*file = optarg;
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
			fprintf(stderr, "aresd: no option %.*s, or nothing after it; aresd --help lists them\n",
			        options_plain(argv[optind - 1]), argv[optind - 1]);
			return false;
		} else {
			char where[200];
			snprintf(where, sizeof where, "--%s %s", numbers[option - 256].name, optarg);
			if (!take_number(&numbers[option - 256], optarg, where, config))
				return false;
		}
	}
	if (optind < argc)
		fprintf(stderr,
		        "aresd: %.*s: no word without an option belongs there; aresd --help lists them\n",
		        options_plain(argv[optind]), argv[optind]);
	return optind == argc;
}

/* What OMP_NUM_THREADS says, where it is such a number; else 1. */
static int default_threads(void)
{
	const char *text = getenv("OMP_NUM_THREADS");
	int64_t threads;
	return text != NULL && options_number(text, 1, THREADS_MOST, &threads) ? (int)threads : 1;
}

/* OpenMP reads its settings before main. Threads that wait are to sleep: where the cores are
 * shared, those that spin keep the ones they wait for from running. */
static void wait_passively(char **argv)
{
	if (setenv("OMP_WAIT_POLICY", "passive", 0) == 0)
		execv("/proc/self/exe", argv);
}

static void log_notice(const char *sqlstate, const char *message)
{
	log_event(&(struct log_about){.level = LOG_WARNING, .sqlstate = sqlstate},
	          "the server says: %s", message);
}

/* What aresd was called with, for when it reads its settings again. */
static int word_count;
static char **words;

/* Settings as they are normally, then as the file has them, then as the command line has. */
static bool read_settings(struct supervisor_config *config, const char **conninfo, int *status)
{
	const char *file = NULL;
	config->worker.threads = default_threads();
	config->worker.batch = 128;
	config->worker.memory = 0;
	config->workers = options_cores(STMT_WORKERS_MAX);
	config->lease_seconds = 12;
	config->decision_seconds = 3600;
	const struct supervisor_config normal = *config;
	if (!read_options(word_count, words, config, conninfo, &file, status))
		return false;
	if (file == NULL)
		return true;
	*config = normal;
	return read_file(file, config) &&
	       read_options(word_count, words, config, conninfo, &file, status);
}

static bool reload(struct supervisor_config *config)
{
	const char *conninfo = NULL;
	int status;
	return read_settings(config, &conninfo, &status);
}

int main(int argc, char **argv)
{
	struct supervisor_config config = {.reload = reload};
	const char *conninfo = NULL, *log = getenv("ARESFARM_LOG");
	int status = EXIT_BAD;
	word_count = argc;
	words = argv;
	if (log != NULL && log[0] != '\0' && !take_log(log))
		return status;
	if (!read_settings(&config, &conninfo, &status))
		return status;
	if (config.worker.threads > 1 && getenv("OMP_WAIT_POLICY") == NULL)
		wait_passively(argv);
	signal(SIGPIPE, SIG_IGN); /* whoever read the log may leave */
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = NULL;
	db_notices(log_notice);
	if (target_find(conninfo, &config.worker.target, error))
		db = target_connect(&config.worker.target, "aresd", error);
	if (db == NULL) {
		log_event(&(struct log_about){.level = LOG_ERROR}, "%s", error);
		return EXIT_BAD;
	}
	return supervisor_run(&config, db) ? 0 : EXIT_BAD;
}
