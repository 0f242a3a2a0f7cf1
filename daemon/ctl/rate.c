/* rate: aresctl rate: how strong the players of some tournaments are, on one scale, what they
 * gained by each score, and what they gained from one another. */
#include "ctl/parts/ctl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/table.h"
#include "base/terminal.h"
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
static void print_rated(const struct sheet *rated)
{
	printf("By the score %s, of complete blocks of games:\n", asked.score);
	for (int row = 0; row < rated->rows; row++) {
		printf("  %s, rule set %s: %s\n", sheet_text(rated, row, 0), sheet_text(rated, row, 1),
		       sheet_text(rated, row, 2));
		if (sheet_number(rated, row, 3) > 0)
			printf("    %s of them are equal to games of an earlier one: they count once\n",
			       sheet_text(rated, row, 3));
	}
	putchar('\n');
}

static void print_ratings(const struct sheet *ratings)
{
	char text[32];
	bool unlimited = false;

	snprintf(text, sizeof text, "95 %% INTERVAL");
	printf("%s%8s   %-16s  %7s %6s  %s%s\n", terminal_ink(INK_BOLD), "RATING", text, "GAMES",
	       "WINS", "PLAYER", terminal_ink(INK_PLAIN));
	for (int row = 0; row < ratings->rows; row++) {
		const double low = sheet_number(ratings, row, 2), high = sheet_number(ratings, row, 3);
		unlimited |= isinf(low) || isinf(high);
		printf("%8s", print_rating(sheet_number(ratings, row, 1), text));
		printf("   %6s", print_rating(low, text));
		printf(" to %-6s  %7s %6s  %s\n", print_rating(high, text), sheet_text(ratings, row, 4),
		       sheet_text(ratings, row, 6), sheet_text(ratings, row, 0));
	}

	if (unlimited) {
		print_remark(
			"inf: it lost nothing, or gained nothing, against some other player. Its rating");
		print_remark(
			"is finite because everybody has half a game won and half a game lost against 0.");
	}
}

static void print_scores(const struct sheet *ratings, const struct sheet *scores)
{
	print_heading("\n  FAIR %  THESIS %  SQUARES %    DAIDE  SOLOS %  PLAYER");
	for (int i = 0; i < ratings->rows; i++) {
		const int row = sheet_find(scores, 0, 0, sheet_text(ratings, i, 0));
		printf("%8s  %8s  %9s  %7s  %7s  %s\n", sheet_text(scores, row, 1),
		       sheet_text(scores, row, 2), sheet_text(scores, row, 3), sheet_text(scores, row, 4),
		       sheet_text(scores, row, 5), sheet_text(ratings, i, 0));
	}
}

/* The player's share of what it and the opponent gained: "86+". */
static void print_cell(const struct sheet *heads, const char *player, const char *opponent)
{
	if (strcmp(player, opponent) == 0) {
		printf("%5s", "- ");
		return;
	}

	int row = -1;
	while ((row = sheet_find(heads, row + 1, 0, player)) >= 0)
		if (strcmp(sheet_text(heads, row, 1), opponent) == 0)
			break;

	const double share = sheet_number(heads, row, 3), fair = sheet_number(heads, row, 4);
	if (isnan(share)) {
		printf("%5s", ". ");
		return;
	}

	char sign = ' ';
	if (sheet_number(heads, row, 5) > fair)
		sign = '+';
	if (sheet_number(heads, row, 6) < fair)
		sign = '-';
	printf("%4.0f%c", round(share), sign);
}

static void print_heads(const struct sheet *ratings, const struct sheet *heads, int from)
{
	int end = from + HEADS_ACROSS;
	if (end > ratings->rows)
		end = ratings->rows;
	printf("\n%s%-26s", terminal_ink(INK_BOLD), "%, AGAINST");
	for (int i = from; i < end; i++)
		printf("%4d ", i + 1);
	printf("%s\n", terminal_ink(INK_PLAIN));

	for (int row = 0; row < ratings->rows; row++) {
		const char *const player = sheet_text(ratings, row, 0);
		if (strlen(player) > 20)
			printf("%3d  %.17s... ", row + 1, player);
		else
			printf("%3d  %-20s ", row + 1, player);
		for (int i = from; i < end; i++)
			print_cell(heads, player, sheet_text(ratings, i, 0));
		putchar('\n');
	}
}

/* ── JSON ── */

static void print_number(const char *name, const struct sheet *sheet, int row, int column)
{
	const double number = sheet_number(sheet, row, column);
	printf(", \"%s\": %s", name, isfinite(number) ? sheet_text(sheet, row, column) : "null");
}

static void print_json(const struct sheet *rated, const struct sheet *ratings)
{
	printf("{\"score\": \"%s\", \"tournaments\": [", asked.score);
	for (int row = 0; row < rated->rows; row++) {
		printf("%s{\"name\": ", row > 0 ? ", " : "");
		table_print_json_text(stdout, sheet_text(rated, row, 0));
		printf(", \"rules\": ");
		table_print_json_text(stdout, sheet_text(rated, row, 1));
		printf(", \"games\": ");
		table_print_json_text(stdout, sheet_text(rated, row, 2));
		print_number("repeated", rated, row, 3);
		putchar('}');
	}

	printf("], \"ratings\": [");
	for (int row = 0; row < ratings->rows; row++) {
		printf("%s{\"player\": ", row > 0 ? ", " : "");
		table_print_json_text(stdout, sheet_text(ratings, row, 0));
		print_number("rating", ratings, row, 1);
		print_number("low", ratings, row, 2);
		print_number("high", ratings, row, 3);
		print_number("error", ratings, row, 7);
		print_number("games", ratings, row, 4);
		print_number("seats", ratings, row, 5);
		print_number("wins", ratings, row, 6);
		putchar('}');
	}

	printf("], ");
}

/* ── the command ── */

struct sheets {
	struct sheet rated, ratings, scores, heads;
};

/* Two tournaments by different rule sets; -1: there are none. */
static int find_other_rules(const struct sheet *rated)
{
	for (int row = 1; row < rated->rows; row++)
		if (strcmp(sheet_text(rated, row, 1), sheet_text(rated, 0, 1)) != 0)
			return row;
	return -1;
}

static bool print_all(struct db *db, const char *names, struct sheets *sheets)
{
	if (asked.json) {
		print_json(&sheets->rated, &sheets->ratings);
		const bool done = stmt_print_tables(db, names, asked.score, stdout);
		puts("}");
		return done;
	}

	if (!stmt_read_scores(db, names, &sheets->scores) ||
	    !stmt_read_heads(db, names, asked.score, &sheets->heads))
		return false;

	print_rated(&sheets->rated);
	print_ratings(&sheets->ratings);
	print_scores(&sheets->ratings, &sheets->scores);
	for (int from = 0; from < sheets->ratings.rows; from += HEADS_ACROSS)
		print_heads(&sheets->ratings, &sheets->heads, from);
	print_remark("+, -: more, less than its part of the seats, beyond chance; .: they never met");

	return true;
}

static int rate_sheets(struct db *db, const char *names, struct sheets *sheets)
{
	if (!stmt_read_rated(db, names, &sheets->rated))
		return ctl_fail_db(db);
	const int other = find_other_rules(&sheets->rated);
	if (other >= 0 && !asked.mix_rules) {
		db_close(db);
		return ctl_fail("the rule set of %s is %s, that of %s is %s: rate them by themselves, or "
		                "together with --mix-rules",
		                sheet_text(&sheets->rated, 0, 0), sheet_text(&sheets->rated, 0, 1),
		                sheet_text(&sheets->rated, other, 0), sheet_text(&sheets->rated, other, 1));
	}

	if (!stmt_rate(db, names, asked.score, asked.anchor, &sheets->ratings))
		return ctl_fail_db(db);
	if (asked.anchor == NULL && !stmt_store_ratings(db, names, asked.score, &sheets->ratings))
		return ctl_fail_db(db);
	if (!print_all(db, names, sheets))
		return ctl_fail_db(db);
	db_close(db);

	return CTL_DONE;
}

static int rate(const struct command *command)
{
	char names[NAMES_SIZE];
	struct sheets sheets = {0};
	(void)command;

	if (!join_names(names))
		return ctl_fail("the names of so many tournaments have no room");
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;

	const int status = rate_sheets(db, names, &sheets);
	sheet_clear(&sheets.rated);
	sheet_clear(&sheets.ratings);
	sheet_clear(&sheets.scores);
	sheet_clear(&sheets.heads);
	return status;
}

const struct command ctl_rate = {
	.name = "rate",
	.about = "rate players, and set them head to head",
	.text =
		"Prints how strong the players of one or more tournaments are: a rating each, as Elo's, "
		"with its 95 % interval; their scores; and for each two of them who gained more from "
		"the games in which both played. Complete blocks of games count. A player is its label: "
		"the same label in two tournaments must be the same player. Equal games of two "
		"tournaments count once. The ratings are kept in the table farm.ratings.\n\n"
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
			{.name = "mix-rules",
             .about = "rate tournaments of different rule sets together",
             .flag = &asked.mix_rules},
			{.name = "json", .about = "print JSON", .flag = &asked.json},
			{0},
		},
	.run = rate,
};
