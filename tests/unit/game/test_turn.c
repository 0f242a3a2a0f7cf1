/* What a power is asked for: how many orders, and which it may give. These are exactly the legal
 * ones, in every rule set. */
#include "game/turn.h"
#include "game/game.h"
#include "rules/legal.h"
#include "positions.h"
#include "suite.h"

enum { ORDERS_MOST = 1 << 16, BOARDS = 40 };

static struct order listed[ORDERS_MOST];
static int listed_count;

static void list(const struct rules *rules, const struct board *board, uint8_t power)
{
	listed_count = turn_orders(suite_variant(rules), board, power, listed, ORDERS_MOST);
	SUITE_MUST(listed_count <= ORDERS_MOST, "room for every order");
}

static bool is_listed(struct order order)
{
	for (int i = 0; i < listed_count; i++)
		if (order_equal(listed[i], order))
			return true;
	return false;
}

static struct board at_phase(const char *units, const char *phase)
{
	struct board board = suite_board(units);
	SUITE_MUST(phase_parse(phase, strlen(phase), &board.phase), phase);
	return board;
}

static void check_turn(const struct board *board, const char *power, int due, const char *lines)
{
	CU_ASSERT_EQUAL(turn_count_due(suite_map(), board, suite_power(power)), due);
	list(rules_find("standard"), board, suite_power(power));
	for (int i = 0; i < listed_count; i++) {
		char text[ORDER_TEXT_SIZE];
		const size_t length = strcspn(lines, "\n");
		order_print(suite_map(), listed[i], text);
		CHECK(strlen(text) == length && strncmp(text, lines, length) == 0, "%s, not %.*s", text,
		      (int)length, lines);
		lines += length + (lines[length] == '\n');
	}
	CU_ASSERT_STRING_EQUAL(lines, "");
}

TEST(test_moves, "moves")
{
	struct board board = suite_board("ENG A lon, FRA F eng, FRA A bre, GER F nth");
	check_turn(
		&board, "ENG", 1,
		"A lon H\nA lon - wal\nA lon - yor\nA lon - bel via\nA lon - bre via\nA lon - den via\n"
		"A lon - edi via\nA lon - hol via\nA lon - nwy via\nA lon - pic via\nA lon - wal via\n"
		"A lon - yor via\nA lon S A bre - wal\nA lon S A bre - yor\nA lon S F eng - wal\nA lon S F "
		"nth - yor\n");
	check_turn(&board, "TUR", 0, "");
	board = suite_board("FRA A gas, FRA F por, ITA F wes");
	check_turn(
		&board, "ITA", 1,
		"F wes H\nF wes - lyo\nF wes - mao\nF wes - naf\nF wes - tun\nF wes - tys\nF wes - spa/sc\n"
		"F wes S A gas - spa\nF wes S F por - mao\nF wes S F por - spa/nc\nF wes S F por - spa/sc\n"
		"F wes S F por - spa\n");
	list(rules_find("thesis"), &board, suite_power("ITA"));
	CU_ASSERT(is_listed(suite_order("F wes S F por - spa/sc")));
	CU_ASSERT(!is_listed(suite_order("F wes S F por - spa")));
	list(rules_find("standard"), &board, suite_power("FRA"));
	CU_ASSERT(is_listed(suite_order("A gas S F wes - spa/sc")));
	CU_ASSERT(!is_listed(suite_order("A gas S F wes - spa")));
}

TEST(test_retreats, "retreats")
{
	struct board board = at_phase("FRA A gas, GER A par, GER A mar", "S1902R");
	suite_dislodge(&board, "FRA F mar pie, FRA A bur ruh, ENG F par ruh");
	place_set_add(&board.contested, suite_loc("bel"));
	check_turn(&board, "FRA", 2,
	           "A bur R mun\nA bur R pic\nA bur D\nF mar R lyo\nF mar R spa/sc\nF mar D\n");
	check_turn(&board, "ENG", 0, "F par D\n"); /* it cannot go anywhere */
	check_turn(&board, "GER", 0, "");
}

TEST(test_winters, "winters")
{
	struct board board =
		at_phase("RUS F sev, RUS A ber, FRA A war, ENG A lon, ENG F edi", "W1903A");
	suite_own(&board, "stp mos sev war ber nwy RUS, par FRA, lon ENG");
	check_turn(&board, "RUS", 2,
	           "build A mos\nbuild A stp\nbuild F stp/nc\nbuild F stp/sc\nwaive\n");
	check_turn(&board, "FRA", 0, "");
	check_turn(&board, "ENG", 1, "F edi D\nA lon D\n");
	suite_own(&board, "lon GER");
	check_turn(&board, "ENG", 0, "F edi D\nA lon D\n"); /* all must be removed */
}

/* Orders of every kind for one unit, sensible or not. */
static int all_moves(const struct board *board, struct unit unit, struct order orders[])
{
	const struct map *map = suite_map();
	int count = 0;
	orders[count++] = order_hold(unit.type, unit.loc);
	for (int to = 0; to < map->loc_count; to++) {
		orders[count++] = order_move(unit.type, unit.loc, (uint8_t)to);
		for (int v = 0; v < board->unit_count; v++) {
			const struct unit other = board->unit[v];
			orders[count++] =
				order_support_move(unit.type, unit.loc, other.type, other.loc, (uint8_t)to);
			if (unit.type == FLEET)
				orders[count++] = order_convoy(unit.loc, other.type, other.loc, (uint8_t)to);
		}
	}
	for (int v = 0; v < board->unit_count; v++)
		orders[count++] =
			order_support_hold(unit.type, unit.loc, board->unit[v].type, board->unit[v].loc);
	return count;
}

/* The order to which a support is completed when its fleet reaches one coast of a province: the one
 * with that coast. A support to the coast that it does not reach is legal, but hopeless. False for
 * that one. */
static bool name_coast(struct order *order)
{
	const struct map *map = suite_map();
	if (order->kind != ORDER_SUPPORT_MOVE || order->aux_type != FLEET)
		return true;
	const uint8_t province = map->loc[order->to].province;
	if (order->to != province)
		return map_adjacent(map, FLEET, order->aux, order->to);
	const uint8_t only = map_infer_loc(map, FLEET, order->aux, province);
	order->to = only != LOC_NONE ? only : province;
	return true;
}

/* What stands of a legal order: some laws drop the coast that a support names. */
static struct order what_stands(const struct law *law, struct order order)
{
	if (order.kind == ORDER_SUPPORT_MOVE && law->coast_support == COAST_SUPPORT_IGNORED)
		order.to = suite_map()->loc[order.to].province;
	return order;
}

/* On a board of moves each order that is listed is legal, and each legal order is listed. */
static void check_moves(const struct rules *rules, const struct board *board, uint8_t power)
{
	static struct order all[1 + LOCS_MAX * (1 + 2 * UNITS_MAX) + UNITS_MAX];
	struct order completed[UNITS_MAX];
	enum verdict verdict;
	struct order played[UNITS_MAX];
	struct legal legal;
	legal_open(suite_map(), board, &legal);
	list(rules, board, power);
	for (int u = 0; u < board->unit_count; u++)
		played[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	for (int n = 0; n < listed_count; n++) {
		const struct order order = listed[n];
		submission_verify(suite_variant(rules), board, &(struct submission){power, order}, 1,
		                  completed, &verdict);
		int u = board_find(suite_map(), board, suite_map()->loc[order.from].province);
		CHECK(verdict == VERDICT_LEGAL && board->unit[u].power == power &&
		          order_equal(completed[u], what_stands(&rules->law, order)),
		      "%s, %d: %s", rules->name, power, verdict_names[verdict]);
		played[u] = order;
		CHECK(turn_may_stand(suite_variant(rules), &legal, played, u),
		      "%s, %d: an order that is listed may not stand", rules->name, power);
		played[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	}
	for (int u = 0; u < board->unit_count && rules->law.illegal == ILLEGAL_NOW; u++) {
		const int count = board->unit[u].power == power ? all_moves(board, board->unit[u], all) : 0;
		for (int i = 0; i < count; i++) {
			submission_verify(suite_variant(rules), board, &(struct submission){power, all[i]}, 1,
			                  completed, &verdict);
			if (verdict != VERDICT_LEGAL || !name_coast(&completed[u]) || is_listed(completed[u]))
				continue;
			char line[ORDER_TEXT_SIZE];
			struct order by_sea = completed[u];
			by_sea.via = by_sea.kind == ORDER_MOVE;
			CHECK(is_listed(by_sea), "%s: %s is legal and missing", rules->name,
			      order_print(suite_map(), completed[u], line));
		}
	}
}

/* A support may leave the coast open where the law lets it, and only where the fleet does not
 * move there: otherwise it has the fleet's coast. */
TEST(test_open_coasts, "supports that leave the coast open")
{
	static const struct {
		const char *rules, *mover, *support;
		bool stands;
	} rows[] = {
		{"standard", "F mao H", "A mar S F mao - spa", true},
		{"standard", "F mao - por", "A mar S F mao - spa", true},
		{"standard", "F mao - spa/sc", "A mar S F mao - spa", false},
		{"standard", "F mao - spa/sc", "A mar S F mao - spa/sc", true},
		{"standard", "F mao H", "A par S F mao - spa", false},
		{"standard", "F mao H", "A mar S F mao - gas", true},
		{"thesis", "F mao H", "A mar S F mao - spa", false},
		{"thesis", "F mao H", "A mar S F mao - spa/nc", true},
	};
	const struct board board = at_phase("FRA A mar, FRA A par, FRA F mao", "S1901M");
	struct legal legal;
	legal_open(suite_map(), &board, &legal);
	for (int i = 0; i < COUNT(rows); i++) {
		const struct order given[] = {suite_order(rows[i].mover), suite_order(rows[i].support)};
		struct order orders[UNITS_MAX];
		int supporter = -1;
		for (int u = 0; u < board.unit_count; u++) {
			orders[u] = order_hold(board.unit[u].type, board.unit[u].loc);
			for (int n = 0; n < COUNT(given); n++)
				if (given[n].from == board.unit[u].loc)
					orders[u] = given[n];
			if (given[1].from == board.unit[u].loc)
				supporter = u;
		}
		CHECK(turn_may_stand(suite_variant(rules_find(rows[i].rules)), &legal, orders, supporter) ==
		          rows[i].stands,
		      "%s: %s, %s", rows[i].rules, rows[i].mover, rows[i].support);
	}
}

static void check_retreats(const struct rules *rules, const struct board *board, uint8_t power)
{
	struct order orders[RETREATS_MAX];
	enum result results[RETREATS_MAX];
	enum verdict verdict;
	struct board next;
	int options = 0;
	uint8_t to[EXITS_MAX];
	list(rules, board, power);
	for (int n = 0; n < listed_count; n++) {
		const struct order order = listed[n];
		retreat_verify(suite_variant(rules), board, &(struct submission){power, order}, 1, orders,
		               &verdict);
		retreat_resolve(suite_map(), board, orders, results, &next);
		int i = board_find_retreat(suite_map(), board, suite_map()->loc[order.from].province);
		CHECK(verdict == VERDICT_LEGAL && results[i] == RESULT_SUCCEEDS, "a retreat is %s",
		      result_names[results[i]]);
	}
	for (int i = 0; i < board->retreat_count; i++)
		if (board->retreat[i].unit.power == power)
			options += 1 + retreat_options(suite_map(), board, i, to);
	CU_ASSERT_EQUAL(listed_count, options);
}

static void check_winter(const struct rules *rules, const struct board *board, uint8_t power)
{
	list(rules, board, power);
	for (int n = 0; n < listed_count; n++) {
		struct submission submission = {power, listed[n]};
		enum result result;
		struct board next;
		build_resolve(suite_variant(rules), board, &submission, 1, &result, &next);
		CHECK(result == RESULT_SUCCEEDS, "an adjustment is %s", result_names[result]);
	}
}

/* Boards of every kind: random orders are played phase by phase. */
TEST(test_random_boards, "exactly the legal orders")
{
	struct rng rng = suite_rng(1);
	int seen[3] = {0};
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
		for (int n = 0; n < BOARDS; n++) {
			struct position position;
			struct board next;
			struct judgement judgement;
			positions_draw(suite_map(), &rng, &position);
			for (int p = 0; p < suite_map()->province_count; p++)
				position.board.owner[p] = (uint8_t)rng_below(&rng, POWER_NONE + 1);
			check_moves(rules, &position.board, (uint8_t)rng_below(&rng, 2));
			judge_resolve(judges[0], suite_variant(rules), &position.board, position.orders,
			              &judgement);
			judge_move_units(&judgement, &next);
			retreat_begin(&judgement, &next);
			for (uint8_t power = 0; power < suite_map()->power_count; power++) {
				next.phase = SPRING_RETREATS;
				seen[1] += turn_count_due(suite_map(), &next, power) > 0;
				check_retreats(rules, &next, power);
				next.phase = WINTER_ADJUSTMENTS;
				seen[2] += turn_count_due(suite_map(), &next, power) > 0;
				check_winter(rules, &next, power);
			}
		}
	CU_ASSERT(seen[1] > 0 && seen[2] > 0);
}

/* Orders that do not fit are left out, and nothing is written after them. */
TEST(test_short_of_room, "too little room")
{
	struct order little[400];
	struct board board;
	board_start(suite_map(), &board);
	list(&rule_sets[0], &board, 0);
	SUITE_MUST(listed_count > 10 && listed_count < COUNT(little), "room for Austria's orders");
	for (int most = 0; most <= listed_count; most++) {
		memset(little, 0xff, sizeof little);
		CU_ASSERT_EQUAL(turn_orders(suite_variant(&rule_sets[0]), &board, 0, little, most),
		                listed_count);
		CU_ASSERT(memcmp(little, listed, (size_t)most * sizeof *little) == 0);
		CU_ASSERT(little[most].kind == 0xff);
	}
}

SUITE("turn")
