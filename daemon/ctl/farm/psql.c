/* psql: aresctl psql: PostgreSQL's own client, on the farm's database. */
#include "ctl/parts/ctl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROGRAM_SIZE = PATH_MAX + 8 };

static struct words words;

/* The server's own psql. In Debian's path, psql is a script that looks for clusters of Debian's. */
static bool find_own(char program[PROGRAM_SIZE])
{
	char error[CLUSTER_ERROR_SIZE], bindir[PATH_MAX];
	if (!cluster_bindir(bindir, error))
		return false;
	snprintf(program, PROGRAM_SIZE, "%s/psql", bindir);
	return true;
}

static int run_psql(void)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE], program[PROGRAM_SIZE];
	char *arguments[words.count + 4]; /* as many as exec has given to us */
	int count = 0;

	if (!target_find(ctl_conninfo, &target, error))
		return ctl_fail("%s", error);
	arguments[count++] = "psql";
	if (target.conninfo[0] != '\0') {
		arguments[count++] = "-d";
		arguments[count++] = target.conninfo;
	}

	for (int i = 0; i < words.count; i++)
		arguments[count++] = words.at[i];
	arguments[count] = NULL;
	if (find_own(program))
		execv(program, arguments);
	execvp("psql", arguments);

	return ctl_fail("psql: %s: install postgresql-client", strerror(errno));
}

const struct command ctl_psql = {
	.name = "psql",
	.about = "run psql on the farm's database",
	.text = "Runs PostgreSQL's client psql on the farm's database. All arguments go to psql.",
	.raw = true,
	.arguments = PARAMETERS(ARGUMENTS("ARGUMENT", &words, "an option or argument of psql")),
	.run = run_psql,
};
