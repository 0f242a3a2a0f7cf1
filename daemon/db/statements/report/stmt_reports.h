/* stmt_reports: what aresctl reports about tournaments and workers. A call returns false on
 * failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_REPORTS_H
#define ARESFARM_STATEMENTS_REPORTS_H

#include "db/statements/statements.h"

/* The texts that stmt_next_... gives are valid until the rows are closed (statements.h). */

/* A tournament of the list, and the widest texts of all in the list, in characters. */
struct listed_tournament {
	const char *name, *state, *rules, *seats; /* state: "3 playing, 17 cancelled", "all played" */
	const char *made;                         /* the day: 2026-11-26 */
	int32_t games;
	int64_t finished;
	int32_t name_most, state_most, rules_most;
};
enum listed_open { LISTED_ALL, LISTED_OPEN, LISTED_DONE };

/* pattern: of the names, with * and ?; NULL: all. */
MUST_CHECK bool stmt_list_tournaments(struct db *db, const char *pattern, enum listed_open open,
                                      struct db_rows *tournaments);
MUST_CHECK bool stmt_next_listed(struct db_rows *tournaments, struct listed_tournament *listed);

/* The number of games of a tournament. */
MUST_CHECK bool stmt_tournament_size(struct db *db, const char *tournament, bool *exists,
                                     int64_t *games);

/* The status of a tournament, by a score: lines, each with its kind: progress, rules (the name of
 * the rule set), stop, tuning, points, quarantined, awaited. A tuning has no points: its steps have
 * other players. */
MUST_CHECK bool stmt_read_status(struct db *db, const char *tournament, const char *score,
                                 struct db_rows *lines);
MUST_CHECK bool stmt_next_status(struct db_rows *lines, const char **kind, const char **line);

/* Prints a one-line report: of one tournament, or of all for NULL. score: of the standings in a
 * status; else NULL. */
enum report_line {
	REPORT_LIST_JSON,
	REPORT_STATUS_JSON,
	REPORT_DIGEST,
	REPORT_DIGEST_JSON,
	REPORTS
};
MUST_CHECK bool stmt_report(struct db *db, enum report_line line, const char *tournament,
                            const char *score, FILE *out);

/* A worker that is not gone, and the longest name of a host in the list. */
struct listed_worker {
	int64_t id;
	const char *host, *state, *since; /* state: alive, lost; since: a time or a date */
	int32_t pid;
	int64_t heartbeat_age; /* in seconds */
	int64_t claims, games, phases;
	int32_t host_most;
};
MUST_CHECK bool stmt_list_workers(struct db *db, struct db_rows *workers);
MUST_CHECK bool stmt_next_worker(struct db_rows *workers, struct listed_worker *worker);

/* Prints the metrics of the farm in Prometheus's text format. */
MUST_CHECK bool stmt_print_metrics(struct db *db, FILE *out);

#endif
