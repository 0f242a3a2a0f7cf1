/* init: aresctl init: the schema, made or brought up to date. */
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

static int init(const struct command *command)
{
	struct target target;
	char error[CLUSTER_ERROR_SIZE];
	int applied;
	(void)command;

	if (!target_find(ctl_conninfo, &target, error))
		return ctl_fail("%s", error);
	struct db *db = db_open(target.conninfo, "aresctl");
	if (!db_ready(db) || !migrate_apply(db, wait_seconds, &applied))
		return ctl_fail_db(db);
	if (applied > 0)
		printf("%d migration%s applied\n", applied, applied == 1 ? "" : "s");
	else
		ctl_say("the schema is up to date; functions, views and rights were made anew\n");
	return ctl_end(db, summaries_fill(db, tell_filled));
}

const struct command ctl_init = {
	.name = "init",
	.about = "make the farm's tables, or bring them up to date",
	.text =
		"Makes the schemas farm, api and web in the database: tables, functions, views, maps and "
		"rights. Where they exist, applies only the migrations that are missing, and makes "
		"functions, views and rights anew. Twice does no harm, and neither does it while aresd "
		"plays.\n\n"
		"Finished games of an older version are summed up at the end, about 1,000 a second: "
		"questions about whole tournaments are slow until then.\n\n"
		"These schemas belong to this command: it drops other functions and views there, and "
		"views elsewhere that stand on a view of farm. Put your own in another schema.\n\n"
		"It needs locks on views for a moment. Where another session has read one and leaves its "
		"transaction open, it tries again and again, and keeps nobody waiting for longer than a "
		"tenth of a second. Once --wait is over, it says who holds the locks.",
	.options = PARAMETERS(OPTION_NUMBER("wait", "S", &wait_seconds, 0, 86400,
                                        "seconds in which it tries to get locks that others hold",
                                        .normal = "30")),
	.run = init,
};
