/* conninfo: aresctl conninfo: how other programs connect to the farm's database. */
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

#include "ctl/parts/ctl.h"
#include "db/pg/conninfo.h"

static bool url;

/* Other programs have no descriptor of the private cluster's folder: they need its path. */
static void name_folder(const struct cluster *cluster, char folder[PATH_MAX])
{
	static const char file[] = "/.s.PGSQL.5432";
	const size_t most = sizeof(struct sockaddr_un){0}.sun_path - sizeof file;
	snprintf(folder, PATH_MAX, "%s/pg", cluster->home);
	if (strlen(folder) > most)
		ctl_stop(
			"other programs cannot connect: the path of a socket's folder has at most %zu bytes, "
			"and %s has more; name a shorter one by ARESFARM_HOME",
			most, folder);
}

static int print_conninfo(void)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE], folder[PATH_MAX], text[CONNINFO_TEXT_SIZE];
	if (!target_find(ctl_conninfo, &target, error))
		return ctl_fail("%s", error);
	if (target.private)
		name_folder(&target.cluster, folder);
	if (!conninfo_print(target.conninfo, target.private ? folder : NULL, url, text))
		return ctl_fail("the connection string cannot be read, or is too long");
	puts(text);
	return CTL_DONE;
}

const struct command ctl_connection = {
	.name = "conninfo",
	.about = "print how other programs connect to the database",
	.text = "Prints the connection string of the farm's database, for all programs that use "
			"libpq, such as psql, Python's psycopg and R's RPostgres. It never contains a "
			"password. The private cluster is reached only on this machine, by a socket in its "
			"folder.",
	.options = PARAMETERS(OPTION_FLAG("url", &url, "as a URL: postgresql://...")),
	.run = print_conninfo,
};
