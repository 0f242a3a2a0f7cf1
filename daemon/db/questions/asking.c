/* asking: see asking.h. */
#include "asking.h"

#include <stdio.h>
#include <string.h>

/* Frees the previous piece. */
static void drop_piece(struct asking *asking)
{
	if (asking->turned)
		table_close(&asking->table);
	if (asking->answered)
		answer_close(&asking->answer);
	asking->turned = asking->answered = false;
}

void asking_close(struct asking *asking)
{
	drop_piece(asking);
}

static bool ask(struct asking *asking, struct db *db, const char *sql,
                const char *const *parameters, int count)
{
	asking->answered = answer_open(db, sql, parameters, count, &asking->answer);
	if (!asking->answered) {
		snprintf(asking->fault, sizeof asking->fault, "%s", db_fault(db)->message);
		return false;
	}
	asking->table = asking->answer.table;
	return true;
}

/* Finds the subject of the question. JIT is off: compiling a question takes longer than running
 * it. */
static bool begin(struct asking *asking, struct db *db)
{
	const char *const parameters[] = {asking->head->kind, asking->value[0]};
	if (!db_script(db, "begin transaction isolation level repeatable read, read only;"
	                   " set local jit = off")) {
		snprintf(asking->fault, sizeof asking->fault, "%s", db_fault(db)->message);
		return false;
	}
	if (!ask(asking, db, "select farm.question_subject($1, $2)", parameters, 2))
		return false;

	snprintf(asking->subject, sizeof asking->subject, "%s", *table_cell(&asking->table, 0, 0));
	asking->value[0] = asking->subject;
	drop_piece(asking);
	return true;
}

bool asking_open(struct asking *asking, struct db *db, const char *text,
                 const struct question_head *head, const char *const *values)
{
	memset(asking, 0, sizeof *asking);
	asking->head = head;
	asking->at = text;
	asking->value[0] = values[0];
	for (int i = 1; i < head->count; i++)
		asking->value[i] = values[i] != NULL ? values[i] : head->taken[i].normal;
	return begin(asking, db);
}

static bool turn(struct asking *asking)
{
	const struct question_statement *statement = &asking->statement;
	const struct table_cross cross = {statement->word[0], statement->word[1], statement->word[2],
	                                  statement->words > 3 ? statement->word[3] : NULL};
	char error[TABLE_ERROR_SIZE];
	asking->turned = table_turn(&asking->answer.table, &cross, &asking->table, error);
	if (!asking->turned)
		snprintf(asking->fault, sizeof asking->fault, "%s", error);
	return asking->turned;
}

enum asking_piece asking_next(struct asking *asking, struct db *db)
{
	for (;;) {
		drop_piece(asking);
		const enum question_kind kind =
			question_next(&asking->at, asking->head, &asking->statement);
		if (kind == QUESTION_END)
			return ASKING_END;
		if (kind == QUESTION_WRONG)
			snprintf(asking->fault, sizeof asking->fault, "the question cannot be read");
		if (kind == QUESTION_WRONG ||
		    !ask(asking, db, asking->statement.sql, asking->value, asking->head->count))
			return ASKING_FAILED;

		if (kind == QUESTION_CROSSTAB)
			return turn(asking) ? ASKING_TABLE : ASKING_FAILED;
		const bool empty = asking->table.rows == 0;
		const bool untitled = asking->untitled;
		asking->untitled = kind == QUESTION_LINES && empty;
		if (kind == QUESTION_LINES)
			return ASKING_LINES;
		if (!(untitled && empty))
			return ASKING_TABLE;
	}
}

bool asking_source(struct asking *asking, struct db *db, const char **source)
{
	const char *const parameters[] = {asking->head->kind, asking->subject};
	drop_piece(asking);
	if (!ask(asking, db, "select farm.question_source($1, $2)", parameters, 2))
		return false;
	*source = *table_cell(&asking->table, 0, 0);
	return true;
}
