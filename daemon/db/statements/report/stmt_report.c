/* stmt_report: see stmt_report.h. The questions themselves are in
 * stmt_report_*.sql, by subject. */
#include "stmt_report.h"

#include <assert.h>
#include <string.h>

#include "db/statements/statement.h"
#include "stmt_rate.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_report.inc"

enum { COLUMNS_MAX = 16 };

bool stmt_find_report(struct db *db, const char *tournament, bool *found, int32_t *id)
{
	return statement_find(db, &find_report, VALUES(tournament), found, FIELDS(*id));
}

bool stmt_open_report(struct db *db)
{
	return db_script(db, open_report) && statement_run(db, &tune_report, NO_VALUES);
}

bool stmt_close_report(struct db *db)
{
	return db_script(db, close_report);
}

static const struct report_query *find_query(enum report_question question)
{
	static const struct report_query *const lists[] = {report_terms, report_scores, report_course,
	                                                   report_times, report_games};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct report_query *query = lists[i]; query->statement != NULL; query++)
			if (query->question == question)
				return query;
	return NULL;
}

bool stmt_read_sheet(struct db *db, const struct db_statement *statement, struct wire_values values,
                     int columns, struct sheet *sheet)
{
	struct db_rows rows;
	const char *text[COLUMNS_MAX];
	bool present[COLUMNS_MAX], done = true;
	struct wire_field field[COLUMNS_MAX];
	assert(columns <= COLUMNS_MAX);
	for (int i = 0; i < columns; i++)
		field[i] = (struct wire_field){.type = 's', .at = &text[i], .present = &present[i]};
	if (!db_query(db, statement, values, &rows))
		return false;
	*sheet = (struct sheet){.columns = columns};
	while (done && db_rows_next(&rows, (struct wire_fields){field, columns})) {
		for (int i = 0; i < columns; i++)
			text[i] = present[i] ? text[i] : NULL;
		done = sheet_add(sheet, text);
	}
	done = db_rows_close(&rows) && (done || db_refuse(db, "there is no memory for the report"));
	if (!done)
		sheet_clear(sheet);
	return done;
}

bool stmt_ask_report(struct db *db, enum report_question question, int32_t id,
                     const char *tournament, struct sheet *sheet)
{
	const struct report_query *const query = find_query(question);
	assert(query != NULL);
	return stmt_read_sheet(db, query->statement, VALUES(id, tournament), query->columns, sheet);
}

bool stmt_try_ratings(struct db *db, const char *tournament, struct sheet *ratings,
                      struct sheet *heads, char refusal[DB_MESSAGE_SIZE])
{
	refusal[0] = '\0';
	if (!db_script(db, mark_report))
		return false;
	if (stmt_rate(db, tournament, "thesis", NULL, ratings) &&
	    stmt_read_heads(db, tournament, "thesis", heads))
		return true;
	const struct db_fault fault = *db_fault(db);
	if (fault.lost || fault.unreadable)
		return false;
	strcpy(refusal, fault.message);
	return db_script(db, return_report);
}

bool stmt_pair_reports(struct db *db, int32_t one, int32_t other, struct sheet *sheet)
{
	return stmt_read_sheet(db, &pair_reports, VALUES(one, other), 9, sheet);
}
