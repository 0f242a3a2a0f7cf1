/* The numbers of orders: both directions, for all maps; and what the vocabulary of the standard map
 * has. */
#include "vocabularies.h"
#include "suite.h"

static void check_both_ways(const struct vocabulary *vocabulary)
{
	for (int32_t n = 0; n < vocabulary->count; n++) {
		const int32_t number = vocabulary_number(vocabulary, vocabulary_order(vocabulary, n));
		if (number != n)
			CHECK(false, "order %d has the number %d", n, number);
	}
}

TEST(test_both_ways, "from orders to numbers and back")
{
	for (int i = 0; vocabularies_map(i); i++)
		check_both_ways(vocabularies_of(vocabularies_map(i)));
}

/* Orders with one byte drawn anew have a number only if that number is theirs. */
TEST(test_spoilt, "orders that do not exist have no number")
{
	enum { SPOILT = 200000 };
	const struct vocabulary *vocabulary = vocabularies_of(suite_map());
	struct rng rng = suite_rng(1);
	int known = 0;
	for (int i = 0; i < SPOILT; i++) {
		struct order order =
			vocabulary_order(vocabulary, (int32_t)rng_below(&rng, (uint32_t)vocabulary->count));
		((uint8_t *)&order)[rng_below(&rng, sizeof order)] = (uint8_t)rng_below(&rng, 256);
		const int32_t number = vocabulary_number(vocabulary, order);
		known += number != VOCABULARY_NONE;
		if (number != VOCABULARY_NONE)
			CU_ASSERT(order_equal(vocabulary_order(vocabulary, number), order));
	}
	CU_ASSERT(known > SPOILT / 100);
}

TEST(test_counts, "the standard map's counts")
{
	static const int expected[ORDER_KINDS] = {
		[ORDER_HOLD] = 120,           [ORDER_MOVE] = 504 + 1194, [ORDER_SUPPORT_HOLD] = 833,
		[ORDER_SUPPORT_MOVE] = 10093, [ORDER_CONVOY] = 9022,     [ORDER_RETREAT] = 504,
		[ORDER_DISBAND] = 120,        [ORDER_BUILD] = 39,        [ORDER_WAIVE] = 1};
	const struct vocabulary *vocabulary = vocabularies_of(suite_map());
	int counts[ORDER_KINDS] = {0}, via = 0;
	for (int32_t n = 0; n < vocabulary->count; n++) {
		const struct order order = vocabulary_order(vocabulary, n);
		counts[order.kind]++;
		via += order.via;
	}
	for (int kind = 0; kind < ORDER_KINDS; kind++)
		CHECK(counts[kind] == expected[kind], "%d orders of kind %d", counts[kind], kind);
	CHECK(via == 1194, "%d moves via convoy", via);
	CHECK(vocabulary->count == 22430, "%d orders", vocabulary->count);
}

SUITE("vocabulary")
