/* batch: see batch.h. */
#include "batch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "db/pg/fault.h"

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

bool batch_takes(const struct batch *batch, const struct claim *claim)
{
	const int last = batch->part_count - 1;
	if (last < 0 || batch->parts[last].claim == claim)
		return true;
	for (int i = 0; i < last; i++)
		if (batch->parts[i].claim == claim)
			return false;
	return true;
}

struct stored *batch_add(struct batch *batch, struct claim *claim)
{
	find_part(batch, claim)->count++;
	return &batch->phases[batch->count++];
}

bool batch_is_full(const struct batch *batch, int most)
{
	return batch->count >= most || batch->part_count == STMT_CLAIMS_MAX ||
	       batch->said_count == BATCH_SAID_MOST ||
	       batch->fault_count > BATCH_FAULTS_MOST - POWERS_MAX ||
	       batch->cost_count > BATCH_COSTS_MOST - POWERS_MAX;
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
	summary_phase(claim->summary, match->map, last);
	if (claim->pressed)
		digest_messages(&digest, claim->messages);
	digest_close(&digest, &part->end, part->digest);
	part->over = true;
	part->agreed = verdict->agreed && !match->agreed;
	part->shared = verdict->shared;
	if (verdict->winner != POWER_NONE)
		power_set_add(&part->shared, verdict->winner);
}

void batch_add_notes(struct batch *batch, struct claim *claim, const struct written_fault faults[],
                     int fault_count, const struct written_cost costs[], int cost_count)
{
	if (fault_count + cost_count == 0)
		return;
	find_part(batch, claim);
	assert(batch->fault_count + fault_count <= BATCH_FAULTS_MOST);
	assert(batch->cost_count + cost_count <= BATCH_COSTS_MOST);
	memcpy(&batch->faults[batch->fault_count], faults, (size_t)fault_count * sizeof *faults);
	memcpy(&batch->costs[batch->cost_count], costs, (size_t)cost_count * sizeof *costs);
	batch->fault_count += fault_count;
	batch->cost_count += cost_count;
}

/* The concatenated texts of letters. */
static char *join_texts(const struct letters *letters, int first)
{
	char *texts;
	size_t size;
	FILE *out = heap_open_text(&texts, &size);
	for (int i = first; i < letters->count; i++) {
		if (i > first)
			fputc(STMT_SAID_END, out);
		fputs(letters->letter[i].text, out);
	}
	heap_close_text(out);
	return texts;
}

void batch_add_said(struct batch *batch, struct claim *claim, int16_t phase,
                    const struct letters *letters, int first)
{
	const int count = letters->count - first;
	if (count == 0)
		return;
	int16_t *numbers = heap_get((size_t)count, 3 * sizeof *numbers);
	find_part(batch, claim);
	assert(batch->said_count < BATCH_SAID_MOST);
	struct said *said = &batch->said[batch->said_count++];
	*said = (struct said){claim,
	                      phase,
	                      count,
	                      numbers,
	                      numbers + count,
	                      numbers + 2 * count,
	                      join_texts(letters, first)};
	for (int i = 0; i < count; i++) {
		const struct letter *letter = &letters->letter[first + i];
		said->round[i] = letter->round;
		said->sender[i] = letter->sender;
		said->recipients[i] = (int16_t)letter->recipients;
	}
}

static void free_said(struct said *said)
{
	free(said->round);
	free(said->texts);
}

void batch_end_with(struct batch *batch, const struct batch_close *close)
{
	find_part(batch, close->claim);
	batch->close = close;
}

void batch_clear(struct batch *batch)
{
	for (int i = 0; i < batch->said_count; i++)
		free_said(&batch->said[i]);
	batch->count = batch->part_count = batch->under_way = batch->fault_count = batch->said_count =
		batch->cost_count = 0;
	batch->close = NULL;
}

/* Whether a claim is among some parts. */
static bool is_among(const struct batch *batch, int first, int count, const struct claim *claim)
{
	for (int i = first; i < first + count; i++)
		if (batch->parts[i].claim == claim)
			return true;
	return false;
}

/* Drops the faults and costs of some parts. */
static void drop_notes(struct batch *batch, int first, int count)
{
	int kept = 0, left = 0;
	for (int i = 0; i < batch->cost_count; i++)
		if (!is_among(batch, first, count, batch->costs[i].claim))
			batch->costs[left++] = batch->costs[i];
	batch->cost_count = left;
	for (int i = 0; i < batch->fault_count; i++)
		if (!is_among(batch, first, count, batch->faults[i].claim))
			batch->faults[kept++] = batch->faults[i];
	batch->fault_count = kept;
}

/* The same for messages of bots. */
static void drop_said(struct batch *batch, int first, int count)
{
	int kept = 0;
	for (int i = 0; i < batch->said_count; i++)
		if (is_among(batch, first, count, batch->said[i].claim))
			free_said(&batch->said[i]);
		else
			batch->said[kept++] = batch->said[i];
	batch->said_count = kept;
}

/* Forgets some parts. Their places in phases stay taken until no part is left. */
static void drop_parts(struct batch *batch, int first, int count)
{
	const int after = first + count;
	if (after == batch->part_count)
		batch->close = NULL;
	drop_notes(batch, first, count);
	drop_said(batch, first, count);
	memmove(&batch->parts[first], &batch->parts[after],
	        (size_t)(batch->part_count - after) * sizeof *batch->parts);
	batch->part_count -= count;
	if (batch->part_count == 0)
		batch_clear(batch);
}

void batch_drop_sent(struct batch *batch)
{
	drop_parts(batch, 0, batch->under_way);
	batch->under_way = 0;
}

void batch_drop_claim(struct batch *batch, const struct claim *claim)
{
	for (int i = batch->part_count; i-- > 0;)
		if (batch->parts[i].claim == claim)
			drop_parts(batch, i, 1);
}

const struct written *batch_find(const struct batch *batch, const struct claim *claim)
{
	for (int i = 0; i < batch->under_way; i++)
		if (batch->parts[i].claim == claim)
			return &batch->parts[i];
	return NULL;
}

/* What is stored with the last part, if that is under way. */
static const struct batch_close *find_close(const struct batch *batch)
{
	return batch->under_way == batch->part_count ? batch->close : NULL;
}

bool batch_waits(const struct batch *batch, const struct claim *claim)
{
	const struct batch_close *close = find_close(batch);
	return close != NULL && close->claim == claim && close->asked != 0;
}

int batch_count_ends(const struct batch *batch)
{
	int ends = 0;
	for (int i = 0; i < batch->under_way; i++)
		ends += batch->parts[i].over;
	return ends;
}

int batch_count_boards(const struct batch *batch)
{
	int boards = 0;
	for (int i = 0; i < batch->under_way; i++)
		boards += batch->parts[i].count;
	return boards;
}

/* ── sending ── */

static bool send_close(struct db *db, int64_t worker, const struct batch_close *close)
{
	return (close->played == NULL ||
	        external_send_played(close->played, db, worker, close->claim)) &&
	       (close->asked == 0 ||
	        external_send_asked(db, worker, close->claim, close->match, close->asked));
}

/* The faults and costs of the parts that are under way. */
static bool send_notes(const struct batch *batch, struct db *db, int64_t worker)
{
	for (int i = 0; i < batch->fault_count; i++)
		if (is_among(batch, 0, batch->under_way, batch->faults[i].claim) &&
		    !stmt_send_fault(db, worker, &batch->faults[i]))
			return false;
	for (int i = 0; i < batch->cost_count; i++)
		if (is_among(batch, 0, batch->under_way, batch->costs[i].claim) &&
		    !stmt_send_cost(db, worker, &batch->costs[i]))
			return false;
	return true;
}

/* The same of ends that powers agreed on. */
static bool send_agreed(const struct batch *batch, struct db *db, int64_t worker)
{
	for (int i = 0; i < batch->under_way; i++)
		if (batch->parts[i].agreed && !stmt_send_agreed(db, worker, &batch->parts[i]))
			return false;
	return true;
}

/* The same for messages of bots. */
static bool send_said(const struct batch *batch, struct db *db, int64_t worker)
{
	for (int i = 0; i < batch->said_count; i++)
		if (is_among(batch, 0, batch->under_way, batch->said[i].claim) &&
		    !stmt_send_said(db, worker, &batch->said[i]))
			return false;
	return true;
}

bool batch_send(struct batch *batch, struct db *db, const struct batch_types *types, int64_t worker,
                int parts)
{
	batch->under_way = parts;
	const struct batch_close *close = find_close(batch);
	const bool durable = close != NULL || batch_count_ends(batch) > 0;
	return db_batch_begin(db) && send_agreed(batch, db, worker) &&
	       stmt_send_written(db, types, worker, durable, batch->parts, parts) &&
	       send_notes(batch, db, worker) && send_said(batch, db, worker) &&
	       (close == NULL || send_close(db, worker, close)) && db_batch_end(db);
}

enum batch_outcome batch_settle(const struct batch *batch, struct db *db)
{
	static const enum batch_outcome outcomes[] = {
		[FAULT_SERVER] = BATCH_LOST,  [FAULT_CONNECTION] = BATCH_LOST, [FAULT_GAME] = BATCH_BAD,
		[FAULT_REFUSED] = BATCH_VOID, [FAULT_TAKEN] = BATCH_VOID,
	};
	if (batch->under_way == 0)
		return BATCH_NONE;
	return db_batch_wait(db) ? BATCH_DONE : outcomes[fault_find(db)];
}
