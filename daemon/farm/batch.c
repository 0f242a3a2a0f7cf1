/* batch: see batch.h. */
#include "batch.h"

#include <string.h>

/* ── collecting ── */

/* The claim's part: the last one, or a new one. */
static struct written *find_part(struct batch *batch, struct claim *claim)
{
	struct written *part = &batch->parts[batch->part_count];
	if (batch->part_count > 0 && part[-1].claim == claim)
		return part - 1;
	batch->part_count++;
	*part = (struct written){.claim = claim, .boards = &batch->phases[batch->count]};
	return part;
}

struct stored *batch_add(struct batch *batch, struct claim *claim)
{
	find_part(batch, claim)->count++;
	return &batch->phases[batch->count++];
}

bool batch_is_full(const struct batch *batch, int most)
{
	return batch->count >= most || batch->part_count == STMT_CLAIMS_MAX;
}

void batch_end_game(struct batch *batch, struct claim *claim, const struct match *match,
                    const struct game_verdict *verdict)
{
	struct stored *last = batch_add(batch, claim);
	struct written *part = find_part(batch, claim);
	struct digest digest = claim->digest;
	stored_pack_final(match->map, &match->board, last);
	stored_pack_end(match->map, &match->board, verdict, claim->phases, &part->end);
	digest_phase(&digest, last);
	digest_close(&digest, &part->end, part->digest);
	part->over = true;
}

void batch_end_with(struct batch *batch, const struct batch_close *close)
{
	find_part(batch, close->claim);
	batch->close = close;
}

void batch_clear(struct batch *batch)
{
	batch->count = batch->part_count = 0;
	batch->close = NULL;
	batch->under_way = false;
}

const struct written *batch_find(const struct batch *batch, const struct claim *claim)
{
	for (int i = 0; i < batch->part_count; i++)
		if (batch->parts[i].claim == claim)
			return &batch->parts[i];
	return NULL;
}

int batch_count_ends(const struct batch *batch)
{
	int ends = 0;
	for (int i = 0; i < batch->part_count; i++)
		ends += batch->parts[i].over;
	return ends;
}

/* ── sending ── */

static bool send_close(struct db *db, int64_t worker, const struct batch_close *close)
{
	return (close->played == NULL ||
	        external_send_played(close->played, db, worker, close->claim)) &&
	       (close->asked == 0 ||
	        external_send_asked(db, worker, close->claim, close->match, close->asked));
}

bool batch_send(struct batch *batch, struct db *db, const struct batch_types *types, int64_t worker)
{
	const bool durable = batch->close != NULL || batch_count_ends(batch) > 0;
	batch->under_way = true;
	return db_batch_begin(db) &&
	       stmt_send_written(db, types, worker, durable, batch->parts, batch->part_count) &&
	       (batch->close == NULL || send_close(db, worker, batch->close)) && db_batch_end(db);
}

enum batch_outcome batch_settle(const struct batch *batch, struct db *db)
{
	if (!batch->under_way)
		return BATCH_NONE;
	if (db_batch_wait(db))
		return BATCH_DONE;
	const char *sqlstate = db_fault(db)->sqlstate;
	if (strcmp(sqlstate, STMT_TAKEN_AWAY) == 0)
		return BATCH_TAKEN;
	return strcmp(sqlstate, STMT_REFUSED) == 0 ? BATCH_REFUSED : BATCH_LOST;
}
