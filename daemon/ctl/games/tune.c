/* tune: aresctl tune: the list of its subcommands, and those that report, verify and end a tuning.
 * tune_create.c makes one. */
#include "db/statements/play/stmt_tuning.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "ctl/parts/tournament_request.h"
#include "db/statements/report/stmt_reports.h"

static struct {
	const char *name;
	bool json, yes;
	int games;
	int64_t seed;
} asked = {.seed = REQUEST_SEED_NONE};

/* Connects, and finds the tuning. */
static struct db *open_tuning(struct found_tuning *found)
{
	bool exists;
	struct db *db = ctl_connect();
	if (!stmt_find_tuning(db, asked.name, &exists, found))
		ctl_exit(ctl_fail_db(db));
	if (!exists)
		ctl_stop("no tuning %s; aresctl tune list lists them", asked.name);
	return db;
}

/* ── list, show ── */

static bool print_lines(struct db *db, bool (*read)(struct db *db, struct db_rows *lines))
{
	struct db_rows rows;
	const char *kind, *line;
	if (!read(db, &rows))
		return false;
	while (stmt_next_status(&rows, &kind, &line)) {
		const bool heading = strcmp(kind, "heading") == 0;
		printf("%s%s%s\n", heading ? terminal_ink(INK_BOLD) : "", line,
		       heading ? terminal_ink(INK_PLAIN) : "");
	}
	return db_rows_close(&rows);
}

static bool read_tuning(struct db *db, struct db_rows *lines)
{
	return stmt_read_tuning(db, asked.name, lines);
}

static int report(struct db *db, const char *name,
                  bool (*read)(struct db *db, struct db_rows *lines))
{
	return ctl_end(db, asked.json ? stmt_print_tunings(db, name, stdout) : print_lines(db, read));
}

static int list(void)
{
	return report(ctl_connect(), NULL, stmt_list_tunings);
}

static int show(void)
{
	struct found_tuning found;
	return report(open_tuning(&found), asked.name, read_tuning);
}

/* ── verify ── */

/* Makes the tournament against a rival. *made: how many there are. */
static bool make_rival(struct db *db, const char *rival, int *made)
{
	char labels[STMT_PLAYERS_SIZE];
	bool differ;
	if (!stmt_verify_tuning(db, asked.name, rival, asked.games, asked.seed, &differ, labels))
		return false;
	if (differ)
		ctl_say("tournament %s-%s: %d games, seats %s\n", asked.name, rival, asked.games, labels);
	else
		ctl_say("what was found is %s\n",
		        strcmp(rival, "start") == 0 ? "what it began with" : "what is normal");
	*made += differ;
	return true;
}

static int verify(void)
{
	struct found_tuning found;
	int made = 0;
	struct db *db = open_tuning(&found);

	if (found.played == 0 || asked.games % found.block != 0)
		return found.played == 0
		           ? ctl_fail("tuning %s: no step is played yet, so there is nothing to verify",
		                      asked.name)
		           : ctl_fail("--games %d: must be a multiple of %d, the games of a block",
		                      asked.games, found.block);

	if (!(stmt_begin(db) && make_rival(db, "start", &made) && make_rival(db, "normal", &made) &&
	      stmt_commit(db))) {
		if (strcmp(db_fault(db)->sqlstate, STMT_TAKEN) != 0)
			return ctl_fail_db(db);
		return ctl_fail("%s-start or %s-normal exists already: aresctl tournament drop it first",
		                asked.name, asked.name);
	}

	if (made > 0)
		ctl_say("then: aresd --until-done; aresctl query comparison %s-start\n", asked.name);
	return CTL_DONE;
}

/* ── ending it ── */

static int cancel(void)
{
	struct found_tuning found;
	int64_t games;
	struct db *db = open_tuning(&found);
	if (!stmt_control(db, CONTROL_CANCEL, asked.name, 0, &games))
		return ctl_fail_db(db);
	if (games == 0 && found.ended)
		ctl_say("tuning %s: nothing to cancel: it has ended\n", asked.name);
	else
		ctl_say("tuning %s: ended; %lld game%s cancelled\n", asked.name, (long long)games,
		        PLURAL(games));
	return CTL_DONE;
}

static int drop(void)
{
	struct found_tuning found;
	open_tuning(&found);
	return ctl_drop("tuning", asked.name, asked.yes);
}

/* ── the table ── */

#define TUNING ARGUMENT("NAME", &asked.name, "the tuning's name", .required = true)
#define JSON   OPTION_FLAG("json", &asked.json, "print JSON")
static const struct parameter name[] = {TUNING, {0}};
static const struct parameter json[] = {JSON, {0}};

static const struct command list_command = {
	.name = "list",
	.about = "list all tunings",
	.text = "Lists all tunings: how far each is, and which settings it has found so far.",
	.options = json,
	.run = list,
};
static const struct command show_command = {
	.name = "show",
	.about = "print how a tuning stands",
	.text =
		"Prints how many steps and games are played and about how long the rest takes; for each "
		"setting where the search began, where it stands now, and what was found so far: the mean "
		"of where it stood after each step of the last quarter; and what both sides of the last "
		"step gained. aresctl query tuning prints every step.",
	.arguments = name,
	.options = json,
	.run = show,
};
static const struct command verify_command = {
	.name = "verify",
	.about = "make tournaments of what was found against the start and the normal settings",
	.text = "Makes two tournaments by the tuning's terms: NAME-start, the settings that were found "
			"against those that the search began with, and NAME-normal, against the normal ones. "
			"Their games have another seed than the tuning, so what they say is not what was "
			"searched for.\n\n"
			"  aresctl tune verify t1 --games 800\n"
			"  aresd --until-done\n"
			"  aresctl query comparison t1-start",
	.arguments = name,
	.options = PARAMETERS(OPTION_NUMBER("games", "N", &asked.games, 2, REQUEST_GAMES_MOST,
                                        "games of each tournament", .normal = "400"),
                          REQUEST_SEED(asked, .otherwise = "the one after the tuning's")),
	.run = verify,
};
static const struct command cancel_command = {
	.name = "cancel",
	.about = "end it where it stands",
	.text = "Ends the tuning. Its games that are not finished are cancelled. What it has found so "
			"far stays.",
	.arguments = name,
	.run = cancel,
};
static const struct command drop_command = {
	.name = "drop",
	.about = "delete it for good",
	.text = "Deletes the tuning with its history, its games and their boards. This cannot be "
			"undone. On a terminal it asks first; elsewhere it requires --yes.",
	.arguments = name,
	.options = PARAMETERS(CTL_YES(asked.yes)),
	.run = drop,
};

const struct command ctl_tune = {
	.name = "tune",
	.about = "have the farm search settings of a player",
	.text = "Makes, lists and verifies tunings: tournaments in steps, in which the farm searches "
			"good settings of a player. A tuning is a tournament of its name: tournament pause, "
			"resume, priority and weight hold for it, too.",
	.commands =
		(const struct command *const[]){&ctl_tune_create, &list_command, &show_command,
                                        &verify_command, &cancel_command, &drop_command, NULL},
};
