/* stmt_web: see stmt_web.h. */
#include "stmt_web.h"

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_web.inc"

bool stmt_web_bind(struct db *db)
{
	return db_script(db, bind_web);
}

bool stmt_web_is_there(struct db *db)
{
	bool there;
	return statement_row(db, &web_is_there, NO_VALUES, FIELDS(there));
}

/* ── tournaments ── */

bool stmt_web_tournament(struct db *db, const char *name, bool *found,
                         struct web_tournament *tournament)
{
	return statement_find(db, &web_tournament, VALUES(name), found,
	                      FIELDS(tournament->name, tournament->rules, tournament->map,
	                             tournament->stop, tournament->games, tournament->finished,
	                             tournament->claimed, tournament->pending, tournament->waiting,
	                             tournament->quarantined, tournament->cancelled, tournament->phases,
	                             tournament->paused));
}

_Static_assert(STMT_HOME == 50, "the limit of web_home");

bool stmt_web_next_listed(struct db_rows *rows, struct web_listed *listed)
{
	return db_rows_next(rows, FIELDS(listed->name, listed->state, listed->rules, listed->players,
	                                 listed->games, listed->finished, listed->game, listed->people,
	                                 listed->over));
}

bool stmt_web_next_standing(struct db_rows *rows, struct web_standing *standing)
{
	return db_rows_next(rows,
	                    FIELDS(standing->player, standing->points, standing->seats, standing->wins,
	                           standing->draws, standing->survivals, standing->eliminations,
	                           standing->told, standing->certain, standing->share,
	                           standing->expected, standing->low, standing->high));
}

/* ── games ── */

_Static_assert(STMT_SHEET == 100, "the limit of web_games");

bool stmt_web_next_game(struct db_rows *rows, struct web_game *game)
{
	return db_rows_next(rows, FIELDS(game->game, game->tournament, game->number, game->name,
	                                 game->state, game->ending, game->winner, game->phase));
}

bool stmt_web_game(struct db *db, int64_t game, bool *found, struct game_head *head)
{
	return statement_find(db, &web_game, VALUES(game), found,
	                      FIELDS(head->game, head->tournament, head->map, head->number, head->name,
	                             head->state, head->seats));
}

bool stmt_web_wait(struct db *db, int64_t game, bool *found, struct web_wait *wait)
{
	return statement_find(db, &web_wait, VALUES(game), found,
	                      FIELDS(wait->phase, wait->deadline, wait->exact, wait->left));
}

_Static_assert(STMT_PHASES_MOST == 4096, "the limit of web_phases");

bool stmt_web_phases(struct db *db, const struct game_head *head, int16_t phases[STMT_PHASES_MOST],
                     int *count)
{
	int16_t read[STMT_PHASES_MOST];
	if (!statement_row(db, &web_phases, VALUES(head->tournament, head->game),
	                   FIELDS(MANY(read, *count))))
		return false;
	memcpy(phases, read, (size_t)*count * sizeof *read);
	return true;
}
