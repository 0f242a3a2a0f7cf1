/* stmt_plan: see stmt_plan.h. */
#include "stmt_plan.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_plan.inc"

static bool next_player(struct db_rows *rows, void *at)
{
	struct plan_player *const row = at;
	return db_rows_next(rows, FIELDS(row->label));
}

bool stmt_read_plan_players(struct db *db, const char *tournament, struct plan_players *labels)
{
	return stmt_read_rows(db, &plan_players, VALUES(tournament), sizeof *labels->row, next_player,
	                      &labels->all);
}

static bool next_row(struct db_rows *rows, void *at)
{
	struct plan_row *const row = at;
	return db_rows_next(rows, FIELDS(row->outcome, row->par, row->silent));
}

bool stmt_read_plan(struct db *db, const char *tournament, const char *score, const char *player,
                    const char *opponent, const char *control, bool whole, struct plan_rows *rows)
{
	return stmt_read_rows(db, &plan_units,
	                      VALUES(tournament, score, player, opponent, control, whole),
	                      sizeof *rows->row, next_row, &rows->all);
}
