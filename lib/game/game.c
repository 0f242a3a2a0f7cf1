/* game: the rule sets, and when a game is over. */
#include "game.h"

#include <string.h>

const struct rules rule_sets[] = {
	{
		.name = "thesis",
		.about = "not standard Diplomacy: Booijink 2005, no retreats, random builds, strict orders",
		.law = {.paradox = PARADOX_SUSTAIN,
                .convoy_cut = CONVOY_CUT_THESIS,
                .intent = INTENT_EITHER,
                .coast_single = COAST_SINGLE_FAILS,
                .coast_support = COAST_SUPPORT_NAMED,
                .coast_unit = COAST_UNIT_FAILS,
                .coast_needless = COAST_NEEDLESS_FAILS,
                .type_missing = TYPE_REFUSED,
                .type_wrong = TYPE_REFUSED,
                .repeated = REPEATED_STRICT,
                .illegal = ILLEGAL_NEVER,
                .self_support = SELF_SUPPORT_FAILS},
		.round_limit = 218,
	},
	{
		.name = "standard",
		.about = "standard Diplomacy: the rulebook, with the choices the DATC prefers",
		.law = {.routes = ROUTES_ANY_OPEN}, /* all options have their first value */
		.round_limit = 218,
		.retreats = true,
		.adjustments = true,
	},
	{
		.name = "datc3",
		.about = "standard Diplomacy as of DATC 3.0: who means to be convoyed never goes overland, "
				 "disorder looks to owned centres",
		.law = {.fallback = FALLBACK_NONE,
                .needless = NEEDLESS_ILLEGAL,
                .disorder = DISORDER_OWNED},
		.round_limit = 218,
		.retreats = true,
		.adjustments = true,
	},
	{
		.name = "daide",
		.about = "standard Diplomacy as the reference server of the DAIDE has it, as far as orders "
				 "here can say it",
		.law = {.intent = INTENT_VIA_ALWAYS,
                .fallback = FALLBACK_NONE,
                .self_cut = SELF_CUT_YES,
                .coast_single = COAST_SINGLE_FAILS,
                .coast_support = COAST_SUPPORT_IGNORED,
                .coast_unit = COAST_UNIT_FAILS,
                .coast_needless = COAST_NEEDLESS_FAILS,
                .type_missing = TYPE_REFUSED,
                .type_wrong = TYPE_REFUSED,
                .type_build = TYPE_BUILD_FAILS,
                .repeated = REPEATED_LAST,
                .same_builds = SURPLUS_LAST},
		.round_limit = 218,
		.retreats = true,
		.adjustments = true,
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

bool rules_are_standard(const struct rules *rules)
{
	return rules->retreats && rules->adjustments;
}

/* ── the year ── */

/* Every land province with a unit now belongs to the unit's power (thesis, equation 1). */
static void change_owners(const struct map *map, struct board *board)
{
	for (int u = 0; u < board->unit_count; u++) {
		uint8_t province = map->loc[board->unit[u].loc].province;
		if (map->loc[province].terrain != WATER)
			board->owner[province] = board->unit[u].power;
	}
}

static int16_t first_phase(int year)
{
	return (int16_t)((year - PHASE_FIRST_YEAR) * PHASES_A_YEAR);
}

/* Ends the season of a board whose moves and retreats are over. */
static void end_season(const struct game *game, struct board *board)
{
	const struct map *map = game->map;
	const bool adjustments = game->rules->adjustments;
	const int16_t spring = first_phase(phase_year(board->phase));

	if (phase_kind(board->phase) < FALL_MOVES) {
		board->phase = spring + FALL_MOVES;
		return;
	}
	board->phase = spring + FALL_MOVES; /* for its random numbers */
	change_owners(map, board);
	if (!adjustments)
		build_randomly(map, board, game->seed, game->block);
	board->phase =
		spring + (adjustments && build_is_due(map, board) ? WINTER_ADJUSTMENTS : PHASES_A_YEAR);
}

void game_after_moves(const struct game *game, const struct judgement *judgement,
                      struct board *next)
{
	judge_move_units(judgement, next);
	if (game->rules->retreats && judgement->resolution.dislodged) {
		retreat_begin(judgement, next);
		next->phase = judgement->board->phase + 1;
		return;
	}
	end_season(game, next);
}

void game_after_retreats(const struct game *game, const struct board *board,
                         const struct order orders[], enum result results[], struct board *next)
{
	retreat_resolve(game->map, board, orders, results, next);
	end_season(game, next);
}

void game_after_winter(struct board *board)
{
	board->phase = first_phase(phase_year(board->phase) + 1);
}

/* ── the end ── */

struct game_verdict game_judge_counted(const struct map *map, int16_t phase,
                                       const int centres[POWERS_MAX], const int units[POWERS_MAX],
                                       int round_limit)
{
	struct game_verdict verdict = {.ending = GAME_RUNNING, .winner = POWER_NONE};

	for (int p = 0; p < map->power_count; p++) {
		if (units[p] > 0)
			power_set_add(&verdict.survivors, p);
		if (2 * centres[p] > map->centre_count) {
			verdict.ending = GAME_SOLO;
			verdict.winner = p;
		}
	}
	if (verdict.ending == GAME_RUNNING && (phase_round(phase) >= round_limit || !verdict.survivors))
		verdict.ending = GAME_DRAW;
	return verdict;
}

struct game_verdict game_judge(const struct map *map, const struct board *board, int round_limit)
{
	int centres[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(map, board, centres);
	board_count_units(board, units);
	return game_judge_counted(map, board->phase, centres, units, round_limit);
}

/* ── centres that stay with their powers ── */

void tenure_open(const struct board *first, struct tenure *tenure)
{
	tenure->year = phase_year(first->phase) - 1;
	memcpy(tenure->owner, first->owner, sizeof tenure->owner);
}

void tenure_observe(const struct map *map, const struct board *board, struct tenure *tenure)
{
	bool changed = false;

	for (int p = 0; p < map->province_count; p++)
		changed |= map->centre[p] && board->owner[p] != tenure->owner[p];
	if (!changed)
		return;
	tenure->year = phase_year(board->phase) - (!phase_is_winter(board->phase));
	memcpy(tenure->owner, board->owner, sizeof tenure->owner);
}
