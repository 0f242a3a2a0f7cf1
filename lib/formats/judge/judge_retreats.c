/* judge_retreats: see judge_retreats.h. */
#include "judge_retreats.h"

#include "game/retreat.h"

#include <stdio.h>

/* The provinces of some locations. */
static struct place_set find_provinces(const struct map *map, struct place_set locs)
{
	struct place_set provinces = {{0, 0}};

	while (!place_set_is_empty(locs))
		place_set_add(&provinces, map->loc[place_set_pop(&locs)].province);
	return provinces;
}

static bool add_all(const struct map *map, const struct listed_retreat retreats[], int count,
                    struct board *board, char error[ERROR_SIZE])
{
	board_clear_retreats(board);
	for (int n = 0; n < count; n++)
		if (!board_add_retreat(map, board, (struct retreat){retreats[n].unit, LOC_NONE}))
			return text_refuse(error, "two units were dislodged in %s, or too many are",
			                   map->loc[map->loc[retreats[n].unit.loc].province].name);
	return true;
}

/* Closes the provinces that dislodged unit i could enter but that are not in its list. */
static void close_others(struct place_set closed, struct place_set open, struct retreat *retreat,
                         struct place_set *contested)
{
	while (!place_set_is_empty(closed)) {
		const uint8_t province = place_set_pop(&closed);
		if (place_set_has(&open, province))
			retreat->barred = province;
		else
			place_set_add(contested, province);
	}
}

bool judge_retreats_infer(const struct map *map, const struct listed_retreat retreats[], int count,
                          struct board *board, char error[ERROR_SIZE])
{
	struct place_set open = {{0, 0}}, contested = {{0, 0}};

	if (!add_all(map, retreats, count, board, error))
		return false;
	for (int n = 0; n < count; n++)
		open = place_set_union(open, find_provinces(map, retreats[n].options));
	for (int n = 0; n < count; n++) {
		const int i = board_find_retreat(map, board, map->loc[retreats[n].unit.loc].province);
		const struct place_set closed =
			place_set_difference(find_provinces(map, retreat_places(map, board, i)),
		                         find_provinces(map, retreats[n].options));
		close_others(closed, open, &board->retreat[i], &contested);
	}
	board->contested = contested;
	for (int n = 0; n < count; n++) {
		const int i = board_find_retreat(map, board, map->loc[retreats[n].unit.loc].province);
		if (!place_set_equal(retreat_places(map, board, i), retreats[n].options))
			return text_refuse(
				error,
				"the unit dislodged in %s has another list of retreats than any position gives it",
				map->loc[retreats[n].unit.loc].name);
	}
	return true;
}
