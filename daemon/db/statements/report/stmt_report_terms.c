/* stmt_report_terms: what was played: facts, terms, players. */
#include "db/statements/statement.h"
#include "stmt_report_parts.h"

#include "db/statements/report/stmt_report_terms.inc"

const struct report_query report_terms[] = {
	{REPORT_FACTS, 15, &facts}, {REPORT_TERMS, 3, &terms},   {REPORT_PLAYERS, 4, &seated},
	{REPORT_SEED, 3, &seed},    {REPORT_DIGEST, 2, &digest}, {REPORT_QUESTIONS, 0, NULL},
};
