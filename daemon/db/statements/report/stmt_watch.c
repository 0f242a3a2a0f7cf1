/* stmt_watch: see stmt_watch.h. */
#include "stmt_watch.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_watch.inc"

bool stmt_progress(struct db *db, const char *tournament, struct progress *progress)
{
	return statement_row(db, &get_progress, VALUES(tournament),
	                     FIELDS(progress->games, progress->finished, progress->open,
	                            progress->pending, progress->claimed, progress->waiting,
	                            progress->quarantined, progress->cancelled, progress->phases,
	                            progress->farm_phases, progress->workers, progress->paused,
	                            progress->stop));
}

bool stmt_find_watched(struct db *db, const char *tournament, bool *exists, struct watched *watched)
{
	return statement_find(db, &find_watched, VALUES(tournament), exists,
	                      FIELDS(watched->rules, watched->seats));
}

/* ── points ── */

bool stmt_next_player(struct db_rows *rows, struct watched_player *player)
{
	return db_rows_next(rows, FIELDS(player->name, player->players, player->points,
	                                 OPTIONAL(player->has_share, player->share),
	                                 OPTIONAL(player->has_share, player->fair),
	                                 OPTIONAL(player->has_interval, player->low),
	                                 OPTIONAL(player->has_interval, player->high)));
}

/* ── what holds it up ── */

bool stmt_next_held(struct db_rows *rows, int32_t *kind, const char **line)
{
	return db_rows_next(rows, FIELDS(*kind, *line));
}
