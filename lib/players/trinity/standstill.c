/* standstill: see standstill.h. */
#include "standstill.h"

/* By how much a share must grow to have risen. */
enum { RISE = EVALUATION_SURE / 32 };

void standstill_observe(struct standstill *standstill, struct greedy *greedy)
{
	const struct board *board = greedy->call->board;
	const int year = standstill->tenure.year;

	if (!standstill->begun)
		tenure_open(board, &standstill->tenure);
	else
		tenure_observe(greedy->call->map, board, &standstill->tenure);
	standstill->changed |= !standstill->begun || standstill->tenure.year != year;
	standstill->begun = true;

	if (phase_kind(board->phase) != SPRING_MOVES)
		return;
	standstill->now = greedy_value(greedy, &greedy->board);
	if (standstill->changed)
		standstill->then = standstill->now;
	standstill->changed = false;
}

static int count_survivors(const struct board *board)
{
	int units[POWERS_MAX], count = 0;

	board_count_units(board, units);
	for (int p = 0; p < POWERS_MAX; p++)
		count += units[p] > 0;
	return count;
}

bool standstill_is_draw(const struct standstill *standstill, struct greedy *greedy, int years)
{
	const struct board *board = greedy->call->board;
	struct standstill here = *standstill;

	standstill_observe(&here, greedy);
	if (tenure_years(&here.tenure, board) < years)
		return false;
	return here.now <= here.then + RISE || here.now * count_survivors(board) <= EVALUATION_SURE;
}
