/* stmt_show: see stmt_show.h. */
#include "stmt_show.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_show.inc"

/* ── the story ── */

/* The views of both schemas have the same columns, except for the phase: number and name. */

bool stmt_read_story(struct db *db, bool agent, int64_t game, int16_t phase, struct db_rows *rows)
{
	return db_query(db, agent ? &read_agent_story : &read_story, VALUES(game, phase), rows);
}

/* ── an external player's games ── */

bool stmt_find_agent_game(struct db *db, const char *reference, bool *found,
                          struct agent_game *game, struct db_rows *rows)
{
	if (!db_query(db, &find_agent_game, VALUES(reference), rows))
		return false;
	*found = db_rows_next(rows, FIELDS(game->game, game->title, game->seats));
	return *found || db_rows_close(rows);
}
