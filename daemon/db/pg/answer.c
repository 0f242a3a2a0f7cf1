/* answer: see answer.h. */
#include "answer.h"

#include <assert.h>
#include <string.h>

#include "db_inside.h"

enum { PARAMETERS_MOST = 64 };

/* PostgreSQL's numbers for its types never change. */
enum {
	BOOL = 16,
	INT8 = 20,
	INT2 = 21,
	INT4 = 23,
	TEXT = 25,
	FLOAT4 = 700,
	FLOAT8 = 701,
	NUMERIC = 1700
};

static enum table_kind kind_of(Oid type)
{
	switch (type) {
	case INT2:
	case INT4:
	case INT8:
	case FLOAT4:
	case FLOAT8:
	case NUMERIC:
		return TABLE_NUMBER;
	case BOOL:
		return TABLE_TRUTH;
	default:
		return TABLE_TEXT;
	}
}

static void fill(struct table *table, const PGresult *result)
{
	table_open(table, PQntuples(result), PQnfields(result));
	for (int column = 0; column < table->columns; column++) {
		table->name[column] = PQfname(result, column);
		table->kind[column] = kind_of(PQftype(result, column));
	}
	for (int row = 0; row < table->rows; row++)
		for (int column = 0; column < table->columns; column++)
			if (!PQgetisnull(result, row, column))
				*table_cell(table, row, column) = PQgetvalue(result, row, column);
}

bool answer_open(struct db *db, const char *sql, const char *const *parameters, int count,
                 struct answer *answer)
{
	Oid types[PARAMETERS_MOST];
	assert(count <= PARAMETERS_MOST);
	for (int i = 0; i < count; i++)
		types[i] = TEXT;
	if (!PQsendQueryParams(db->link.conn, sql, count, types, parameters, NULL, NULL, 0))
		return db_fail_connection(db);
	PGresult *result = db_result(db);
	if (result == NULL)
		return false;
	answer->result = result;
	fill(&answer->table, result);
	return true;
}

void answer_close(struct answer *answer)
{
	table_close(&answer->table);
	PQclear(answer->result);
	answer->result = NULL;
}
