/* shares: see shares.h. */
#include "shares.h"

int shares_find(const struct match *match, int parts[POWERS_MAX])
{
	const struct game_verdict verdict = match_verdict(match);
	const bool won = verdict.ending == GAME_SOLO;
	int centres[POWERS_MAX], whole = 0;

	board_count_centres(match->map, &match->board, centres);
	for (int p = 0; p < match->map->power_count; p++) {
		parts[p] = won ? p == verdict.winner : centres[p] * centres[p];
		whole += parts[p];
	}

	return whole;
}
