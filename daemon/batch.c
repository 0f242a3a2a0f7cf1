/* batch: see batch.h. */
#include "batch.h"

#include <string.h>

/* ── collecting ── */

/* The claim's part: the last one, or a new one. */
static struct batch_part *find_part(struct batch *batch, const struct claim *claim)
{
	struct batch_part *part = &batch->parts[batch->part_count];
	if (batch->part_count > 0 && part[-1].claim == claim)
		return part - 1;
	batch->part_count++;
	*part = (struct batch_part){.claim = claim, .first = batch->count};
	return part;
}

struct stored *batch_add(struct batch *batch, const struct claim *claim)
{
	find_part(batch, claim)->count++;
	return &batch->phases[batch->count++];
}

bool batch_is_full(const struct batch *batch, int most)
{
	return batch->count >= most || batch->part_count == BATCH_GAMES_MOST;
}

void batch_end_game(struct batch *batch, const struct claim *claim, const struct match *match,
                    const struct game_verdict *verdict)
{
	struct stored *last = batch_add(batch, claim);
	struct batch_part *part = find_part(batch, claim);
	struct seal seal = claim->seal;
	stored_pack_final(match->map, &match->board, last);
	stored_pack_end(match->map, &match->board, verdict, claim->phases, &part->end);
	seal_phase(&seal, last);
	seal_close(&seal, &part->end, part->digest);
	part->over = true;
}

void batch_clear(struct batch *batch)
{
	batch->count = batch->part_count = 0;
}

/* ── sending ── */

static bool send_fence(const struct batch *batch, struct db *db, int64_t worker, bool durable)
{
	int64_t games[BATCH_GAMES_MOST];
	int32_t epochs[BATCH_GAMES_MOST];
	for (int i = 0; i < batch->part_count; i++) {
		games[i] = batch->parts[i].claim->game;
		epochs[i] = batch->parts[i].claim->epoch;
	}
	return stmt_send_fence(db, worker, games, epochs, batch->part_count, durable);
}

static bool send_boards(const struct batch *batch, struct db *db)
{
	struct board_row rows[BATCH_MOST];
	for (int i = 0; i < batch->part_count; i++) {
		const struct batch_part *part = &batch->parts[i];
		for (int n = part->first; n < part->first + part->count; n++)
			rows[n] = (struct board_row){part->claim, &batch->phases[n]};
	}
	return stmt_send_boards(db, rows, batch->count);
}

static bool send_ends(const struct batch *batch, struct db *db)
{
	struct finished rows[BATCH_GAMES_MOST];
	int count = 0;
	for (int i = 0; i < batch->part_count; i++) {
		const struct batch_part *part = &batch->parts[i];
		if (part->over)
			rows[count++] = (struct finished){part->claim, &part->end, part->digest};
	}
	return count == 0 || stmt_send_finish(db, rows, count);
}

/* The games that are over, a tournament at a time: parts are in the order of their tournaments, as claims are. */
static bool send_tallies(const struct batch *batch, struct db *db, int64_t worker)
{
	int64_t finished = 0, phases = 0;
	for (int i = 0; i < batch->part_count; i++) {
		const struct batch_part *part = &batch->parts[i];
		const bool last = i + 1 == batch->part_count || part[1].claim->tournament != part->claim->tournament;
		finished += part->over;
		phases += part->over ? part->end.phases : 0;
		if (!last || finished == 0)
			continue;
		if (!stmt_send_tally(db, worker, part->claim->tournament, finished, phases))
			return false;
		finished = phases = 0;
	}
	return true;
}

static bool send_close(struct db *db, const struct batch_close *close)
{
	return (close->played == NULL || outside_send_played(close->played, db, close->claim)) &&
	       (close->asked == 0 || outside_send_asked(db, close->claim, close->match, close->asked));
}

bool batch_send(struct batch *batch, struct db *db, int64_t worker, const struct batch_close *close)
{
	int ends = 0;
	if (close != NULL)
		find_part(batch, close->claim);
	for (int i = 0; i < batch->part_count; i++)
		ends += batch->parts[i].over;
	if (!db_batch_begin(db) || !send_fence(batch, db, worker, ends > 0 || close != NULL))
		return false;
	if (!send_boards(batch, db) || !send_ends(batch, db) || !send_tallies(batch, db, worker) ||
	    (close != NULL && !send_close(db, close)))
		return false;
	batch->under_way = true;
	batch->sent_phases = batch->count - ends; /* final positions are none */
	batch->sent_ends = ends;
	batch->sent_game = batch->part_count == 1 ? batch->parts[0].claim->game : 0;
	batch->sent_epoch = batch->part_count == 1 ? batch->parts[0].claim->epoch : 0;
	batch_clear(batch);
	return db_batch_end(db);
}

enum batch_outcome batch_settle(struct batch *batch, struct db *db)
{
	if (!batch->under_way)
		return BATCH_NONE;
	batch->under_way = false;
	if (db_batch_wait(db))
		return BATCH_DONE;
	const char *sqlstate = db_fault(db)->sqlstate;
	if (strcmp(sqlstate, STMT_TAKEN_AWAY) == 0)
		return BATCH_TAKEN;
	if (strcmp(sqlstate, STMT_REFUSED) != 0)
		return BATCH_LOST;
	batch->refused += batch->sent_phases + batch->sent_ends;
	return BATCH_REFUSED;
}
