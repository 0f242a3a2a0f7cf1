/* Convoys that Ares draws: where armies could be carried, by which fleets, and how often. */
#include "rules/legal.h"
#include "players/ares/ferry.h"
#include "players/ares/mutation.h"
#include "rules/seas.h"
#include "suite.h"

enum { BOARDS = 400 };

/* A random board on which all units are one power's. */
static struct board draw_board(struct rng *rng, int round)
{
	struct board board = suite_random_board(rng, 2 + round % 50);
	for (int u = 0; u < board.unit_count; u++)
		board.unit[u].power = 0;
	return board;
}

static bool walks(const struct map *map, uint8_t army, uint8_t target)
{
	return army == target || map_reaches(map, ARMY, army, target);
}

/* Exactly the coasts that the fleets join to the army's, and to which it cannot walk. */
TEST(test_targets, "where an army could be carried")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(1);
	int carried = 0;
	for (int round = 0; round < BOARDS; round++) {
		const struct board board = draw_board(&rng, round);
		const struct ferry ferry = ferry_open(map, &board, board_all_units(&board));
		for (int u = 0; u < board.unit_count; u++) {
			const uint8_t army = board.unit[u].loc;
			if (board.unit[u].type != ARMY)
				continue;
			const struct place_set targets = ferry_targets(&ferry, army);
			for (int p = 0; p < map->province_count; p++) {
				const bool could = map->loc[army].terrain == COAST &&
				                   map->loc[p].terrain == COAST && !walks(map, army, p) &&
				                   seas_join(map, &ferry.seas, army, p);
				carried += could;
				CHECK(place_set_has(&targets, p) == could, "board %d: %s to %s", round,
				      map->loc[army].code, map->loc[p].code);
			}
		}
	}
	CHECK(carried > 1000, "%d convoys", carried);
}

/* The same, where one of the fleets must carry it: the legal convoys of this fleet. */
TEST(test_targets_by, "where one fleet could carry it")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(2);
	struct legal legal;
	int carried = 0;
	for (int round = 0; round < BOARDS; round++) {
		const struct board board = draw_board(&rng, round);
		const struct ferry ferry = ferry_open(map, &board, board_all_units(&board));
		const int a = (int)rng_below(&rng, board.unit_count);
		const uint8_t army = board.unit[a].loc;
		legal_open(map, &board, &legal);
		for (int f = 0; f < board.unit_count && board.unit[a].type == ARMY; f++) {
			const uint8_t sea = board.unit[f].loc;
			if (map->loc[sea].terrain != WATER)
				continue;
			const struct place_set targets = ferry_targets_by(&ferry, army, sea);
			for (int p = 0; p < map->province_count; p++) {
				const bool could =
					!walks(map, army, p) && legal_has(&legal, f, order_convoy(sea, ARMY, army, p));
				carried += could;
				CHECK(place_set_has(&targets, p) == could, "board %d: %s to %s by %s", round,
				      map->loc[army].code, map->loc[p].code, map->loc[sea].code);
			}
		}
	}
	CHECK(carried > 200, "%d convoys", carried);
}

/* A route joins the coasts. Without `by` no sea of it can be left out. */
static void check_route(const struct ferry *ferry, uint8_t army, uint8_t target, uint8_t by)
{
	const struct map *map = ferry->map;
	const struct place_set route = ferry_route(ferry, army, target, by);
	CHECK(place_set_is_empty(place_set_difference(route, ferry->seas)), "a route without fleets");
	CHECK(seas_join(map, &route, army, target), "%s is not joined to %s", map->loc[army].code,
	      map->loc[target].code);
	if (by != LOC_NONE) {
		CHECK(place_set_has(&route, by), "a route past %s", map->loc[by].code);
		return;
	}
	for (struct place_set rest = route; !place_set_is_empty(rest);) {
		const uint8_t sea = place_set_pop(&rest);
		struct place_set less = route;
		place_set_remove(&less, sea);
		CHECK(!seas_join(map, &less, army, target), "%s is no use", map->loc[sea].code);
	}
}

TEST(test_routes, "routes")
{
	struct rng rng = suite_rng(3);
	int routes = 0;
	for (int round = 0; round < BOARDS; round++) {
		const struct board board = draw_board(&rng, round);
		const struct ferry ferry = ferry_open(suite_map(), &board, board_all_units(&board));
		const uint8_t army = board.unit[rng_below(&rng, board.unit_count)].loc;
		for (struct place_set rest = ferry_targets(&ferry, army); !place_set_is_empty(rest);
		     routes++)
			check_route(&ferry, army, place_set_pop(&rest), LOC_NONE);
		for (struct place_set seas = ferry.seas; !place_set_is_empty(seas);) {
			const uint8_t by = place_set_pop(&seas);
			for (struct place_set rest = ferry_targets_by(&ferry, army, by);
			     !place_set_is_empty(rest); routes++)
				check_route(&ferry, army, place_set_pop(&rest), by);
		}
	}
	CHECK(routes > 1000, "%d routes", routes);
}

/* ── what is drawn ── */

/* The units of a board, sorted for a power. */
static struct position open_position(const struct board *board, int power)
{
	struct position position = {.board = *board};
	position_sort((uint8_t)power, &position);
	return position;
}

static int convoys_seen, supports_seen;

/* Whatever is drawn is legal. A convoy is drawn for all that it needs. */
static void check_draw(const struct mutation *mutation, int power, const struct legal *legal,
                       struct rng *rng)
{
	const struct map *map = mutation->map;
	const struct board *board = &mutation->position->board;
	const struct position position = open_position(board, power);
	struct order orders[UNITS_MAX];
	suite_orders(board, "", orders);
	if (!mutation_draw(mutation, &position.own, 1, rng, orders))
		return;
	for (int u = 0; u < board->unit_count; u++) {
		const struct order order = orders[u];
		CU_ASSERT(legal_has(legal, u, order));
		CU_ASSERT(order.kind == ORDER_HOLD || unit_set_has(position.units[power], u));
		supports_seen += order.kind == ORDER_SUPPORT_MOVE && order.aux_type == ARMY &&
		                 !walks(map, order.aux, order.to);
		if (order.kind != ORDER_CONVOY)
			continue;
		const struct order move = orders[board_find(map, board, order.aux)];
		CU_ASSERT(move.kind == ORDER_MOVE && move.via == 1 && move.to == order.to);
		convoys_seen++;
	}
}

TEST(test_draws, "what is drawn")
{
	struct rng rng = suite_rng(4);
	for (int round = 0; round < BOARDS; round++) {
		struct board board = suite_random_board(&rng, 20 + round % 40);
		struct legal legal;
		for (int u = 0; u < board.unit_count; u++)
			board.unit[u].power %= 2;
		const struct position position = open_position(&board, 0);
		legal_open(suite_map(), &board, &legal);
		const struct evolution evolution = {.convoys = 1};
		const struct mutation mutation = {suite_map(), &position, &evolution};
		for (int i = 0; i < 40; i++)
			check_draw(&mutation, i % 2, &legal, &rng);
	}
	CHECK(convoys_seen > 250 && supports_seen > 40, "%d convoys, %d supports of some", convoys_seen,
	      supports_seen);
}

/* York has 4 moves, to hold, to support the fleet and to be carried: 1 in 7. The fleet has 11
 * moves, to hold, to support and to carry: 1 in 14. */
TEST(test_chance, "how often")
{
	enum { DRAWS = 28000 };
	const struct board board = suite_board("ENG A yor, ENG F nth");
	const struct position position = open_position(&board, suite_power("ENG"));
	struct rng rng = suite_rng(5);
	for (int on = 0; on <= 1; on++) {
		const struct evolution evolution = {.convoys = on};
		const struct mutation mutation = {suite_map(), &position, &evolution};
		int convoys = 0;
		for (int i = 0; i < DRAWS; i++) {
			struct order orders[UNITS_MAX];
			suite_orders(&board, "", orders);
			CU_ASSERT(mutation_draw(&mutation, &position.own, 1, &rng, orders));
			convoys += orders[0].kind == ORDER_CONVOY;
			CU_ASSERT(orders[0].kind != ORDER_CONVOY || orders[1].via == 1);
		}
		const double share = (double)convoys / DRAWS, due = on ? (1.0 / 7 + 1.0 / 14) / 2 : 0;
		CHECK(share > due - 0.012 && share < due + 0.012, "convoys=%d: %.4f of all draws, not %.4f",
		      on, share, due);
	}
}

SUITE("ferry")
