/* ways: see ways.h. callgrind counts from the call of a function way_* to its return (bench.sh). So
 * none of them may call another one or be inlined. */
#include "ways.h"

#include <string.h>

#define WAY __attribute__((noinline)) static void

/* ── every board anew ── */

static bool prepare_full(const struct board_set *set, int n, struct batch *batch)
{
	const int first = n * BATCH;

	for (batch->count = 0; batch->count < BATCH && first + batch->count < set->count;
	     batch->count++) {
		batch->boards[batch->count] = &set->positions[first + batch->count].board;
		batch->orders[batch->count] = set->positions[first + batch->count].orders;
	}
	return batch->count > 0;
}

WAY way_full(struct batch *batch)
{
	for (int i = 0; i < batch->count; i++)
		judge_resolve(batch->judge, batch->variant, batch->boards[i], batch->orders[i],
		              &batch->judgement);
}

/* All that a farm or a picture needs of a phase: the reason of each order, the next board, and
 * where its dislodged units may go. */
WAY way_reasons(struct batch *batch)
{
	for (int i = 0; i < batch->count; i++) {
		judge_resolve(batch->judge, batch->variant, batch->boards[i], batch->orders[i],
		              &batch->judgement);
		judge_explain(&batch->judgement, batch->results);
		judge_move_units(&batch->judgement, &batch->next);
		retreat_begin(&batch->judgement, &batch->next);
		for (int r = 0; r < batch->next.retreat_count; r++)
			retreat_options(batch->variant.map, &batch->next, r, batch->options[r]);
	}
}

/* ── order sets of one board ── */

/* The position's own orders and those with one change, in turn: so two neighbours differ in one
 * order. */
static bool prepare_batched(const struct board_set *set, int n, struct batch *batch)
{
	if (n == VARIED)
		return false;
	const struct position *position = boards_varied(set, n);
	for (int c = 0; c < CHANGES; c++) {
		const struct change *change = &set->changes[n][c];
		memcpy(batch->changed[c], position->orders, sizeof position->orders);
		batch->changed[c][change->unit] = change->order;
		batch->orders[2 * c] = batch->changed[c];
		batch->orders[2 * c + 1] = position->orders;
		batch->boards[2 * c] = batch->boards[2 * c + 1] = &position->board;
	}
	batch->count = BATCH;
	forecast_open(&batch->forecast, batch->variant, batch->judge);
	return true;
}

WAY way_batched(struct batch *batch)
{
	for (int i = 0; i < batch->count; i++)
		batch->resolutions[i] =
			forecast_resolve(&batch->forecast, batch->boards[0], batch->orders[i])->resolution;
}

const struct way ways[] = {
	{"full", prepare_full, way_full},
	{"reasons", prepare_full, way_reasons}, /* compare it with full */
	{"again", prepare_batched, way_full},
	{"batched", prepare_batched, way_batched}, /* resolves the same as again */
	{.name = NULL},
};
