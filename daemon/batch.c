/* batch: see batch.h. */
#include "batch.h"

#include <string.h>

static bool send_finish(struct db *db, const struct claim *claim, const struct match *match,
                        const struct game_verdict *verdict)
{
	struct stored last;
	struct stored_end end;
	struct seal seal = claim->seal;
	uint8_t digest[SEAL_SIZE];
	stored_pack_final(match->map, &match->board, &last);
	stored_pack_end(match->map, &match->board, verdict, claim->phases, &end);
	seal_phase(&seal, &last);
	seal_close(&seal, &end, digest);
	return stmt_send_board(db, claim, &last) && stmt_send_finish(db, claim, &end, digest);
}

bool batch_send(struct batch *batch, struct db *db, int64_t worker, const struct claim *claim,
                const struct match *match, struct batch_close close)
{
	const bool durable = close.verdict != NULL || close.played != NULL || close.asked != 0;
	int count = batch->count;
	batch->count = 0;
	if (!db_batch_begin(db) || !stmt_send_fence(db, worker, claim, durable))
		return false;
	for (int i = 0; i < count; i++)
		if (!stmt_send_board(db, claim, &batch->phases[i]))
			return false;
	if (close.played != NULL && !outside_send_played(close.played, db, claim))
		return false;
	if (close.asked != 0 && !outside_send_asked(db, claim, match, close.asked))
		return false;
	if (close.verdict != NULL && !send_finish(db, claim, match, close.verdict))
		return false;
	batch->under_way = true;
	batch->sent_game = claim->game;
	batch->sent_epoch = claim->epoch;
	batch->sent_phases = count;
	batch->sent_finish = close.verdict != NULL;
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
	batch->refused += batch->sent_phases + batch->sent_finish;
	return BATCH_REFUSED;
}
