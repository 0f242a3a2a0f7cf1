/* knowledge: aresctl knowledge: what players share. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "db/statements/play/stmt_knowledge.h"

static struct {
	const char *kind; /* NULL: all */
	bool json;
} asked;

/* ── list ── */

static bool print_list(struct db *db)
{
	struct db_rows rows;
	struct listed_knowledge listed;

	if (!stmt_list_knowledge(db, &rows))
		return false;
	if (rows.count > 0)
		printf("%s%-12s %-20s %8s %10s %10s %8s%s\n", terminal_ink(INK_BOLD), "MAP", "KIND",
		       "VALUES", "KIB", "USES", "UNUSED", terminal_ink(INK_PLAIN));
	else
		printf("players have shared nothing yet\n");
	while (stmt_next_knowledge(&rows, &listed))
		printf("%-12s %-20s %8lld %10lld %10lld %8lld\n", listed.map, listed.kind,
		       (long long)listed.values, (long long)listed.bytes / 1024, (long long)listed.uses,
		       (long long)listed.unused);

	return db_rows_close(&rows);
}

static int list(void)
{
	struct db *db = ctl_connect();
	return ctl_end(db, asked.json ? stmt_print_knowledge(db, stdout) : print_list(db));
}

/* ── drop ── */

static int drop(void)
{
	struct db *db = ctl_connect();
	int64_t values;
	if (!stmt_drop_knowledge(db, asked.kind, &values))
		return ctl_fail_db(db);
	ctl_say("%lld values are deleted; workers that play keep what they have in memory\n",
	        (long long)values);
	return CTL_DONE;
}

const struct command ctl_knowledge = {
	.name = "knowledge",
	.about = "look at what players share, or delete it",
	.text = "Some players compute values that they need again in other games. Workers share "
			"these values. They change how long a game takes, never its result.",
	.commands =
		(const struct command *const[]){
			&(const struct command){
				.name = "list",
				.about = "list how much there is of each kind, and how often it was used",
				.text =
					"Lists, for each map and kind, how many values there are, how large they are "
					"with their keys, how often workers used them (they tell of the 4th, 16th, "
					"64th use and so on), and of how many values no use was told.",
				.options =
					PARAMETERS(OPTION_FLAG("json", &asked.json, "print an array of JSON objects")),
				.run = list,
			},
			&(const struct command){
				.name = "drop",
				.about = "delete the values of a kind, or all",
				.text = "Deletes values from the database. Games stay the same. Workers find the "
						"values again, or still have them.",
				.arguments = PARAMETERS(ARGUMENT(
					"KIND", &asked.kind, "only this kind; aresctl knowledge list names them")),
				.run = drop,
			},
			NULL,
		},
};
