/* asking: see asking.h. */
#include "asking.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void asking_open(struct asking *asking, const struct question_source *source, bool tells)
{
	memset(asking, 0, sizeof *asking);
	asking->tells = tells;
	question_open(&asking->question, source->text, question_tournament.text);
}

/* Forgets the piece before. */
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

__attribute__((format(printf, 2, 3))) static enum asking_piece fail(struct asking *asking,
                                                                    const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(asking->fault, sizeof asking->fault, format, args);
	va_end(args);
	return ASKING_FAILED;
}

/* The variables that a row sets. The heading of the latest tournament says how psql's users choose
 * another; here it says no more than that it is the latest. */
static bool set_variables(struct asking *asking)
{
	struct question *question = &asking->question;
	const struct table *row = &asking->table;
	for (int column = 0; column < row->columns; column++) {
		const char *value = *table_cell(row, 0, column);
		char heading[QUESTION_VALUE_SIZE];
		const char *t = question_value(question, "t");
		if (strcmp(row->name[column], "heading") == 0 && t != NULL && value != NULL &&
		    strcmp(t, value) != 0) {
			snprintf(heading, sizeof heading, "%.*s%s", QUESTION_VALUE_SIZE / 2, t,
			         asking->tells ? " (the latest)" : "");
			value = heading;
		}
		if (!question_set(question, row->name[column], value != NULL ? value : ""))
			return false;
	}
	return true;
}

static bool turn(struct asking *asking)
{
	const struct question *question = &asking->question;
	const struct table_cross cross = {question->word[0], question->word[1], question->word[2],
	                                  question->words > 3 ? question->word[3] : NULL};
	char error[TABLE_ERROR_SIZE];
	asking->turned = table_turn(&asking->answer.table, &cross, &asking->table, error);
	if (!asking->turned)
		snprintf(asking->fault, sizeof asking->fault, "%s", error);
	return asking->turned;
}

/* Runs the statement of a step. */
static bool run(struct asking *asking, struct db *db)
{
	const struct question *question = &asking->question;
	if ((!asking->begun &&
	     !db_script(db, "begin transaction isolation level repeatable read, read only")) ||
	    !answer_open(db, question->sql, question->parameter, question->parameters,
	                 &asking->answer)) {
		snprintf(asking->fault, sizeof asking->fault, "%s", db_fault(db)->message);
		return false;
	}
	asking->begun = asking->answered = true;
	asking->table = asking->answer.table;
	return true;
}

enum asking_piece asking_next(struct asking *asking, struct db *db)
{
	for (;;) {
		drop_piece(asking);
		const enum question_step step = question_next(&asking->question);
		if (step == QUESTION_END)
			return ASKING_END;
		if (step == QUESTION_SAID)
			return ASKING_SAID;
		if (step == QUESTION_WRONG)
			return fail(asking, "%s", asking->question.error);
		if (!run(asking, db))
			return ASKING_FAILED;
		if (step == QUESTION_SET && asking->table.rows != 1)
			return fail(asking, "a statement gave %d rows, not one", asking->table.rows);
		if (step == QUESTION_SET && !set_variables(asking))
			return fail(asking, "a value is too long");
		if (step == QUESTION_SET || asking->table.columns == 0)
			continue;
		if (step == QUESTION_LINES)
			return ASKING_LINES;
		return step != QUESTION_CROSSTAB || turn(asking) ? ASKING_TABLE : ASKING_FAILED;
	}
}
