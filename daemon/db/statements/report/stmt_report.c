/* stmt_report: see stmt_report.h. */
#include "stmt_report.h"

#include <stdlib.h>
#include <string.h>

#include "db/statements/statement.h"

#include "db/statements/report/stmt_report.inc"

bool stmt_open_report(struct db *db)
{
	return db_script(db, open_report) && statement_run(db, &tune_report, NO_VALUES);
}

/* ── answers ── */

/* next_standings and so on: they read a row. */
#define FIELD(name)  FIELD_OF(row->name),
#define TEXT(name)   FIELD(name)
#define NUMBER(name) FIELD(name)
#define WHOLE(name)  FIELD(name)
#define ID(name)     FIELD(name)
#define TRUTH(name)  FIELD(name)
#define ANSWER(name, kind, columns)                                                                \
	static bool next_##name(struct db_rows *rows, void *at)                                        \
	{                                                                                              \
		struct report_##name *const row = at;                                                      \
		const struct wire_field field[] = {columns};                                               \
		return db_rows_next(rows, (struct wire_fields){field, sizeof field / sizeof *field});      \
	}
#include "stmt_report.def"
#undef ANSWER

static const struct question {
	enum report_kind kind;
	const struct db_statement *statement;
	size_t answer, size; /* where in report_answers; of a row */
	bool (*next)(struct db_rows *rows, void *row);
} questions[] = {
#define ANSWER(name, kind, columns)                                                                \
	{REPORT_##kind, &name, offsetof(struct report_answers, name), sizeof(struct report_##name),    \
	 next_##name},
#include "stmt_report.def"
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static struct stmt_rows *find_answer(struct report_answers *answers,
                                     const struct question *question)
{
	return (struct stmt_rows *)((char *)answers + question->answer);
}

static bool ask(struct db *db, const struct question *question, struct wire_values values,
                struct report_answers *answers)
{
	return stmt_read_rows(db, question->statement, values, question->size, question->next,
	                      find_answer(answers, question));
}

static bool ask_all(struct db *db, enum report_kind kind, struct wire_values values,
                    struct report_answers *answers)
{
	for (const struct question *question = questions; question < questions + QUESTIONS; question++)
		if (question->kind == kind && !ask(db, question, values, answers))
			return false;
	return true;
}

bool stmt_read_report(struct db *db, enum report_kind kind, int32_t id, const char *tournament,
                      struct report_answers *answers)
{
	return ask_all(db, kind, VALUES(id, tournament), answers);
}

bool stmt_score_report(struct db *db, int32_t id, const char *tournament, const char *score,
                       struct report_answers *answers)
{
	return ask_all(db, REPORT_SCORED, VALUES(id, tournament, score), answers);
}

bool stmt_try_ratings(struct db *db, const char *tournament, const char *score,
                      struct report_answers *answers, char refusal[DB_MESSAGE_SIZE])
{
	refusal[0] = '\0';
	if (!db_script(db, mark_report))
		return false;
	if (stmt_rate(db, tournament, score, NULL, &answers->ratings) &&
	    stmt_read_heads(db, tournament, score, &answers->heads))
		return true;

	const struct db_fault fault = *db_fault(db);
	if (fault.lost)
		return false;
	strcpy(refusal, fault.message);
	return db_script(db, return_report);
}

bool stmt_pair_reports(struct db *db, int32_t one, int32_t other, const char *score,
                       struct report_answers *answers)
{
	return ask_all(db, REPORT_PAIRED, VALUES(one, other, score), answers);
}

void stmt_clear_report(struct report_answers *answers)
{
	for (const struct question *question = questions; question < questions + QUESTIONS; question++)
		stmt_clear_rows(find_answer(answers, question));
	stmt_clear_rows(&answers->ratings.all);
	stmt_clear_rows(&answers->heads.all);
}
