/* The readings of section 3.3 as settings: what each changes, on boards where it can be said by
 * hand. test_match's golden digests hold the normal ones. */
#include "players/ares/mutation.h"
#include "players/ares/pool.h"
#include "suite.h"

enum { ROOM = 1 << 22, CYCLES = 60 };

/* Every centre in one move's reach is the unit's own: one round ahead, nothing can be gained. */
static const char quiet[] = "RUS A lvn, AUS A boh, AUS A tyr";

static _Alignas(PLAYER_ALIGN) unsigned char room[ROOM];
static struct pool pool;
static struct board board;
static struct evolution evolution;
static struct player_call call;

/* Opens a pool by these settings, which stand as they are. Russia and Austria own the centres
 * around Livonia and around Bohemia and Tyrolia, and nobody owns another. */
static void open_pool(const char *units, struct evolution settings, uint32_t block)
{
	board = suite_board(units);
	for (int p = 0; p < PROVINCES_MAX; p++)
		board.owner[p] = POWER_NONE;
	suite_own(&board, "stp mos war RUS, vie mun tri ven AUS");
	evolution = settings;
	evolution.islands = 1;
	evolution.meet = 400;
	evolution.keep = true;
	evolution.mutations = evolution.mutations ? evolution.mutations : 8;
	evolution.counters = evolution.counters ? evolution.counters : 1;
	evolution.tries = 1;
	evolution.cycles = CYCLES;
	call = (struct player_call){.map = suite_map(),
	                            .rules = rules_find("thesis"),
	                            .judge = judges[0],
	                            .board = &board,
	                            .seed = suite_seed(),
	                            .block = block,
	                            .power = suite_power("RUS")};
	SUITE_MUST(strategy_size(&evolution) <= sizeof room, "pool");
	pool_open(&pool, &call, &evolution, 0, room);
}

static bool is_own(int u)
{
	return board.unit[u].power == call.power;
}

/* How many own units, or others, have another order than to hold in an action of the present board.
 */
static int count_busy(int32_t action, bool own)
{
	int busy = 0;
	for (int u = 0; u < board.unit_count; u++)
		busy += is_own(u) == own && pool.strategy.actions[action].orders[u].kind != ORDER_HOLD;
	return busy;
}

static int count_actions(int32_t b)
{
	int count = 0;
	for (int32_t a = pool.strategy.boards[b].first; a != NONE; a = pool.strategy.actions[a].next)
		count++;
	return count;
}

/* ── how an order is drawn ── */

/* Berlin has 4 moves, to hold, and 4 supports: of Kiel where it stands, and of Munich there, to
 * Kiel and to Silesia. Given are those of two that hold, or of one that holds and one that goes to
 * Silesia. */
TEST(test_draw, "how an order is drawn")
{
	static const struct {
		enum chances chances;
		bool given;
		const char *orders;
		int holds, supports, of; /* how many of these are due */
	} rows[] = {
		{CHANCES_ONE_SUPPORT, false, "", 1, 1, 6},  {CHANCES_EACH, false, "", 1, 4, 9},
		{CHANCES_KIND, false, "", 1, 1, 3},         {CHANCES_NO_HOLD, false, "", 0, 1, 5},
		{CHANCES_EACH_NO_HOLD, false, "", 0, 4, 8}, {CHANCES_EACH, true, "", 1, 2, 7},
		{CHANCES_EACH, true, "A mun-sil", 1, 2, 7}, {CHANCES_EACH, true, "A mun-bur", 1, 1, 6},
		{CHANCES_ONE_SUPPORT, true, "", 1, 1, 6},
	};
	enum { TIMES = 20000 };
	const struct board germany = suite_board("GER A ber, GER F kie, GER A mun");
	const struct unit_list berlin = {.count = 1, .unit = {0}};
	struct position position = {.board = germany};
	struct rng rng = suite_rng(9);
	position_sort(suite_power("GER"), &position);
	for (int i = 0; i < COUNT(rows); i++) {
		const struct evolution readings = {.chances = rows[i].chances, .given = rows[i].given};
		const struct mutation mutation = {suite_map(), &position, &readings};
		int holds = 0, supports = 0;
		for (int n = 0; n < TIMES; n++) {
			struct order orders[UNITS_MAX];
			suite_orders(&germany, rows[i].orders, orders);
			CU_ASSERT(mutation_draw(&mutation, &berlin, 1, &rng, orders));
			holds += orders[0].kind == ORDER_HOLD;
			supports +=
				orders[0].kind == ORDER_SUPPORT_HOLD || orders[0].kind == ORDER_SUPPORT_MOVE;
		}
		CHECK(abs(holds * rows[i].of - rows[i].holds * TIMES) < TIMES * rows[i].of / 50 &&
		          (rows[i].holds > 0) == (holds > 0),
		      "row %d: %d holds of %d", i, holds, TIMES);
		CHECK(abs(supports * rows[i].of - rows[i].supports * TIMES) < TIMES * rows[i].of / 50,
		      "row %d: %d supports of %d", i, supports, TIMES);
	}
}

TEST(test_differ, "an order that differs")
{
	const struct board germany = suite_board("GER A ber, GER F kie, GER A mun");
	const struct unit_list berlin = {.count = 1, .unit = {0}};
	struct position position = {.board = germany};
	struct rng rng = suite_rng(10);
	struct order orders[UNITS_MAX];
	position_sort(suite_power("GER"), &position);
	suite_orders(&germany, "", orders);
	for (int differ = 0; differ <= 1; differ++) {
		const struct evolution readings = {.differ = differ};
		const struct mutation mutation = {suite_map(), &position, &readings};
		int same = 0;
		for (int n = 0; n < 2000; n++) {
			const struct order before = orders[0];
			CU_ASSERT(mutation_draw(&mutation, &berlin, 1, &rng, orders));
			same += order_equal(before, orders[0]);
		}
		CHECK(differ ? same == 0 : same > 100, "differ=%d: %d the same", differ, same);
	}
}

/* ── what evolution begins with ── */

TEST(test_first, "what evolution begins with")
{
	static const struct {
		enum first first;
		bool own, others;
	} rows[] = {{FIRST_HOLD, false, false},
	            {FIRST_DRAWN, true, true},
	            {FIRST_OWN_DRAWN, true, false},
	            {FIRST_OTHERS_DRAWN, false, true}};
	for (int i = 0; i < COUNT(rows); i++) {
		int own = 0, others = 0;
		for (uint32_t block = 1; block <= 30; block++) {
			open_pool(quiet, (struct evolution){.depth = 1, .age = 5, .first = rows[i].first},
			          block);
			own += count_busy(0, true);
			others += count_busy(0, false);
			CU_ASSERT_EQUAL(count_actions(0), 1);
		}
		CHECK((own > 15) == rows[i].own && (own > 0) == rows[i].own, "row %d: own %d", i, own);
		CHECK((others > 30) == rows[i].others && (others > 0) == rows[i].others,
		      "row %d: others %d", i, others);
	}
}

/* ── ties, and a child's age ── */

/* Where all are equal, the first holds, the newest is the last child, and by chance it may be any.
 */
TEST(test_ties, "ties")
{
	for (int ties = 0; ties < TIES_READINGS; ties++) {
		int first = 0, newest = 0;
		for (uint32_t block = 1; block <= 40; block++) {
			open_pool(quiet, (struct evolution){.depth = 1, .age = 1000, .ties = ties}, block);
			CU_ASSERT(!pool_evolve(&pool, 6));
			struct individual best;
			pool_select(&pool, &best);
			const int32_t a = pool.strategy.boards[0].intention[0];
			first += a == pool.strategy.boards[0].first;
			newest += a == pool.strategy.boards[0].last;
		}
		CHECK((first == 40) == (ties == TIES_FIRST) && (newest == 40) == (ties == TIES_NEWEST) &&
		          (ties != TIES_CHANCE || (first > 0 && newest > 0)),
		      "ties=%d: %d first, %d newest of 40", ties, first, newest);
	}
}

/* The newest child of an aged parent is as old, so each cycle ages what is intended. */
TEST(test_aged, "a child's age")
{
	for (int child = CHILD_NEW; child <= CHILD_AGED; child++) {
		const struct evolution settings = {
			.depth = 1, .age = 5, .ties = TIES_NEWEST, .child = child};
		int mature = 0;
		for (uint32_t block = 1; block <= 40; block++) {
			open_pool(quiet, settings, block);
			mature += pool_evolve(&pool, 6);
		}
		CHECK(child == CHILD_AGED ? mature == 40 : mature < 10, "child=%d: %d of 40", child,
		      mature);
	}
}

/* ── a child's orders for others ── */

TEST(test_others, "a child's orders for others")
{
	static const struct {
		enum child child;
		bool hold, same;
	} rows[] = {{CHILD_NEW, false, true},
	            {CHILD_OTHERS_HOLD, true, false},
	            {CHILD_OTHERS_DRAWN, false, false}};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct evolution settings = {
			.depth = 1, .age = 1000, .first = FIRST_DRAWN, .child = rows[i].child};
		int hold = 0, same = 0, children = 0;
		for (uint32_t block = 1; block <= 40; block++) {
			open_pool(quiet, settings, block);
			CU_ASSERT(!pool_evolve(&pool, 1));
			const int32_t a = pool.strategy.boards[0].last;
			children += a != pool.strategy.boards[0].first;
			hold += count_busy(a, false) == 0;
			bool all = true;
			for (int u = 0; u < board.unit_count; u++)
				all &= is_own(u) || order_equal(pool.strategy.actions[a].orders[u],
				                                pool.strategy.actions[0].orders[u]);
			same += all;
		}
		CHECK(children > 20 && rows[i].hold == (hold >= 38) && rows[i].same == (same == 40),
		      "child=%d: %d hold, %d the same of 40", rows[i].child, hold, same);
	}
}

/* The army in Livonia has five orders, so there are not more actions of different own orders. */
TEST(test_twins, "twins")
{
	for (int twins = 0; twins <= 1; twins++) {
		open_pool(quiet,
		          (struct evolution){
					  .depth = 1, .age = 1000, .child = CHILD_OTHERS_DRAWN, .twins = twins},
		          1);
		CU_ASSERT(!pool_evolve(&pool, CYCLES));
		const int actions = count_actions(0);
		CHECK(twins ? actions == 5 : actions > 20, "twins=%d: %d actions", twins, actions);
	}
}

/* ── recession ── */

/* Evolves cycle by cycle. Counts the actions of the present board whose orders for others a
 * recession changed, by what became of the next board. */
struct changes {
	int worse, equal, better, units;
};

static struct changes count_changes(const char *units, struct evolution settings)
{
	struct changes changes = {0};
	for (uint32_t block = 1; block <= 20; block++) {
		struct action before[CYCLES + 1];
		static struct order orders[CYCLES + 1][UNITS_MAX];
		open_pool(units, settings, block);
		for (int cycle = 1; cycle <= CYCLES; cycle++) {
			int n = 0;
			const struct action *actions = pool.strategy.actions;
			for (int32_t a = pool.strategy.boards[0].first; a != NONE; a = actions[a].next, n++) {
				before[n] = actions[a];
				memcpy(orders[n], actions[a].orders, sizeof(struct order) * board.unit_count);
			}
			CU_ASSERT(!pool_evolve(&pool, cycle));
			int32_t a = pool.strategy.boards[0].first;
			for (int i = 0; i < n; i++, a = actions[a].next) {
				int changed = 0;
				for (int u = 0; u < board.unit_count; u++)
					changed += !order_equal(orders[i][u], actions[a].orders[u]);
				const fitness now = pool.strategy.boards[actions[a].result].fitness;
				const fitness then = pool.strategy.boards[before[i].result].fitness;
				changes.worse += changed > 0 && now < then;
				changes.equal += changed > 0 && now == then;
				changes.better += now > then;
				changes.units = changed > changes.units ? changed : changes.units;
			}
		}
	}
	return changes;
}

/* Austria may take Serbia at once, and Greece in two rounds; and it may dislodge nobody. So a leaf
 * may be worse where the next board is not. */
TEST(test_compare, "what recession compares")
{
	static const struct {
		enum compare compare;
		bool worse, equal;
	} rows[] = {{COMPARE_LEAF, true, true},
	            {COMPARE_NEXT_BOARD, true, false},
	            {COMPARE_LEAF_EQUAL, true, true},
	            {COMPARE_NEXT_BOARD_EQUAL, true, true}};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct evolution settings = {.depth = 2, .age = 1000, .compare = rows[i].compare};
		const struct changes changes = count_changes("RUS A fin, AUS A alb, AUS A tyr", settings);
		CHECK((changes.worse > 0) == rows[i].worse && (changes.equal > 0) == rows[i].equal,
		      "compare=%d: %d worse, %d equal, %d better", rows[i].compare, changes.worse,
		      changes.equal, changes.better);
		CHECK(changes.better == 0 || rows[i].compare == COMPARE_LEAF ||
		          rows[i].compare == COMPARE_LEAF_EQUAL,
		      "compare=%d: %d better", rows[i].compare, changes.better);
	}
}

/* One round ahead nothing makes a difference here, so nothing changes unless equals do. */
TEST(test_equal, "equal recessions")
{
	for (int compare = 0; compare < COMPARE_READINGS; compare++) {
		const struct evolution settings = {.depth = 1, .age = 1000, .compare = compare};
		const struct changes changes = count_changes(quiet, settings);
		CHECK((changes.equal > 0) ==
		          (compare == COMPARE_LEAF_EQUAL || compare == COMPARE_NEXT_BOARD_EQUAL),
		      "compare=%d: %d equal", compare, changes.equal);
	}
}

TEST(test_counters, "opponents' orders at once")
{
	for (int counters = 1; counters <= 9; counters += 8) {
		const struct evolution settings = {
			.depth = 1, .age = 1000, .compare = COMPARE_LEAF_EQUAL, .counters = counters};
		const struct changes changes = count_changes("RUS A fin, AUS A alb, AUS A tyr", settings);
		CHECK(changes.units == (counters == 1 ? 1 : 2), "counters=%d: %d units at once", counters,
		      changes.units);
	}
}

SUITE("readings")
