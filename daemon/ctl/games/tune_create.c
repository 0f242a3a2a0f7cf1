/* tune_create: aresctl tune create: makes a tuning: a tournament with the games of its first step,
 * and what the database needs to make the others. */
#include <stdio.h>
#include <string.h>

#include "ctl/parts/grid.h"
#include "ctl/parts/tournament_request.h"
#include "ctl/parts/tune_read.h"

enum { SIDES = 2, OTHERS_MOST = SEATING_ENTRANTS_MAX - SIDES, GAIN_MOST = 100 };
enum { GAMES_MOST = 1000000 };

static struct request asked = {.seed = 1, .silent = true};
static const char *player_text, *tune_text, *against_text;
static int games, gain;

static const char *check_name(const char *text)
{
	return request_check_name(text, "-normal");
}

/* Reads the players who play beside both sides, after these in seats. *count: the seats then. */
static bool read_others(struct seat seats[SEATING_ENTRANTS_MAX], int *count)
{
	char error[ERROR_SIZE];

	*count = SIDES;
	for (const char *at = against_text; at != NULL; at = *at == '\0' ? NULL : at + 1) {
		if (*count == SEATING_ENTRANTS_MAX)
			return ctl_refuse("--against: must be 1 to %d players, not more", OTHERS_MOST);
		struct seat *seat = &seats[(*count)++];
		if (!seat_parse(at, &at, seat, error))
			return ctl_refuse("--against: %s", error);
		if (seat->player == NULL)
			return ctl_refuse("--against: must be players of the farm, not an external player");
	}

	return true;
}

/* The players as the tournament has them: the tuned one as it begins, and the others; by labels,
 * the tuned one with what is done to it. */
static void tell_seats(const struct seat seats[], int count, struct lineup *lineup)
{
	static char full[SEATING_ENTRANTS_MAX * PLAYER_SPEC_SIZE],
		labels[SEATING_ENTRANTS_MAX * PLAYER_SPEC_SIZE];
	char spec[PLAYER_SPEC_SIZE];

	full[0] = labels[0] = '\0';
	for (int i = SIDES - 1; i < count; i++) {
		const char *comma = i >= SIDES ? "," : "";
		snprintf(full + strlen(full), sizeof full - strlen(full), "%s%s", comma,
		         seat_print(&seats[i], spec));
		snprintf(labels + strlen(labels), sizeof labels - strlen(labels), "%s%s%s", comma,
		         seat_print_label(&seats[i], spec), i < SIDES ? " tuned" : "");
	}

	lineup->text = full;
	lineup->players = labels;
}

/* What was asked for, in short: two tunings of a tournament's terms differ only in this. */
static void tell_asked(struct tuning *tuning, const struct player *player)
{
	char text[STMT_ASKED_SIZE];
	snprintf(tuning->asked, sizeof tuning->asked, "%.*s, %d games by %d, %s, gain %d",
	         (int)sizeof tuning->asked - 80, tune_print(tuning, player, text), games, asked.games,
	         tuning->score, gain);
}

/* Both sides are the player as it begins: the database gives each its own settings. */
static int create(void)
{
	static struct tuning tuning;
	struct map map;
	struct seat seats[SEATING_ENTRANTS_MAX];
	char error[TUNE_ERROR_SIZE];
	int count;

	if (!request_open(&asked, &map) || !grid_read_player("player", player_text, &seats[0]) ||
	    !read_others(seats, &count))
		return CTL_FAILED;

	seats[1] = seats[0];
	if (!tune_read(tune_text, &seats[0], &tuning, error))
		return ctl_fail("--tune: %s", error);
	if (asked.games % count != 0)
		return ctl_fail("--batch %d: must be a multiple of %d, the games of a block", asked.games,
		                count);

	if (games % asked.games != 0)
		return ctl_fail("--games %d: must be a multiple of the %d games of a step (--batch)", games,
		                asked.games);

	tuning.player = seats[0].player->name;
	tuning.score = asked.score;
	tuning.steps = games / asked.games;
	tuning.gain = gain;
	tell_asked(&tuning, seats[0].player);
	asked.tuning = &tuning;

	struct lineup lineup = {.seats = seats, .seat_count = count, .turns = map.power_count};
	tell_seats(seats, count, &lineup);
	const int status = request_create(&asked, &lineup);
	char label[PLAYER_SPEC_SIZE];
	if (status == CTL_DONE)
		ctl_say("tuning %s: %d step%s of %d games, beginning with %s%s%s. To play and show it:\n"
		        "  aresd --until-done\n  aresctl tune show %s\n",
		        asked.name, tuning.steps, PLURAL(tuning.steps), asked.games,
		        seat_print_label(&seats[0], label), against_text != NULL ? ", against " : "",
		        against_text != NULL ? against_text : "", asked.name);

	return status;
}

const struct command ctl_tune_create = {
	.name = "create",
	.about = "make a tuning: the farm searches a player's settings",
	.text =
		"Searches good values for settings of a player. It is a tournament in steps. Each step "
		"tries two settings against each other, a little above and a little below where the search "
		"stands, and moves towards what gained more (SPSA). aresd plays it; the same seed gives "
		"the same search.\n\n"
		"--tune names the settings, each with the range that it may have: 'near=0..100 open'. One "
		"without a range has all that the player allows. near=0..100/10 also says by how much it "
		"is perturbed at first; without, by a tenth of its range. Later steps perturb less.\n\n"
		"The search begins with the settings of --player. Both sides play against each other only, "
		"or with --against also with others, who take turns at the powers as they do.\n\n"
		"  aresctl tune create t1 --player 'scorer(open=0)' --tune 'open=0..200 beside=0..100' \\\n"
		"    --rules standard --games 3200\n"
		"  aresd --until-done\n"
		"  aresctl tune show t1",
	.arguments = PARAMETERS(ARGUMENT("NAME", &asked.name, "the new tuning's name",
                                     .check = check_name, .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("player", "PLAYER", &player_text,
                    "the player, with the settings that the search begins with",
                    .hint = names_players, .required = true),
		OPTION_TEXT("tune", "SETTINGS", &tune_text,
                    "the settings to search, with ranges: 'near=0..100 open=0..200/20'",
                    .required = true),
		OPTION_TEXT("against", "PLAYERS", &against_text,
                    "who else plays, separated by commas: 1 to 24", .hint = names_players,
                    .otherwise = "both sides by themselves"),
		OPTION_NUMBER("games", "N", &games, 2, GAMES_MOST, "games of all steps together",
                      .normal = "3200"),
		OPTION_NUMBER("batch", "N", &asked.games, 2, GAMES_MOST, "games of a step: whole blocks",
                      .normal = "32"),
		OPTION_TEXT("score", "SCORE", &asked.score, "the score that says which side gained more",
                    .choice = stmt_scores, .normal = "squares"),
		OPTION_NUMBER("gain", "N", &gain, 1, GAIN_MOST,
                      "how fast it moves: by that many perturbations in the first step, if one "
                      "side takes all",
                      .normal = "10"),
		REQUEST_COMPARISON(asked)),
	.run = create,
};
