/* stmt_report_course: how games went: scores by year, endings, lengths, openings. */
#include "db/statements/statement.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_report_course.inc"

const struct report_query report_course[] = {
	{REPORT_YEARS, 7, &years},       {REPORT_SHARED, 4, &shared}, {REPORT_LENGTHS, 3, &lengths},
	{REPORT_OPENINGS, 8, &openings}, {REPORT_QUESTIONS, 0, NULL},
};
