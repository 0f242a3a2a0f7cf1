/* alive: aresctl alive: a health check. It asks the database, because other hosts do so too. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <unistd.h>

#include "db/statements/statements.h"

static int seconds;

static int alive(void)
{
	int64_t workers;
	char host[256] = "";
	gethostname(host, sizeof host - 1);
	struct db *db = ctl_connect();
	if (!stmt_count_alive(db, host, seconds, &workers))
		return ctl_fail_db(db);
	printf("%lld worker%s of %s\n", (long long)workers, PLURAL(workers), host);
	return workers > 0 ? CTL_DONE : CTL_WANTING;
}

const struct command ctl_alive = {
	.name = "alive",
	.about = "say whether aresd on this host plays",
	.text = "Prints how many workers of this host had a heartbeat within the last seconds.",
	.arguments = PARAMETERS(OPTION_NUMBER("SECONDS", NULL, &seconds, 1, 86400,
                                          "how old a heartbeat can be", .normal = "15")),
	.status = "0 some worker is alive, 1 none is, 2 the database does not answer.",
	.run = alive,
};
