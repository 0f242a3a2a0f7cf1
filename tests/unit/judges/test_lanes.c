/* Every lane gives the results of Atlas for its order set, at every width that this processor
 * supports.
 *
 * BOARDS=N is the number of random boards (300); each is resolved by a law of its own, with as many
 * order sets as there are lanes. SEED and FIRST, the number of the first board, replay them. */
#include "game/game.h"
#include "lanes_compare.h"
#include "menus.h"
#include "suite.h"

/* ── showing ── */

static void print_lane(const struct lanes *lanes, int lane)
{
	const struct menu *menu = lanes->menu;
	const struct map *map = menu->variant.map;
	struct order orders[UNITS_MAX];
	struct judgement j;
	struct lane told;
	char text[ORDER_TEXT_SIZE], law[LAW_TEXT_SIZE];
	lanes_read_orders(lanes, lane, orders);
	lanes_read(lanes, lane, &told);
	judge_resolve(judge_find("atlas"), menu->variant, menu->board, orders, &j);
	printf("\n# %s\n", law_print(menu->variant.law, law));
	for (int u = 0; u < menu->board->unit_count; u++)
		printf("%s %-24s # atlas: %d %d, lanes: %d %d\n", map->power[menu->board->unit[u].power],
		       order_print(map, orders[u], text), unit_set_has(j.resolution.follows, u),
		       unit_set_has(j.resolution.dislodged, u), unit_set_has(told.follows, u),
		       unit_set_has(told.dislodged, u));
}

/* ── random boards ── */

/* How much of a run was worth it. */
struct yield {
	long lanes, singly, dislodged, refused;
};

/* Whether a lane that was just opened gives each unit the first order of its menu. */
static bool is_first(const struct lanes *lanes, int lane)
{
	struct order orders[UNITS_MAX];
	lanes_read_orders(lanes, lane, orders);
	for (int u = 0; u < lanes->menu->board->unit_count; u++)
		if (order_pack(orders[u]) != order_pack(menu_order(lanes->menu, u, 0)))
			return false;
	return true;
}

/* Resolves random sets twice, since nothing may be left of the first. Returns the faults. */
static long try_menu(struct rng *rng, const struct menu *menu, const struct lanes_width *width,
                     struct yield *yield)
{
	struct lanes *lanes = lanes_make(menu, width);
	long faults = !is_first(lanes, 0) || !is_first(lanes, width->count - 1);
	for (int round = 0; round < 2; round++) {
		lanes_draw(rng, lanes, false);
		lanes_resolve(lanes, round == 0 ? width->count : 1 + (int)rng_below(rng, width->count));
		for (int lane = 0; lane < lanes->count; lane++) {
			const char *fault = lanes_find_difference(lanes, lane);
			if (fault != NULL && faults++ == 0) {
				printf("\n    lane %d of %s: %s", lane, width->name, fault);
				print_lane(lanes, lane);
			}
		}
		yield->lanes += lanes->count;
		for (int part = 0; part < lanes->parts; part++)
			yield->singly += __builtin_popcountll(lanes->singly[part]);
		for (int i = 0; i < menu->board->unit_count * lanes->parts; i++)
			yield->dislodged += __builtin_popcountll(lanes->dislodged[i]);
	}
	free(lanes);
	return faults;
}

static long try_board(uint32_t number, struct variant variant, struct rng *rng, struct yield *yield)
{
	static struct menu_card card;
	static struct menu menu;
	long faults = 0;
	menus_draw(variant.map, rng, number % 2 == 1, &card);
	if (card.board.unit_count == 0)
		return 0;
	if (!menus_open(&menu, variant, &card)) {
		yield->refused++;
		return 0;
	}
	for (int w = 0; lanes_widths[w] != NULL; w++)
		if (lanes_has(lanes_widths[w]))
			faults += try_menu(rng, &menu, lanes_widths[w], yield);
	return faults;
}

/* BOARDS boards by a rule set, or each by a law of its own. */
static void try_boards(const struct rules *rules)
{
	const long first = suite_number("FIRST", 0), count = suite_number("BOARDS", 300);
	const char *name = rules ? rules->name : "any law";
	struct yield yield = {0};
	long faults = 0;
	for (long number = first; number < first + count; number++) {
		struct rng rng = suite_rng((uint32_t)number);
		const struct law law = rules ? rules->law : positions_draw_law(&rng);
		const long found =
			try_board((uint32_t)number, (struct variant){suite_map(), &law}, &rng, &yield);
		if (found > 0)
			printf("    by %s on board %ld", name, number);
		faults += found;
	}
	printf("\n    %s: %ld lanes, %.2f %% singly, %.2f dislodged a lane, %ld menus too large ", name,
	       yield.lanes, 100.0 * yield.singly / yield.lanes, 1.0 * yield.dislodged / yield.lanes,
	       yield.refused);
	CHECK(faults == 0, "%s: %ld of %ld lanes", name, faults, yield.lanes);
}

TEST(test_rule_sets, "lanes say what atlas says by all rule sets")
{
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
		try_boards(rules);
}

TEST(test_random_laws, "by any law")
{
	try_boards(NULL);
}

/* ── hand-made boards ── */

/* What happens on a board in the lane in which each unit has its order. In the others some units
 * hold, so that some lanes are decided later than others. */
static const struct {
	const char *about, *units, *orders;
	const char *moved, *dislodged; /* provinces */
	const char *contested;
	bool singly; /* by the rules `standard` */
} boards[] = {
	{"a circle", "FRA A par, GER A bur, ITA A mar, ITA A gas",
     "A par - bur, A bur - mar, A mar - gas, A gas - par", "par bur mar gas", "", "", false},
	{"a circle that an outsider breaks", "FRA A par, GER A bur, ITA A gas, ENG F bre",
     "A par - bur, A bur - gas, A gas - par, F bre - gas", "", "", "", false},
	{"head to head", "FRA A par, GER A bur, FRA A pic",
     "A par - bur, A bur - par, A pic S A par - bur", "par", "bur", "", false},
	{"a standoff", "FRA A par, GER A mun", "A par - bur, A mun - bur", "", "", "bur", false},
	{"a garrison that two besiege", "FRA A par, FRA A mar, GER A bur, ITA A mun, ITA A ruh",
     "A par - bur, A mar S A par - bur, A mun - bur, A ruh S A mun - bur", "", "", "", false},
	{"a support that is cut", "FRA A par, FRA A gas, GER A bur, ITA A mar",
     "A par - bur, A gas S A par - bur, A mar - gas", "", "", "", false},
	{"a support that only its victim attacks", "FRA A par, FRA A gas, GER A bur",
     "A par - bur, A gas S A par - bur, A bur - gas", "par", "bur", "", false},
	{"no help against an own unit", "FRA A par, FRA A gas, GER A mun, GER A ruh",
     "A mun - bur, A ruh S A mun - bur, A gas - bur, A par S A gas - bur", "", "", "bur", false},
	{"a convoy", "ENG A lon, ENG F nth, GER F hel",
     "A lon - nwy via, F nth C A lon - nwy, F hel - nth", "lon", "", "", false},
	{"a convoy past each other", "ENG A lon, ENG F nth, GER A bel, GER F eng",
     "A lon - bel via, F nth C A lon - bel, A bel - lon via, F eng C A bel - lon", "lon bel", "",
     "", false},
	{"a convoy that is lost", "ENG A lon, ENG F nth, GER F hel, GER F den",
     "A lon - nwy via, F nth C A lon - nwy, F hel - nth, F den S F hel - nth", "hel", "nth", "",
     false},
	{"a paradox", "ENG F lon, ENG F wal, FRA A bre, FRA F eng",
     "F lon S F wal - eng, F wal - eng, A bre - lon via, F eng C A bre - lon", "wal", "eng", "",
     true},
	{"five supports",
     "FRA A bur, GER A ruh, GER A mun, FRA A gas, FRA A mar, FRA A par, FRA A pic, FRA A bel",
     "A mun - bur, A ruh S A mun - bur, A gas S A bur, A mar S A bur, A par S A bur, A pic S A "
     "bur, "
     "A bel S A bur",
     "", "", "", false},
	{"a coast", "FRA F mao, ITA F wes, ITA F por",
     "F mao - spa/sc, F wes - spa/sc, F por S F wes - spa/sc", "wes", "", "", false},
	{"a move that is known to fail is decided again",
     "AUS A nwy, AUS A den, FRA F ska, ITA F swe, FRA F nth",
     "A nwy - swe via, F ska C A nwy - swe, A den S A nwy - swe, F swe - nwy, F nth - nwy", "nwy",
     "swe", "nwy", false},
	{"more supports than a ladder has rungs",
     "FRA F mao, FRA F nao, FRA F iri, FRA F eng, FRA F bre, FRA F gas, FRA F por, FRA F spa/sc, "
     "FRA F wes, FRA F naf",
     "F nao S F mao, F iri S F mao, F eng S F mao, F bre S F mao, F gas S F mao, F por S F mao, "
     "F spa/sc S F mao, F wes S F mao, F naf S F mao",
     "", "", "", true},
};

static void check_provinces(const char *about, const char *what, const char *list, unit_set units,
                            const struct board *board)
{
	unit_set expected = 0;
	for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
		const uint8_t province = map_find(suite_map(), at, 3);
		unit_set_add(&expected, board_find(suite_map(), board, province));
		at += 3;
	}
	CHECK(units == expected, "%s: %s %llx, not %llx", about, what, (unsigned long long)units,
	      (unsigned long long)expected);
}

/* A menu of the board's orders, and to hold. */
static void open_board(int b, struct variant variant, struct board *board, struct menu *menu)
{
	static struct order orders[UNITS_MAX], listed[UNITS_MAX][2];
	const struct order *lists[UNITS_MAX];
	int counts[UNITS_MAX];
	*board = suite_board(boards[b].units);
	suite_orders(board, boards[b].orders, orders);
	for (int u = 0; u < board->unit_count; u++) {
		listed[u][0] = orders[u];
		listed[u][1] = order_hold(board->unit[u].type, board->unit[u].loc);
		lists[u] = listed[u];
		counts[u] = 2;
	}
	CHECK(menu_open(menu, variant, board, lists, counts), "%s: no room", boards[b].about);
}

static void check_board(int b, const struct lanes_width *width)
{
	static struct menu menu;
	struct board board;
	struct lane told;
	struct rng rng = suite_rng((uint32_t)b);
	open_board(b, suite_variant(rules_find("standard")), &board, &menu);
	struct lanes *lanes = lanes_make(&menu, width);
	lanes_draw(&rng, lanes, true);
	lanes_resolve(lanes, width->count);
	lanes_read(lanes, 0, &told);
	check_provinces(boards[b].about, "moved", boards[b].moved, told.moved, &board);
	check_provinces(boards[b].about, "dislodged", boards[b].dislodged, told.dislodged, &board);
	for (const char *at = boards[b].contested; *at != '\0'; at += 3 + strspn(at + 3, " "))
		CHECK(place_set_has(&told.contested, map_find(suite_map(), at, 3)), "%s: contested",
		      boards[b].about);
	CHECK(place_set_count(told.contested) == (int)(strlen(boards[b].contested) + 1) / 4,
	      "%s: how many are contested", boards[b].about);
	CHECK((lanes->singly[0] & 1) == boards[b].singly, "%s: singly", boards[b].about);
	free(lanes);
}

/* Every lane of each board, by every rule set and many laws. */
TEST(test_hand_made, "hand-made boards")
{
	static struct menu menu;
	struct rng rng = suite_rng(77);
	for (int b = 0; b < COUNT(boards); b++) {
		for (int w = 0; lanes_widths[w] != NULL; w++)
			if (lanes_has(lanes_widths[w]))
				check_board(b, lanes_widths[w]);
		for (int n = 0; n < 200; n++) {
			struct board board;
			const struct law law = positions_draw_law(&rng);
			open_board(b, (struct variant){suite_map(), &law}, &board, &menu);
			const char *fault = lanes_find_fault(&rng, &menu, lanes_widest());
			CHECK(fault == NULL, "%s: %s", boards[b].about, fault);
		}
	}
}

/* Orders that nothing matches, and moves to nowhere, are orders too. */
TEST(test_void_orders, "void orders")
{
	static struct menu menu;
	const struct board board = suite_board("FRA A par, GER A mun, ENG F nth");
	struct order orders[4] = {suite_order("A par S A mun - bur"), suite_order("A mun - lon"),
	                          suite_order("F nth C A mun - lon"), suite_order("A mun H")};
	const struct order *lists[3];
	int counts[3] = {1, 1, 1};
	struct lane told;
	for (int u = 0; u < board.unit_count; u++)
		for (int i = 0; i < 3; i++)
			if (orders[i].from == board.unit[u].loc)
				lists[u] = &orders[i];
	CHECK(menu_open(&menu, suite_variant(&rule_sets[0]), &board, lists, counts), "no room");
	struct lanes *lanes = lanes_make(&menu, lanes_widths[0]);
	lanes_resolve(lanes, 1);
	lanes_read(lanes, 0, &told);
	const char *fault = lanes_find_difference(lanes, 0);
	CHECK(fault == NULL, "%s", fault);
	CHECK(told.moved == 0 && told.dislodged == 0, "something moves");
	lanes_read(lanes, 1, &told);
	CHECK(told.follows == 0, "a lane that is not in use says something");
	free(lanes);
}

/* A menu with more orders than there is room for is refused. */
TEST(test_too_large, "a menu that is too large")
{
	static struct menu menu;
	static struct order orders[MENU_ORDERS_MAX];
	const struct board board = suite_board("FRA A par, GER A mun");
	const struct order *lists[2] = {orders, orders + MENU_ORDERS_MAX / 2};
	const int half = MENU_ORDERS_MAX / 2;
	for (int i = 0; i < MENU_ORDERS_MAX; i++) {
		const struct unit unit = board.unit[i < half ? 0 : 1];
		orders[i] = order_hold(unit.type, unit.loc);
	}
	const struct variant variant = suite_variant(&rule_sets[0]);
	CHECK(menu_open(&menu, variant, &board, lists, (int[]){half, half}), "it does not fit");
	struct lanes *lanes = lanes_make(&menu, lanes_widest());
	const uint16_t places[LANES_MAX] = {(uint16_t)(half - 1)};
	lanes_choose(lanes, 0, places);
	lanes_resolve(lanes, 1);
	CHECK(lanes_find_difference(lanes, 0) == NULL, "the last order");
	free(lanes);
	CHECK(!menu_open(&menu, variant, &board, lists, (int[]){half, half + 1}), "it fits");
}

SUITE("lanes")
