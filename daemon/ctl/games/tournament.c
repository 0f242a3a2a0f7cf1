/* tournament: aresctl tournament: the list of its subcommands, and those that control one. Each
 * reports in one line what it did. */
#include "ctl/parts/ctl.h"

#include <stdio.h>

#include "db/statements/report/stmt_reports.h"

static struct {
	const char *name;
	bool yes;
	int number;
} asked;

struct control_verb {
	struct command command;
	enum control control;
};

static void say(enum control control, int64_t games)
{
	ctl_say("tournament %s: ", asked.name);
	if (control == CONTROL_PAUSE)
		ctl_say("paused; workers claim no more of its games\n");
	else if (control == CONTROL_RESUME)
		ctl_say("continues\n");
	else if (control == CONTROL_CANCEL)
		ctl_say("%lld game%s cancelled\n", (long long)games, PLURAL(games));
	else
		ctl_say("%s %d\n", ctl_command->name, asked.number);
}

static int control(void)
{
	const struct control_verb *verb = (const struct control_verb *)ctl_command;
	int64_t games;
	struct db *db = ctl_connect_tournament(asked.name);

	if (!stmt_control(db, verb->control, asked.name, asked.number, &games))
		return ctl_fail_db(db);
	say(verb->control, games);
	return CTL_DONE;
}

/* ── drop ── */

int ctl_drop(const char *kind, const char *name, bool yes)
{
	bool exists;
	char with[40];
	int64_t games, dropped;
	struct db *db = ctl_connect();

	if (!stmt_tournament_size(db, name, &exists, &games))
		return ctl_fail_db(db);
	if (!exists)
		return ctl_fail_tournament(name);
	snprintf(with, sizeof with, " with %lld games", (long long)games);
	if (!yes)
		ctl_ask_drop(kind, name, with);

	if (!stmt_control(db, CONTROL_DROP, name, 0, &dropped))
		return ctl_fail_db(db);
	if (dropped == 0)
		return ctl_fail_tournament(name); /* another session was faster */
	ctl_say("%s %s: dropped, with %lld game%s\n", kind, name, (long long)games, PLURAL(games));

	return CTL_DONE;
}

static int drop_tournament(void)
{
	return ctl_drop("tournament", asked.name, asked.yes);
}

/* ── the table ── */

static const struct parameter tournament_name[] = {CTL_TOURNAMENT(asked.name), {0}};

static const struct control_verb pause_verb = {
	.command = {.name = "pause",
                .about = "claim no more of its games",
                .text = "Workers claim no more games of the tournament. They finish the games "
                        "that they have claimed.",
                .arguments = tournament_name,
                .run = control},
	.control = CONTROL_PAUSE,
};
static const struct control_verb resume = {
	.command = {.name = "resume",
                .about = "claim its games again",
                .text = "Workers claim games of the tournament again.",
                .arguments = tournament_name,
                .run = control},
	.control = CONTROL_RESUME,
};
static const struct control_verb cancel = {
	.command = {.name = "cancel",
                .about = "cancel the games that are not finished",
                .text = "Cancels all games of the tournament that are not finished, and prints "
                        "their number.",
                .arguments = tournament_name,
                .run = control},
	.control = CONTROL_CANCEL,
};
static const struct command drop = {
	.name = "drop",
	.about = "delete it for good",
	.text = "Deletes the tournament, its games and its boards. This cannot be undone. On a "
			"terminal it asks first; elsewhere it requires --yes.",
	.arguments = tournament_name,
	.options = PARAMETERS(CTL_YES(asked.yes)),
	.run = drop_tournament,
};
static const struct control_verb priority = {
	.command = {.name = "priority",
                .about = "set its priority",
                .text = "Sets the tournament's priority. Workers claim the games of the highest "
                        "priority first.",
                .arguments =
                    PARAMETERS(CTL_TOURNAMENT(asked.name),
                               OPTION_NUMBER("N", NULL, &asked.number, -100, 100,
                                             "the priority; 0 is normal", .required = true)),
                .run = control},
	.control = CONTROL_PRIORITY,
};
static const struct control_verb weight = {
	.command = {.name = "weight",
                .about = "set its share among tournaments of one priority",
                .text = "Sets the tournament's weight. Workers claim games of tournaments of one "
                        "priority in proportion to their weights.",
                .arguments = PARAMETERS(CTL_TOURNAMENT(asked.name),
                                        OPTION_NUMBER("N", NULL, &asked.number, 1, 1000,
                                                      "the weight; 1 is normal", .required = true)),
                .run = control},
	.control = CONTROL_WEIGHT,
};

const struct command ctl_tournament = {
	.name = "tournament",
	.about = "make, list and control tournaments",
	.text = "Makes, lists and controls tournaments.",
	.commands =
		(const struct command *const[]){&ctl_tournament_create, &ctl_tournament_list,
                                        &ctl_tournament_status, &ctl_tournament_digest,
                                        &pause_verb.command, &resume.command, &cancel.command,
                                        &drop, &priority.command, &weight.command, NULL},
};
