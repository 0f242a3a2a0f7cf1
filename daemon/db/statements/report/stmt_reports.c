/* stmt_reports: see stmt_reports.h. */
#include "stmt_reports.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_reports.inc"

/* ── tournaments ── */

const char *stmt_scores(size_t i)
{
	static const char *const names[] = {"thesis", "squares", "daide", "solos"};
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

bool stmt_list_tournaments(struct db *db, const char *pattern, enum listed_open open,
                           struct db_rows *tournaments)
{
	const bool wanted = open == LISTED_OPEN;

	if (open == LISTED_ALL)
		return db_query(db, &list_tournaments, VALUES(pattern, NOTHING), tournaments);
	return db_query(db, &list_tournaments, VALUES(pattern, wanted), tournaments);
}

/* ── status ── */

bool stmt_report(struct db *db, enum report_line line, const char *tournament, const char *score,
                 FILE *out)
{
	static const struct db_statement *const reports[REPORTS] = {
		[REPORT_LIST_JSON] = &list_json,
		[REPORT_STATUS_JSON] = &status_json,
		[REPORT_DIGEST] = &digest_line,
		[REPORT_DIGEST_JSON] = &digest_json,
	};
	return statement_print(db, reports[line], VALUES(tournament, score), out);
}
