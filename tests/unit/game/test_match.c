/* A match is a function of what it is given. It is the same game when it is played again, is
 * stopped and resumed, or has more threads. */
#include "match_setups.h"

#include <stddef.h>

static void check_same(const struct played *a, int from, const struct played *b, const char *what)
{
	CHECK(a->count - from == b->count, "%s: %d phases, not %d", what, b->count, a->count - from);
	for (int i = 0; i < b->count && from + i < a->count; i++)
		CHECK(record_equal(&a->records[from + i], &b->records[i]) &&
		          efforts_equal(&a->costs[from + i], &b->costs[i]),
		      "%s: phase %d differs", what, from + i);
}

static struct played first, second;

TEST_OF_ALL(test_twice, "played twice")
{
	play_game(1, 1, &first);
	CU_ASSERT(first.count >= ROUNDS);
	play_game(1, 1, &second);
	check_same(&first, 0, &second, "again");
	play_game(2, 1, &second);
	CHECK(!record_equal(&first.records[0], &second.records[0]), "game 2 begins like game 1");
}

TEST_OF_ALL(test_threads, "with two threads")
{
	play_game(1, 1, &first);
	play_game(1, 2, &second);
	check_same(&first, 0, &second, "two threads");
	play_game(1, 5, &second);
	check_same(&first, 0, &second, "five threads");
}

TEST_OF_ALL(test_resume, "stopped and resumed")
{
	play_game(1, 1, &first);
	for (int i = 0; i < first.count; i += 5) {
		struct match match = open_match(1, 1);
		memset(&match.board, 0xff, sizeof match.board);
		CU_ASSERT_FATAL(match_resume(&match, &first.records[i].board, &first.records[i].orders));
		play_on(&match, &second);
		check_same(&first, i + 1, &second, "resumed");
		free(match.scratch);
	}
}

/* Whether a draw is due on a board that was played, by the boards before it: in the last years no
 * centre has changed hands. */
static bool is_draw_due(const struct played *played, int i, int draw_after)
{
	const struct map *map = suite_map();
	const struct board *board = &played->records[i].board;
	const int since = phase_year(board->phase) - draw_after;
	bool same = phase_year(played->records[0].board.phase) <= since;
	for (int k = 0; k <= i; k++)
		for (int p = 0; p < map->province_count; p++)
			same &= phase_year(played->records[k].board.phase) < since || !map->centre[p] ||
			        played->records[k].board.owner[p] == board->owner[p];
	return same;
}

/* Sets a match after a phase of a game, by all phases up to it. */
static void resume(struct match *match, const struct played *played, int last)
{
	for (int i = 0; i <= last; i++)
		CU_ASSERT_FATAL(match_resume(match, &played->records[i].board, &played->records[i].orders));
}

/* Tells the units of a power to hold or to disband; in winter, the power to waive or to remove its
 * first unit. Returns the number of orders. */
static int tell(const struct board *board, int power, int16_t powers[], int32_t orders[])
{
	const bool winter = phase_is_winter(board->phase);
	const int due = winter ? build_allowance(suite_map(), board, (uint8_t)power) : 0;
	int count = 0;
	if (due > 0)
		orders[count++] = order_pack_unit(order_waive());
	for (int u = 0; u < board->unit_count && board->retreat_count == 0 && due <= 0; u++)
		if (board->unit[u].power == power && (!winter || count < MIN(-due, 1)))
			orders[count++] =
				order_pack_unit(winter ? order_disband(board->unit[u].type, board->unit[u].loc)
			                           : order_hold(board->unit[u].type, board->unit[u].loc));
	for (int i = 0; i < board->retreat_count; i++)
		if (board->retreat[i].unit.power == power)
			orders[count++] = order_pack_unit(
				order_disband(board->retreat[i].unit.type, board->retreat[i].unit.loc));
	for (int n = 0; n < count; n++)
		powers[n] = (int16_t)power;
	return count;
}

/* The orders of a power in a phase, or those of the others. */
static int list_orders(const struct phase_record *record, int power, bool others,
                       struct order orders[PHASE_ORDERS_MAX])
{
	int count = 0;
	for (int i = 0; i < record->orders.count; i++)
		if ((record->orders.power[i] == power) != others)
			orders[count++] = record->orders.order[i];
	return count;
}

/* A branch is told orders of one power in its first phase: they replace its player's, and no
 * others. */
TEST_OF_ALL(test_told, "orders that a branch is told")
{
	int told_in[PHASES_A_YEAR] = {0};
	play_game(1, 1, &first);
	for (int i = 1; i < first.count; i++) {
		const struct phase_record *then = &first.records[i];
		const int power = i % suite_map()->power_count;
		struct match match = open_match(1, 1);
		struct order was[PHASE_ORDERS_MAX], is[PHASE_ORDERS_MAX];
		int16_t powers[UNITS_MAX];
		int32_t orders[UNITS_MAX];
		struct phase_record now;
		struct phase_cost cost;
		resume(&match, &first, i - 1);
		match.branched_in = match.board.phase;
		match.told_power = powers;
		match.told_order = orders;
		match.told_count = tell(&match.board, power, powers, orders);
		match_play(&match, &now, &cost);
		const int others = list_orders(then, power, true, was);
		CHECK(list_orders(&now, power, true, is) == others &&
		          memcmp(was, is, (size_t)others * sizeof *is) == 0,
		      "phase %d: others have other orders", i);
		list_orders(&now, power, false, is);
		for (int n = 0; n < match.told_count; n++)
			CHECK(order_pack_unit(is[n]) == orders[n], "phase %d: order %d is another", i, n);
		told_in[phase_kind(then->board.phase)] += match.told_count > 0;
		free(match.scratch);
	}
	CU_ASSERT(told_in[SPRING_MOVES] > 0 && told_in[FALL_MOVES] > 0);
	CU_ASSERT(!rules_find(setup->rules)->adjustments || told_in[WINTER_ADJUSTMENTS] > 0);
}

/* A game that ends by the rule of draws is one without it, up to there; and it ends there when it
 * is stopped before any phase and continues. */
TEST_OF_ALL(test_draw_after, "draws after years without a change of centres")
{
	int drawn = 0;
	for (uint32_t game = 1; game <= 12; game++) {
		struct match match = open_match(game, 1);
		int end = 0;
		play_game(game, 1, &first);
		while (end < first.count && !is_draw_due(&first, end, 1))
			end++;
		drawn += end < first.count;
		for (int from = 0; from < end; from++) {
			match_start(&match, &first.records[0].board);
			match.draw_after = 1;
			CU_ASSERT_FATAL(match_remembers(&match));
			resume(&match, &first, from);
			int count = from + 1;
			for (; count < end; count++) {
				struct phase_record record;
				CU_ASSERT_EQUAL(match_verdict(&match).ending, GAME_RUNNING);
				CU_ASSERT_FATAL(match_replay(&match, &first.records[count].orders, &record));
			}
			CHECK(match_verdict(&match).ending != GAME_RUNNING, "game %u, from %d: no draw in %d",
			      game, from, end);
		}
		free(match.scratch);
	}
	/* Where both players plan, centres may change hands each year. */
	CHECK(drawn > 0 || strchr(setup->seats[1], '(') != NULL, "%s: no game is drawn", setup->rules);
}

/* A game is the same when it is replayed by the orders of its records, with any players. */
TEST_OF_ALL(test_replay, "replayed")
{
	play_game(1, 1, &first);
	struct match match = open_match(1, 1);
	for (int i = 0; i < first.count; i++) {
		struct phase_record record;
		struct phase_orders orders = first.records[i].orders;
		if (!phase_is_winter(first.records[i].board.phase))
			memset(orders.power, POWER_NONE, sizeof orders.power); /* the units have them */
		CU_ASSERT_FATAL(match_replay(&match, &orders, &record));
		CHECK(record_equal(&record, &first.records[i]), "replayed: phase %d differs", i);
	}
	CU_ASSERT(match_verdict(&match).ending != GAME_RUNNING);
	free(match.scratch);
}

/* A record has all removals, also those of civil disorder, and an order for each dislodged unit.
 * One that lacks such an order, or has it for another unit, is refused. */
TEST_OF_ALL(test_replay_refuses, "orders that cannot be replayed")
{
	int refused = 0;
	play_game(1, 1, &first);
	for (int i = 0; i < first.count; i++) {
		struct phase_record record = first.records[i];
		struct match match = open_match(1, 1);
		match.board = record.board;
		record.orders.count--;
		bool removal = record.orders.count >= 0 &&
		               record.orders.order[record.orders.count].kind == ORDER_DISBAND;
		if (phase_is_winter(record.board.phase) && removal) {
			CU_ASSERT(!match_replay(&match, &record.orders, &second.records[0]));
			CU_ASSERT(board_equal(&match.board, &record.board));
			refused++;
		}
		if (record.board.retreat_count > 0) {
			CU_ASSERT(!match_replay(&match, &record.orders, &second.records[0]));
			record.orders.order[record.orders.count++].type ^= ARMY ^ FLEET;
			CU_ASSERT(!match_replay(&match, &record.orders, &second.records[0]));
		}
		free(match.scratch);
	}
	CHECK((refused > 0) == rules_find(setup->rules)->adjustments, "%s: %d refused", setup->rules,
	      refused);
}

/* Orders that cannot belong to a board are refused, and the match stays where it was. */
TEST_OF_ALL(test_resume_refuses, "orders that a match cannot resume from")
{
	static const struct {
		size_t field;
		uint8_t value;
	} spoilt[] = {
		{offsetof(struct order, kind), ORDER_RETREAT}, {offsetof(struct order, kind), ORDER_KINDS},
		{offsetof(struct order, type), UNIT_TYPES},    {offsetof(struct order, from), LOC_NONE},
		{offsetof(struct order, to), LOC_NONE},        {offsetof(struct order, to), LOCS_MAX},
		{offsetof(struct order, aux), LOC_NONE},       {offsetof(struct order, aux), LOCS_MAX},
	};
	struct match match = open_match(1, 1);
	struct board before = match.board;
	for (int i = 0; i < COUNT(spoilt); i++) {
		struct phase_orders orders = {.count = match.board.unit_count};
		bool helps = spoilt[i].field == offsetof(struct order, aux);
		suite_orders(&match.board, helps ? "A par S A mar - bur" : "A par - bur", orders.order);
		int unit = board_find(suite_map(), &match.board, suite_loc("par"));
		((uint8_t *)&orders.order[unit])[spoilt[i].field] = spoilt[i].value;
		CHECK(!match_resume(&match, &before, &orders), "spoilt order %d is taken", i);
		CU_ASSERT(board_equal(&match.board, &before));
	}
	free(match.scratch);
}

/* The board of each record is what followed from the record before. */
TEST_OF_ALL(test_records, "contents of records")
{
	int seen[PHASES_A_YEAR] = {0};
	play_game(1, 1, &first);
	for (int i = 0; i < first.count; i++) {
		const struct phase_record *record = &first.records[i];
		const struct rules *rules = rules_find(setup->rules);
		struct judgement judgement;
		enum result results[UNITS_MAX];
		seen[phase_kind(record->board.phase)]++;
		CU_ASSERT(i == 0 || first.records[i - 1].board.phase < record->board.phase);
		CU_ASSERT(first.costs[i].resolve_ns == 0 && first.costs[i].think_ns[0] == 0);
		if (!phase_is_movement(record->board.phase))
			continue;
		judge_resolve(judges[0], suite_variant(rules), &record->board, record->orders.order,
		              &judgement);
		judge_explain(&judgement, results);
		CU_ASSERT_EQUAL(judgement.resolution.dislodged, record->dislodged);
		CU_ASSERT_EQUAL(judgement.resolution.stage, record->stage);
		CU_ASSERT_EQUAL(
			memcmp(results, record->results, record->board.unit_count * sizeof results[0]), 0);
	}
	int retreats = seen[SPRING_RETREATS] + seen[FALL_RETREATS];
	CU_ASSERT(seen[SPRING_MOVES] > 0 && seen[FALL_MOVES] > 0);
	CHECK((retreats > 0) == rules_find(setup->rules)->retreats, "%s: %d retreats", setup->rules,
	      retreats);
	CU_ASSERT_EQUAL(seen[WINTER_ADJUSTMENTS] > 0, rules_find(setup->rules)->adjustments);
}

static uint64_t ticks;

static uint64_t tick(void)
{
	return ticks += 1000;
}

TEST_OF_ALL(test_clock, "times")
{
	struct match match = open_match(1, 1);
	struct phase_record record;
	struct phase_cost cost;
	match.clock = tick;
	match_play(&match, &record, &cost);
	CU_ASSERT_EQUAL(cost.resolve_ns, 1000);
	for (int p = 0; p < suite_map()->power_count; p++) {
		uint64_t forecasts = 0;
		for (int stage = 0; stage < STAGES; stage++)
			forecasts += cost.effort[p].forecasts[stage];
		/* what is inferred is never more than the thinking time */
		CU_ASSERT_EQUAL(cost.effort[p].forecast_ns, 1000 * forecasts < cost.think_ns[p]
		                                                ? 1000 * forecasts
		                                                : (forecasts > 0) * cost.think_ns[p]);
		/* an island times every 17th, from the third on */
		const uint64_t timed = (cost.think_ns[p] - 1000) / 2000;
		CU_ASSERT_EQUAL(cost.think_ns[p], 1000 + 2000 * timed);
		CHECK((timed > 0) == (forecasts > 0) && timed <= forecasts / 17 + 3 &&
		          forecasts < 17 * (timed + 1),
		      "%s: %d of %d forecasts timed", suite_map()->power[p], (int)timed, (int)forecasts);
		CU_ASSERT_EQUAL(strcmp(match.seats[p].player->name, "ares") == 0, forecasts > 0);
	}
	free(match.scratch);
}

/* PROVINCES_MAX when the numbers were taken. */
enum { GOLDEN_OWNERS = 96 };

/* Stored games must stay the same for ever. A change of this number changes what seeds mean, so
 * NEWS must say it. */
TEST_OF_ALL(test_golden_digest, "the golden digest")
{
	uint64_t digest = SUITE_DIGEST;
	play_game(1, 1, &first);
	for (int i = 0; i < first.count; i++) {
		const struct phase_record *record = &first.records[i];
		for (int u = 0; u < record->orders.count; u++) {
			struct unit unit = {record->orders.power[u], record->orders.order[u].type,
			                    record->orders.order[u].from};
			int32_t codes[] = {unit_pack(unit), order_pack(record->orders.order[u]),
			                   (int32_t)record->results[u]};
			digest = suite_digest(digest, codes, sizeof codes);
		}
		digest = suite_digest(digest, record->board.owner, GOLDEN_OWNERS);
	}
	CHECK(digest == setup->golden, "%s, %s: the digest is now 0x%016llx", setup->rules,
	      setup->seats[0], (unsigned long long)digest);
}

/* The same of every player that setups lacks, in settings that reach most of it. */
TEST(test_golden_players, "the golden digests of players")
{
	static const struct setup rows[] = {
		{"standard", {"dumbbot", "holdbot"}, UINT64_C(0x2bc8fe8fa49b7253)},
		{"thesis", {"dumbbot", "randbot"}, UINT64_C(0xf7e15281dafd8750)},
		{"standard", {"scorer", "randbot"}, UINT64_C(0xb04b0e6bcb6fda99)},
		{"thesis", {"scorer", "random"}, UINT64_C(0x3d1962f0e0126a34)},
		{"standard", {"blackmane", "random"}, UINT64_C(0xf497cbb0f42fe1ac)},
		{"thesis", {"blackmane", "dumbbot"}, UINT64_C(0x73af37248a18b166)},
		{"standard", {"trinity(evaluation=2,belief=1)", "dumbbot"}, UINT64_C(0xe5f9aff4683f7818)},
		{"thesis", {"trinity(evaluation=2,belief=1)", "random"}, UINT64_C(0x37fa02868085ba8c)},
		{"standard", {"trinity(evaluation=3,belief=1)", "dumbbot"}, UINT64_C(0x9061902bab9b971f)},
		{"standard", {"trinity(belief=1)", "dumbbot"}, UINT64_C(0xf343bf95c1a000e3)},
		{"standard", {"trinity", "dumbbot"}, UINT64_C(0xbf1e828a5d3d2120)},
		{"standard", {"learner", "dumbbot"}, UINT64_C(0xd77ffb2b486bc54f)},
		{"thesis", {"learner", "random"}, UINT64_C(0xdd3f62e52b3ef695)},
		{"standard", {"dumbbot(original=1)", "randbot"}, UINT64_C(0x7a1cdc3ecc58e0c5)},
		{"thesis", {"dumbbot(original=1)", "scorer"}, UINT64_C(0x5da1ecbadd7a8730)},
		{"standard",
	     {"blackmane(values=1,depth=2,units=3,sets=16,holds=1)", "dumbbot"},
	     UINT64_C(0xa975b194fea6fb01)},
		{"standard",
	     {"blackmane(depth=0,guard=1,garrison=1)", "dumbbot"},
	     UINT64_C(0xedc654552dd2b5f8)},
		{"standard",
	     {"trinity(evaluation=1,goals=0,belief=2,wary=50,level=3)", "dumbbot"},
	     UINT64_C(0xee555a45afedf925)},
		{"standard",
	     {"trinity(evaluation=0,search=0,votes=2)", "randbot"},
	     UINT64_C(0x60e5363e11d74181)},
		{"standard", {"trinity(budget=500,knows=2)", "dumbbot"}, UINT64_C(0xbc8faa525458893f)},
		{"thesis",
	     {"ares(age=3,convoys=1,retreats=1,builds=1,near=20,crossover=50,first=1)",
	      "ares(age=3,depth=3,shared=2,chances=1,given=1)"},
	     UINT64_C(0x09020241a04eb157)},
		{"standard",
	     {"ares(age=3,first=2,differ=1,ties=1,compare=1,child=1,twins=1)",
	      "ares(age=3,depth=1,tries=3,mutations=2,chances=2,ties=2)"},
	     UINT64_C(0x8f73a1e6c74fd4cc)},
		{"thesis",
	     {"ares(age=3,first=3,chances=3,compare=2,counters=3,child=2)",
	      "ares(age=3,chances=4,compare=3,child=3,cycles=50)"},
	     UINT64_C(0x13efc16b5adddb11)},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		setup = &rows[i];
		test_golden_digest_of_one();
	}
}

SUITE("match")
