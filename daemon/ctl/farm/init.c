/* init: aresctl init: creates or upgrades the schema. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <unistd.h>

#include "db/schema/migrate.h"
#include "db/schema/summaries.h"

static int wait_seconds;

/* Continues in one line on a terminal. */
static void tell_filled(int64_t done, int64_t all)
{
	const bool terminal = isatty(STDOUT_FILENO);
	if (done == 0)
		printf(
			"summing up %lld finished games; this can be stopped, and continues at the next init%s",
			(long long)all, terminal ? "" : "\n");
	else if (terminal)
		printf("\r\033[K%lld of %lld games summed up%s", (long long)done, (long long)all,
		       done < all ? "" : "\n");
	fflush(stdout);
}

static int init(void)
{
	int applied;
	struct db *db = ctl_open();

	if (!migrate_apply(db, wait_seconds, &applied))
		return ctl_fail_db(db);
	if (applied > 0)
		printf("%d migration%s applied\n", applied, PLURAL(applied));
	else
		ctl_say("the schema is up to date; functions, views and rights were made anew\n");
	return ctl_end(db, summaries_fill(db, tell_filled));
}

const struct command ctl_init = {
	.name = "init",
	.about = "make the farm's tables, or bring them up to date",
	.text = "Makes the schemas farm, api and web in the database: tables, functions, views, maps "
			"and rights. If they exist, it applies only the missing migrations and replaces "
			"functions, views and rights. It can be run again at any time, also while aresd "
			"plays.\n\n"
			"At the end it computes the summaries of games that an older version finished, about "
			"1,000 a second. Until then, questions about whole tournaments are slow.\n\n"
			"These schemas belong to this command. It drops all other functions and views in them, "
			"and views of other schemas that use a view of farm. Put your own into another "
			"schema.\n\n"
			"It needs locks on views for a moment. While another session that has read a view "
			"keeps its transaction open, it tries again, and never makes others wait for longer "
			"than a tenth of a second. After --wait it reports who holds the locks.",
	.options = PARAMETERS(OPTION_NUMBER("wait", "S", &wait_seconds, 0, 86400,
                                        "seconds in which it tries to get locks that others hold",
                                        .normal = "30")),
	.run = init,
};
