/* searched: see searched.h. */
#include "searched.h"

#include "players/trinity/evaluation/odds.h"

enum {
	EACH = 1250,               /* resolutions of a decision, at least */
	STARTS = 8,                /* of a decision */
	PARTS = 2,                 /* of the chance, from this one on */
	LIKELY = AIM_CERTAIN / 32, /* a power that searches with less chance is not searched for */
	LEARNED = 2,               /* decisions that what was done is compared with */
	SURE = 3,                  /* a unit does what a search says three times in four, ... */
	SURE_OF = 4,               /* else what it is believed to do by its aims */
	LEAST = AIM_CERTAIN / 1024,
	SEARCH_FORGET = 8, /* one part in this many of the evidence is forgotten per phase */
};

/* ── one decision ── */

static void open_room(const struct belief *belief, const struct searched_means *means,
                      uint8_t power, int64_t budget, struct rng *rng, struct search_room *room)
{
	struct order orders[UNITS_MAX];

	arena_open(&room->arena, means->variant, belief->ground, power);
	while (room->arena.sets < arena_count_sets(budget)) {
		belief_draw(belief, power, rng, orders);
		arena_add_set(&room->arena, orders);
	}
	for (room->starts.count = 0; room->starts.count < STARTS; room->starts.count++) {
		belief_draw_one(belief, power, rng, orders);
		arena_add_power(&room->arena, power, orders, room->starts.start[room->starts.count].from);
	}
	changes_open(belief->ground, power, &room->changes);
	arena_add_changes(&room->arena, &room->changes);
	arena_close(&room->arena, means->width);
	arena_look(&room->arena, &means->goals[power], means->weights);
	climb_open(&room->climb, &room->arena, budget);
}

/* Writes joint orders of a power. Returns the resolutions that they took. */
static int64_t decide_one(const struct belief *belief, const struct searched_means *means,
                          uint8_t power, int n, int64_t budget, struct search_room *room,
                          struct order orders[])
{
	struct rng rng = means->chance;
	const struct start *best = room->starts.start;

	rng_part(&rng, (uint8_t)(PARTS + power * SEARCHED_MOST + n));
	open_room(belief, means, power, budget, &rng, room);
	starts_climb(&room->starts, &room->climb, &room->changes, &rng, NULL, 0);
	for (int i = 1; i < room->starts.ended; i++)
		if (room->starts.start[i].sum > best->sum)
			best = &room->starts.start[i];

	arena_read(&room->arena, room->starts.ended > 0 ? best->places : best->from, orders);
	return budget - room->climb.left;
}

/* ── decisions of all ── */

/* The decisions of a power, and the resolutions of each. */
static int share_out(const struct ground *ground, const struct searched_means *means,
                     uint8_t without, int64_t *each)
{
	int others = 0;

	for (int p = 0; p < ground->map->power_count; p++)
		others += p != without && ground->units[p] != 0;
	const int64_t share = others > 0 ? means->budget / others : 0;
	const int count = share / EACH < SEARCHED_MOST ? (int)(share / EACH) : SEARCHED_MOST;
	*each = count > 0 ? share / count : 0;
	return count;
}

static power_set find_likely(const struct belief *belief, uint8_t without)
{
	power_set powers = 0;

	for (int p = 0; p < belief->ground->map->power_count; p++)
		if (p != without && belief->ground->units[p] && belief->searches[p] >= LIKELY)
			power_set_add(&powers, p);
	return powers;
}

/* The decisions number i, i + room_count, ...: in this room. */
static void decide_some(const struct belief *belief, const struct searched_means *means,
                        int64_t each, int i, struct searched *searched)
{
	const int powers = belief->ground->map->power_count;

	for (int all = i; all < searched->count * powers; all += means->room_count) {
		const uint8_t power = (uint8_t)(all % powers);
		const int n = all / powers;
		if (power_set_has(searched->powers, power))
			searched->cost[n][power] =
				decide_one(belief, means, power, n, each, &means->rooms[i], searched->order[n]);
	}
}

static void find(const struct belief *belief, const struct searched_means *means, int64_t each,
                 struct searched *searched)
{
	for (int i = 1; i < means->room_count; i++) {
#pragma omp task default(none) firstprivate(belief, means, each, i, searched)
		decide_some(belief, means, each, i, searched);
	}
	decide_some(belief, means, each, 0, searched);
#pragma omp taskwait

	searched->spent = 0;
	for (int n = 0; n < searched->count; n++)
		for (int p = 0; p < POWERS_MAX; p++)
			searched->spent += power_set_has(searched->powers, p) ? searched->cost[n][p] : 0;
}

void searched_find(const struct belief *belief, const struct searched_means *means, uint8_t without,
                   struct searched *searched)
{
	int64_t each;

	searched->powers = find_likely(belief, without);
	searched->count = share_out(belief->ground, means, without, &each);
	find(belief, means, each, searched);
}

void searched_draw(const struct belief *belief, const struct searched *searched, struct rng *rng,
                   struct order orders[])
{
	for (int p = 0; p < belief->ground->map->power_count && searched->count > 0; p++) {
		if (!power_set_has(searched->powers, p) ||
		    rng_below(rng, AIM_CERTAIN) >= belief->searches[p])
			continue;
		const uint32_t n = rng_below(rng, (uint32_t)searched->count);
		for (unit_set rest = belief->ground->units[p]; rest; unit_set_drop(&rest)) {
			const int u = unit_set_first(rest);
			orders[u] = searched->order[n][u];
		}
	}
}

/* ── the past ── */

/* How much likelier an aim is by the decisions than by belief: 65536 is a factor of 2. */
static int32_t compare_aims(const struct belief *belief, const struct searched *searched,
                            const struct goals *goals, int u, struct order order)
{
	const struct map *map = belief->ground->map;
	struct aims aims;
	uint32_t same = 0;

	aims_open(belief->ground, goals, u, &aims);
	const int seen = aims_read(map, &aims, order);
	if (seen < 0)
		return 0;
	for (int n = 0; n < searched->count; n++)
		same += aims_read(map, &aims, searched->order[n][u]) == seen;
	const uint32_t chance = belief->aiming.chance[u][seen];
	const uint32_t believed = MAX(chance, LEAST);
	const uint32_t found = AIM_CERTAIN * same / (uint32_t)searched->count;
	return odds_logarithm((SURE * found + (SURE_OF - SURE) * believed) / SURE_OF) -
	       odds_logarithm(believed);
}

void searched_learn(const struct belief *belief, const struct searched_means *means,
                    uint8_t without, const struct order orders[], struct lessons *lessons)
{
	const struct board *board = belief->ground->board;
	struct searched searched = {.powers = find_likely(belief, without)};
	int64_t each;

	const int count = share_out(belief->ground, means, without, &each);
	searched.count = MIN(count, LEARNED);
	find(belief, means, each, &searched);

	for (int u = 0; u < board->unit_count && searched.count > 0; u++) {
		const uint8_t power = board->unit[u].power;
		if (power_set_has(searched.powers, power))
			lessons->searches[power] +=
				compare_aims(belief, &searched, &means->goals[power], u, orders[u]);
	}
	for (int p = 0; p < POWERS_MAX; p++)
		lessons->searches[p] -= lessons->searches[p] / SEARCH_FORGET;
}
