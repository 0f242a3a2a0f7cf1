/* statement: see statement.h. */
#include "statement.h"

bool statement_run(struct db *db, const struct db_statement *statement, struct wire_values values)
{
	struct db_rows rows;
	return db_query(db, statement, values, &rows) && db_rows_close(&rows);
}

bool statement_find(struct db *db, const struct db_statement *statement, struct wire_values values,
                    bool *found, struct wire_fields fields)
{
	struct db_rows rows;
	if (!db_query(db, statement, values, &rows))
		return false;
	*found = db_rows_next(&rows, fields);
	return db_rows_close(&rows);
}

bool statement_row(struct db *db, const struct db_statement *statement, struct wire_values values,
                   struct wire_fields fields)
{
	bool found;
	return statement_find(db, statement, values, &found, fields) &&
	       (found || db_refuse(db, "%s gave no row", statement->name));
}

bool statement_print_found(struct db *db, const struct db_statement *statement,
                           struct wire_values values, bool *found, FILE *out)
{
	struct db_rows rows;
	const char *line;
	if (!db_query(db, statement, values, &rows))
		return false;
	*found = false;
	for (; db_rows_next(&rows, FIELDS(line)); *found = true)
		fprintf(out, "%s\n", line);
	return db_rows_close(&rows);
}

bool statement_print(struct db *db, const struct db_statement *statement, struct wire_values values,
                     FILE *out)
{
	bool found;
	return statement_print_found(db, statement, values, &found, out);
}
