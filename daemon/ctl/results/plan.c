/* plan: aresctl plan: how many games a difference between two players needs, and how much money,
 * estimated from a pilot tournament. */
#include "ctl/parts/ctl.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "db/record/plan.h"
#include "db/statements/report/stmt_plan.h"
#include "db/statements/statements.h"

static struct {
	const char *pilot, *score, *player, *opponent, *control, *difference;
	int power, significance;
	bool json;
} asked;

/* What is known of the pilot: by game, and by complete block. */
enum { BY_GAME, BY_BLOCK, UNITS };
struct pilot {
	const char *player, *opponent;
	struct plan_block *of[UNITS];
	int count[UNITS];
	int32_t block, games; /* games of a block; finished ones */
	double dollars;       /* a game */
};

/* The ways to plan, and the controls of each as bits: 0 the power's par, 1 a silent player. In a
 * complete block all players have the same powers, so their par says nothing more. */
static const struct way {
	const char *name;
	unsigned controls;
	int unit;
} ways[] = {
	{"single games", 0, BY_GAME},        {"and the power's par", 1, BY_GAME},
	{"and a silent player", 2, BY_GAME}, {"and both", 3, BY_GAME},
	{"whole blocks", 0, BY_BLOCK},       {"whole blocks and a silent player", 2, BY_BLOCK},
};

/* The greatest difference between two players in a game: for daide, a win with one seat. */
static double find_most(void)
{
	return strcmp(asked.score, "daide") == 0 ? 2 * (POWERS_MAX - 1) : 100;
}

static bool read_difference(double *difference)
{
	char *end;
	*difference = strtod(asked.difference, &end);
	return *end == '\0' && *difference > 0 && *difference <= find_most();
}

/* The two players that are compared. */
static void find_players(const struct plan_players *found, struct pilot *pilot)
{
	const char *two[] = {asked.player, asked.opponent};
	for (int k = 0; k < 2; k++) {
		bool known = two[k] == NULL;
		for (int i = 0; i < found->count && !known; i++)
			known = strcmp(found->row[i].label, two[k]) == 0;
		if (!known)
			ctl_stop("tournament %s has no player %s", asked.pilot, two[k]);
	}

	for (int i = 0; i < found->count && (two[0] == NULL || two[1] == NULL); i++) {
		const char *const label = found->row[i].label;
		const bool taken = (two[0] != NULL && strcmp(two[0], label) == 0) ||
		                   (two[1] != NULL && strcmp(two[1], label) == 0);
		if (!taken)
			two[two[0] != NULL] = label;
	}
	if (two[0] == NULL || two[1] == NULL)
		ctl_stop("tournament %s has one player only", asked.pilot);
	if (strcmp(two[0], two[1]) == 0)
		ctl_stop("--opponent %s: must be another player than --player", two[1]);
	if ((asked.player == NULL || asked.opponent == NULL) && found->count > 2)
		ctl_stop("tournament %s has %d players: --player and --opponent must name two", asked.pilot,
		         found->count);
	pilot->player = two[0];
	pilot->opponent = two[1];
}

static void print_way(const struct pilot *pilot, const struct way *way, double difference,
                      double plain, int place)
{
	double variance;
	const bool varies =
		plan_variance(pilot->of[way->unit], pilot->count[way->unit], way->controls, &variance);
	assert(varies);
	const double units =
		plan_count_blocks(variance, difference, asked.significance / 100.0, asked.power / 100.0);
	const int each = way->unit == BY_BLOCK ? pilot->block : 1;
	const double games = units * each;
	const double saved = plain > 0 ? 1 - variance * each / plain : 0;

	if (asked.json) {
		printf("%s{\"way\": \"%s\", \"deviation\": %.6g, \"saved\": %.4f, \"games\": %.0f, "
		       "\"dollars\": %.6g}",
		       place > 0 ? ",\n  " : "", way->name, sqrt(variance), saved, games,
		       games * pilot->dollars);
		return;
	}
	printf("%-33s %9.2f %8.1f %% %9.0f", way->name, sqrt(variance), 100 * saved, games);
	if (pilot->dollars > 0)
		printf(" %12.2f", games * pilot->dollars);
	putchar('\n');
}

/* Money is named only if bots reported what they cost. */
static void print_heading(const struct pilot *pilot)
{
	const bool costs = pilot->dollars > 0;

	printf("%s - %s: %d games of the pilot", pilot->player, pilot->opponent, (int)pilot->games);
	if (costs)
		printf("; a game costs %.4f dollars", pilot->dollars);
	printf("\na difference of %s, told apart at %d %% with a probability of %d %%, needs:\n\n"
	       "%-33s %9s %10s %9s",
	       asked.difference, asked.significance, asked.power, "", "deviation", "saved", "games");
	if (costs)
		printf(" %12s", "dollars");
	putchar('\n');
}

static void print_plan(const struct pilot *pilot, double difference)
{
	double plain;
	int place = 0;
	const bool varies = plan_variance(pilot->of[BY_GAME], pilot->count[BY_GAME], 0, &plain);
	assert(varies);

	if (asked.json)
		printf("{\"player\": \"%s\", \"opponent\": \"%s\", \"games\": %d, \"blocks\": %d, "
		       "\"dollars_a_game\": %.6g, \"ways\": [\n  ",
		       pilot->player, pilot->opponent, (int)pilot->games, pilot->count[BY_BLOCK],
		       pilot->dollars);
	else
		print_heading(pilot);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		const bool known = asked.control != NULL || (ways[i].controls & 2) == 0;
		if (known && pilot->count[ways[i].unit] >= PLAN_BLOCKS_LEAST)
			print_way(pilot, &ways[i], difference, plain, place++);
	}
	printf(asked.json ? "]}\n" : "");
}

/* Whether games differ in more than the powers that the players had. If not, the pilot says nothing
 * about the games that a difference needs. */
static bool check_variance(const struct pilot *pilot)
{
	static const double tiny = 1e-9;
	double games, blocks;

	return plan_variance(pilot->of[BY_GAME], pilot->count[BY_GAME], 1, &games) && games > tiny &&
	       (!plan_variance(pilot->of[BY_BLOCK], pilot->count[BY_BLOCK], 0, &blocks) ||
	        blocks > tiny);
}

static bool read_units(struct db *db, const char *control, int unit, struct pilot *pilot)
{
	struct plan_rows rows = {0};
	const bool read = stmt_read_plan(db, asked.pilot, asked.score, pilot->player, pilot->opponent,
	                                 control, unit == BY_BLOCK, &rows);
	struct plan_block *units = heap_get((size_t)rows.count, sizeof *units);
	for (int i = 0; i < rows.count; i++) {
		const struct plan_row *row = &rows.row[i];
		units[i] = (struct plan_block){row->outcome, {row->par, control[0] ? row->silent : 0}};
	}
	pilot->of[unit] = units;
	pilot->count[unit] = rows.count;
	stmt_clear_rows(&rows.all);
	return read;
}

/* Reads the pilot; its texts are those of labels. */
static void read_pilot(struct db *db, struct plan_players *labels, struct pilot *pilot)
{
	const char *const control = asked.control != NULL ? asked.control : "";
	char why[STMT_PLAN_SIZE];
	if (!stmt_read_plan_players(db, asked.pilot, labels))
		ctl_stop("%s", db_fault(db)->message);
	if (labels->count > 0)
		find_players(labels, pilot);
	if (!stmt_check_plan(db, asked.pilot, control, pilot->player, why))
		ctl_stop("%s", db_fault(db)->message);
	if (why[0] != '\0')
		ctl_stop("%s", why);
	if (!read_units(db, control, BY_GAME, pilot) || !read_units(db, control, BY_BLOCK, pilot) ||
	    !stmt_find_price(db, asked.pilot, &pilot->games, &pilot->dollars, &pilot->block))
		ctl_stop("%s", db_fault(db)->message);
}

static int plan(void)
{
	static struct plan_players labels;
	static struct pilot pilot;
	double difference;

	if (!read_difference(&difference))
		return ctl_fail("--difference: must be a number above 0 and at most %.0f, by the score %s",
		                find_most(), asked.score);
	read_pilot(ctl_connect(), &labels, &pilot);
	if (pilot.count[BY_GAME] < PLAN_BLOCKS_LEAST)
		ctl_stop("tournament %s has %d finished games: a pilot needs %d", asked.pilot,
		         pilot.count[BY_GAME], PLAN_BLOCKS_LEAST);
	if (!check_variance(&pilot))
		ctl_stop("by the score %s all games of %s end alike: choose another --score, or play a "
		         "longer pilot",
		         asked.score, asked.pilot);
	print_plan(&pilot, difference);
	return CTL_DONE;
}

const struct command ctl_plan = {
	.name = "plan",
	.about = "how many games, and how much money, a difference needs",
	.text = "Computes from a pilot tournament how many games are needed to show a difference "
			"between two players, and what they will cost, from the costs that bots report. "
			"Control variates reduce the variance: what the player's powers are worth on average "
			"and, with --control, the scores of a silent player in the same seats, from a "
			"tournament with the same options and seed, in which another player takes the player's "
			"place in --seats. In whole blocks all players have the same powers.\n\n"
			"  aresctl plan pilot --difference 5\n"
			"  aresctl plan pilot --difference 5 --control silent --score squares",
	.arguments = PARAMETERS(
		ARGUMENT("TOURNAMENT", &asked.pilot, "the pilot", .asks = CTL_NAMES, .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("difference", "X", &asked.difference,
                    "the difference to detect: in scores per game, in %, as query comparison "
                    "prints them, up to 100; daide: in points, up to 12",
                    .required = true),
		OPTION_TEXT("score", "SCORE", &asked.score, "the score that counts", .choice = stmt_scores,
                    .normal = "thesis"),
		OPTION_TEXT("player", "PLAYER", &asked.player, "the player to compare",
                    .otherwise = "the first of two"),
		OPTION_TEXT("opponent", "PLAYER", &asked.opponent, "the player to compare it with",
                    .otherwise = "the other one"),
		OPTION_TEXT("control", "TOURNAMENT", &asked.control,
                    "the tournament in which a silent player has the player's seats",
                    .otherwise = "none"),
		OPTION_NUMBER("power", "P", &asked.power, 50, 99, "the probability, in %, of detecting it",
                      .normal = "80"),
		OPTION_NUMBER("significance", "P", &asked.significance, 1, 20,
                      "the probability, in %, of calling equal players different", .normal = "5"),
		OPTION_FLAG("json", &asked.json, "print JSON")),
	.run = plan,
};
