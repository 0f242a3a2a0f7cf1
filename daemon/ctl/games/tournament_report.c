/* tournament_report: aresctl tournament list, status and digest. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "base/utf8.h"
#include "ctl/parts/names.h"
#include "ctl/parts/seats.h"
#include "db/statements/report/stmt_reports.h"

enum { SEATS_LEAST = 12, DAY_WIDTH = 10, RULES_SIZE = 64 }; /* columns; bytes */

static struct {
	const char *name; /* NULL: all */
	const char *pattern, *score;
	bool json, open, done, names;
} asked;

/* ── list ── */

/* Whatever needs attention is coloured. */
static enum terminal_ink ink_of(const char *state)
{
	if (strstr(state, "quarantined") != NULL)
		return INK_BAD;
	if (strstr(state, "cancelled") != NULL || strstr(state, "paused") != NULL ||
	    strstr(state, "waiting") != NULL)
		return INK_WARNING;
	return strcmp(state, "all played") == 0 ? INK_GOOD : INK_PLAIN;
}

static int at_least(int width, const char *heading)
{
	return MAX(width, (int)strlen(heading));
}

/* A row with these widths. The day and the seats are left out where a line has no room for them. */
static void print_row(const struct listed_tournament *row, bool first)
{
	char seats[SEATS_SIZE], rules[RULES_SIZE];
	const int name = at_least(row->name_most, "TOURNAMENT"),
			  state = at_least(row->state_most, "STATE"), kind = at_least(row->rules_most, "RULES");
	const int narrow = name + state + kind + 20;
	const bool dated = narrow + DAY_WIDTH + 2 <= terminal_width();
	const int left = terminal_width() - narrow - DAY_WIDTH - 4;
	const enum terminal_ink ink = ink_of(row->state);

	if (first)
		printf("%s%-*s %7s %7s  %-*s  %-*s%s%s%s\n", terminal_ink(INK_BOLD), name, "TOURNAMENT",
		       "GAMES", "PLAYED", state, "STATE", dated ? kind : 0, "RULES",
		       dated ? "  MADE      " : "", left >= SEATS_LEAST ? "  SEATS" : "",
		       terminal_ink(INK_PLAIN));
	snprintf(rules, sizeof rules, "%s", row->rules);
	utf8_clean_line(rules);
	seats_shorten(left >= SEATS_LEAST ? row->seats : "", left, seats);
	printf("%-*s %7d %7lld  %s%-*s%s  %-*s%s%s%s%s\n", name, row->name, row->games,
	       (long long)row->finished, terminal_ink(ink), state, row->state,
	       ink == INK_PLAIN ? "" : terminal_ink(INK_PLAIN), dated ? kind : 0, rules,
	       dated ? "  " : "", dated ? row->made : "", seats[0] != '\0' ? "  " : "", seats);
}

static bool print_list(struct db *db)
{
	struct db_rows rows;
	struct listed_tournament row;
	bool first = true;
	enum listed_open open = LISTED_ALL;

	if (asked.open != asked.done)
		open = asked.open ? LISTED_OPEN : LISTED_DONE;
	if (!stmt_list_tournaments(db, asked.pattern, open, &rows))
		return false;
	for (; stmt_next_listed(&rows, &row); first = false)
		if (asked.names)
			puts(row.name);
		else
			print_row(&row, first);
	return db_rows_close(&rows);
}

/* ── status ── */

static void print_rules(const char *name)
{
	const struct rules *rules = rules_find(name);
	const char *kind = "";

	if (rules != NULL && rules_are_standard(rules))
		kind = ": standard Diplomacy";
	else if (rules != NULL)
		kind = ": not standard Diplomacy (aresctl rules)";
	printf("rules %s%s\n", name, kind);
}

/* The sum that points are a share of. A daide score is not a share. */
static const char *heading_of(const char *score)
{
	if (strcmp(score, "thesis") == 0)
		return "points %";
	if (strcmp(score, "daide") == 0)
		return "a game";
	return strcmp(score, "solos") == 0 ? "solos %" : "squares %";
}

static bool print_status(struct db *db)
{
	struct db_rows rows;
	const char *kind, *line, *heading = "";

	if (!stmt_read_status(db, asked.name, asked.score, &rows))
		return false;
	while (stmt_next_status(&rows, &kind, &line)) {
		if (strcmp(kind, "rules") == 0) {
			print_rules(line);
			continue;
		}
		if (strcmp(kind, "score") == 0) {
			heading = heading_of(line);
			continue;
		}
		if (strcmp(kind, "points") == 0 && heading != NULL) {
			printf("%s%8s   %-14s  %s%s\n", terminal_ink(INK_BOLD), heading, "95 % interval",
			       "player", terminal_ink(INK_PLAIN));
			heading = NULL;
		}
		enum terminal_ink ink = INK_PLAIN;
		if (strcmp(kind, "quarantined") == 0)
			ink = INK_BAD;
		else if (strcmp(kind, "awaited") == 0)
			ink = INK_WARNING;
		printf("%s%s%s\n", terminal_ink(ink), line, terminal_ink(INK_PLAIN));
	}
	return db_rows_close(&rows);
}

/* ── all ── */

/* As JSON, or else by print, or else as the line that `text` is. */
static int report(enum report_line as_json, bool (*print)(struct db *db), enum report_line text)
{
	struct db *db = asked.name != NULL ? ctl_connect_tournament(asked.name) : ctl_connect();
	bool done;
	if (!asked.json && print != NULL)
		done = print(db);
	else
		done = stmt_report(db, asked.json ? as_json : text, asked.name, asked.score, stdout);
	return ctl_end(db, done);
}

static int list(void)
{
	return report(REPORT_LIST_JSON, print_list, REPORTS);
}

static int status(void)
{
	return report(REPORT_STATUS_JSON, print_status, REPORTS);
}

static int digest(void)
{
	return report(REPORT_DIGEST_JSON, NULL, REPORT_DIGEST);
}

static const struct parameter name[] = {CTL_TOURNAMENT(asked.name), {0}};
static const struct parameter json[] = {OPTION_FLAG("json", &asked.json, "print JSON"), {0}};

const struct command ctl_tournament_list = {
	.name = "list",
	.about = "list tournaments",
	.text = "Lists tournaments: how many games each has, how many are played, the state of the "
			"others, and when it was made. It names only those settings of a player that are "
			"not normal. The last column is cut to the width of the terminal; --json prints it "
			"whole.",
	.arguments = PARAMETERS(
		ARGUMENT("PATTERN", &asked.pattern, "of the names, with * and ?", .otherwise = "all")),
	.options = PARAMETERS(OPTION_FLAG("open", &asked.open, "only those with games to play"),
                          OPTION_FLAG("done", &asked.done, "only those without"),
                          OPTION_FLAG("names", &asked.names, "print the names only"),
                          OPTION_FLAG("json", &asked.json, "print JSON, of all tournaments")),
	.run = list,
};
const struct command ctl_tournament_status = {
	.name = "status",
	.about = "print how a tournament stands",
	.text = "Prints the games by state, the rules, the result of --until, the points so far, games "
			"that were quarantined, and external players and bots that games wait for.",
	.arguments = name,
	.options =
		PARAMETERS(OPTION_TEXT("score", "SCORE", &asked.score, "the score that points are of",
                               .choice = stmt_scores, .otherwise = "that of --until, or thesis"),
                   OPTION_FLAG("json", &asked.json, "print JSON")),
	.run = status,
};
const struct command ctl_tournament_digest = {
	.name = "digest",
	.about = "print a tournament's digest",
	.text = "Prints a sha256 over all boards, orders and results, without the times. It is the "
			"same however the tournament was played: with any number of workers, and after any "
			"crash.",
	.arguments = name,
	.options = json,
	.run = digest,
};
