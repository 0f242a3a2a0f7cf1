/* suite: what all test binaries share: main, checks with a message, and short ways to make maps,
 * boards and orders.
 *
 * Random numbers come from the farm's own generator. The seed is printed. The environment variable
 * SEED sets it. */
#ifndef ARESFARM_SUITE_H
#define ARESFARM_SUITE_H

#include "board/board.h"
#include "players/player.h"
#include "board/rng.h"
#include "board/token.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A check that prints a message when it fails. */
#define CHECK(condition, ...)                                                                      \
	do {                                                                                           \
		bool holds_ = (condition);                                                                 \
		if (!holds_) {                                                                             \
			printf("\n    ");                                                                      \
			printf(__VA_ARGS__);                                                                   \
		}                                                                                          \
		CU_assertImplementation(holds_, __LINE__, #condition, __FILE__, "", CU_FALSE);             \
	} while (0)

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static inline uint64_t suite_seed(void)
{
	const char *seed = getenv("SEED");
	return seed == NULL ? 1 : strtoull(seed, NULL, 0);
}

/* Whether a variable has changed how much the suite does. */
static inline bool *suite_changed(void)
{
	static bool changed;
	return &changed;
}

/* The number in an environment variable, such as BOARDS, or the normal one. */
static inline long suite_number(const char *name, long normal)
{
	const char *text = getenv(name);
	*suite_changed() |= text != NULL;
	return text == NULL ? normal : strtol(text, NULL, 0);
}

/* A digest of bytes: FNV-1a. Begin with SUITE_DIGEST. */
#define SUITE_DIGEST UINT64_C(0xcbf29ce484222325)
static inline uint64_t suite_digest(uint64_t digest, const void *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		digest = (digest ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
	return digest;
}

/* Checks that what the suite drew is, byte for byte, what somebody looked at before this digest was
 * put here. Other seeds and numbers than the normal ones draw something else. */
static inline void suite_same(uint64_t digest, uint64_t looked_at)
{
	if (suite_seed() == 1 && !*suite_changed())
		CHECK(digest == looked_at, "it is not what it was: if it should not be, put 0x%016llx here",
		      (unsigned long long)digest);
}

/* A stream of random numbers. Each test has its own number, and so its own stream. */
static inline struct rng suite_rng(uint32_t test)
{
	return rng_open(suite_seed(), test, 0, 0, RNG_TEST);
}

/* A test of the suite. The list has them in the sequence of their definitions. */
struct suite_test {
	const char *about; /* what holds */
	void (*run)(void);
	struct suite_test *next;
};

static inline struct suite_test **suite_list(void)
{
	static struct suite_test *first;
	return &first;
}

static inline void suite_add(struct suite_test *test)
{
	struct suite_test **end = suite_list();
	while (*end != NULL)
		end = &(*end)->next;
	*end = test;
}

/* Begins the definition of a test: TEST(test_name, "what holds") {...} */
#define TEST(name, what)                                                                           \
	static void name(void);                                                                        \
	__attribute__((constructor)) static void name##_is_listed(void)                                \
	{                                                                                              \
		static struct suite_test test = {.about = what, .run = name};                              \
		suite_add(&test);                                                                          \
	}                                                                                              \
	static void name(void)

static inline int suite_run(const char *name)
{
	CU_pSuite suite = NULL;
	if (CU_initialize_registry() == CUE_SUCCESS)
		suite = CU_add_suite(name, NULL, NULL);
	for (const struct suite_test *test = *suite_list(); suite != NULL && test; test = test->next)
		if (CU_add_test(suite, test->about, test->run) == NULL)
			suite = NULL;
	if (suite == NULL) {
		fprintf(stderr, "%s: %s\n", name, CU_get_error_msg());
		return 2;
	}
	printf("SEED=%llu\n", (unsigned long long)suite_seed());
	CU_basic_set_mode(CU_BRM_VERBOSE);
	CU_basic_run_tests();
	unsigned failures = CU_get_number_of_failures();
	CU_cleanup_registry();
	return failures > 0;
}

/* The main function of a suite. */
#define SUITE(name)                                                                                \
	int main(void)                                                                                 \
	{                                                                                              \
		return suite_run(name);                                                                    \
	}

/* The map of a name that is compiled in, or NULL. */
static inline const struct map *suite_find_map(const char *name)
{
	static struct map maps[16];
	const struct map_source *source = map_source_find(name);
	char error[ERROR_SIZE] = "too many maps";
	if (source == NULL)
		return NULL;
	struct map *map = &maps[source - map_sources];
	if (source - map_sources >= COUNT(maps) ||
	    (map->loc_count == 0 && !map_build(map, source->rows, source->count, error))) {
		fprintf(stderr, "map %s: %s\n", name, error);
		abort();
	}
	return map;
}

static inline const struct map *suite_map(void)
{
	static const struct map *map;
	if (map == NULL)
		map = suite_find_map("standard");
	return map;
}

/* The standard map with the law of a rule set. */
static inline struct variant suite_variant(const struct rules *rules)
{
	return rules_variant(rules, suite_map());
}

/* The functions below abort on malformed text, because a test itself wrote that text. */
#define SUITE_MUST(condition, text)                                                                \
	do {                                                                                           \
		if (!(condition)) {                                                                        \
			fprintf(stderr, "the test's own text '%s': %s\n", text, #condition);                   \
			abort();                                                                               \
		}                                                                                          \
	} while (0)

/* Whether two efforts are equal. Times are not compared. */
static inline bool suite_effort_equal(const struct player_effort *a, const struct player_effort *b)
{
	return memcmp(a->forecasts, b->forecasts, sizeof a->forecasts) == 0 && a->nodes == b->nodes &&
	       a->capped == b->capped;
}

static inline uint8_t suite_loc(const char *code)
{
	uint8_t loc = map_find(suite_map(), code, strlen(code));
	SUITE_MUST(loc != LOC_NONE, code);
	return loc;
}

static inline uint8_t suite_power(const char *code)
{
	uint8_t power = map_find_power(suite_map(), code, strlen(code));
	SUITE_MUST(power != POWER_NONE, code);
	return power;
}

static inline struct order suite_order(const char *text)
{
	struct order order;
	char error[ERROR_SIZE];
	SUITE_MUST(order_parse(suite_map(), text, strlen(text), &order, error), text);
	return order;
}

/* Takes the next part of a list separated by commas. False at its end. */
static inline bool suite_next(const char **list, struct tokens *part)
{
	if (**list == '\0')
		return false;
	size_t length = strcspn(*list, ",");
	*part = (struct tokens){*list, *list + length};
	*list += length + ((*list)[length] == ',');
	return true;
}

/* "FRA A par, GER A mun" as a board. */
static inline struct board suite_board(const char *units)
{
	struct board board;
	struct tokens part;
	char error[ERROR_SIZE];
	board_clear(&board);
	for (const char *rest = units; suite_next(&rest, &part);) {
		struct unit unit;
		SUITE_MUST(tokens_read_power(&part, suite_map(), error, &unit.power) &&
		               tokens_read_type(&part, error, &unit.type) &&
		               tokens_read_loc(&part, suite_map(), error, &unit.loc) &&
		               tokens_read_end(&part, error) && board_add(suite_map(), &board, unit),
		           units);
	}
	return board;
}

/* Sets the owners "mar par FRA, ber GER, spa": nobody owns Spain. */
static inline void suite_own(struct board *board, const char *list)
{
	struct tokens part;
	for (const char *rest = list; suite_next(&rest, &part);) {
		uint8_t provinces[PROVINCES_MAX], power = POWER_NONE;
		int count = 0;
		for (struct token token; (token = tokens_next(&part)).length > 0;) {
			const uint8_t found = map_find_power(suite_map(), token.text, token.length);
			if (found != POWER_NONE)
				power = found;
			else
				provinces[count++] = map_find(suite_map(), token.text, token.length);
		}
		while (count > 0) {
			SUITE_MUST(provinces[--count] < PROVINCES_MAX, list);
			board->owner[provinces[count]] = power;
		}
	}
}

/* Adds the dislodged units "TUR F ank bla, ITA A rom": one in ank by a unit from bla, and one that
 * may retreat to any place. */
static inline void suite_dislodge(struct board *board, const char *list)
{
	struct tokens part;
	for (const char *rest = list; suite_next(&rest, &part);) {
		struct retreat retreat = {.barred = LOC_NONE};
		char error[ERROR_SIZE];
		SUITE_MUST(tokens_read_power(&part, suite_map(), error, &retreat.unit.power) &&
		               tokens_read_type(&part, error, &retreat.unit.type) &&
		               tokens_read_loc(&part, suite_map(), error, &retreat.unit.loc),
		           list);
		const struct token barred = tokens_rest(&part);
		if (barred.length > 0)
			retreat.barred = map_find(suite_map(), barred.text, barred.length);
		SUITE_MUST(barred.length == 0 || retreat.barred != LOC_NONE, list);
		SUITE_MUST(board_add_retreat(suite_map(), board, retreat), list);
	}
}

/* The orders "A par - bur, F bre S A par"; all other units of the board hold. */
static inline void suite_orders(const struct board *board, const char *list,
                                struct order orders[UNITS_MAX])
{
	struct tokens part;
	for (int i = 0; i < board->unit_count; i++)
		orders[i] = order_hold(board->unit[i].type, board->unit[i].loc);
	for (const char *rest = list; suite_next(&rest, &part);) {
		struct order order;
		char error[ERROR_SIZE];
		SUITE_MUST(order_parse(suite_map(), part.at, (size_t)(part.end - part.at), &order, error),
		           list);
		int i = board_find(suite_map(), board, suite_map()->loc[order.from].province);
		SUITE_MUST(i >= 0 && board->unit[i].loc == order.from && board->unit[i].type == order.type,
		           list);
		orders[i] = order;
	}
}

/* Reads "FRA A par - bur, GER A mun H" as submissions, at most `most`. How many. */
static inline int suite_submissions(const char *list, int most, struct submission submissions[])
{
	struct tokens part;
	int count = 0;

	for (const char *rest = list; suite_next(&rest, &part); count++) {
		char error[ERROR_SIZE];
		SUITE_MUST(count < most &&
		               tokens_read_power(&part, suite_map(), error, &submissions[count].power) &&
		               order_parse(suite_map(), part.at, (size_t)(part.end - part.at),
		                           &submissions[count].order, error),
		           list);
	}
	return count;
}

/* A player's call on a board of the standard map. The seat must live as long. */
static inline struct player_call suite_call(const char *spec, const struct board *board,
                                            const char *power, struct seat *seat)
{
	char error[ERROR_SIZE];

	SUITE_MUST(seat_parse(spec, NULL, seat, error), error);
	return (struct player_call){.map = suite_map(),
	                            .rules = rules_find("standard"),
	                            .judge = judges[0],
	                            .board = board,
	                            .settings = seat->settings,
	                            .seed = suite_seed(),
	                            .block = 1,
	                            .power = suite_power(power)};
}

/* `count` units of any power, each where its type can stand. `count` must be below the number of
 * provinces. */
static inline struct board suite_random_board(struct rng *rng, int count)
{
	const struct map *map = suite_map();
	struct board board;
	board_clear(&board);
	while (count > 0) {
		struct unit unit = {.power = (uint8_t)rng_below(rng, (uint32_t)map->power_count),
		                    .type = (uint8_t)rng_below(rng, UNIT_TYPES),
		                    .loc = (uint8_t)rng_below(rng, (uint32_t)map->loc_count)};
		count -= map->loc[unit.loc].exit_count[unit.type] > 0 && board_add(map, &board, unit);
	}
	return board;
}

/* An order of any kind for each unit. Supports and convoys match an order that was drawn; that
 * order may be replaced later. */
static inline void suite_random_orders(struct rng *rng, const struct board *board,
                                       struct order orders[UNITS_MAX])
{
	const struct map *map = suite_map();
	for (int i = 0; i < board->unit_count; i++) {
		struct unit unit = board->unit[i];
		const struct map_loc *loc = &map->loc[unit.loc];
		uint8_t to = loc->exits[unit.type][rng_below(rng, loc->exit_count[unit.type])];
		if (unit.type == ARMY && rng_below(rng, 4) == 0)
			to = (uint8_t)rng_below(rng, (uint32_t)map->province_count);
		orders[i] = rng_below(rng, 4) == 0 ? order_hold(unit.type, unit.loc)
		                                   : order_move(unit.type, unit.loc, to);
	}
	for (int i = 0; i < board->unit_count; i++) {
		struct unit unit = board->unit[i];
		int j = (int)rng_below(rng, board->unit_count);
		struct order helped = orders[j];
		if (rng_below(rng, 2) == 0)
			continue;
		if (unit.type == FLEET && helped.kind == ORDER_MOVE && rng_below(rng, 2) == 0)
			orders[i] = order_convoy(unit.loc, helped.type, helped.from, helped.to);
		else if (helped.kind == ORDER_MOVE)
			orders[i] =
				order_support_move(unit.type, unit.loc, helped.type, helped.from, helped.to);
		else
			orders[i] = order_support_hold(unit.type, unit.loc, helped.type, helped.from);
	}
}

#endif
