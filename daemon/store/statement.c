/* statement: see statement.h. */
#include "statement.h"

bool statement_run(struct db *db, const struct db_statement *statement, struct db_args *args)
{
	struct db_rows rows;
	if (!db_query(db, statement, args, &rows))
		return false;
	db_rows_free(&rows);
	return true;
}

/* One row of one int8. */
bool statement_int8(struct db *db, const struct db_statement *statement, struct db_args *args,
                    int64_t *value)
{
	struct db_rows rows;
	if (!db_query(db, statement, args, &rows))
		return false;
	struct db_reader reader = db_read(db, &rows, 0);
	*value = db_read_int8(&reader);
	bool done = db_read_end(&reader);
	db_rows_free(&rows);
	return done;
}

bool statement_int4(struct db *db, const struct db_statement *statement, struct db_args *args,
                    int32_t *value)
{
	int64_t wide;
	bool done = statement_int8(db, statement, args, &wide);
	*value = done ? (int32_t)wide : 0;
	return done;
}

bool statement_bool(struct db *db, const struct db_statement *statement, struct db_args *args,
                    bool *value)
{
	int64_t wide;
	bool done = statement_int8(db, statement, args, &wide);
	*value = done && wide != 0;
	return done;
}

void statement_text(struct db_reader *reader, char *text, size_t size)
{
	int length = snprintf(text, size, "%s", db_read_text(reader));
	if (length < 0 || (size_t)length >= size)
		reader->bad = true;
}

/* Prints the one column of text that the statement gives. */
bool statement_print(struct db *db, const struct db_statement *statement, struct db_args *args,
                     FILE *out)
{
	struct db_rows rows;
	if (!db_query(db, statement, args, &rows))
		return false;
	bool decoded = true;
	for (int i = 0; decoded && i < rows.count; i++) {
		struct db_reader reader = db_read(db, &rows, i);
		const char *line = db_read_text(&reader);
		decoded = db_read_end(&reader);
		if (decoded)
			fprintf(out, "%s\n", line);
	}
	db_rows_free(&rows);
	return decoded;
}

void statement_terms(struct db_reader *reader, struct terms *terms)
{
	terms->map = db_read_int4(reader);
	terms->number = db_read_int4(reader);
	terms->round_limit = db_read_int4(reader);
	terms->seed = db_read_int8(reader);
	statement_text(reader, terms->rules, sizeof terms->rules);
	statement_text(reader, terms->judge, sizeof terms->judge);
	statement_text(reader, terms->seats, sizeof terms->seats);
}
