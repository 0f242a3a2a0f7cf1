/* tournament: aresctl tournament: the list of its subcommands, and those that report on a
 * tournament or control one. */
#include "ctl.h"

#include <stdio.h>

#include "store/statements.h"

static struct {
	const char *name; /* NULL: all */
	bool json;
	int number;
} asked;

/* ── reports ── */

struct reporter {
	struct command command;
	enum report report;
};

static int report(const struct command *command)
{
	const struct reporter *reporter = (const struct reporter *)command;
	struct db *db = ctl_connect();
	bool exists = true;
	if (db == NULL)
		return CTL_FAILED;
	if (asked.name != NULL && !stmt_tournament_exists(db, asked.name, &exists))
		return ctl_fail_db(db);
	if (!exists)
		return ctl_fail_tournament(db, asked.name);
	if (!stmt_report(db, reporter->report, asked.json, asked.name, stdout))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}

static const struct parameter name[] = {CTL_TOURNAMENT(asked.name), {0}};
static const struct parameter json[] = {
	{.name = "json", .about = "print JSON", .flag = &asked.json}, {0}};

static const struct reporter list = {
	.command = {.name = "list",
                .about = "list all tournaments",
                .text = "Lists all tournaments, and how far they are.",
                .options = json,
                .run = report},
	.report = REPORT_TOURNAMENTS,
};
static const struct reporter status = {
	.command = {.name = "status",
                .about = "print how a tournament stands",
                .text = "Prints the games by state, and the points so far.",
                .arguments = name,
                .options = json,
                .run = report},
	.report = REPORT_STATUS,
};
static const struct reporter digest = {
	.command = {.name = "digest",
                .about = "print a tournament's digest",
                .text = "Prints a sha256 over all boards, orders and results, without the times. "
                        "It is the same however the tournament was played: with any number of "
                        "workers, and after any crash.",
                .arguments = name,
                .options = json,
                .run = report},
	.report = REPORT_DIGEST,
};

/* ── control ── */

struct control_verb {
	struct command command;
	enum control control;
	const char *counted; /* what the number of games it prints counts; NULL: it prints none */
};

static int control(const struct command *command)
{
	const struct control_verb *verb = (const struct control_verb *)command;
	bool exists;
	int64_t games;
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_tournament_exists(db, asked.name, &exists) ||
	    (exists && !stmt_control(db, verb->control, asked.name, asked.number, &games)))
		return ctl_fail_db(db);
	if (!exists)
		return ctl_fail_tournament(db, asked.name);
	db_close(db);
	if (verb->counted != NULL)
		printf("%lld %s\n", (long long)games, verb->counted);
	return CTL_DONE;
}

static const struct control_verb pause = {
	.command = {.name = "pause",
                .about = "claim no more of its games",
                .text = "Workers claim no more games of the tournament. They play the games they "
                        "have claimed to the end.",
                .arguments = name,
                .run = control},
	.control = CONTROL_PAUSE,
};
static const struct control_verb resume = {
	.command = {.name = "resume",
                .about = "claim its games again",
                .text = "Workers claim games of the tournament again.",
                .arguments = name,
                .run = control},
	.control = CONTROL_RESUME,
};
static const struct control_verb cancel = {
	.command = {.name = "cancel",
                .about = "cancel the games that are not finished",
                .text = "Cancels all games of the tournament that are not finished, and prints how "
                        "many they were.",
                .arguments = name,
                .run = control},
	.control = CONTROL_CANCEL,
	.counted = "games cancelled",
};
static const struct control_verb drop = {
	.command = {.name = "drop",
                .about = "delete it for good",
                .text = "Deletes the tournament, its games and its boards. Nothing brings them "
                        "back.",
                .arguments = name,
                .run = control},
	.control = CONTROL_DROP,
};
static const struct control_verb priority = {
	.command = {.name = "priority",
                .about = "set its priority",
                .text = "Sets the tournament's priority. Workers claim the games of the highest "
                        "priority first.",
                .arguments = (const struct parameter[]){CTL_TOURNAMENT(asked.name),
                                                        {.name = "N",
                                                         .about = "the priority; 0 is normal",
                                                         .number = &asked.number,
                                                         .least = -100,
                                                         .most = 100,
                                                         .required = true},
                                                        {0}},
                .run = control},
	.control = CONTROL_PRIORITY,
};
static const struct control_verb weight = {
	.command = {.name = "weight",
                .about = "set its share among tournaments of one priority",
                .text = "Sets the tournament's weight. Workers claim games of tournaments of one "
                        "priority in proportion to their weights.",
                .arguments = (const struct parameter[]){CTL_TOURNAMENT(asked.name),
                                                        {.name = "N",
                                                         .about = "the weight; 1 is normal",
                                                         .number = &asked.number,
                                                         .least = 1,
                                                         .most = 1000,
                                                         .required = true},
                                                        {0}},
                .run = control},
	.control = CONTROL_WEIGHT,
};

const struct command ctl_tournament = {
	.name = "tournament",
	.about = "make, list and control tournaments",
	.text = "Makes tournaments, says how they stand and controls them.",
	.commands = (const struct command *const[]){&ctl_tournament_create, &list.command,
                                                &status.command, &digest.command, &pause.command,
                                                &resume.command, &cancel.command, &drop.command,
                                                &priority.command, &weight.command, NULL},
};
