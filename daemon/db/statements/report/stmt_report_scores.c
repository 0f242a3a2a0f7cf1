/* stmt_report_scores: who gained what: standings, comparisons, ratings, powers. The views and
 * functions of the farm calculate; these statements only name their columns. */
#include "db/statements/statement.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_report_scores.inc"

const struct report_query report_scores[] = {
	{REPORT_STANDINGS, 15, &standings},
	{REPORT_COMPARISONS, 9, &comparisons},
	{REPORT_STOP, 1, &stop},
	{REPORT_POWERS, 11, &powers},
	{REPORT_POWERS_OF, 6, &powers_of},
	{REPORT_MEASURES, 6, &measures},
	{REPORT_QUESTIONS, 0, NULL},
};
