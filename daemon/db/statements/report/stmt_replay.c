/* stmt_replay: see stmt_replay.h. */
#include "stmt_replay.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_replay.inc"

_Static_assert(POWER_NONE == 7, "who wins a draw");

bool stmt_find_replay_terms(struct db *db, int64_t game, bool *found, struct replay_terms *terms)
{
	return statement_find(db, &find_replay_terms, VALUES(game), found,
	                      FIELDS(terms->rules, terms->judge, terms->map, terms->finished,
	                             terms->winner, terms->users));
}

bool stmt_next_told(struct db_rows *rows, struct told_message *message)
{
	return db_rows_next(rows, FIELDS(message->phase, message->power, message->text));
}

bool stmt_next_think_times(struct db_rows *rows, struct think_times *times)
{
	return db_rows_next(rows, FIELDS(times->phase, MANY(times->think_ns, times->power_count)));
}
