/* start: see start.h. */
#include "start.h"

#include <stdio.h>

static bool check_phase(const struct map *map, const struct rules *rules, const struct board *board,
                        char error[ERROR_SIZE])
{
	char phase[PHASE_TEXT_SIZE];
	const bool winter = phase_is_winter(board->phase);
	phase_print(board->phase, phase);
	if (board->phase < 0 || phase_year(board->phase) > START_YEAR_MOST)
		return text_refuse(error, "%s is not in the years %d to %d", phase, PHASE_FIRST_YEAR,
		                   START_YEAR_MOST);
	if (!winter && !phase_is_movement(board->phase))
		return text_refuse(error, "a game cannot begin with retreats, as in %s", phase);
	if (board->retreat_count > 0)
		return text_refuse(error, "units retreat in %s, which is not a phase of retreats", phase);
	if (winter && !rules->adjustments)
		return text_refuse(error, "rule set %s has no adjustments, as in %s", rules->name, phase);
	if (winter && !build_is_due(map, board))
		return text_refuse(error, "nobody has anything to build or to remove in %s", phase);
	return true;
}

static bool check_units(const struct map *map, const struct board *board, char error[ERROR_SIZE])
{
	for (int i = 0; i < board->unit_count; i++) {
		const struct unit unit = board->unit[i];
		const uint8_t province = map->loc[unit.loc].province;
		if (map_can_stand(map, unit.type, unit.loc))
			continue;
		return text_refuse(
			error, "no %s can stand in %s, as %s's does%s", unit.type == ARMY ? "army" : "fleet",
			map->loc[unit.loc].code, map->power[unit.power],
			unit.type == FLEET && map->coast_count[province] > 0 ? ": name its coast" : "");
	}
	return true;
}

static bool check_owners(const struct map *map, const struct board *board, char error[ERROR_SIZE])
{
	bool owned = false;
	for (int p = 0; p < map->province_count; p++) {
		if (board->owner[p] == POWER_NONE)
			continue;
		if (map->loc[p].terrain == WATER)
			return text_refuse(error, "%s is water, and nobody can own it", map->loc[p].code);
		owned |= map->centre[p];
	}
	return owned || text_refuse(error, "nobody owns a centre");
}

/* The game must not be over on the board. */
static bool check_open(const struct map *map, const struct board *board, char error[ERROR_SIZE])
{
	const struct game_verdict verdict = game_judge(map, board, phase_round(board->phase) + 1);
	if (verdict.ending == GAME_SOLO)
		return text_refuse(error, "the game is over there: %s has won", map->power[verdict.winner]);
	return verdict.ending == GAME_RUNNING || text_refuse(error, "no power has a unit");
}

bool start_check(const struct map *map, const struct rules *rules, const struct board *board,
                 char error[ERROR_SIZE])
{
	return check_phase(map, rules, board, error) && check_units(map, board, error) &&
	       check_owners(map, board, error) && check_open(map, board, error);
}
