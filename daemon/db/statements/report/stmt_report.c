/* stmt_report: see stmt_report.h. The questions themselves are in
 * statements_report_*.c, by subject. */
#include "stmt_report.h"

#include <assert.h>
#include <string.h>

#include "db/statements/statement.h"
#include "stmt_rate.h"
#include "stmt_report_parts.h"

enum { COLUMNS_MAX = 16 };

STATEMENT(find_report, "s", "select id from farm.tournaments where name = $1 and not dropped");
STATEMENT(open_report, "", "begin transaction isolation level repeatable read, read only");
/* To compile such questions takes longer than to run them, and their sums fit into so much memory.
 */
STATEMENT(tune_report, "",
          "select set_config('jit', 'off', true), set_config('work_mem', '64MB', true)");
STATEMENT(close_report, "", "rollback");
STATEMENT(mark_report, "", "savepoint report");
STATEMENT(return_report, "", "rollback to savepoint report");

bool stmt_find_report(struct db *db, const char *tournament, bool *found, int32_t *id)
{
	return statement_find(db, &find_report, VALUES(tournament), found, FIELDS(*id));
}

bool stmt_open_report(struct db *db)
{
	return statement_run(db, &open_report, NO_VALUES) && statement_run(db, &tune_report, NO_VALUES);
}

bool stmt_close_report(struct db *db)
{
	return statement_run(db, &close_report, NO_VALUES);
}

static const struct report_query *find_query(enum report_question question)
{
	static const struct report_query *const lists[] = {report_terms, report_scores, report_course,
	                                                   report_times, report_games};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct report_query *query = lists[i]; query->statement != NULL; query++)
			if (query->question == question)
				return query;
	return NULL;
}

bool stmt_read_sheet(struct db *db, const struct db_statement *statement, struct wire_values values,
                     int columns, struct sheet *sheet)
{
	struct db_rows rows;
	const char *text[COLUMNS_MAX];
	bool present[COLUMNS_MAX], done = true;
	struct wire_field field[COLUMNS_MAX];
	assert(columns <= COLUMNS_MAX);
	for (int i = 0; i < columns; i++)
		field[i] = (struct wire_field){.type = 's', .at = &text[i], .present = &present[i]};
	if (!db_query(db, statement, values, &rows))
		return false;
	*sheet = (struct sheet){.columns = columns};
	while (done && db_rows_next(&rows, (struct wire_fields){field, columns})) {
		for (int i = 0; i < columns; i++)
			text[i] = present[i] ? text[i] : NULL;
		done = sheet_add(sheet, text);
	}
	done = db_rows_close(&rows) && (done || db_refuse(db, "there is no memory for the report"));
	if (!done)
		sheet_clear(sheet);
	return done;
}

bool stmt_ask_report(struct db *db, enum report_question question, int32_t id,
                     const char *tournament, struct sheet *sheet)
{
	const struct report_query *const query = find_query(question);
	assert(query != NULL);
	return stmt_read_sheet(db, query->statement, VALUES(id, tournament), query->columns, sheet);
}

bool stmt_try_ratings(struct db *db, const char *tournament, struct sheet *ratings,
                      struct sheet *heads, char refusal[DB_MESSAGE_SIZE])
{
	refusal[0] = '\0';
	if (!statement_run(db, &mark_report, NO_VALUES))
		return false;
	if (stmt_rate(db, tournament, "thesis", NULL, ratings) &&
	    stmt_read_heads(db, tournament, "thesis", heads))
		return true;
	const struct db_fault fault = *db_fault(db);
	if (fault.lost || fault.unreadable)
		return false;
	strcpy(refusal, fault.message);
	return statement_run(db, &return_report, NO_VALUES);
}

/* A difference d in [-1, 1] counts as the share (1 + d) / 2, so that its interval is that of
 * farm.share95. */
STATEMENT(
	pair_reports, "ii",
	"with pair as (select a.id as one, b.id as other, a.block, least(a.games, b.games) as games"
	"  from farm.tournaments a, farm.tournaments b where a.id = $1 and b.id = $2"
	"  and (a.map_id, a.block, a.team) = (b.map_id, b.block, b.team)"
	"  and farm.tournament_seed(a.id) = farm.tournament_seed(b.id)),"
	" seat as (select g.tournament_id, g.number, s.power, s.user_id from pair p"
	"  join farm.games g on g.tournament_id in (p.one, p.other) and g.number <= p.games"
	"  join farm.seats s on s.game_id = g.id),"
	" same as (select coalesce(bool_and(two and equal), false) as seats from ("
	"   select count(*) = 2 as two, min(user_id) = max(user_id) as equal"
	"   from seat group by number, power) e),"
	" gained as (select b.tournament_id, b.block, b.user_id, b.share from pair p"
	"  cross join same join farm.blocks b on b.tournament_id in (p.one, p.other) and b.complete"
	"  where same.seats),"
	" both_have as (select a.user_id, a.share as one, b.share as other from pair p"
	"  join gained a on a.tournament_id = p.one"
	"  join gained b on b.tournament_id = p.other and (b.block, b.user_id) = (a.block, a.user_id)),"
	" sums as (select user_id, count(*) as n, avg(one) as one, avg(other) as other,"
	"  sum((1 + other - one) / 2) as shares, sum(((1 + other - one) / 2) ^ 2) as squares"
	"  from both_have group by user_id)"
	" select u.label, (100 * one)::text, (100 * other)::text, (100 * (other - one))::text,"
	"  (100 * (2 * i.low - 1))::text, (100 * (2 * i.high - 1))::text, i.p::text, n::text, 'paired'"
	" from sums join farm.users u on u.id = sums.user_id"
	" cross join lateral farm.share95(n, shares, squares, 0.5) i order by u.label collate \"C\"");

bool stmt_pair_reports(struct db *db, int32_t one, int32_t other, struct sheet *sheet)
{
	return stmt_read_sheet(db, &pair_reports, VALUES(one, other), 9, sheet);
}
