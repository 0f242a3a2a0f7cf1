/* prospect: see prospect.h. Here: what posts there are, and which widths. */
#include "prospect.h"

#include <string.h>

/* ── posts ── */

/* The number of each post, or -1. */
typedef int16_t post_numbers[POWERS_MAX][UNIT_TYPES][LOCS_MAX];

static void add_source(struct prospect *prospect, post_numbers numbers, int u, uint8_t loc,
                       uint16_t slot)
{
	struct unit unit = prospect->ground->board->unit[u];
	int16_t *number = &numbers[unit.power][unit.type][loc];

	unit.loc = loc;
	if (*number < 0) {
		*number = (int16_t)prospect->post_count;
		prospect->posts[prospect->post_count++] = unit;
	}
	prospect->sources[prospect->source_count++] =
		(struct prospect_source){(uint16_t)*number, slot, (uint8_t)u};
}

static void add_posts(struct prospect *prospect, const struct menu *menu)
{
	const struct board *board = prospect->ground->board;
	post_numbers numbers;

	memset(numbers, 0xff, sizeof numbers);
	prospect->post_count = prospect->source_count = 0;
	for (int u = 0; u < board->unit_count; u++) {
		add_source(prospect, numbers, u, board->unit[u].loc, MENU_EMPTY);
		for (int i = 0; i < menu_count(menu, u); i++) {
			const struct order order = menu_order(menu, u, i);
			if (order.kind == ORDER_MOVE)
				add_source(prospect, numbers, u, order.to, menu_find_slot(menu, u, i));
		}
	}
}

/* ── centres ── */

/* The centres that a post is in, or that it is near to. */
static struct place_set find_centres(const struct prospect *prospect, struct unit post, bool near)
{
	const struct map_loc *place = &prospect->ground->map->loc[post.loc];
	const struct place_set set = near ? place->reach[post.type] : place_set_one(place->province);

	return place_set_intersection(set, prospect->ground->map->centres);
}

/* Sorts the posts by centre and power. */
static void add_hosts(const struct prospect *prospect, bool near, struct prospect_hosts *hosts)
{
	uint8_t number[PROVINCES_MAX];
	uint16_t next[PROSPECT_HOSTS + 1];

	memset(hosts->first, 0, sizeof hosts->first);
	memset(hosts->powers, 0, sizeof hosts->powers);
	for (int c = 0; c < prospect->ground->map->centre_count; c++)
		number[prospect->ground->centre[c]] = (uint8_t)c;
	for (int i = 0; i < prospect->post_count; i++)
		for (struct place_set rest = find_centres(prospect, prospect->posts[i], near);
		     !place_set_is_empty(rest);) {
			const int c = number[place_set_pop(&rest)], power = prospect->posts[i].power;
			power_set_add(&hosts->powers[c], power);
			hosts->first[c * POWERS_MAX + power + 1]++;
		}
	for (int host = 0; host < PROSPECT_HOSTS; host++)
		hosts->first[host + 1] += hosts->first[host];
	memcpy(next, hosts->first, sizeof next);
	for (int i = 0; i < prospect->post_count; i++)
		for (struct place_set rest = find_centres(prospect, prospect->posts[i], near);
		     !place_set_is_empty(rest);) {
			const int c = number[place_set_pop(&rest)];
			hosts->posts[next[c * POWERS_MAX + prospect->posts[i].power]++] = (uint16_t)i;
		}
}

void prospect_open(struct prospect *prospect, const struct menu *menu, const struct ground *ground)
{
	prospect->ground = ground;
	add_posts(prospect, menu);
	add_hosts(prospect, false, &prospect->in);
	add_hosts(prospect, true, &prospect->near);
}

/* ── views ── */

static void find_bends(struct prospect_view *view, const struct ground *ground)
{
	const enum evaluation_season season = ground->fall ? EVALUATION_FALL : EVALUATION_SPRING;
	const int all = ground->map->centre_count;

	for (int c = 0; c < EVALUATION_CURVES && view->weights->curved; c++)
		for (int n = 0; n <= all; n++)
			view->bends[c][n] = evaluation_bend(view->weights->curve[season][c], n, all);
}

void prospect_view_open(struct prospect_view *view, const struct prospect *prospect,
                        const struct goals *goals, const struct evaluation_weights *weights)
{
	uint16_t own[PROSPECT_POSTS_OF], count = 0;
	int posts = 0;

	view->weights = weights;
	view->power = goals->power;
	find_bends(view, prospect->ground);
	for (int i = 0; i < prospect->post_count; i++)
		if (prospect->posts[i].power == goals->power)
			own[posts++] = (uint16_t)i;
	for (int bit = 0; bit < PROSPECT_PULL_BITS; bit++) {
		view->first[bit] = count;
		for (int i = 0; i < posts; i++) {
			const struct unit post = prospect->posts[own[i]];
			view->pulls[count] = own[i];
			count += goals->pull[post.type][post.loc] >> bit & 1;
		}
	}
	view->first[PROSPECT_PULL_BITS] = count;
}

/* ── widths ── */

void prospect_value(struct prospect *prospect, const struct prospect_view *view,
                    const struct lanes *lanes, int32_t values[])
{
	static prospect_function *const functions[] = {
		[1] = prospect_value_64,
#ifndef __wasm__
		[4] = prospect_value_256,
		[8] = prospect_value_512,
#endif
	};

	functions[lanes->parts](prospect, view, lanes, values);
}
