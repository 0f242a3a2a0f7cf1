/* body: lanes of one width. The file of a width defines LANES, WIDTH (its table) and NAME, and
 * includes this once. */
#include "word_target.h"

#include "lanes.h"
#include "word.h"

#include <string.h>

#include "work.h"
#include "choose.h"
#include "supports.h"
#include "convoys.h"
#include "moves.h"
#include "outcome.h"

static size_t size(const struct menu *menu)
{
	struct work k;
	const size_t start = (sizeof k + LANES_ALIGN - 1) / LANES_ALIGN * LANES_ALIGN;

	return start + (size_t)lay_out(menu, 0, &k);
}

static void open(struct lanes *lanes)
{
	struct work *k = lanes->room;
	const size_t start = (sizeof *k + LANES_ALIGN - 1) / LANES_ALIGN * LANES_ALIGN;

	memset(k, 0, size(lanes->menu));
	lay_out(lanes->menu, (uintptr_t)k + start, k);
	for (int i = 0; i < lanes->menu->entry_count; i++)
		k->entries[i] = make_move(k, lanes->menu->into[i]);
	lanes->parts = WORD_PARTS;
	lanes->follows = (uint64_t *)k->follows;
	lanes->moved = (uint64_t *)k->follow_yes;
	lanes->dislodged = (uint64_t *)k->dislodged;
	lanes->contested = (uint64_t *)k->contested;
	lanes->barred = (uint64_t *)k->barred;
	lanes->singly = (uint64_t *)k->singly;
	lanes->planes = (uint64_t *)k->planes;
	lanes->slots = (uint64_t *)k->slots;
	for (int u = 0; u < lanes->menu->board->unit_count; u++)
		split(k, u);
}

/* Nothing is known yet, except that moves that can never reach their target fail. */
static void begin(struct work *k)
{
	const struct menu *menu = k->menu;

	add_slots(k);
	for (int u = 0; u < menu->board->unit_count; u++)
		k->follow_yes[u] = k->follow_no[u] = none();
	for (int w = 0; w < menu->way_count; w++)
		if (menu->ways[w].dead)
			k->follow_no[menu->ways[w].unit] |= slot(k, menu->ways[w].mask);
	k->beyond = none();
	k->dirty = place_set_union(menu->vacant, menu->occupied);
	k->adrift = true;
	match_supports(k);
	match_convoys(k);
}

/* Whether anything must be evaluated again. */
static inline bool goes_on(const struct work *k)
{
	return place_set_intersects(&k->dirty, &k->menu->vacant) ||
	       place_set_intersects(&k->dirty, &k->menu->occupied) || (k->shaken & k->open) ||
	       (k->adrift && k->afloat_count > 0);
}

static void resolve(struct lanes *lanes)
{
	struct work *k = lanes->room;
	const word used = first_lanes(lanes->count);

	for (begin(k); goes_on(k);) {
		if (k->adrift)
			decide_convoys(k);
		decide_supports(k);
		add_strengths(k);
		decide_moves(k, k->menu->vacant);
		decide_moves(k, k->menu->occupied);
	}
	*k->singly = (close_circles(k) | k->beyond) & used;
	settle(k, used);
}

const struct lanes_width WIDTH = {
	.name = NAME,
	.count = LANES,
	.size = size,
	.open = open,
	.choose = choose,
	.resolve = resolve,
};

#include "word_target_end.h"
