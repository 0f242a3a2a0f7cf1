/* stmt_rate: the ratings of players and what they gained from one another, as lines to print.
 * schema/functions/ratings.sql calculates them. */
#include "db/statements/statement.h"
#include "stmt_reports.h"

#include "db/statements/report/stmt_rate.inc"

bool stmt_read_rates(struct db *db, const char *tournaments, const char *score, const char *anchor,
                     struct db_rows *lines)
{
	return db_query(db, &read_rates, VALUES(tournaments, score, anchor), lines);
}

bool stmt_print_rates(struct db *db, const char *tournaments, const char *score, const char *anchor,
                      FILE *out)
{
	return statement_print(db, &rates_json, VALUES(tournaments, score, anchor), out);
}
