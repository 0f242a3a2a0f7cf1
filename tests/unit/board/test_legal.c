/* Which orders a unit may be given: exactly the listed ones are legal. */
#include "rules/listing.h"
#include "game/game.h"
#include "positions.h"
#include "rules/seas.h"
#include "suite.h"
#include "vocabularies.h"

enum { BOARDS = 60, SPOILT = 40 };

static bool is_listed(const struct order orders[], int count, struct order order)
{
	for (int i = 0; i < count; i++)
		if (order_equal(orders[i], order))
			return true;
	return false;
}

/* Any bytes that a stored order may have. */
static struct order draw_order(struct rng *rng, struct unit unit)
{
	return order_unpack((int32_t)(rng_next(rng) & 0xfffff), unit.type, unit.loc);
}

static int legal_among_drawn;

static void check_unit(struct rng *rng, const struct legal *legal, int u)
{
	static struct order orders[LEGAL_MAX];
	const struct unit unit = legal->board->unit[u];
	int count = legal_orders(legal, u, orders);
	for (int i = 0; i < count; i++)
		CHECK(legal_has(legal, u, orders[i]), "order %d of unit %d is listed, not legal", i, u);
	for (int i = 0; i < SPOILT; i++) {
		struct order order = orders[rng_below(rng, (uint32_t)count)];
		const struct order drawn = draw_order(rng, unit);
		const size_t field = rng_below(rng, sizeof order);
		((uint8_t *)&order)[field] =
			rng_below(rng, 2) ? ((const uint8_t *)&drawn)[field] : (uint8_t)rng_below(rng, 256);
		bool listed = is_listed(orders, count, order);
		legal_among_drawn += listed;
		CHECK(legal_has(legal, u, order) == listed, "order of unit %d, field %zu is %d: %s", u,
		      field, ((const uint8_t *)&order)[field],
		      listed ? "listed, not legal" : "legal, not listed");
		CHECK(legal_has(legal, u, drawn) == is_listed(orders, count, drawn),
		      "an order drawn for unit %d", u);
	}
}

TEST(test_listed_is_legal, "what is listed is legal")
{
	struct rng rng = suite_rng(1);
	for (int n = 0; n < BOARDS; n++) {
		const struct board board = suite_random_board(&rng, 1 + (int)rng_below(&rng, 40));
		struct legal legal;
		legal_open(suite_map(), &board, &legal);
		for (int u = 0; u < board.unit_count; u++)
			check_unit(&rng, &legal, u);
	}
	CU_ASSERT(legal_among_drawn > BOARDS);
}

/* ── the definition ── */

static struct place_set find_seas(const struct map *map, const struct board *board, int without)
{
	struct place_set seas = {{0, 0}};
	for (int u = 0; u < board->unit_count; u++)
		if (u != without && map->loc[board->unit[u].loc].terrain == WATER)
			place_set_add(&seas, board->unit[u].loc);
	return seas;
}

static bool could_support(const struct map *map, const struct board *board, int u, int v, int to)
{
	const struct unit unit = board->unit[u], other = board->unit[v];
	const struct place_set seas = find_seas(map, board, u);
	return map_reaches(map, unit.type, unit.loc, map->province[to]) &&
	       (map_adjacent(map, other.type, other.loc, (uint8_t)to) ||
	        (other.type == ARMY && to < map->province_count &&
	         seas_join(map, &seas, other.loc, (uint8_t)to)));
}

/* The seas of a set that are in one chain with a sea. */
static struct place_set chain_of(const struct map *map, struct place_set all, uint8_t sea)
{
	struct place_set chain = place_set_one(sea);
	for (int last = 0; last < place_set_count(chain);) {
		last = place_set_count(chain);
		for (uint8_t a = 0; a < map->province_count; a++)
			for (uint8_t b = 0; place_set_has(&chain, a) && b < map->province_count; b++)
				if (place_set_has(&all, b) && map_adjacent(map, FLEET, a, b))
					place_set_add(&chain, b);
	}
	return chain;
}

/* By the fleets that are in one chain with it. */
static bool could_convoy(const struct map *map, const struct board *board, int u, int v, int to)
{
	const struct place_set all = find_seas(map, board, -1);
	if (board->unit[v].type != ARMY || !place_set_has(&all, board->unit[u].loc))
		return false;
	const struct place_set seas = chain_of(map, all, board->unit[u].loc);
	return seas_join(map, &seas, board->unit[v].loc, (uint8_t)to);
}

/* Every order that the head of legal.h names, in the sequence of legal_orders. */
static int define(const struct map *map, const struct board *board, int u, struct order orders[])
{
	const struct unit unit = board->unit[u];
	const struct place_set all = find_seas(map, board, -1);
	int count = 0;
	orders[count++] = order_hold(unit.type, unit.loc);
	for (int to = 0; to < map->loc_count; to++)
		if (map_adjacent(map, unit.type, unit.loc, (uint8_t)to))
			orders[count++] = order_move(unit.type, unit.loc, (uint8_t)to);
	for (int to = 0; to < map->province_count && unit.type == ARMY; to++)
		if (seas_join(map, &all, unit.loc, (uint8_t)to)) {
			orders[count] = order_move(ARMY, unit.loc, (uint8_t)to);
			orders[count++].via = 1;
		}
	for (int v = 0; v < board->unit_count; v++) {
		const struct unit other = board->unit[v];
		if (v != u && map_reaches(map, unit.type, unit.loc, map->province[other.loc]))
			orders[count++] = order_support_hold(unit.type, unit.loc, other.type, other.loc);
		for (int to = 0; to < map->loc_count && v != u; to++)
			if (could_support(map, board, u, v, to))
				orders[count++] =
					order_support_move(unit.type, unit.loc, other.type, other.loc, (uint8_t)to);
	}
	for (int v = 0; v < board->unit_count; v++)
		for (int to = 0; to < map->province_count; to++)
			if (could_convoy(map, board, u, v, to))
				orders[count++] = order_convoy(unit.loc, ARMY, board->unit[v].loc, (uint8_t)to);
	return count;
}

/* Writes the numbers of a list of orders, as far as they have one. */
static int number(const struct vocabulary *v, const struct order orders[], int count,
                  int32_t numbers[])
{
	int numbered = 0;
	for (int i = 0; i < count; i++) {
		numbers[numbered] = vocabulary_number(v, orders[i]);
		const bool has_one = numbers[numbered] != VOCABULARY_NONE;
		CU_ASSERT(has_one || orders[i].kind == ORDER_CONVOY);
		numbered += has_one;
	}
	return numbered;
}

/* Orders are listed by their numbers, with and without the instructions. */
static void check_numbers(const struct listing *listing, int u, const struct order orders[],
                          int count)
{
	static int32_t expected[LEGAL_MAX], numbers[LEGAL_MAX + LISTING_SLACK];
	const int numbered = number(listing->vocabulary, orders, count, expected);
	for (uint8_t speed = LISTING_PLAIN; speed <= listing->speed; speed++) {
		struct listing copy = *listing;
		int32_t *ends[UNITS_MAX];
		copy.speed = speed;
		listing_write(&copy, unit_set_one(u), numbers, ends, NULL);
		CHECK(ends[u] - numbers == numbered &&
		          memcmp(numbers, expected, (size_t)numbered * sizeof *numbers) == 0,
		      "the numbers of unit %d", u);
	}
}

/* The numbers of all units follow each other, and a mask has their bits: with the list, and alone.
 */
static void check_all(const struct listing *listing, const int32_t expected[], int count)
{
	const struct vocabulary *v = listing->vocabulary;
	const unit_set all = board_all_units(listing->legal.board);
	const size_t bytes = (size_t)v->words * sizeof(uint64_t);
	int32_t *numbers = malloc((size_t)(v->count + LISTING_SLACK) * sizeof *numbers);
	uint64_t *mask = malloc(bytes), *alone = malloc(bytes), *marked = calloc(1, bytes);
	int32_t *ends[UNITS_MAX];
	for (int i = 0; i < count; i++)
		marked[expected[i] / 64] |= UINT64_C(1) << expected[i] % 64;
	for (uint8_t speed = LISTING_PLAIN; speed <= listing->speed; speed++) {
		struct listing copy = *listing;
		copy.speed = speed;
		memset(mask, 0, bytes);
		memset(alone, 0, bytes);
		listing_write(&copy, all, numbers, ends, mask);
		listing_write(&copy, all, NULL, NULL, alone);
		CU_ASSERT(!all || ends[unit_set_last(all)] - numbers == count);
		CU_ASSERT(memcmp(numbers, expected, (size_t)count * sizeof *numbers) == 0);
		CU_ASSERT(memcmp(mask, marked, bytes) == 0 && memcmp(alone, marked, bytes) == 0);
	}
	free(numbers);
	free(mask);
	free(alone);
	free(marked);
}

static void check_definition(const struct map *map, const struct board *board)
{
	static struct order orders[LEGAL_MAX], defined[LEGAL_MAX];
	struct listing listing;
	struct legal legal;
	int32_t *all = malloc((size_t)vocabularies_of(map)->count * sizeof *all);
	int total = 0;
	listing_open(vocabularies_of(map), board, &listing);
	legal_open(map, board, &legal);
	for (int u = 0; u < board->unit_count; u++) {
		const int count = legal_orders(&legal, u, orders),
				  expected = define(map, board, u, defined);
		CHECK(count == expected && memcmp(orders, defined, (size_t)count * sizeof *orders) == 0,
		      "unit %d has %d orders, not %d", u, count, expected);
		check_numbers(&listing, u, orders, count);
		total += number(listing.vocabulary, orders, count, all + total);
	}
	check_all(&listing, all, total);
	free(all);
}

TEST(test_definition, "what is listed is what the definition says, in its sequence")
{
	struct rng rng = suite_rng(4);
	for (int i = 0; vocabularies_map(i); i++)
		for (int n = 0; n < BOARDS / 3; n++) {
			struct board board;
			positions_draw_board(vocabularies_map(i), &rng, &board);
			check_definition(vocabularies_map(i), &board);
		}
}

/* An adjustment that is allowed succeeds when it is the only one. One that is not allowed does not.
 */
TEST(test_allowed_adjustments, "adjustments that are allowed")
{
	struct rng rng = suite_rng(2);
	int allowed = 0;
	for (int n = 0; n < 20 * BOARDS; n++) {
		struct board board = suite_random_board(&rng, 1 + (int)rng_below(&rng, 30)), next;
		for (int p = 0; p < suite_map()->province_count; p++)
			board.owner[p] = rng_below(&rng, 2) ? suite_map()->owner[p]
			                                    : (uint8_t)rng_below(&rng, POWERS_MAX + 1);
		board.phase = WINTER_ADJUSTMENTS;
		const struct variant variant = suite_variant(&rule_sets[rng_below(&rng, 3)]);
		for (int i = 0; i < SPOILT; i++) {
			struct submission submission = {(uint8_t)rng_below(&rng, POWERS_MAX), order_waive()};
			uint8_t type = (uint8_t)rng_below(&rng, UNIT_TYPES),
					loc = (uint8_t)rng_below(&rng, suite_map()->loc_count);
			if (i % 4 != 0)
				submission.order = i % 2 ? order_build(type, loc) : order_disband(type, loc);
			enum result result;
			build_resolve(variant, &board, &submission, 1, &result, &next);
			struct submission completed = build_complete(variant, &board, submission);
			bool succeeds =
				result == RESULT_SUCCEEDS && order_equal(completed.order, submission.order);
			CHECK(build_allows(variant, &board, submission) == succeeds,
			      "adjustment of kind %d by %d at %d", submission.order.kind, submission.power,
			      loc);
			allowed += succeeds;
		}
	}
	CU_ASSERT(allowed > BOARDS);
}

TEST(test_allowed_retreats, "retreats that are allowed")
{
	struct board board = suite_board("FRA A par, GER A bur, FRA F eng");
	board.phase = SPRING_RETREATS;
	suite_dislodge(&board, "FRA A bur mun");
	place_set_add(&board.contested, suite_loc("gas"));
	static const struct {
		const char *order;
		bool allowed;
	} rows[] = {{"A bur D", true},      {"A bur R pic", true},  {"A bur R mar", true},
	            {"A bur R par", false}, {"A bur R mun", false}, {"A bur R gas", false},
	            {"A bur R bre", false}, {"A bur - pic", false}, {"F bur D", false},
	            {"A par D", false}};
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(retreat_allows(suite_map(), &board, 0, suite_order(rows[i].order)) == rows[i].allowed,
		      "%s", rows[i].order);
	struct order order = suite_order("A bur R pic");
	order.aux = suite_loc("par");
	CU_ASSERT(!retreat_allows(suite_map(), &board, 0, order));
}

SUITE("legal")
