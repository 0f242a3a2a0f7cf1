/* game: the rule sets, and when a game is over. */
#include "game.h"

#include "build.h"

#include <string.h>

/* ---- Rule set thesis ---- */

static int16_t thesis_next_phase(int16_t phase)
{
	return phase_kind(phase) == SPRING_MOVES ? phase + FALL_MOVES : phase - FALL_MOVES + PHASES_A_YEAR;
}

/* Every land province with a unit in it becomes its power's (equation 1). */
static void change_owners(const struct map *map, struct board *board)
{
	for (int u = 0; u < board->unit_count; u++) {
		uint8_t province = map->loc[board->unit[u].loc].province;
		if (map->loc[province].terrain != WATER)
			board->owner[province] = board->unit[u].power;
	}
}

static void thesis_advance(const struct map *map, const struct board *board, const struct order orders[],
                           const struct resolution *resolution, uint64_t seed, uint32_t game, struct board *next)
{
	judge_move_units(map, board, orders, resolution, next);
	if (phase_kind(board->phase) == FALL_MOVES) {
		change_owners(map, next);
		build_randomly(map, next, seed, game);
	}
	next->phase = thesis_next_phase(board->phase);
}

const struct rules rule_sets[] = {
	{
		.name = "thesis",
		.about = "Booijink 2005: strict orders, rules 23 and 24, no retreats, random builds",
		.round_limit = 218,
		.next_phase = thesis_next_phase,
		.advance = thesis_advance,
	},
	{.name = NULL},
};

const struct rules *rules_find(const char *name)
{
	for (const struct rules *rules = rule_sets; rules->name; rules++)
		if (strcmp(rules->name, name) == 0)
			return rules;
	return NULL;
}

/* ---- The end ---- */

struct game_verdict game_judge(const struct map *map, const struct board *board, int round_limit)
{
	struct game_verdict verdict = {.ending = GAME_RUNNING, .winner = POWER_NONE};
	int centres[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(map, board, centres);
	board_count_units(board, units);
	for (int p = 0; p < map->power_count; p++) {
		if (units[p] > 0)
			verdict.survivors |= 1 << p;
		if (2 * centres[p] > map->centre_count) {
			verdict.ending = GAME_SOLO;
			verdict.winner = p;
		}
	}
	if (verdict.ending == GAME_RUNNING && (phase_round(board->phase) >= round_limit || !verdict.survivors))
		verdict.ending = GAME_DRAW;
	return verdict;
}
