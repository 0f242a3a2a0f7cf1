/* rate: aresctl rate: how strong the players of some tournaments are, on one scale, what they
 * gained by each score, and what they gained from one another. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal.h"
#include "ctl/parts/names.h"
#include "db/statements/report/stmt_reports.h"

enum { NAMES_SIZE = 65536 };

static struct {
	struct words tournaments;
	const char *score, *anchor;
	bool json;
} asked;

/* The tournaments' names, with tabs between. */
static bool join_names(char names[NAMES_SIZE])
{
	size_t length = 0;
	for (int i = 0; i < asked.tournaments.count; i++) {
		const int added = snprintf(names + length, NAMES_SIZE - length, "%s%s", i > 0 ? "\t" : "",
		                           asked.tournaments.at[i]);
		if (added < 0 || (size_t)added >= NAMES_SIZE - length)
			return false;
		length += (size_t)added;
	}
	return true;
}

static bool print_rates(struct db *db, const char *names)
{
	struct db_rows rows;
	const char *kind, *line;
	if (!stmt_read_rates(db, names, asked.score, asked.anchor, &rows))
		return false;
	while (stmt_next_status(&rows, &kind, &line))
		printf("%s%s%s\n",
		       terminal_ink(strcmp(kind, "heading") == 0  ? INK_BOLD
		                    : strcmp(kind, "remark") == 0 ? INK_FAINT
		                                                  : INK_PLAIN),
		       line, terminal_ink(INK_PLAIN));
	return db_rows_close(&rows);
}

static int rate(const struct command *command)
{
	char names[NAMES_SIZE];
	(void)command;
	if (!join_names(names))
		return ctl_fail("the names of so many tournaments have no room");
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!(asked.json ? stmt_print_rates(db, names, asked.score, asked.anchor, stdout)
	                 : print_rates(db, names)))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}

const struct command ctl_rate = {
	.name = "rate",
	.about = "rate players, and set them head to head",
	.text =
		"Prints how strong the players of one or more tournaments are: a rating each, as Elo's, "
		"with its 95 % interval; their scores; and for each two of them who gained more from "
		"the games in which both played. Complete blocks of games count. A player is its label: "
		"the same label in two tournaments must be the same player.\n\n"
		"  aresctl rate first second --score squares --anchor random",
	.arguments =
		(const struct parameter[]){
			{.name = "TOURNAMENT",
             .about = "the tournaments' names",
             .rest = &asked.tournaments,
             .required = true},
			{0},
		},
	.options =
		(const struct parameter[]){
			{.name = "score",
             .value = "SCORE",
             .about = "rate by this score; places: by who came first, second and so on",
             .text = &asked.score,
             .choice = names_rated,
             .normal = "thesis"},
			{.name = "anchor",
             .value = "PLAYER",
             .about = "this player's rating is 0",
             .text = &asked.anchor,
             .otherwise = "the mean is 0"},
			{.name = "json", .about = "print JSON", .flag = &asked.json},
			{0},
		},
	.run = rate,
};
