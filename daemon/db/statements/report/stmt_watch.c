/* stmt_watch: see stmt_watch.h. */
#include "stmt_watch.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_watch.inc"

/* ── points ── */

bool stmt_next_player(struct db_rows *rows, struct watched_player *player)
{
	return db_rows_next(rows, FIELDS(player->name, player->players, player->points,
	                                 OPTIONAL(player->has_share, player->share),
	                                 OPTIONAL(player->has_share, player->fair),
	                                 OPTIONAL(player->has_interval, player->low),
	                                 OPTIONAL(player->has_interval, player->high)));
}
