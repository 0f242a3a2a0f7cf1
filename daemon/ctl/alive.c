/* ctl_alive: aresctl alive: a health check by what the database knows, since that is what others go
 * by. */
#include "ctl.h"

#include <stdio.h>
#include <unistd.h>

#include "store/statements.h"

enum { SECONDS = 15, SECONDS_MOST = 86400 };

static const char usage[] = "usage: aresctl alive [SECONDS]\n\n"
							"Whether aresd on this host plays: how many of its workers had a "
                            "heartbeat within so many seconds (15).\n"
							"Exit status: 0 some, 1 none, 2 the database does not answer.\n";

int ctl_alive(int argc, char **argv)
{
	int64_t seconds = SECONDS, workers;
	int first, status;
	char host[256] = "";
	if (!ctl_options(argc, argv, usage, NULL, &first, &status))
		return status;
	if (argc - first > 1)
		return ctl_fail("alive: SECONDS alone belong there; --help says more");
	if (first < argc && !options_number(argv[first], 1, SECONDS_MOST, &seconds))
		return ctl_fail("alive %s: a whole number from 1 to %d belongs there", argv[first],
		                SECONDS_MOST);
	gethostname(host, sizeof host - 1);
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_count_alive(db, host, (int)seconds, &workers))
		return ctl_fail_db(db);
	db_close(db);
	printf("%lld workers of %s\n", (long long)workers, host);
	return workers > 0 ? CTL_DONE : CTL_WANTING;
}
