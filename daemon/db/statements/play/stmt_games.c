/* stmt_games: reads games and their boards, for people and for audits. */
#include "db/statements/statement.h"

#include "db/statements/play/stmt_games.inc"

/* ── games ── */

bool stmt_next_board(struct db_rows *boards, struct stored *stored)
{
	bool staged;
	int stages = 0, times = 0;
	if (boards->next < boards->count)
		*stored = (struct stored){0};
	if (!db_rows_next(
			boards, FIELDS(stored->phase, MANY(stored->units, stored->unit_count), stored->owners,
	                       OPTIONAL(stored->resolved, MANY(stored->orders, stored->unit_count)),
	                       OPTIONAL(stored->resolved, stored->resolve_ns),
	                       OPTIONAL(stored->resolved, stored->stage),
	                       OPTIONAL(stored->resolved, MANY(stored->think_ns, stored->power_count)),
	                       OPTIONAL(stored->resolved, MANY(stored->forecasts, stored->power_count)),
	                       OPTIONAL(stored->resolved, stored->capped),
	                       OPTIONAL(staged, MANY(stored->forecast_stages, stages)),
	                       OPTIONAL(staged, MANY(stored->forecast_ns, times)))))
		return false;
	stored->forecaster_count = times;
	return (stages == times * STORED_STAGES && (stored->resolved || !staged)) ||
	       db_rows_refuse(boards, "stages of no forecasts");
}

bool stmt_find_board(struct db *db, const struct game_head *head, int16_t phase, bool *found,
                     struct stored *stored)
{
	struct db_rows rows;
	if (!db_query(db, &find_board, VALUES(head->tournament, head->game, phase), &rows))
		return false;
	*found = stmt_next_board(&rows, stored);
	return db_rows_close(&rows) ||
	       db_refuse(
			   db,
			   "game %lld: what is stored for its phase is not a row of a board; --json prints it",
			   (long long)head->game);
}

/* ── what an audit reads ── */

bool stmt_open_snapshot(struct db *db, char snapshot[STMT_NAME_SIZE])
{
	return db_script(db, open_snapshot) &&
	       statement_row(db, &export_snapshot, NO_VALUES, FIELDS(BUFFER(snapshot, STMT_NAME_SIZE)));
}

/* The server's names of snapshots have hexadecimal digits and hyphens. The statement does not take
 * parameters. */
bool stmt_share_snapshot(struct db *db, const char *snapshot)
{
	char sql[STMT_NAME_SIZE + 128];
	if (strspn(snapshot, "0123456789ABCDEFabcdef-") != strlen(snapshot))
		return db_refuse(db, "%s is not the name of a snapshot", snapshot);
	snprintf(sql, sizeof sql, share_snapshot, snapshot);
	return db_script(db, sql);
}

_Static_assert(POWER_NONE == 7, "who wins a draw");

bool stmt_next_game(struct db_rows *rows, struct game_row *game)
{
	struct stored_end *end = &game->end;
	*game = (struct game_row){0};
	game->readable = db_rows_next(
		rows, FIELDS(game->game, TERMS_PLACES(game->terms), game->finished, end->winner, end->phase,
	                 end->phases, MANY(end->centres, end->power_count),
	                 MANY(end->units, end->power_count), OPTIONAL(game->digested, game->digest),
	                 OPTIONAL(game->terms.agreed, game->terms.agreed_in), game->terms.shared,
	                 OPTIONAL(game->pressed, game->messages)));
	if (end->winner == POWER_NONE)
		end->shared = (uint8_t)game->terms.shared;
	return game->readable || rows->bad;
}
