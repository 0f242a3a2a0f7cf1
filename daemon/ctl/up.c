/* ctl_cluster: aresctl up, down, init and psql: the database itself. */
#include "ctl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/migrate.h"

/* The private cluster, for commands that have a meaning for no other. */
static bool find_private(const char *command, struct cluster *cluster, int *status)
{
	char error[CLUSTER_ERROR_SIZE];
	if (!target_is_private(ctl_conninfo))
		*status = ctl_fail("%s is for the private cluster, but -d or PGHOST or the like names a "
		                   "server of your own",
		                   command);
	else if (!cluster_find(cluster, error))
		*status = ctl_fail("%s", error);
	else
		return true;
	return false;
}

/* Whether the command was given no words; where it was, or was asked for help, false. */
static bool alone(int argc, char **argv, const char *usage, int *status)
{
	int first;
	if (!ctl_options(argc, argv, usage, NULL, &first, status))
		return false;
	if (first == argc)
		return true;
	*status = ctl_fail("%s takes no arguments, but was given %s", argv[0], argv[first]);
	return false;
}

int ctl_up(int argc, char **argv)
{
	static const char usage[] = "usage: aresctl up\n\n"
								"Starts the private PostgreSQL cluster in .farm, and makes it the "
	                            "first time. Does no harm\n"
								"when it runs. ARESFARM_HOME names another folder than .farm.\n";
	struct cluster cluster;
	char error[CLUSTER_ERROR_SIZE];
	int status;
	if (!alone(argc, argv, usage, &status) || !find_private(argv[0], &cluster, &status))
		return status;
	return cluster_up(&cluster, error) ? CTL_DONE : ctl_fail("%s", error);
}

int ctl_down(int argc, char **argv)
{
	static const char usage[] = "usage: aresctl down\n\nStops the private PostgreSQL cluster. What "
	                            "it holds stays in .farm.\n";
	struct cluster cluster;
	char error[CLUSTER_ERROR_SIZE];
	int status;
	if (!alone(argc, argv, usage, &status) || !find_private(argv[0], &cluster, &status))
		return status;
	return cluster_down(&cluster, error) ? CTL_DONE : ctl_fail("%s", error);
}

int ctl_init(int argc, char **argv)
{
	static const char usage[] =
		"usage: aresctl init\n\n"
		"Makes the schema farm in the database: tables, views, maps. Applies what is missing and\n"
		"nothing twice; makes the views anew.\n";
	struct target target;
	char error[CLUSTER_ERROR_SIZE];
	int status, applied;
	if (!alone(argc, argv, usage, &status))
		return status;
	if (!target_find(ctl_conninfo, &target, error))
		return ctl_fail("%s", error);
	struct db *db = db_open(target.conninfo, "aresctl");
	if (!db_ready(db) || !migrate_apply(db, &applied))
		return ctl_fail_db(db);
	db_close(db);
	if (applied > 0)
		printf("%d migration%s applied\n", applied, applied == 1 ? "" : "s");
	return CTL_DONE;
}

int ctl_psql(int argc, char **argv)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE], bindir[PATH_MAX];
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		puts("usage: aresctl psql [ARGUMENT...]\n\nRuns psql with these arguments on the farm's "
		     "database.");
		return CTL_DONE;
	}
	if (!target_find(ctl_conninfo, &target, error))
		return ctl_fail("%s", error);
	char **words = calloc((size_t)argc + 4, sizeof *words);
	if (words == NULL)
		return ctl_fail("out of memory");
	int count = 0;
	words[count++] = "psql";
	if (target.conninfo[0] != '\0') {
		words[count++] = "-d";
		words[count++] = target.conninfo;
	}
	memcpy(words + count, argv + 1, (size_t)(argc - 1) * sizeof *words);
	/* The server's own psql, where there is one: the psql of Debian's path is a script that looks
	 * for clusters of Debian's. */
	if (cluster_bindir(bindir, error)) {
		char program[PATH_MAX + 8];
		snprintf(program, sizeof program, "%s/psql", bindir);
		execv(program, words);
	}
	execvp("psql", words);
	free(words);
	return ctl_fail("psql: %s: run deploy/setup.sh, or apt-get install postgresql-client",
	                strerror(errno));
}
