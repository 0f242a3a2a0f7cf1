/* fold: see fold.h. */
#include "fold.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct daide_map *contest_tokens(void)
{
	static struct map map;
	static struct daide_map tokens;
	char error[MAP_ERROR_SIZE];
	const struct map_source *source = map_source_find("standard");
	const bool open = tokens.map != NULL || (map_build(&map, source->rows, source->count, error) &&
	                                         daide_map_open(&map, &tokens));
	assert(open);
	return &tokens;
}

/* Reads the position that the game begins with. */
static bool open_board(const struct daide_game *terms, struct board *board)
{
	static struct stored stored;
	struct phase_orders none;
	board_start(contest_tokens()->map, board);
	if (!terms->started)
		return true;
	stored = (struct stored){.phase = terms->start_phase, .unit_count = terms->start_unit_count};
	memcpy(stored.units, terms->start_units,
	       (size_t)terms->start_unit_count * sizeof *stored.units);
	memcpy(stored.owners, terms->start_owners, sizeof stored.owners);
	return stored_unpack(contest_tokens()->map, &stored, board, &none, NULL);
}

bool fold_open(struct contest *game)
{
	struct board first;

	game->match = (struct match){
		.map = contest_tokens()->map,
		.rules = rules_find(game->terms.rules),
		.judge = judges[0],
		.threads = 1,
	};
	if (strcmp(game->terms.map, "standard") != 0 || game->match.rules == NULL ||
	    !game->match.rules->retreats || !game->match.rules->adjustments ||
	    !open_board(&game->terms, &first))
		return false;

	match_start(&game->match, &first);
	return true;
}

static void note_losses(struct contest *game, int16_t phase)
{
	int centres[POWERS_MAX];
	board_count_centres(game->match.map, &game->match.board, centres);
	for (int p = 0; p < game->match.map->power_count; p++)
		if (centres[p] > 0)
			game->lost_year[p] = 0;
		else if (game->lost_year[p] == 0)
			game->lost_year[p] = phase_year(phase);
}

bool fold_phase(struct contest *game, const struct stored *stored, struct phase_record *record)
{
	struct board board;
	struct phase_orders orders;
	if (stored->phase != game->match.board.phase ||
	    !stored_unpack(game->match.map, stored, &board, &orders, NULL) ||
	    !match_replay(&game->match, &orders, record))
		return false;
	note_losses(game, stored->phase);
	return true;
}
