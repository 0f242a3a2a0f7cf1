/* stmt_report_times: what the judge and the players took. */
#include "db/statements/statement.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_report_times.inc"

const struct report_query report_times[] = {
	{REPORT_RESOLUTION, 7, &resolution}, {REPORT_HISTOGRAM, 6, &histogram},
	{REPORT_THINKING, 9, &thinking},     {REPORT_FORECASTS, 10, &forecasts},
	{REPORT_QUESTIONS, 0, NULL},
};
