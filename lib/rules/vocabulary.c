/* vocabulary: see vocabulary.h. The same code counts the orders and writes them. */
#include "vocabulary.h"

#include "seas.h"

#include <assert.h>
#include <string.h>

struct writer {
	struct vocabulary *vocabulary;
	struct order *orders; /* NULL: all is only counted */
	struct vocabulary_help *helps;
	struct vocabulary_word *words, word; /* word: the last one */
	struct vocabulary_ferry *ferries, ferry;
	int ferry_used; /* of the words of the last ferry */
	uint64_t (*shore_bits)[VOCABULARY_AT_ONCE];
	struct vocabulary_convoy *convoys;
	uint16_t *help_of;
};

static void write(struct writer *w, struct order order)
{
	if (w->orders)
		w->orders[w->vocabulary->count] = order;
	w->vocabulary->count++;
}

/* ── where units can be ── */

static void number_post(struct vocabulary *v, uint8_t type, uint8_t loc)
{
	if (!map_can_stand(v->map, type, loc))
		return;
	v->index_of[type][loc] = (uint8_t)v->post_count;
	v->post_at[v->post_count] = (struct unit){.type = type, .loc = loc};
	v->post[type][loc].index = (int16_t)v->post_count++;
}

static void number_posts(struct vocabulary *v)
{
	const struct map *map = v->map;

	for (uint8_t province = 0; province < map->province_count; province++)
		for (uint8_t type = 0; type < UNIT_TYPES; type++) {
			number_post(v, type, province);
			for (int c = 0; c < map->coast_count[province]; c++)
				number_post(v, type, map->coasts[province][c]);
		}
}

/* ── convoys ── */

/* The provinces to which an army could be convoyed by fleets on all seas but one. */
static struct place_set find_targets(const struct map *map, uint8_t home, uint8_t without)
{
	struct place_set seas = map->of_terrain[WATER];

	if (without != LOC_NONE)
		place_set_remove(&seas, without);
	return seas_targets(map, &seas, home);
}

/* ── the orders of a unit ── */

/* The word of the post that a run continues. members: empty if it is always legal. */
static struct vocabulary_word *open_word(struct writer *w, struct vocabulary_post *post, int word,
                                         uint64_t members, int posts)
{
	struct vocabulary *v = w->vocabulary;
	struct vocabulary_word *last = &w->word;

	if (post->word_count == 0 || last->word != word ||
	    (last->members && members && last->posts != posts)) {
		*last = (struct vocabulary_word){.word = (uint16_t)word};
		post->word_count++;
		v->word_count++;
	}
	if (members)
		last->posts = (uint8_t)posts;
	last->members |= members;
	return last;
}

/* Adds a run of legal numbers; bit n of bits: first + n. index: the post of the unit that must be
 * there, or VOCABULARY_NONE: it is always legal. */
static void add_run(struct writer *w, struct vocabulary_post *post, int index, int32_t first,
                    int length, uint64_t bits)
{
	const uint64_t members = index == VOCABULARY_NONE ? 0 : UINT64_C(1) << index % 64;

	for (int32_t at = first, end = first + length; at < end;) {
		const int start = at % 64, stop = end - at < 64 - start ? start + (end - at) : 64;
		struct vocabulary_word *word =
			open_word(w, post, at / 64 - post->hold / 64, members, members ? index / 64 : 0);
		const uint64_t part = bits >> (at - first) << start;
		if (members) {
			word->starts |= UINT64_C(1) << start;
			word->ends |= stop < 64 ? UINT64_C(1) << stop : 0;
			word->bits |= part;
		} else {
			word->always |= part;
		}
		at += stop - start;
		if (w->words)
			w->words[w->vocabulary->word_count - 1] = *word;
	}
}

static void write_moves(struct writer *w, struct unit unit, struct vocabulary_post *post)
{
	const struct map_loc *loc = &w->vocabulary->map->loc[unit.loc];
	const int count = 1 + loc->exit_count[unit.type];

	add_run(w, post, VOCABULARY_NONE, w->vocabulary->count, count, (UINT64_C(1) << count) - 1);
	write(w, order_hold(unit.type, unit.loc));
	for (int i = 0; i < loc->exit_count[unit.type]; i++)
		write(w, order_move(unit.type, unit.loc, loc->exits[unit.type][i]));

	post->via = w->vocabulary->count;
	post->via_to = (struct place_set){{0, 0}};
	if (unit.type == ARMY)
		post->via_to = find_targets(w->vocabulary->map, unit.loc, LOC_NONE);
	for (struct place_set rest = post->via_to; !place_set_is_empty(rest);) {
		struct order order = order_move(ARMY, unit.loc, place_set_pop(&rest));
		order.via = 1;
		write(w, order);
	}
}

/* The provinces to which a unit can be supported without naming a coast: it reaches both. */
static struct place_set find_open(const struct map *map, uint8_t type, const struct place_set *to)
{
	struct place_set open = {{0, 0}};

	for (unsigned province = 0; province < (unsigned)map->province_count; province++)
		if (type == FLEET && map->coast_count[province] == 2 &&
		    place_set_has(to, map->coasts[province][0]) &&
		    place_set_has(to, map->coasts[province][1]))
			place_set_add(&open, province);
	return open;
}

/* Which of a unit's helps of another are legal without convoys: bit n, the n-th of them. */
static uint64_t find_steady(bool holds, struct place_set to, const struct place_set *exits)
{
	uint64_t steady = holds;

	for (int n = holds; !place_set_is_empty(to); n++)
		steady |= (uint64_t)place_set_has(exits, place_set_pop(&to)) << n;
	return steady;
}

/* ── supports of armies that fleets convoy ── */

/* The number of members of a set before a place; VOCABULARY_NONE: it is not a member. */
static int32_t find_rank(struct place_set set, uint8_t place)
{
	const struct place_set one = place_set_one(place);

	if (place >= PLACE_SET_SIZE || !place_set_intersects(&set, &one))
		return VOCABULARY_NONE;
	return __builtin_popcountll(set.bits[0] & (place < 64 ? one.bits[0] - 1 : ~UINT64_C(0))) +
	       (place < 64 ? 0 : __builtin_popcountll(set.bits[1] & (one.bits[1] - 1)));
}

/* Opens the word of the post that a run continues; returns which of the last ferry's it is. */
static int open_ferry(struct writer *w, struct vocabulary_post *post, int word, int places)
{
	struct vocabulary_ferry *last = &w->ferry;
	const int used = w->ferry_used;

	if (used > 0 && last->word[used - 1] == word && last->places[used - 1] == places)
		return used - 1;
	if (post->ferry_count == 0 || used == VOCABULARY_AT_ONCE) {
		*last = (struct vocabulary_ferry){{0}, {0}, {0}, {0}, {0}};
		w->ferry_used = 0;
		post->ferry_count++;
		w->vocabulary->ferry_count++;
	}
	last->word[w->ferry_used] = (uint16_t)word;
	last->places[w->ferry_used] = (uint8_t)places;
	return w->ferry_used++;
}

/* The n-th order of a help is a support to a shore: marks it in all rows that have the shore. */
static void mark_shore(struct writer *w, int place, int shore, uint64_t bit)
{
	const struct vocabulary *v = w->vocabulary;
	uint64_t(*rows)[VOCABULARY_AT_ONCE] = w->shore_bits + v->shore_rows * (v->ferry_count - 1) +
	                                      shore / VOCABULARY_SHORES * VOCABULARY_ROWS;

	for (int row = 0; row < VOCABULARY_ROWS; row++)
		if (row >> shore % VOCABULARY_SHORES & 1)
			rows[row][place] |= bit;
}

/* Adds the part of a help that is in a word of the mask: from number `at` to before `end`. */
static void add_ferry(struct writer *w, struct vocabulary_post *post, uint8_t home,
                      const struct vocabulary_help *help, int32_t at, int32_t end)
{
	const int place = open_ferry(w, post, at / 64 - post->hold / 64, home / 64);
	const int start = at % 64, stop = start + (end - at);
	struct vocabulary_ferry *ferry = &w->ferry;

	ferry->members[place] |= UINT64_C(1) << home % 64;
	ferry->starts[place] |= UINT64_C(1) << start;
	ferry->ends[place] |= stop < 64 ? UINT64_C(1) << stop : 0;
	if (!w->ferries)
		return;
	w->ferries[w->vocabulary->ferry_count - 1] = *ferry;
	int32_t number = help->first + help->holds;
	for (struct place_set rest = help->to; !place_set_is_empty(rest); number++) {
		const int shore = find_rank(post->shores, place_set_pop(&rest));
		if (shore >= 0 && number >= at && number < end)
			mark_shore(w, place, shore, UINT64_C(1) << number % 64);
	}
}

static void keep_help(struct writer *w, struct unit unit, struct unit other,
                      struct vocabulary_help help)
{
	struct vocabulary *v = w->vocabulary;
	struct vocabulary_post *post = &v->post[unit.type][unit.loc];
	const int index = vocabulary_post(v, other)->index, n = v->help_count++;
	const struct place_set *exits = &v->map->loc[other.loc].exit_set[other.type];
	const uint64_t steady = find_steady(help.holds, help.to, exits);
	const int32_t end = help.first + help.holds + place_set_count(help.to);

	if (steady)
		add_run(w, post, index, help.first, end - help.first, steady);
	const bool ferried = !place_set_is_empty(place_set_difference(help.to, *exits));
	for (int32_t at = help.first, stop; ferried && at < end; at = stop) {
		stop = MIN(at / 64 * 64 + 64, end);
		add_ferry(w, post, other.loc, &help, at, stop);
	}
	if (!w->helps)
		return;
	w->helps[n] = help;
	w->help_of[post->index * v->post_count + index] = (uint16_t)n;
}

static void write_supports_of(struct writer *w, struct unit unit, struct unit other)
{
	const struct map *map = w->vocabulary->map;
	const struct map_loc *loc = &map->loc[unit.loc], *its = &map->loc[other.loc];
	const bool holds = place_set_has(&loc->reach[unit.type], its->province);
	const uint8_t without = loc->terrain == WATER ? unit.loc : LOC_NONE;
	const int32_t first = w->vocabulary->count;
	struct place_set to = its->exit_set[other.type];

	if (its->province == loc->province)
		return;
	if (other.type == ARMY)
		to = place_set_union(to, find_targets(map, other.loc, without));
	to = place_set_intersection(to, loc->near[unit.type]);
	if (holds)
		write(w, order_support_hold(unit.type, unit.loc, other.type, other.loc));
	const struct place_set lists[] = {to, find_open(map, other.type, &to)};
	for (int i = 0; i < 2; i++)
		for (struct place_set rest = lists[i]; !place_set_is_empty(rest);)
			write(w, order_support_move(unit.type, unit.loc, other.type, other.loc,
			                            place_set_pop(&rest)));
	if (w->vocabulary->count > first)
		keep_help(w, unit, other, (struct vocabulary_help){to, first, holds});
}

static void write_convoys(struct writer *w, struct unit unit, struct vocabulary_post *post)
{
	struct vocabulary *v = w->vocabulary;
	const struct map *map = v->map;

	if (unit.type == ARMY || map->loc[unit.loc].terrain != WATER)
		return;
	post->sea = (int16_t)v->sea_count++;
	for (uint8_t home = 0; home < map->province_count; home++) {
		struct vocabulary_convoy convoy = {
			v->count, seas_targets_by(map, &map->of_terrain[WATER], unit.loc, home)};
		if (w->convoys)
			w->convoys[post->sea * map->province_count + home] = convoy;
		while (!place_set_is_empty(convoy.to))
			write(w, order_convoy(unit.loc, ARMY, home, place_set_pop(&convoy.to)));
	}
}

static void open_post(struct writer *w, struct unit unit, struct vocabulary_post *post)
{
	struct vocabulary *v = w->vocabulary;
	const struct map_loc *loc = &v->map->loc[unit.loc];
	const struct place_set shores =
		place_set_intersection(loc->near[unit.type], v->map->of_terrain[COAST]);
	const int parts = (place_set_count(shores) + VOCABULARY_SHORES - 1) / VOCABULARY_SHORES;

	post->hold = v->count;
	post->words = (uint16_t)v->word_count;
	post->ferries = (uint16_t)v->ferry_count;
	post->word_count = post->ferry_count = 0;
	post->shores = shores;
	w->ferry_used = 0;
	if (parts * VOCABULARY_ROWS > v->shore_rows)
		v->shore_rows = parts * VOCABULARY_ROWS;
}

/* Ends a post: its hold, moves and supports are written. */
static void close_post(struct writer *w, struct vocabulary_post *post)
{
	struct vocabulary *v = w->vocabulary;

	post->width = (uint16_t)((v->count - 1) / 64 - post->hold / 64 + 1);
	for (; post->word_count % VOCABULARY_AT_ONCE != 0; post->word_count++, v->word_count++)
		if (w->words)
			w->words[v->word_count] = (struct vocabulary_word){.word = 0};
}

static void write_post(struct writer *w, struct unit unit)
{
	struct vocabulary_post *post = &w->vocabulary->post[unit.type][unit.loc];
	const struct map_loc *loc = &w->vocabulary->map->loc[unit.loc];

	open_post(w, unit, post);
	write_moves(w, unit, post);
	for (int i = 0; i < w->vocabulary->post_count; i++)
		write_supports_of(w, unit, w->vocabulary->post_at[i]);
	close_post(w, post);
	write_convoys(w, unit, post);
	post->retreat = w->vocabulary->count;
	for (int i = 0; i < loc->exit_count[unit.type]; i++)
		write(w, order_retreat(unit.type, unit.loc, loc->exits[unit.type][i]));
	post->disband = w->vocabulary->count;
	write(w, order_disband(unit.type, unit.loc));
	post->room =
		(uint16_t)(post->sea < 0 ? post->width + 1 : post->disband / 64 - post->hold / 64 + 2);
}

static void write_build(struct writer *w, struct unit unit)
{
	struct vocabulary *v = w->vocabulary;
	const uint8_t province = v->map->province[unit.loc];

	if (!v->map->centre[province] || v->map->owner[province] == POWER_NONE)
		return;
	v->build[unit.type][unit.loc] = v->count;
	write(w, order_build(unit.type, unit.loc));
}

/* Counts or writes everything. The posts must be known. */
static void write_all(struct writer *w)
{
	struct vocabulary *v = w->vocabulary;

	v->count = v->help_count = v->word_count = v->ferry_count = v->sea_count = 0;
	for (int i = 0; i < v->post_count; i++)
		write_post(w, v->post_at[i]);
	for (int i = 0; i < v->post_count; i++)
		write_build(w, v->post_at[i]);
	v->waive = v->count;
	write(w, order_waive());
	v->words = (v->count + 63) / 64 + 1;
}

/* Begins a vocabulary: its posts, and the sizes of the rest. */
static void begin(const struct map *map, struct vocabulary *v)
{
	struct writer counter = {.vocabulary = v};

	memset(v, 0, sizeof *v);
	v->map = map;
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < LOCS_MAX; loc++) {
			v->post[type][loc].index = v->post[type][loc].sea = VOCABULARY_NONE;
			v->build[type][loc] = VOCABULARY_NONE;
		}
	number_posts(v);
	write_all(&counter);
	assert(v->help_count <= UINT16_MAX && v->word_count <= UINT16_MAX);
	assert(v->ferry_count <= UINT16_MAX);
}

/* ── room ── */

enum { ALIGN = 64 };

/* A room for pieces, each aligned. bytes: NULL: its size is only counted. */
struct room {
	char *bytes;
	size_t used;
};

/* The next piece of a room: `count` elements of `size` bytes. */
static void *take(struct room *room, int count, size_t size)
{
	char *piece = room->bytes ? room->bytes + room->used : NULL;

	room->used += ((size_t)count * size + ALIGN - 1) / ALIGN * ALIGN;
	return piece;
}

/* Takes the pieces of a vocabulary that has begun. */
static struct writer take_pieces(struct room *room, struct vocabulary *v)
{
	struct writer w = {.vocabulary = v};

	w.orders = take(room, v->count, sizeof *w.orders);
	w.words = take(room, v->word_count, sizeof *w.words);
	w.ferries = take(room, v->ferry_count, sizeof *w.ferries);
	w.shore_bits = take(room, v->ferry_count * v->shore_rows, sizeof *w.shore_bits);
	w.helps = take(room, v->help_count, sizeof *w.helps);
	w.convoys = take(room, v->sea_count * v->map->province_count, sizeof *w.convoys);
	w.help_of = take(room, v->post_count * v->post_count, sizeof *w.help_of);
	return w;
}

size_t vocabulary_size(const struct map *map)
{
	struct room pieces = {NULL, 0};
	struct vocabulary v;

	take(&pieces, 1, sizeof v);
	begin(map, &v);
	take_pieces(&pieces, &v);
	return pieces.used;
}

const struct vocabulary *vocabulary_open(const struct map *map, void *room)
{
	struct room pieces = {room, 0};
	struct vocabulary *v = take(&pieces, 1, sizeof *v);

	begin(map, v);
	struct writer writer = take_pieces(&pieces, v);
	memset(writer.shore_bits, 0,
	       (size_t)v->ferry_count * (size_t)v->shore_rows * sizeof *writer.shore_bits);
	for (int i = 0; i < v->post_count * v->post_count; i++)
		writer.help_of[i] = (uint16_t)v->help_count;

	write_all(&writer);
	v->orders = writer.orders;
	v->helped_words = writer.words;
	v->ferries = writer.ferries;
	v->shore_bits = (const uint64_t(*)[VOCABULARY_AT_ONCE])writer.shore_bits;
	v->helps = writer.helps;
	v->convoys = writer.convoys;
	v->help_of = writer.help_of;
	return v;
}

/* ── from an order to its number ── */

/* The number at `rank` after the first, or VOCABULARY_NONE. */
static int32_t count_on(int32_t first, int32_t rank)
{
	return rank == VOCABULARY_NONE ? VOCABULARY_NONE : first + rank;
}

static int32_t number_support(const struct vocabulary *v, const struct vocabulary_post *post,
                              struct order order)
{
	if (order.aux_type >= UNIT_TYPES || order.aux >= v->map->loc_count)
		return VOCABULARY_NONE;
	const struct vocabulary_post *other = &v->post[order.aux_type][order.aux];
	if (other->index == VOCABULARY_NONE)
		return VOCABULARY_NONE;
	const int place = v->help_of[post->index * v->post_count + other->index];
	if (place == v->help_count)
		return VOCABULARY_NONE;

	const struct vocabulary_help *help = &v->helps[place];
	if (order.kind == ORDER_SUPPORT_HOLD)
		return help->holds ? help->first : VOCABULARY_NONE;
	const struct place_set to = help->to;
	const int32_t first = help->first + help->holds, rank = find_rank(to, order.to);
	if (rank != VOCABULARY_NONE)
		return first + rank;
	const struct place_set open = find_open(v->map, order.aux_type, &to);
	return count_on(first + place_set_count(to), find_rank(open, order.to));
}

static int32_t number_convoy(const struct vocabulary *v, const struct vocabulary_post *post,
                             struct order order)
{
	if (post->sea == VOCABULARY_NONE || order.aux >= v->map->province_count)
		return VOCABULARY_NONE;
	const struct vocabulary_convoy *convoy =
		&v->convoys[post->sea * v->map->province_count + order.aux];
	return count_on(convoy->first, find_rank(convoy->to, order.to));
}

static int32_t number_move(const struct vocabulary *v, const struct vocabulary_post *post,
                           struct order order)
{
	const struct place_set exits = v->map->loc[order.from].exit_set[order.type];

	if (order.kind == ORDER_RETREAT)
		return count_on(post->retreat, find_rank(exits, order.to));
	return order.via ? count_on(post->via, find_rank(post->via_to, order.to))
	                 : count_on(post->hold + 1, find_rank(exits, order.to));
}

/* The number of an order, assuming that the fields its kind does not use are right. */
static int32_t number_roughly(const struct vocabulary *v, struct order order)
{
	if (order.kind == ORDER_WAIVE)
		return v->waive;
	if (order.type >= UNIT_TYPES || order.from >= v->map->loc_count)
		return VOCABULARY_NONE;
	const struct vocabulary_post *post = &v->post[order.type][order.from];
	if (post->index == VOCABULARY_NONE)
		return VOCABULARY_NONE;
	switch (order.kind) {
	case ORDER_HOLD:
		return post->hold;
	case ORDER_MOVE:
	case ORDER_RETREAT:
		return number_move(v, post, order);
	case ORDER_SUPPORT_HOLD:
	case ORDER_SUPPORT_MOVE:
		return number_support(v, post, order);
	case ORDER_CONVOY:
		return number_convoy(v, post, order);
	case ORDER_DISBAND:
		return post->disband;
	case ORDER_BUILD:
		return v->build[order.type][order.from];
	}
	return VOCABULARY_NONE;
}

int32_t vocabulary_number(const struct vocabulary *v, struct order order)
{
	const int32_t number = number_roughly(v, order);

	return number != VOCABULARY_NONE && order_equal(v->orders[number], order) ? number
	                                                                          : VOCABULARY_NONE;
}
