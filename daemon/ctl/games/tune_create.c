/* tune_create: aresctl tune create: makes a tuning: a tournament with the games of its first step,
 * and what the database needs to make the others. */
#include <stdio.h>
#include <string.h>

#include "ctl/parts/grid.h"
#include "ctl/parts/tournament_request.h"
#include "db/statements/play/stmt_tuning.h"

enum { SIDES = 2, OTHERS_MOST = SEATING_ENTRANTS_MAX - SIDES, GAIN_MOST = 100 };
enum { GAMES_MOST = 1000000 };

static struct request asked = {.seed = 1, .silent = true};
static const char *player_text, *tune_text, *against_text;
static int games, gain;

static const char *check_name(const char *text)
{
	return request_check_name(text, "-normal");
}

/* ── the settings that are searched ── */

enum { SCALE_NONE = INT32_MIN }; /* no perturbation is given */

/* Reads "=0..100/10", or nothing, after a setting's name. */
static bool read_range(const char **at, long long *low, long long *high, long long *scale)
{
	if (**at != '=')
		return true;
	++*at;
	if (!grid_take_number(at, low) || strncmp(*at, "..", 2) != 0)
		return false;
	*at += 2;
	if (!grid_take_number(at, high))
		return false;
	if (**at != '/')
		return true;
	++*at;
	return grid_take_number(at, scale);
}

/* The index of a player's setting, from 0; the number of settings if it has none of that name. */
static int find_setting(const struct player *player, const char *name, size_t length)
{
	int i = 0;

	while (player->settings[i].name != NULL &&
	       (strlen(player->settings[i].name) != length ||
	        memcmp(player->settings[i].name, name, length) != 0))
		i++;
	return i;
}

/* The setting of that name must be able to have a value. */
static void try_value(const struct player *player, const char *name, size_t length, long long value)
{
	int32_t settings[SETTINGS_MAX] = {0};
	char why[ERROR_SIZE];

	if (!player_set(player, name, length, value, settings, why))
		ctl_stop("--tune: %s", why);
}

/* Adds a setting, whose name is known. */
static void add_setting(struct tuning *tuning, const struct seat *start, int place, long long low,
                        long long high, long long scale)
{
	const struct player_setting *setting = &start->player->settings[place];
	const long long most = high - low < 2 ? 1 : (high - low) / 2;

	for (int i = 0; i < tuning->tuned_count; i++)
		if (tuning->tuned[i] == place + 1)
			ctl_stop("--tune: %s is given twice", setting->name);
	if (low >= high)
		ctl_stop("--tune: %s=%lld..%lld: the second number must be greater", setting->name, low,
		         high);
	if (scale != SCALE_NONE && (scale < 1 || scale > most))
		ctl_stop("--tune: %s=%lld..%lld/%lld: must be perturbed by 1 to %lld", setting->name, low,
		         high, scale, most);
	if (start->settings[place] < low || start->settings[place] > high)
		ctl_stop("--tune: %s begins with %d, which is outside of %lld..%lld", setting->name,
		         start->settings[place], low, high);
	const int i = tuning->tuned_count++;
	tuning->tuned[i] = place + 1;
	tuning->lows[i] = (int32_t)low;
	tuning->highs[i] = (int32_t)high;
	if (scale == SCALE_NONE)
		scale = high - low >= 20 ? (high - low) / 10 : 1;
	tuning->scales[i] = (int32_t)scale;
}

/* Reads "near=0..100/10", or "near". */
static void read_setting(const char **at, const struct seat *start, struct tuning *tuning)
{
	const struct player *player = start->player;
	const char *name = *at;
	const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
	long long scale = SCALE_NONE;

	if (length == 0)
		ctl_stop("--tune: '%.20s' must begin with the name of a setting, as in 'near=0..100'",
		         name);
	const int place = find_setting(player, name, length);
	if (player->settings[place].name == NULL)
		try_value(player, name, length, 0); /* no value of an unknown setting is allowed */
	long long low = player->settings[place].least, high = player->settings[place].most;
	*at += length;
	if (!read_range(at, &low, &high, &scale) || strchr(" ", **at) == NULL)
		ctl_stop("--tune: '%.40s' must be like near=0..100 or near=0..100/10", name);
	try_value(player, name, length, low);
	try_value(player, name, length, high);
	add_setting(tuning, start, place, low, high, scale);
}

/* All settings of the player. */
static void tell_settings(const struct seat *start, struct tuning *tuning)
{
	const struct player *player = start->player;
	size_t used = 0;

	tuning->setting_count = 0;
	tuning->names[0] = '\0';
	for (int i = 0; player->settings[i].name != NULL; i++) {
		used += (size_t)snprintf(tuning->names + used, sizeof tuning->names - used, "%s%s",
		                         i > 0 ? "\t" : "", player->settings[i].name);
		tuning->normals[i] = player->settings[i].normal;
		tuning->laters[i] = player->later > 0 && i >= player->later;
		tuning->starts[i] = start->settings[i];
		tuning->setting_count++;
	}
}

/* Reads settings separated by spaces: "near=0..100/10 open": the range, and the first perturbation.
 * A name by itself is the setting's whole range; without a perturbation it is a tenth of the range.
 * start: the player as the search begins; its settings must be in their ranges. Fills in the
 * settings of the tuning. */
static void read_tuned(const char *text, const struct seat *start, struct tuning *tuning)
{
	const char *at = text + strspn(text, " ");

	tuning->tuned_count = 0;
	tell_settings(start, tuning);
	do {
		read_setting(&at, start, tuning);
		at += strspn(at, " ");
	} while (*at != '\0');
}

/* Writes what is searched, in full and in the order of the player's settings: "open=0..1000/100
 * near=0..100/10". */
static char *print_tuned(const struct tuning *tuning, const struct player *player,
                         char text[STMT_ASKED_SIZE])
{
	size_t used = 0;

	for (int place = 1; place <= tuning->setting_count; place++)
		for (int i = 0; i < tuning->tuned_count; i++)
			if (tuning->tuned[i] == place)
				used += (size_t)snprintf(text + used, STMT_ASKED_SIZE - used, "%s%s=%d..%d/%d",
				                         used > 0 ? " " : "", player->settings[place - 1].name,
				                         tuning->lows[i], tuning->highs[i], tuning->scales[i]);
	return text;
}

/* ── the tuning ── */

/* Reads the players who play beside both sides, after these in seats. *count: the seats then. */
static void read_others(struct seat seats[SEATING_ENTRANTS_MAX], int *count)
{
	char error[ERROR_SIZE];

	*count = SIDES;
	for (const char *at = against_text; at != NULL; at = *at == '\0' ? NULL : at + 1) {
		if (*count == SEATING_ENTRANTS_MAX)
			ctl_stop("--against: must be 1 to %d players, not more", OTHERS_MOST);
		struct seat *seat = &seats[(*count)++];
		if (!seat_parse(at, &at, seat, error))
			ctl_stop("--against: %s", error);
		if (seat->player == NULL)
			ctl_stop("--against: must be players of the farm, not an external player");
	}
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
	         (int)sizeof tuning->asked - 80, print_tuned(tuning, player, text), games, asked.games,
	         tuning->score, gain);
}

/* Both sides are the player as it begins: the database gives each its own settings. */
static int create(void)
{
	static struct tuning tuning;
	struct map map;
	struct seat seats[SEATING_ENTRANTS_MAX];
	int count;

	request_open(&asked, &map);
	grid_read_player("player", player_text, &seats[0]);
	read_others(seats, &count);

	seats[1] = seats[0];
	read_tuned(tune_text, &seats[0], &tuning);
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
	request_create(&asked, &lineup);
	char label[PLAYER_SPEC_SIZE];
	ctl_say("tuning %s: %d step%s of %d games, beginning with %s%s%s. To play and show it:\n"
	        "  aresd --until-done\n  aresctl tune show %s\n",
	        asked.name, tuning.steps, PLURAL(tuning.steps), asked.games,
	        seat_print_label(&seats[0], label), against_text != NULL ? ", against " : "",
	        against_text != NULL ? against_text : "", asked.name);
	return CTL_DONE;
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
