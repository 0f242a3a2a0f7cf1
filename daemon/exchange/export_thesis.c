/* export_thesis: converts a game without phases of retreats and adjustments to one with such
 * phases. Units that vanish disband; random builds and removals become orders. See
 * export_game.h. */
#include <stdlib.h>
#include <string.h>

#include "export_game.h"
#include "import_play.h"
#include "game/why.h"

/* The phases being built. */
struct course {
	const struct export_game *game;
	struct phase_record *records;
	int count, room;
};

static struct phase_record *add(struct course *course, const struct board *board)
{
	course->records =
		import_grow(course->records, course->count, &course->room, sizeof *course->records);
	struct phase_record *record = &course->records[course->count++];
	memset(record, 0, sizeof *record);
	record->board = *board;
	return record;
}

static void add_order(struct phase_record *record, struct order order, uint8_t power)
{
	record->orders.order[record->orders.count] = order;
	record->orders.power[record->orders.count++] = power;
}

/* Adds the retreats after the moves of a record, in which all disband. *next becomes the position
 * after them. False: the record's results cannot follow from its orders. */
static bool add_retreats(struct course *course, int n, struct board *next)
{
	const struct phase_record *moves = &course->game->records[n];
	struct why why;

	if (!why_open(&why, rules_variant(course->game->rules, course->game->map), moves))
		return false;
	judge_move_units(&why.judgement, next);
	if (moves->dislodged == 0)
		return true;
	retreat_begin(&why.judgement, next);
	next->phase = moves->board.phase + 1;

	struct phase_record *record = add(course, next);
	for (int i = 0; i < next->retreat_count; i++) {
		const struct unit unit = next->retreat[i].unit;
		add_order(record, order_disband(unit.type, unit.loc), unit.power);
	}

	board_clear_retreats(next);
	next->phase = moves->board.phase;
	return true;
}

/* Adds the winter between a position and the next spring's, with orders for the differences. */
static void add_winter(struct course *course, const struct board *winter,
                       const struct board *spring)
{
	const struct map *map = course->game->map;

	if (!build_is_due(map, winter))
		return;

	struct phase_record *record = add(course, winter);
	for (int u = 0; u < winter->unit_count; u++) {
		const struct unit unit = winter->unit[u];
		if (board_find(map, spring, map->loc[unit.loc].province) < 0)
			add_order(record, order_disband(unit.type, unit.loc), unit.power);
	}

	for (int u = 0; u < spring->unit_count; u++) {
		const struct unit unit = spring->unit[u];
		if (board_find(map, winter, map->loc[unit.loc].province) < 0)
			add_order(record, order_build(unit.type, unit.loc), unit.power);
	}
}

bool export_ordered(struct export_game *game)
{
	struct course course = {.game = game};
	bool done = true;

	for (int n = 0; n < game->count && done; n++) {
		const struct phase_record *moves = &game->records[n];
		const struct board *next = n + 1 < game->count ? &moves[1].board : &game->last;
		const int16_t fall = moves->board.phase;
		struct board after;
		*add(&course, &moves->board) = *moves;
		done = add_retreats(&course, n, &after);
		if (phase_kind(fall) != FALL_MOVES || !done)
			continue;
		memcpy(after.owner, next->owner, sizeof after.owner);
		after.phase = fall - FALL_MOVES + WINTER_ADJUSTMENTS;
		if (next == &game->last && game->over && game->head.winner != POWER_NONE)
			game->last = after; /* a game that is won has no winter */
		else
			add_winter(&course, &after, next);
	}

	free(game->records);
	game->records = course.records;
	game->count = course.count;
	game->room = course.room;
	return done;
}
