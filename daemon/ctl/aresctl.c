/* aresctl: the farm's hand tool: the table of its subcommands, and what they share (ctl.h). */
#include "ctl.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
	const char *name, *words, *about;
	int (*run)(int argc, char **argv);
} commands[] = {
	{"up", "", "start the private PostgreSQL cluster in .farm, making it the first time", ctl_up},
	{"down", "", "stop it", ctl_down},
	{"init", "", "make the farm's tables in the database, or bring them up to date", ctl_init},
	{"tournament", "create|list|status|digest ...",
     "make tournaments, control them, see how they stand", ctl_tournament},
	{"game", "retry|quarantine|cancel GAME", "control one game", ctl_game},
	{"experiment", "openings|tournament|cases ...", "one of the thesis's simulations",
     ctl_experiment},
	{"watch", "NAME", "follow a tournament until it is played", ctl_watch},
	{"show", "GAME [PHASE]", "a board and its orders as text", ctl_show},
	{"verify", "[TOURNAMENT|GAME]", "replay what is stored and compare", ctl_verify},
	{"judge", "FILE.cases...|-", "resolve case files; needs no database", ctl_judge},
	{"alive", "[SECONDS]", "whether workers of this host show signs of life", ctl_alive},
	{"metrics", "", "the farm in figures, as Prometheus reads them", ctl_metrics},
	{"psql", "[ARGUMENT...]", "psql on the farm's database", ctl_psql},
};

const char *ctl_conninfo;

int ctl_fail(const char *format, ...)
{
	va_list args;
	fputs("aresctl: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return CTL_FAILED;
}

struct db *ctl_connect(void)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE];
	struct db *db = target_find(ctl_conninfo, &target, error)
	                    ? target_connect(&target, "aresctl", error)
	                    : NULL;
	if (db == NULL)
		ctl_fail("%s", error);
	return db;
}

int ctl_fail_db(struct db *db)
{
	ctl_fail("%s", db_fault(db)->message);
	db_close(db);
	return CTL_FAILED;
}

bool ctl_options(int argc, char **argv, const char *usage, bool *json, int *first, int *status)
{
	static const struct option options[] = {
		{"json", no_argument, NULL, 'j'}, {"help", no_argument, NULL, 'h'}, {0}};
	opterr = 0;
	optind = 0; /* getopt starts anew, on these words */
	for (int option; (option = getopt_long(argc, argv, "+h", options, NULL)) != -1;) {
		if (option == 'j' && json != NULL) {
			*json = true;
		} else if (option == 'h') {
			fputs(usage, stdout);
			*status = CTL_DONE;
			return false;
		} else {
			*status = ctl_fail("%s: no option %s; aresctl %s --help lists them", argv[0],
			                   argv[optind - 1], argv[0]);
			return false;
		}
	}
	*first = optind;
	return true;
}

static void print_help(void)
{
	puts("usage: aresctl [-d CONNINFO] COMMAND ...\n");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		printf("  %-10s %-30s %s\n", commands[i].name, commands[i].words, commands[i].about);
	puts("\nThe database is the one -d names; else what PGHOST and the like say; else the private "
	     "cluster.\n"
	     "aresctl COMMAND --help says more. Exit status: 0 done, 1 done and found wanting, 2 not "
	     "done.");
}

static int run_command(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, argv[0]) == 0)
			return commands[i].run(argc, argv);
	return ctl_fail("no command %.*s; aresctl --help lists them", options_plain(argv[0]), argv[0]);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"dbname", required_argument, NULL, 'd'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "+d:h", options, NULL)) != -1;) {
		if (option == 'd') {
			ctl_conninfo = optarg;
		} else if (option == 'h') {
			print_help();
			return CTL_DONE;
		} else {
			return ctl_fail("no option %.*s, or nothing after it; aresctl --help lists them",
			                options_plain(argv[optind - 1]), argv[optind - 1]);
		}
	}
	if (optind == argc)
		return ctl_fail("which command? aresctl --help lists them");
	int status = run_command(argc - optind, argv + optind);
	if (fflush(stdout) != 0 || ferror(stdout))
		return ctl_fail("standard output could not be written");
	return status;
}
