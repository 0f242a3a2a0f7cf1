/* summaries: see summaries.h. */
#include "summaries.h"

#include <stdlib.h>

#include "base/heap.h"
#include "db/statements/play/stmt_summaries.h"

/* The games of one transaction. */
struct portion {
	struct map map;
	int32_t map_id; /* of map; 0: none is loaded */
	int count;
	int64_t games[STMT_CLAIMS_MAX];
	struct summary summaries[STMT_CLAIMS_MAX];
};

/* Summarises one game. A game with an unreadable row is skipped. */
static bool sum_up(struct db *db, struct portion *portion, const struct unsummed *game)
{
	struct summary *summary = &portion->summaries[portion->count];
	struct db_rows boards;
	struct stored stored;

	if (portion->map_id != game->map) {
		portion->map_id = 0;
		if (!stmt_load_map(db, game->map, &portion->map))
			return false;
		portion->map_id = game->map;
	}

	if (!stmt_read_boards(db, game->tournament, game->game, &boards))
		return false;
	summary_open(summary, &portion->map);
	while (stmt_next_board(&boards, &stored))
		summary_phase(summary, &portion->map, &stored);
	portion->games[portion->count] = game->game;
	portion->count += db_rows_close(&boards);

	return true;
}

/* Summarises the next games. *last: the last of them; *read: their number. */
static bool fill_portion(struct db *db, struct portion *portion, int64_t *last, int *read)
{
	struct db_rows games;
	struct unsummed game;
	bool done = true;

	portion->count = *read = 0;
	if (!stmt_read_unsummed(db, *last, STMT_CLAIMS_MAX, &games))
		return false;
	while (done && stmt_next_unsummed(&games, &game)) {
		done = sum_up(db, portion, &game);
		*last = game.game;
		++*read;
	}

	return db_rows_close(&games) && done &&
	       (portion->count == 0 ||
	        stmt_put_summaries(db, portion->games, portion->summaries, portion->count));
}

bool summaries_fill(struct db *db, void (*tell)(int64_t done, int64_t all))
{
	int64_t all, last = 0, done = 0;
	int read = 1;

	if (!stmt_count_unsummed(db, &all))
		return false;
	if (all == 0)
		return true;

	struct portion *portion = heap_get(1, sizeof *portion);
	bool good = true;
	for (tell(0, all); good && read > 0; tell(done, all)) {
		good = fill_portion(db, portion, &last, &read);
		done += read;
	}

	free(portion);
	return good;
}
