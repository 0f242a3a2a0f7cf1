/* choices: see choices.h. */
#include "choices.h"

#include "build.h"
#include "retreat.h"
#include "rules/listing.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_POWERS = (1 << POWERS_MAX) - 1 };

/* The list under construction. */
struct page {
	const struct vocabulary *vocabulary;
	const struct board *board;
	power_set powers; /* whose slots are listed */
	struct choices *choices;
	int32_t *numbers;
	int count;
	uint64_t *mask; /* may be NULL */
	struct listing_kept *kept;
};

static struct choices_slot *open_slot(struct page *page, uint8_t power, int place, int due)
{
	struct choices_slot *slot = &page->choices->slot[page->choices->count++];

	*slot = (struct choices_slot){power, (uint8_t)place, (uint8_t)due, page->count, 0};
	return slot;
}

static void close_slot(struct page *page, struct choices_slot *slot)
{
	slot->count = page->count - slot->first;
}

static void page_moves(struct page *page)
{
	const struct board *board = page->board;
	const unit_set units = board_units_of(board, page->powers);
	int32_t *ends[UNITS_MAX];
	struct listing listing;

	listing_open(page->vocabulary, board, &listing);
	listing.kept = page->kept;
	if (page->kept)
		page->kept->at[0] = 0;
	listing_write(&listing, units, page->numbers, ends, page->mask);
	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		struct choices_slot *slot = open_slot(page, board->unit[u].power, u, 1);
		page->count = (int)(ends[u] - page->numbers);
		close_slot(page, slot);
	}
}

static void page_retreats(struct page *page)
{
	const struct map *map = page->vocabulary->map;

	for (int i = 0; i < page->board->retreat_count; i++) {
		const struct unit unit = page->board->retreat[i].unit;
		const struct vocabulary_post *post = vocabulary_post(page->vocabulary, unit);
		const struct map_loc *loc = &map->loc[unit.loc];
		uint8_t options[EXITS_MAX];
		if (!power_set_has(page->powers, unit.power))
			continue;
		struct choices_slot *slot = open_slot(page, unit.power, i, 1);
		const int count = retreat_options(map, page->board, i, options);
		for (int n = 0, exit = 0; n < count; exit++)
			if (loc->exits[unit.type][exit] == options[n]) {
				page->numbers[page->count++] = post->retreat + exit;
				n++;
			}
		page->numbers[page->count++] = post->disband;
		close_slot(page, slot);
	}
}

static void page_builds(struct page *page, const struct law *law, uint8_t power)
{
	const struct vocabulary *v = page->vocabulary;
	uint8_t sites[PROVINCES_MAX];
	const int count = build_sites(v->map, page->board, power, sites);

	for (int i = 0; i < count; i++) {
		const uint8_t site = sites[i];
		const uint8_t *coasts = v->map->coasts[site];
		const int32_t builds[] = {v->build[ARMY][site], v->build[FLEET][site],
		                          v->build[FLEET][coasts[0]], v->build[FLEET][coasts[1]]};
		for (int b = 0; b < 2 + v->map->coast_count[site]; b++)
			if (builds[b] != VOCABULARY_NONE)
				page->numbers[page->count++] = builds[b];
	}
	if (law->waive == WAIVE_ALLOWED)
		page->numbers[page->count++] = v->waive;
}

static void page_removals(struct page *page, uint8_t power)
{
	for (int u = 0; u < page->board->unit_count; u++)
		if (page->board->unit[u].power == power)
			page->numbers[page->count++] =
				vocabulary_post(page->vocabulary, page->board->unit[u])->disband;
}

static void list_winter(struct page *page, const struct law *law)
{
	const struct map *map = page->vocabulary->map;
	int allowances[POWERS_MAX];

	build_count_allowances(map, page->board, allowances);
	for (uint8_t power = 0; power < map->power_count; power++) {
		const int allowance = allowances[power];
		if (allowance == 0 || !power_set_has(page->powers, power))
			continue;
		const int due = abs(allowance);
		struct choices_slot *slot = open_slot(page, power, 0, due);
		if (allowance > 0)
			page_builds(page, law, power);
		else
			page_removals(page, power);
		close_slot(page, slot);
	}
}

static void list(struct page *page, const struct law *law)
{
	page->choices->count = 0;
	page->count = 0;
	if (page->mask)
		memset(page->mask, 0, (size_t)page->vocabulary->words * sizeof *page->mask);
	if (phase_is_movement(page->board->phase)) {
		page_moves(page);
		return;
	}
	if (!phase_is_winter(page->board->phase))
		page_retreats(page);
	else
		list_winter(page, law);
	for (int i = 0; page->mask && i < page->count; i++)
		page->mask[page->numbers[i] / 64] |= UINT64_C(1) << page->numbers[i] % 64;
}

int choices_list(const struct vocabulary *vocabulary, const struct law *law,
                 const struct board *board, struct choices *choices, int32_t numbers[],
                 uint64_t mask[], struct listing_kept *kept)
{
	struct page page = {vocabulary, board, ALL_POWERS, choices, numbers, 0, mask, kept};

	list(&page, law);
	return page.count;
}

_Static_assert(CHOICES_FEW >= UNITS_MAX + PROVINCES_MAX * (1 + COASTS_MAX) + POWERS_MAX,
               "a winter fits");

void choices_mask(const struct vocabulary *vocabulary, const struct law *law,
                  const struct board *board, power_set powers, uint64_t mask[])
{
	struct choices choices;
	int32_t numbers[CHOICES_FEW];
	struct page page = {vocabulary, board, powers, &choices, numbers, 0, mask, NULL};

	if (phase_is_movement(board->phase)) {
		struct listing listing;
		listing_open(vocabulary, board, &listing);
		memset(mask, 0, (size_t)vocabulary->words * sizeof *mask);
		listing_write(&listing, board_units_of(board, powers), NULL, NULL, mask);
		return;
	}
	list(&page, law);
}

void choices_masks(const struct vocabulary *vocabulary, const struct law *law,
                   const struct board *board, uint64_t masks[])
{
	const size_t words = (size_t)vocabulary->words, powers = (size_t)vocabulary->map->power_count;
	unit_set units[POWERS_MAX] = {0};
	struct listing listing;

	if (!phase_is_movement(board->phase)) {
		for (size_t p = 0; p < powers; p++)
			choices_mask(vocabulary, law, board, (power_set)(1 << p), masks + p * words);
		return;
	}
	for (int u = 0; u < board->unit_count; u++)
		unit_set_add(&units[board->unit[u].power], u);
	listing_open(vocabulary, board, &listing);
	memset(masks, 0, powers * words * sizeof *masks);
	for (size_t p = 0; p < powers; p++)
		listing_write(&listing, units[p], NULL, NULL, masks + p * words);
}
