/* psql: aresctl psql: PostgreSQL's own client, on the farm's database. */
#include "ctl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct words words;

static int run_psql(const struct command *command)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE], bindir[PATH_MAX];
	(void)command;
	if (!target_find(ctl_conninfo, &target, error))
		return ctl_fail("%s", error);
	char **arguments = calloc((size_t)words.count + 4, sizeof *arguments);
	if (arguments == NULL)
		return ctl_fail("out of memory");
	int count = 0;
	arguments[count++] = "psql";
	if (target.conninfo[0] != '\0') {
		arguments[count++] = "-d";
		arguments[count++] = target.conninfo;
	}
	memcpy(arguments + count, words.at, (size_t)words.count * sizeof *arguments);
	/* The server's own psql comes first. In Debian's path, psql is a script that looks for clusters
	 * of Debian's. */
	if (cluster_bindir(bindir, error)) {
		char program[PATH_MAX + 8];
		snprintf(program, sizeof program, "%s/psql", bindir);
		execv(program, arguments);
	}
	execvp("psql", arguments);
	free(arguments);
	return ctl_fail("psql: %s: run deploy/setup.sh, or apt-get install postgresql-client",
	                strerror(errno));
}

const struct command ctl_psql = {
	.name = "psql",
	.about = "run psql on the farm's database",
	.text = "Runs PostgreSQL's client psql on the farm's database. All arguments go to psql.",
	.raw = true,
	.arguments =
		(const struct parameter[]){
			{.name = "ARGUMENT", .about = "an option or argument of psql", .rest = &words},
			{0},
		},
	.run = run_psql,
};
