/* Orders survive printing, parsing and packing; what is no order is refused by the word that is
 * wrong. */
#include "order.h"
#include "suite.h"

static void check_round_trip(struct order order)
{
	char text[ORDER_TEXT_SIZE], error[ORDER_ERROR_SIZE];
	struct order again;
	order_print(suite_map(), order, text);
	CHECK(order_parse(suite_map(), text, strlen(text), &again, error), "%s: %s", text, error);
	CHECK(order_equal(order, again), "%s is read as something else", text);
	int32_t code = order_pack(order);
	CHECK(code >= 0 && code < 1 << 20 &&
	          order_equal(order_unpack(code, order.type, order.from), order),
	      "%s does not survive packing", text);
}

/* Every order of one unit that is possible by the map alone. */
static void check_unit(enum unit_type type, uint8_t from)
{
	const struct map *map = suite_map();
	check_round_trip(order_hold(type, from));
	check_round_trip((struct order){
		.kind = ORDER_DISBAND, .type = type, .from = from, .to = LOC_NONE, .aux = LOC_NONE});
	check_round_trip((struct order){
		.kind = ORDER_BUILD, .type = type, .from = from, .to = LOC_NONE, .aux = LOC_NONE});
	for (int i = 0; i < map->loc[from].exit_count[type]; i++) {
		uint8_t to = map->loc[from].exits[type][i];
		struct order move = order_move(type, from, to);
		check_round_trip(move);
		move.via = 1;
		check_round_trip(move);
		check_round_trip((struct order){
			.kind = ORDER_RETREAT, .type = type, .from = from, .to = to, .aux = LOC_NONE});
	}
	for (enum unit_type aux_type = ARMY; aux_type < UNIT_TYPES; aux_type++)
		for (uint8_t aux = 0; aux < map->loc_count; aux++) {
			if (map_reaches(map, type, from, map->loc[aux].province))
				check_round_trip(order_support_hold(type, from, aux_type, aux));
			for (int i = 0; i < map->loc[aux].exit_count[aux_type]; i++) {
				uint8_t to = map->loc[aux].exits[aux_type][i];
				if (map_reaches(map, type, from, map->loc[to].province))
					check_round_trip(order_support_move(type, from, aux_type, aux, to));
			}
		}
}

static void test_round_trips(void)
{
	const struct map *map = suite_map();
	for (uint8_t from = 0; from < map->loc_count; from++)
		for (enum unit_type type = ARMY; type < UNIT_TYPES; type++)
			if (map->loc[from].exit_count[type] > 0)
				check_unit(type, from);
	for (uint8_t sea = 0; sea < map->province_count; sea++)
		for (uint8_t from = 0; from < map->province_count; from++)
			for (uint8_t to = 0; to < map->province_count; to++)
				if (map->loc[sea].terrain == WATER && map->loc[from].terrain == COAST &&
				    map->loc[to].terrain == COAST)
					check_round_trip(order_convoy(sea, ARMY, from, to));
	check_round_trip(
		(struct order){.kind = ORDER_WAIVE, .from = LOC_NONE, .to = LOC_NONE, .aux = LOC_NONE});
}

/* SQL unpacks the code too: its bits are a promise. */
static void test_layout(void)
{
	struct order order = suite_order("F nth C F lon - nwy");
	CU_ASSERT_EQUAL(order_pack(order),
	                suite_loc("nwy") | suite_loc("lon") << 7 | ORDER_CONVOY << 14 | FLEET << 18);
	order = suite_order("A lon - nwy via");
	CU_ASSERT_EQUAL(order_pack(order),
	                suite_loc("nwy") | LOC_NONE << 7 | ORDER_MOVE << 14 | 1 << 19);
	CU_ASSERT_EQUAL((int)ORDER_HOLD, 0);
	CU_ASSERT_EQUAL((int)ORDER_CONVOY, 4);
}

static void test_free_spelling(void)
{
	static const struct {
		const char *text, *printed;
	} spellings[] = {
		{"  a PAR-bur ", "A par - bur"},
		{"f Mid - Nat", "F mao - nao"},
		{"A\tpar  h\r", "A par H"},
		{"a lon-nwy VIA", "A lon - nwy via"},
		{"f nrg s f GOL-tyn", "F nwg S F lyo - tys"},
		{"f bar - STP/NC", "F bar - stp/nc"},
		{"A mar s a par", "A mar S A par"},
		{"f nth c a lon -nwy", "F nth C A lon - nwy"},
		{"a par r bur", "A par R bur"},
		{"a par d", "A par D"},
		{"REMOVE f spa/sc", "F spa/sc D"},
		{"Build A par", "build A par"},
		{"f nth c lon -nwy", "F nth C lon - nwy"},
		{"PAR s mar - bur", "par S mar - bur"},
		{"build stp/nc", "build stp/nc"},
		{" waive ", "waive"},
	};
	for (int i = 0; i < COUNT(spellings); i++) {
		char text[ORDER_TEXT_SIZE];
		order_print(suite_map(), suite_order(spellings[i].text), text);
		CHECK(strcmp(text, spellings[i].printed) == 0, "'%s' is printed '%s'", spellings[i].text,
		      text);
	}
}

static void test_malformed(void)
{
	static const struct {
		const char *text, *error;
	} malformed[] = {
		{"", "where the unit type"},
		{"   ", "where the unit type"},
		{"X par H", "'X' is no unit type"},
		{"AA par H", "'AA' is no unit type"},
		{"A", "where the area"},
		{"A xyz H", "'xyz' is no area"},
		{"A par", "where the action"},
		{"A par Q", "'Q' is no action"},
		{"A par HOLD", "'HOLD' is no action"},
		{"A par -", "where the area"},
		{"A par - stp/ec", "'stp/ec' is no area"},
		{"A par - - bur", "'-' is no area"},
		{"A par - bur now", "before 'now'"},
		{"A par - bur via via", "before 'via'"},
		{"A par H H", "before 'H'"},
		{"A par S", "where the unit type"},
		{"A par S A", "where the area"},
		{"A par S A bur mar", "'mar' is no dash"},
		{"A par S A bur -", "where the area"},
		{"F nth C A lon", "where the dash"},
		{"F nth C xyz - nwy", "'xyz' is no unit type"},
		{"A par R", "where the area"},
		{"A par D bur", "before 'bur'"},
		{"build xyz", "'xyz' is no unit type"},
		{"remove A", "where the area"},
		{"waive it", "before 'it'"},
	};
	for (int i = 0; i < COUNT(malformed); i++) {
		struct order order;
		char error[ORDER_ERROR_SIZE] = "";
		const char *text = malformed[i].text;
		CHECK(!order_parse(suite_map(), text, strlen(text), &order, error), "'%s' is taken", text);
		CHECK(strstr(error, malformed[i].error) != NULL, "'%s': '%s' does not say '%s'", text,
		      error, malformed[i].error);
	}
}

/* The reader keeps to the length given, and every stretch of bytes is either an order or refused
 * with words. */
static void test_any_bytes(void)
{
	static const char letters[] = "AFHSCRD- parburstp/nc\t\xffvia";
	struct rng rng = suite_rng(1);
	struct order order;
	char error[ORDER_ERROR_SIZE], text[24];
	CU_ASSERT(!order_parse(suite_map(), "A par - bur", 9, &order, error));
	for (int round = 0; round < 100000; round++) {
		size_t length = rng_below(&rng, sizeof text + 1);
		for (size_t i = 0; i < length; i++)
			text[i] = letters[rng_below(&rng, sizeof letters - 1)];
		error[0] = '\0';
		if (order_parse(suite_map(), text, length, &order, error))
			check_round_trip(order);
		else
			CU_ASSERT_NOT_EQUAL(error[0], '\0');
	}
}

int main(void)
{
	CU_TestInfo tests[] = {
		{"every order survives print, parse, pack", test_round_trips},
		{"the packed layout", test_layout},
		{"free spelling", test_free_spelling},
		{"malformed orders", test_malformed},
		{"any bytes at all", test_any_bytes},
		CU_TEST_INFO_NULL,
	};
	return suite_run("order", tests);
}
