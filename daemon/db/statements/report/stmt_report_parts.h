/* stmt_report_parts: the questions of a report by subject. Used by stmt_report*.c only.
 */
#ifndef ARESFARM_STATEMENTS_REPORT_PARTS_H
#define ARESFARM_STATEMENTS_REPORT_PARTS_H

#include "db/statements/statement.h"
#include "stmt_report.h"

/* Parameters of each: $1 the tournament's id, $2 its name. All columns are texts. */
struct report_query {
	enum report_question question;
	int columns;
	const struct db_statement *statement;
};

/* Each list ends with a statement of NULL. */
extern const struct report_query report_terms[], report_scores[], report_course[], report_times[],
	report_games[];

/* Reads all rows of a statement whose columns are texts. The sheet must be empty. */
__attribute__((warn_unused_result)) bool stmt_read_sheet(struct db *db,
                                                         const struct db_statement *statement,
                                                         struct wire_values values, int columns,
                                                         struct sheet *sheet);

#endif
