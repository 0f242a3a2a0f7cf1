/* stmt_playing: see stmt_playing.h. */
#include "stmt_playing.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_playing.inc"

bool stmt_next_playing(struct db_rows *rows, struct playing *playing)
{
	return db_rows_next(rows,
	                    FIELDS(playing->host, playing->host_workers, playing->host_threads,
	                           playing->host_versions, playing->id, playing->pid, playing->state,
	                           playing->since, playing->heartbeat_age, playing->threads,
	                           playing->claims, playing->games, playing->phases, playing->plays));
}
