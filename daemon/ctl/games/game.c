/* game: aresctl game: retries, quarantines or cancels a game, or retries all quarantined games of a
 * tournament. */
#include "ctl/parts/ctl.h"

#include "db/statements/statements.h"

#define BY_HAND "quarantined by hand"

static struct {
	const char *game, *reason;
} asked = {.reason = BY_HAND};

/* A subcommand and what it does. */
struct verb {
	struct command command;
	enum control control;
	const char *said; /* what is reported of the game then */
};

/* Retries all quarantined games of a tournament, because no game has that name. */
static int retry_tournament(struct db *db)
{
	bool exists;
	int64_t games = 0;
	if (!stmt_tournament_exists(db, asked.game, &exists) ||
	    (exists && !stmt_control(db, CONTROL_RETRY, asked.game, 0, &games)))
		return ctl_fail_db(db);
	if (!exists)
		return ctl_fail_game(asked.game);
	if (games == 0)
		return ctl_fail("retry %s: the tournament has no quarantined game", asked.game);
	ctl_say("tournament %s: %lld game%s pending again\n", asked.game, (long long)games,
	        PLURAL(games));
	return CTL_DONE;
}

static int control_game(void)
{
	const struct verb *verb = (const struct verb *)ctl_command;
	struct game_head head;
	bool found;
	int64_t games = 0;
	struct db *db = ctl_connect();
	if (!stmt_find_game(db, asked.game, &found, &head) ||
	    (found && !stmt_control_game(db, verb->control, head.game, asked.reason, &games)))
		return ctl_fail_db(db);
	if (!found && verb->control == CONTROL_GAME_RETRY)
		return retry_tournament(db);
	if (!found)
		return ctl_fail_game(asked.game);
	if (games == 0)
		return ctl_fail("%s %s: the game is %s", ctl_command->name, asked.game, head.state);
	ctl_say("game %s/%d: %s\n", head.name, head.number, verb->said);
	return CTL_DONE;
}

static const struct parameter game_only[] = {CTL_GAME(asked.game), {0}};

static const struct parameter game_or_tournament[] = {
	ARGUMENT(
		"GAME", &asked.game,
		"the game: TOURNAMENT/NUMBER, or its number in the farm (games.id); or TOURNAMENT: all "
		"its games that are quarantined",
		.required = true),
	{0},
};

static const struct parameter game_and_reason[] = {
	CTL_GAME(asked.game),
	ARGUMENT("REASON", &asked.reason, "why, for those who look at it later", .normal = BY_HAND),
	{0},
};

static const struct verb retry = {
	.command = {.name = "retry",
                .about = "play a game that is quarantined or cancelled",
                .text = "A game that is quarantined or cancelled is pending again. Workers play "
                        "it from its last stored phase. Of a tournament, all quarantined games "
                        "are retried.",
                .arguments = game_or_tournament,
                .run = control_game},
	.control = CONTROL_GAME_RETRY,
	.said = "pending again; it continues from its last stored phase",
};

static const struct verb quarantine = {
	.command = {.name = "quarantine",
                .about = "quarantine a game",
                .text = "Quarantines a game that is not finished: no worker plays it until a "
                        "retry.",
                .arguments = game_and_reason,
                .run = control_game},
	.control = CONTROL_GAME_QUARANTINE,
	.said = "quarantined until game retry",
};

static const struct verb cancel = {
	.command = {.name = "cancel",
                .about = "cancel a game",
                .text = "Cancels a game that is not finished: no worker plays it until a retry.",
                .arguments = game_only,
                .run = control_game},
	.control = CONTROL_GAME_CANCEL,
	.said = "cancelled",
};

const struct command ctl_game = {
	.name = "game",
	.about = "make or control one game",
	.text = "Makes, retries, quarantines or cancels a game.",
	.commands = (const struct command *const[]){&ctl_game_create, &retry.command,
                                                &quarantine.command, &cancel.command, NULL},
};
