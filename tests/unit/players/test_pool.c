/* The pool of an evolution: the children of two parents (crossover). test_match's golden digests
 * have the rest of it. */
#include "players/ares/pool.h"
#include "suite.h"

enum { ACTIONS_MOST = 64, ROOM = 1 << 20 };

static _Alignas(PLAYER_ALIGN) unsigned char room[ROOM];

/* Whether each unit's order in an action is that of one or the other parent. */
static bool is_mixed(const struct order child[], const struct order one[],
                     const struct order other[], int count)
{
	for (int u = 0; u < count; u++)
		if (!order_equal(child[u], one[u]) && !order_equal(child[u], other[u]))
			return false;
	return true;
}

/* Counts the present board's actions, and those that mix two that were there before. */
static int count_mixed(const struct pool *pool, int *count)
{
	const struct action *actions = pool->strategy.actions;
	const int units = pool->call->board->unit_count;
	const struct order *orders[ACTIONS_MOST];
	int mixed = 0;
	*count = 0;
	for (int32_t a = pool->strategy.boards[0].first; a != NONE; a = actions[a].next) {
		bool found = false;
		for (int i = 0; i < *count; i++)
			for (int j = 0; j < i; j++)
				found |= is_mixed(actions[a].orders, orders[i], orders[j], units);
		mixed += found;
		CU_ASSERT_FATAL(*count < ACTIONS_MOST);
		orders[(*count)++] = actions[a].orders;
	}
	return mixed;
}

/* The first action holds. The second has one parent only, so all its orders are drawn. */
TEST(test_crossover, "crossover")
{
	static const struct {
		int crossover, least, most; /* per cent of the other actions that mix two */
	} rows[] = {{0, 0, 20}, {50, 30, 75}, {100, 100, 100}};
	static struct pool pool;
	const struct board board = suite_board("FRA A bur, FRA A gas, FRA A mar, FRA A par, FRA F eng");
	for (int i = 0; i < COUNT(rows); i++) {
		const struct evolution evolution = {.depth = 1,
		                                    .age = 1000,
		                                    .mutations = 64,
		                                    .tries = 9,
		                                    .cycles = ACTIONS_MOST - 1,
		                                    .islands = 1,
		                                    .meet = 400,
		                                    .keep = true,
		                                    .crossover = rows[i].crossover};
		const struct player_call call = {.map = suite_map(),
		                                 .rules = rules_find("standard"),
		                                 .judge = judges[0],
		                                 .board = &board,
		                                 .seed = suite_seed(),
		                                 .block = 1,
		                                 .power = suite_power("FRA")};
		int actions;
		SUITE_MUST(strategy_size(&evolution) <= sizeof room, "pool");
		pool_open(&pool, &call, &evolution, 0, room);
		CU_ASSERT(!pool_evolve(&pool, evolution.cycles));
		const int mixed = count_mixed(&pool, &actions);
		CHECK(actions > 8 && 100 * mixed >= rows[i].least * (actions - 2) &&
		          100 * mixed <= rows[i].most * (actions - 2),
		      "crossover=%d: %d of %d actions mix two others", rows[i].crossover, mixed, actions);
	}
}

SUITE("pool")
