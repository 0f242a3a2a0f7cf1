/* The orders of a phase as numbers: they are those that an external player is offered, in the same
 * sequence, on all maps and by all rule sets. */
#include "game/choices.h"
#include "game/game.h"
#include "game/turn.h"
#include "positions.h"
#include "suite.h"
#include "vocabularies.h"

enum { BOARDS = 40, OFFERS = 1 << 16 };

static int numbers_seen[ORDER_KINDS];

static void draw_retreats(const struct map *map, struct rng *rng, struct board *board)
{
	for (int tries = 0; tries < 20 && board->unit_count > 0; tries++) {
		const struct unit winner = board->unit[rng_below(rng, board->unit_count)];
		struct retreat retreat = {winner, (uint8_t)rng_below(rng, (uint32_t)map->province_count)};
		retreat.unit.power = (uint8_t)rng_below(rng, (uint32_t)map->power_count);
		if (board_add_retreat(map, board, retreat))
			place_set_add(&board->contested, rng_below(rng, (uint32_t)map->province_count));
	}
}

static void draw_board(const struct map *map, struct rng *rng, struct board *board)
{
	positions_draw_board(map, rng, board);
	for (int u = 0; u < board->unit_count; u++)
		board->unit[u].power = (uint8_t)rng_below(rng, (uint32_t)map->power_count);
	for (int p = 0; p < map->province_count; p++)
		if (map->loc[p].terrain != WATER)
			board->owner[p] = rng_below(rng, 2)
			                      ? map->owner[p]
			                      : (uint8_t)rng_below(rng, (uint32_t)map->power_count);
	board->phase = (int16_t)rng_below(rng, PHASES_A_YEAR);
	if (phase_kind(board->phase) == SPRING_RETREATS || phase_kind(board->phase) == FALL_RETREATS)
		draw_retreats(map, rng, board);
}

/* Whether an order of turn_orders is not among the choices: its support leaves a coast open, or no
 * route can pass the fleet that convoys. */
static bool is_left_out(const struct vocabulary *v, struct order order)
{
	const bool open = order.kind == ORDER_SUPPORT_MOVE && order.aux_type == FLEET &&
	                  order.to < v->map->province_count && v->map->coast_count[order.to] > 0;

	return open || (order.kind == ORDER_CONVOY && vocabulary_number(v, order) == VOCABULARY_NONE);
}

/* Goes through the orders of turn_orders and the numbers of a power side by side. Only convoys may
 * be among the numbers that are not among the orders. */
static void check_power(const struct vocabulary *v, const int32_t *numbers, int count,
                        const struct order offered[], int offers)
{
	int n = 0;
	for (int i = 0; i < offers; i++) {
		char text[ORDER_TEXT_SIZE];
		if (is_left_out(v, offered[i]))
			continue;
		const int32_t number = vocabulary_number(v, offered[i]);
		while (n < count && numbers[n] != number) {
			CU_ASSERT(vocabulary_order(v, numbers[n]).kind == ORDER_CONVOY);
			n++;
		}
		CHECK(n < count, "no choice: %s", order_print(v->map, offered[i], text));
		n++;
		numbers_seen[offered[i].kind]++;
	}
	for (; n < count; n++)
		CU_ASSERT(vocabulary_order(v, numbers[n]).kind == ORDER_CONVOY);
}

static void check_mask(const struct vocabulary *v, const struct law *law, const struct board *board,
                       power_set powers, const int32_t *numbers, int count)
{
	uint64_t *mask = malloc((size_t)v->words * sizeof *mask),
			 *expected = calloc((size_t)v->words, sizeof *expected);

	for (int n = 0; n < count; n++)
		expected[numbers[n] / 64] |= UINT64_C(1) << numbers[n] % 64;
	choices_mask(v, law, board, powers, mask);
	CU_ASSERT(memcmp(mask, expected, (size_t)v->words * sizeof *mask) == 0);
	free(mask);
	free(expected);
}

/* The masks of all powers at once are those of one power each. */
static void check_masks(const struct vocabulary *v, const struct law *law,
                        const struct board *board)
{
	const size_t words = (size_t)v->words, powers = (size_t)v->map->power_count;
	uint64_t *masks = malloc(powers * words * sizeof *masks), *mask = malloc(words * sizeof *mask);

	choices_masks(v, law, board, masks);
	for (size_t p = 0; p < powers; p++) {
		choices_mask(v, law, board, (power_set)(1 << p), mask);
		CU_ASSERT(memcmp(masks + p * words, mask, words * sizeof *mask) == 0);
	}
	free(masks);
	free(mask);
}

static void check_board(const struct vocabulary *v, const struct rules *rules,
                        const struct board *board)
{
	static struct order offered[OFFERS];
	const struct variant variant = rules_variant(rules, v->map);
	struct choices choices;
	int32_t *numbers = malloc((size_t)choices_most(v) * sizeof *numbers),
			*own = malloc((size_t)choices_most(v) * sizeof *own);
	uint64_t *mask = malloc((size_t)v->words * sizeof *mask);
	const int total = choices_list(v, variant.law, board, &choices, numbers, mask, NULL);

	for (int n = 0; n < total; n++)
		CU_ASSERT(mask[numbers[n] / 64] >> numbers[n] % 64 & 1);
	free(mask);
	check_mask(v, variant.law, board, (1 << POWERS_MAX) - 1, numbers, total);
	check_masks(v, variant.law, board);
	for (uint8_t power = 0; power < v->map->power_count; power++) {
		int count = 0;
		for (int s = 0; s < choices.count; s++)
			for (int n = 0; n < choices.slot[s].count && choices.slot[s].power == power; n++)
				own[count++] = numbers[choices.slot[s].first + n];
		const int offers = turn_orders(variant, board, power, offered, OFFERS);
		CU_ASSERT_FATAL(offers <= OFFERS);
		check_power(v, own, count, offered, offers);
		check_mask(v, variant.law, board, (power_set)(1 << power), own, count);
	}
	free(numbers);
	free(own);
}

TEST(test_as_offered, "choices are what external players are offered")
{
	struct rng rng = suite_rng(1);
	for (int i = 0; vocabularies_map(i); i++)
		for (const struct rules *rules = rule_sets; rules->name; rules++)
			for (int n = 0; n < BOARDS; n++) {
				struct board board;
				draw_board(vocabularies_map(i), &rng, &board);
				check_board(vocabularies_of(vocabularies_map(i)), rules, &board);
			}
	for (int kind = 0; kind < ORDER_KINDS; kind++)
		CHECK(numbers_seen[kind] > BOARDS, "%d orders of kind %d", numbers_seen[kind], kind);
}

SUITE("choices")
