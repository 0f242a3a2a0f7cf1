/* report: the page about a tournament, or about two: what was played, which player is better, how
 * games went and how long they took, in words, plots and tables.
 *
 * Invariant: the page has no script and asks for nothing from elsewhere. All numbers are from the
 * answers; beside each plot is a table of its numbers. */
#ifndef ARESFARM_REPORT_H
#define ARESFARM_REPORT_H

#include "pages/page.h"
#include "db/statements/report/stmt_report.h"

enum { REPORT_SIDES = 2, REPORT_LINK_SIZE = 512 };

struct report_side {
	const char *name; /* of the tournament */
	struct report_answers answers;
	char refusal[DB_MESSAGE_SIZE]; /* why there are no ratings; empty: there are, or none are due */
};

struct report {
	struct report_side side[REPORT_SIDES];
	int sides; /* 1, or 2 to compare; then the second has the answer `pairs` */
	/* of standings, comparisons and ratings; NULL: that of the first tournament's --until */
	const char *score;
	const char *command;
	const char *folder; /* the path of the replays, relative to the page; NULL: there are none */
	bool served;        /* by aresweb: links lead to its pages, and no seed, no digest, and not
	                       why games were quarantined */
};

/* Reads all that a report needs of a tournament, and sets the score if it is NULL; for a served
 * report with the rights of farm_web. False, with a fault in db. */
MUST_CHECK bool report_read(struct db *db, int32_t id, const char *name, struct report *report,
                            int side);
void report_clear(struct report *report);

/* Writes the page from its begin to its end. False: there is no memory. */
void report_write(const struct report *report, struct page *page);

/* A game that the report names. */
struct report_game {
	int side, number;
	int64_t game;
};

/* The games that have links, each once; at most `most`. Returns how many. */
int report_find_games(const struct report *report, struct report_game game[], int most);

/* The replay's path, relative to the page: "report-games/17.html", or "report-games/NAME-17.html"
 * where there are two tournaments. Not of a report that is served. */
char *report_link(const struct report *report, int side, int number, char link[REPORT_LINK_SIZE]);

#endif
