/* saved_state: the positions of a saved game. See saved_parts.h. */
#include <string.h>

#include "saved_parts.h"

/* ── units and centres ── */

static bool add_unit(struct reading *reading, const struct place *place, uint8_t power,
                     const char *text, size_t length)
{
	const struct map *map = reading->game->map;
	struct board *board = &reading->phase->board;
	struct unit unit = {.power = power};
	bool dislodged;
	if (!saved_read_unit(map, text, length, &unit, &dislodged))
		return place_refuse(place, "'%.*s' is not a unit of the map", place_shown(length), text);
	if (dislodged ? !board_add_retreat(map, board, (struct retreat){unit, LOC_NONE})
	              : !board_add(map, board, unit))
		return place_refuse(place, "'%.*s': there is another unit, or there are too many",
		                    place_shown(length), text);
	return true;
}

static bool take_units(struct reading *reading, const struct place *place, uint8_t power,
                       struct json_object *value)
{
	struct place_texts texts = place_texts(place, value);
	while (place_next(&texts))
		if (!add_unit(reading, &texts.in, power, texts.text, texts.length))
			return false;
	return texts.good;
}

static bool take_centres(struct reading *reading, const struct place *place, uint8_t power,
                         struct json_object *value)
{
	const struct map *map = reading->game->map;
	uint8_t *owner = reading->phase->board.owner;
	struct place_texts texts = place_texts(place, value);

	while (place_next(&texts)) {
		const uint8_t loc = saved_find_place(map, texts.text, texts.length);
		if (loc >= map->province_count || !map->centre[loc])
			return place_refuse(&texts.in, "'%.*s' is not a supply centre of the map",
			                    place_shown(texts.length), texts.text);
		if (owner[loc] != POWER_NONE)
			return place_refuse(&texts.in, "'%.*s' is owned twice", place_shown(texts.length),
			                    texts.text);
		owner[loc] = power;
	}

	return texts.good;
}

/* ── where dislodged units may go ── */

/* A power's dislodged units. */
struct retreating {
	struct reading *reading;
	const struct place *place;
};

static bool take_places(void *context, const char *name, struct json_object *value)
{
	const struct retreating *retreating = context;
	const struct map *map = retreating->reading->game->map;
	struct saved_phase *phase = retreating->reading->phase;
	const struct place in =
		place_inside(retreating->place, ".%.*s", place_shown(strlen(name)), name);
	struct unit unit = {0};
	bool dislodged;
	const int i = saved_read_unit(map, name, strlen(name), &unit, &dislodged)
	                  ? board_find_retreat(map, &phase->board, map->loc[unit.loc].province)
	                  : -1;

	if (i < 0 || phase->board.retreat[i].unit.loc != unit.loc)
		return place_refuse(&in, "is not a unit that was dislodged");
	struct place_texts texts = place_texts(&in, value);
	phase->told[i] = texts.good;

	while (place_next(&texts)) {
		const uint8_t loc = saved_find_place(map, texts.text, texts.length);
		if (loc == LOC_NONE)
			return place_refuse(&texts.in, "'%.*s' is not a place of the map",
			                    place_shown(texts.length), texts.text);
		place_set_add(&phase->open[i], loc);
	}

	return texts.good;
}

static bool take_retreats(struct reading *reading, const struct place *place, uint8_t power,
                          struct json_object *value)
{
	struct retreating retreating = {reading, place};
	(void)power;
	return value == NULL ||
	       (place_check(place, value, JSON_OBJECT) && json_each(value, take_places, &retreating));
}

/* ── the state ── */

/* Powers that the state leaves out keep what they have in `first`. */
static void keep_units(struct reading *reading, const struct board *first)
{
	for (int u = 0; first != NULL && u < first->unit_count; u++)
		if (!power_set_has(reading->seen, first->unit[u].power))
			(void)!board_add(reading->game->map, &reading->phase->board, first->unit[u]);
}

static void keep_centres(struct reading *reading, const struct board *first)
{
	const struct map *map = reading->game->map;
	uint8_t *owner = reading->phase->board.owner;
	for (int p = 0; first != NULL && p < map->province_count; p++)
		if (map->centre[p] && owner[p] == POWER_NONE && first->owner[p] != POWER_NONE &&
		    !power_set_has(reading->seen, first->owner[p]))
			owner[p] = first->owner[p];
}

bool saved_read_state(const struct saved_game *game, const struct place *place,
                      struct json_object *state, const struct board *first,
                      struct saved_phase *phase)
{
	const struct place units = place_inside(place, ".units"),
					   centres = place_inside(place, ".centers"),
					   retreats = place_inside(place, ".retreats");
	struct reading reading = {.game = game, .phase = phase, .place = &units, .take = take_units};

	if (!place_check(place, state, JSON_OBJECT) ||
	    !place_copy(place, state, "note", phase->note, sizeof phase->note) ||
	    !saved_read_powers(&reading, json_member(state, "units")))
		return false;

	keep_units(&reading, first);
	reading =
		(struct reading){.game = game, .phase = phase, .place = &centres, .take = take_centres};
	if (!saved_read_powers(&reading, json_member(state, "centers")))
		return false;
	keep_centres(&reading, first);
	reading =
		(struct reading){.game = game, .phase = phase, .place = &retreats, .take = take_retreats};

	return saved_read_powers(&reading, json_member(state, "retreats"));
}
