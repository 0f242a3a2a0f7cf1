/* up: aresctl up and aresctl down: the private cluster. */
#include "ctl/parts/ctl.h"

/* The private cluster, for commands that work on no other server. False, with the exit status. */
static bool find_private(const char *command, struct cluster *cluster, int *status)
{
	char error[CLUSTER_ERROR_SIZE];
	if (target_is_named(ctl_conninfo))
		*status = ctl_fail("%s is for the private cluster, but -d or PGHOST or the like names a "
		                   "server of your own",
		                   command);
	else if (!cluster_find(cluster, error))
		*status = ctl_fail("%s", error);
	else
		return true;
	return false;
}

static int change(const char *command, bool (*to)(struct cluster *cluster, char error[]),
                  const char *now)
{
	struct cluster cluster;
	char error[CLUSTER_ERROR_SIZE];
	int status;

	if (!find_private(command, &cluster, &status))
		return status;
	if (!to(&cluster, error))
		return ctl_fail("%s", error);
	ctl_say("the private PostgreSQL cluster in %s %s\n", cluster.home, now);

	return CTL_DONE;
}

static int up(void)
{
	return change("up", cluster_up, "runs");
}

static int down(void)
{
	return change("down", cluster_down, "is stopped");
}

const struct command ctl_up = {
	.name = "up",
	.about = "start the private PostgreSQL cluster",
	.text = "Starts the private PostgreSQL cluster in .farm, and makes the cluster the first time. "
			"Does nothing when the cluster runs. ARESFARM_HOME names another folder than .farm.",
	.run = up,
};

const struct command ctl_down = {
	.name = "down",
	.about = "stop the private PostgreSQL cluster",
	.text = "Stops the private PostgreSQL cluster. Its data stay in .farm.",
	.run = down,
};
