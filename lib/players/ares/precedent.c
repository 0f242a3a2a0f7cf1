/* precedent: see precedent.h. */
#include "precedent.h"

#include "players/steps.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Everything that a precedent depends on, in bytes without gaps up to the last unit. */
struct key {
	struct place_set own, conquered;
	int32_t depth, age, mutations, tries, cycles, near, crossover;
	uint8_t keep, convoys, power, unit_count;
	struct law law;
	struct unit unit[UNITS_MAX];
};
_Static_assert(offsetof(struct key, unit) == 2 * sizeof(struct place_set) + 7 * sizeof(int32_t) +
                                                 4 * sizeof(uint8_t) + sizeof(struct law),
               "a key has no gaps");
_Static_assert(sizeof(struct key) <= KNOWLEDGE_KEY_MOST, "a key fits");
_Static_assert(PRECEDENT_ROUNDS *UNITS_MAX * sizeof(struct order) <= KNOWLEDGE_VALUE_MOST,
               "a precedent fits");

const char precedent_kind[] = "ares.precedent.1";

/* ── like boards ── */

/* The board with the units in the region or next to it, and with the owners there. All centres
 * elsewhere belong to another power: else we might own all conquered centres already, and could
 * gain nothing. */
static void make_like(const struct player_call *call, int rounds, struct board *like)
{
	const struct map *map = call->map;
	const unit_set own = board_units_of(call->board, (power_set)(1 << call->power));
	const struct place_set region = steps_reach(map, call->board, own, rounds);

	board_clear(like);
	for (int u = 0; u < call->board->unit_count; u++) {
		const struct unit unit = call->board->unit[u];
		const struct map_loc *loc = &map->loc[unit.loc];
		if (place_set_has(&region, loc->province) ||
		    place_set_intersects(&loc->reach[unit.type], &region))
			if (!board_add(map, like, unit))
				assert(!"a unit of a board has room");
	}
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&region, p))
			like->owner[p] = call->board->owner[p];
		else if (map->centre[p])
			like->owner[p] = call->power == 0 ? 1 : 0;
}

/* Which other power owns a centre makes no difference. */
static void make_key(const struct player_call *call, const struct evolution *evolution,
                     const struct board *like, struct key *key)
{
	memset(key, 0, sizeof *key);
	key->law = call->rules->law;
	for (struct place_set rest = call->map->centres; !place_set_is_empty(rest);) {
		const uint8_t p = place_set_pop(&rest);
		if (like->owner[p] != POWER_NONE)
			place_set_add(&key->conquered, p);
		if (like->owner[p] == call->power)
			place_set_add(&key->own, p);
	}
	key->depth = evolution->depth;
	key->age = evolution->age;
	key->mutations = evolution->mutations + (evolution_readings(evolution) * (UNITS_MAX + 1));
	key->tries = evolution->tries;
	key->cycles = evolution->cycles;
	key->near = evolution->near;
	key->crossover = evolution->crossover;
	key->keep = evolution->keep;
	key->convoys = evolution->convoys;
	key->power = call->power;
	key->unit_count = like->unit_count;
	memcpy(key->unit, like->unit, like->unit_count * sizeof *like->unit);
}

static size_t key_size(const struct key *key)
{
	return offsetof(struct key, unit) + key->unit_count * sizeof *key->unit;
}

/* FNV-1a: a seed for each key. */
static uint64_t make_seed(const struct key *key)
{
	const uint8_t *bytes = (const uint8_t *)key;
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < key_size(key); i++)
		hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
	return hash;
}

/* ── search ── */

static void search(const struct player_call *call, const struct board *like,
                   const struct evolution *evolution, const struct key *key, struct pool *pool,
                   void *memory, struct individual *best)
{
	struct player_call asked = *call;

	asked.board = like;
	asked.seed = make_seed(key);
	asked.block = 0;
	asked.entrant = 0;
	asked.clock = NULL;
	pool_open(pool, &asked, evolution, 0, memory);
	pool_evolve(pool, evolution->cycles);
	pool_select(pool, best);
}

static uint64_t count_forecasts(const struct pool *pool)
{
	uint64_t forecasts = 0;

	for (int stage = 0; stage < STAGES; stage++)
		forecasts += pool->effort.forecasts[stage];
	return forecasts;
}

/* ── what is kept ── */

/* Writes the orders of each round, for as many units as the like board has. If fewer are left, the
 * last orders have no place. */
static void pack(const struct individual *individual, int rounds, int units,
                 struct order orders[PRECEDENT_ROUNDS * UNITS_MAX])
{
	for (int round = 0; round < rounds; round++)
		for (int u = 0; u < units; u++)
			orders[round * units + u] = u < individual->limb[round].count
			                                ? individual->limb[round].orders[u]
			                                : order_hold(ARMY, LOC_NONE);
}

static void unpack(const struct order orders[], int rounds, int units,
                   struct individual *individual)
{
	memset(individual, 0, sizeof *individual);
	for (int round = 0; round < rounds; round++) {
		individual->limb[round].count = units;
		memcpy(individual->limb[round].orders, orders + round * units,
		       (size_t)units * sizeof *orders);
	}
}

/* Whether each order can be one of a unit. Shared values may come from other programs. */
static bool fits(const struct map *map, const struct order orders[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct order order = orders[i];
		if (order.from != LOC_NONE &&
		    (order.from >= map->loc_count || order.type >= UNIT_TYPES ||
		     order.aux_type >= UNIT_TYPES || !order_is_of(map, order, order.type, order.from)))
			return false;
	}
	return true;
}

void precedent_find(const struct player_call *call, const struct evolution *evolution,
                    struct pool *pool, void *memory, struct individual *guest)
{
	const int rounds = MIN(evolution->depth, PRECEDENT_ROUNDS);
	struct evolution precedents = *evolution; /* with one island; `shared` is the age */
	struct order orders[PRECEDENT_ROUNDS * UNITS_MAX];
	struct board like;
	struct key key;

	precedents.age = evolution->shared;
	precedents.islands = 1;
	precedents.shared = 0;
	make_like(call, evolution->depth, &like);
	make_key(call, &precedents, &like, &key);
	const struct knowledge_key known = {precedent_kind, &key, key_size(&key)};
	const size_t count = (size_t)rounds * like.unit_count, size = count * sizeof *orders;
	if (!knowledge_find(call->knowledge, &known, orders, size) || !fits(call->map, orders, count)) {
		search(call, &like, &precedents, &key, pool, memory, guest);
		pack(guest, rounds, like.unit_count, orders);
		knowledge_keep(call->knowledge, &known, orders, size, count_forecasts(pool));
	}
	unpack(orders, rounds, like.unit_count, guest);
}
