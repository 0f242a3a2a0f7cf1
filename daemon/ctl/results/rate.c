/* rate: aresctl rate: how strong the players of some tournaments are, on one scale, what they
 * gained by each score, and what they gained from one another. */
#include "ctl/parts/ctl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/terminal/table.h"
#include "base/terminal/terminal.h"
#include "ctl/parts/names.h"
#include "db/statements/report/stmt_rate.h"

enum { NAMES_SIZE = 65536 };

static struct {
	struct words tournaments;
	const char *score, *anchor;
	bool json, mix_rules;
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

/* ── tables ── */

enum { HEADS_ACROSS = 10 }; /* players beside each other: as many as fit 80 columns */

static void print_heading(const char *text)
{
	printf("%s%s%s\n", terminal_ink(INK_BOLD), text, terminal_ink(INK_PLAIN));
}

static void print_remark(const char *text)
{
	printf("%s%s%s\n", terminal_ink(INK_FAINT), text, terminal_ink(INK_PLAIN));
}

/* A rating with its sign; the end of an interval may be infinite. */
static const char *print_rating(double rating, char text[32])
{
	if (isinf(rating))
		return rating < 0 ? "-inf" : "inf";
	snprintf(text, 32, "%+.0f", rint(rating) + 0.0);
	return text;
}

/* Which games the ratings are of. */
static void print_rated(const struct rated_tournaments *rated)
{
	printf("By the score %s, of complete blocks of games:\n", asked.score);
	for (int i = 0; i < rated->count; i++) {
		const struct rated_tournament *const row = &rated->row[i];
		printf("  %s, rule set %s: %s\n", row->name, row->rules, row->counted);
		if (row->repeated > 0)
			printf("    %d of them are equal to games of an earlier one: they count once\n",
			       row->repeated);
	}
	putchar('\n');
}

static void print_ratings(const struct rated_players *ratings)
{
	char text[32];
	bool unlimited = false, absent = false;

	snprintf(text, sizeof text, "95 %% INTERVAL");
	printf("%s%8s   %-16s  %7s %6s  %s%s\n", terminal_ink(INK_BOLD), "RATING", text, "GAMES",
	       "WINS", "PLAYER", terminal_ink(INK_PLAIN));
	for (int i = 0; i < ratings->count; i++) {
		const struct rated_player *const row = &ratings->row[i];
		unlimited |= isinf(row->low) || isinf(row->high);
		absent |= row->games < ratings->games;
		printf("%8s", print_rating(row->rating, text));
		printf("   %6s", print_rating(row->low, text));
		printf(" to %-6s  %7.0f %6.0f  %s\n", print_rating(row->high, text), row->games, row->wins,
		       row->player);
	}

	if (absent)
		print_remark("GAMES: those in which the player had a seat");
	if (unlimited) {
		print_remark(
			"inf: it lost nothing, or gained nothing, against some other player. Its rating");
		print_remark(
			"is finite because everybody has half a game won and half a game lost against 0.");
	}
}

/* The scores of a player; none: all are empty. */
static struct rated_score find_score(const struct rated_scores *scores, const char *player)
{
	for (int i = 0; i < scores->count; i++)
		if (strcmp(scores->row[i].player, player) == 0)
			return scores->row[i];
	return (struct rated_score){player, "", "", "", "", ""};
}

static void print_scores(const struct rated_players *ratings, const struct rated_scores *scores)
{
	print_heading("\n  FAIR %  THESIS %  SQUARES %    DAIDE  SOLOS %  PLAYER");
	for (int i = 0; i < ratings->count; i++) {
		const struct rated_score row = find_score(scores, ratings->row[i].player);
		printf("%8s  %8s  %9s  %7s  %7s  %s\n", row.fair, row.thesis, row.squares, row.daide,
		       row.solos, row.player);
	}
}

/* The player's share of what it and the opponent gained: "86+". */
static void print_cell(const struct rated_heads *heads, const char *player, const char *opponent)
{
	if (strcmp(player, opponent) == 0) {
		printf("%5s", "- ");
		return;
	}

	const struct rated_head *const head = stmt_find_head(heads, player, opponent);
	if (head == NULL) {
		printf("%5s", ". ");
		return;
	}

	char sign = ' ';
	if (head->low > head->fair)
		sign = '+';
	if (head->high < head->fair)
		sign = '-';
	printf("%4.0f%c", round(head->share), sign);
}

static void print_heads(const struct rated_players *ratings, const struct rated_heads *heads,
                        int from)
{
	int end = from + HEADS_ACROSS;
	if (end > ratings->count)
		end = ratings->count;
	printf("\n%s%-26s", terminal_ink(INK_BOLD), "%, AGAINST");
	for (int i = from; i < end; i++)
		printf("%4d ", i + 1);
	printf("%s\n", terminal_ink(INK_PLAIN));

	for (int row = 0; row < ratings->count; row++) {
		const char *const player = ratings->row[row].player;
		char name[PLAYER_SPEC_SIZE];
		snprintf(name, sizeof name, "%s", player);
		terminal_cut(name, 20);
		printf("%3d  %-20s ", row + 1, name);
		for (int i = from; i < end; i++)
			print_cell(heads, player, ratings->row[i].player);
		putchar('\n');
	}
}

/* ── JSON ── */

static void print_number(const char *name, double number)
{
	if (isfinite(number))
		printf(", \"%s\": %.17g", name, number);
	else
		printf(", \"%s\": null", name);
}

static void print_json(const struct rated_tournaments *rated, const struct rated_players *ratings)
{
	printf("{\"score\": \"%s\", \"tournaments\": [", asked.score);
	for (int i = 0; i < rated->count; i++) {
		const struct rated_tournament *const row = &rated->row[i];
		printf("%s{\"name\": ", i > 0 ? ", " : "");
		table_print_json_text(stdout, row->name);
		printf(", \"rules\": ");
		table_print_json_text(stdout, row->rules);
		printf(", \"games\": ");
		table_print_json_text(stdout, row->counted);
		printf(", \"repeated\": %d}", row->repeated);
	}

	printf("], \"ratings\": [");
	for (int i = 0; i < ratings->count; i++) {
		const struct rated_player *const row = &ratings->row[i];
		printf("%s{\"player\": ", i > 0 ? ", " : "");
		table_print_json_text(stdout, row->player);
		print_number("rating", row->rating);
		print_number("low", row->low);
		print_number("high", row->high);
		print_number("error", row->error);
		print_number("games", row->games);
		print_number("seats", row->seats);
		print_number("wins", row->wins);
		putchar('}');
	}

	printf("], ");
}

/* ── the command ── */

struct answers {
	struct rated_tournaments rated;
	struct rated_players ratings;
	struct rated_scores scores;
	struct rated_heads heads;
};

/* A tournament by another rule set than the first; NULL: there is none. */
static const struct rated_tournament *find_other_rules(const struct rated_tournaments *rated)
{
	for (int i = 1; i < rated->count; i++)
		if (strcmp(rated->row[i].rules, rated->row[0].rules) != 0)
			return &rated->row[i];
	return NULL;
}

static bool print_all(struct db *db, const char *names, struct answers *answers)
{
	if (asked.json) {
		print_json(&answers->rated, &answers->ratings);
		const bool done = stmt_print_tables(db, names, asked.score, stdout);
		puts("}");
		return done;
	}

	if (!stmt_read_scores(db, names, &answers->scores) ||
	    !stmt_read_heads(db, names, asked.score, &answers->heads))
		return false;

	print_rated(&answers->rated);
	print_ratings(&answers->ratings);
	print_scores(&answers->ratings, &answers->scores);
	for (int from = 0; from < answers->ratings.count; from += HEADS_ACROSS)
		print_heads(&answers->ratings, &answers->heads, from);
	print_remark("+, -: more, less than its part of the seats, beyond chance; .: they never met");

	return true;
}

static int rate(void)
{
	static struct answers answers;
	char names[NAMES_SIZE];

	if (!join_names(names))
		return ctl_fail("the names of so many tournaments have no room");
	struct db *db = ctl_connect();
	if (!stmt_read_rated(db, names, &answers.rated))
		return ctl_fail_db(db);
	const struct rated_tournament *const one = answers.rated.row;
	const struct rated_tournament *const other = find_other_rules(&answers.rated);
	if (other != NULL && !asked.mix_rules)
		return ctl_fail("the rule set of %s is %s, that of %s is %s: rate them by themselves, or "
		                "together with --mix-rules",
		                one->name, one->rules, other->name, other->rules);

	if (!stmt_rate(db, names, asked.score, asked.anchor, &answers.ratings))
		return ctl_fail_db(db);
	if (asked.anchor == NULL && !stmt_store_ratings(db, names, asked.score, &answers.ratings))
		return ctl_fail_db(db);
	return ctl_end(db, print_all(db, names, &answers));
}

const struct command ctl_rate = {
	.name = "rate",
	.about = "rate players, and set them head to head",
	.text = "Prints a rating of each player of one or more tournaments, like Elo's, with its 95 % "
			"interval; their scores; and for each two players, who gained more in the games in "
			"which both played. Complete blocks of games count. A player is its label: the same "
			"label in two tournaments must be the same player. Equal games of two tournaments "
			"count once. The ratings are kept in the table farm.ratings.\n\n"
			"  aresctl rate first second --score squares --anchor random",
	.arguments = PARAMETERS(ARGUMENTS("TOURNAMENT", &asked.tournaments, "the tournaments' names",
                                      .asks = CTL_NAMES, .required = true)),
	.options =
		PARAMETERS(OPTION_TEXT("score", "SCORE", &asked.score,
                               "rate by this score; places: by who came first, second and so on",
                               .choice = names_rated, .normal = "thesis"),
                   OPTION_TEXT("anchor", "PLAYER", &asked.anchor, "this player's rating is 0",
                               .otherwise = "the mean is 0"),
                   OPTION_FLAG("mix-rules", &asked.mix_rules,
                               "rate tournaments of different rule sets together"),
                   OPTION_FLAG("json", &asked.json, "print JSON")),
	.run = rate,
};
