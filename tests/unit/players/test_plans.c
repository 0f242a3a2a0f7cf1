/* What provinces are worth, zones, order sets and plans: Pires's equations and rules worked out by
 * hand on the standard map, and rules that hold on any board. */
#include "players/blackmane/planner.h"
#include "players/blackmane/worth.h"
#include "suite.h"

static struct skirmish skirmish;
static _Alignas(PLAYER_ALIGN) struct planner planner;

/* ── what provinces are worth ── */

/* The start, but Germany has left Munich for Burgundy, and an Italian army stands in Tyrolia. */
static struct board worth_board(void)
{
	struct board board = suite_board("FRA A mar, FRA A par, GER A bur, ITA A tyr, ITA F tun");
	for (int p = 0; p < suite_map()->province_count; p++)
		board.owner[p] = suite_map()->centre[p] ? suite_map()->owner[p] : POWER_NONE;
	board.owner[suite_loc("tun")] = suite_power("ITA");
	return board;
}

TEST(test_worth, "worth")
{
	static const struct {
		const char *power, *province;
		int32_t centres, all; /* by 3.1 and 3.2 */
	} rows[] = {
		{"FRA", "par", 3, 15},  /* ours: the army in Burgundy is of a power with 3 centres */
		{"FRA", "bre", 0, 0},   /* ours: nobody else is near */
		{"FRA", "mun", 3, 15},  /* Germany's 3, of all who are near */
		{"FRA", "tun", 4, 20},  /* Italy's 4 */
		{"FRA", "mos", 4, 20},  /* Russia's 4 */
		{"FRA", "spa", 11, 55}, /* nobody's 34 - 22 - 1 */
		{"FRA", "bur", 0, 2},   /* beside bel and mun; mar and par are ours */
		{"FRA", "gas", 0, 1},   /* beside spa; bre, mar and par are ours */
		{"GER", "mun", 4, 20},  /* ours: Italy's 4, by Tyrolia; France's army cannot come */
		{"GER", "par", 3, 15},  {"GER", "bur", 0, 3}, /* bel, mar, par */
		{"ITA", "ven", 0, 0},                         /* only our own army is near */
		{"AUS", "tri", 4, 20},                        /* Italy's, by Tyrolia */
	};
	const struct board board = worth_board();
	for (int i = 0; i < COUNT(rows); i++) {
		struct worth centres, all;
		const uint8_t province = suite_loc(rows[i].province);
		worth_open(suite_map(), &board, suite_power(rows[i].power), WORTH_CENTRES, &centres);
		worth_open(suite_map(), &board, suite_power(rows[i].power), WORTH_ALL, &all);
		CHECK(centres.of[province] == rows[i].centres && all.of[province] == rows[i].all,
		      "%s: %s: %d and %d, not %d and %d", rows[i].power, rows[i].province,
		      centres.of[province], all.of[province], rows[i].centres, rows[i].all);
	}
}

/* ── zones ── */

TEST(test_zones, "zones")
{
	static const struct {
		const char *province;
		enum zone one, two; /* about Munich in one turn and in two */
	} rows[] = {
		{"mun", ZONE_INNER, ZONE_INNER},  {"bur", ZONE_MIDDLE, ZONE_INNER},
		{"kie", ZONE_MIDDLE, ZONE_INNER}, {"tyr", ZONE_MIDDLE, ZONE_INNER},
		{"par", ZONE_OUTER, ZONE_INNER}, /* by Burgundy */
		{"hel", ZONE_OUTER, ZONE_INNER}, /* by Kiel: only a fleet goes there */
		{"ven", ZONE_OUTER, ZONE_INNER},  {"nth", ZONE_NONE, ZONE_MIDDLE},
		{"spa", ZONE_NONE, ZONE_MIDDLE},  {"lon", ZONE_NONE, ZONE_OUTER},
		{"por", ZONE_NONE, ZONE_OUTER},   {"wal", ZONE_NONE, ZONE_OUTER}, /* by the Channel */
		{"lvp", ZONE_NONE, ZONE_NONE},    {"ank", ZONE_NONE, ZONE_NONE},
	};
	struct zones zones;
	zones_open(suite_map(), suite_loc("mun"), &zones);
	for (int i = 0; i < COUNT(rows); i++) {
		const uint8_t province = suite_loc(rows[i].province);
		CHECK(zones_find(&zones, 1, province) == rows[i].one &&
		          zones_find(&zones, 2, province) == rows[i].two,
		      "%s: %d steps", rows[i].province, zones.steps[province]);
	}
}

/* ── order sets ── */

/* A skirmish of one power's units against all others. */
static void open_skirmish(const struct board *board, uint8_t power, uint8_t target, int turns,
                          struct skirmish_rules rules)
{
	static struct zones zones;
	const unit_set ours = board_units_of(board, (power_set)(1 << power));
	zones_open(suite_map(), target, &zones);
	skirmish_open(&skirmish, suite_map(), &zones, turns, board, ours, power);
	int units[SIDES] = {0};
	for (int u = 0; u < skirmish.board.unit_count; u++)
		units[skirmish.board.unit[u].power]++;
	CU_ASSERT(!skirmish.capped || MAX(units[0], units[1]) == SIDE_MAX);
	skirmish_find_sets(&skirmish, &rules);
}

/* "A bur - mun, A ruh S A bur - mun; A bur S ..." with units in the sequence of the board. */
static void print_sets(const struct side *side, char *text)
{
	*text = '\0';
	for (int s = 0; s < side->set_count; s++)
		for (int m = 0; m < side->count; m++) {
			char line[ORDER_TEXT_SIZE];
			order_print(suite_map(), side->option[m][side->set[s][m]].order, line);
			text += sprintf(text, "%s%s", m > 0 ? ", " : s > 0 ? "; " : "", line);
		}
}

/* France's and Germany's sets about Munich in one turn. */
TEST(test_order_sets, "order sets")
{
	static const struct {
		const char *units;
		int holds, guard;
		const char *france, *germany;
	} rows[] = {
		{"FRA A bur", 0, 0, "A bur - mun", ""},
		{"FRA A bur", 1, 0, "A bur - mun; A bur H", ""},
		/* no move and support to nothing, no two moves, nobody idle */
		{"FRA A bur, FRA A ruh", 0, 0,
	     "A bur - mun, A ruh S A bur - mun; A bur S A ruh - mun, A ruh - mun", ""},
		{"FRA A bur, FRA A ruh", 1, 0,
	     "A bur - mun, A ruh S A bur - mun; A bur S A ruh - mun, A ruh - mun; "
	     "A bur - mun, A ruh H; A bur H, A ruh - mun; A bur H, A ruh H",
	     ""},
		/* in the target: only to hold. Kiel may move only to where a friend leaves: nowhere. It may
	     * cut Ruhr's support */
		{"FRA A ruh, GER A mun, GER A kie", 0, 0, "A ruh - mun; A ruh - kie",
	     "A kie - ruh, A mun H"},
		{"FRA A ruh, GER A mun, GER A kie", 0, 1, "A ruh - mun; A ruh - kie",
	     "A kie S A mun, A mun H; A kie - ruh, A mun H"},
		/* from the outer zone: only to cut a support. Belgium is beside Ruhr and Burgundy */
		{"FRA A bel, FRA A bur, GER A ruh", 0, 0, "A bel - ruh, A bur - mun; A bel H, A bur - ruh",
	     "A ruh - mun; A ruh - bur"},
		/* Picardy can do nothing about Munich, and is left out; so is a fleet beside Kiel */
		{"FRA A bur, FRA A pic, GER F hel", 0, 0, "A bur - mun", ""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = suite_board(rows[i].units);
		char france[2000], germany[2000];
		open_skirmish(&board, suite_power("FRA"), suite_loc("mun"), 1,
		              (struct skirmish_rules){SETS_MOST, rows[i].holds, rows[i].guard});
		print_sets(&skirmish.side[0], france);
		print_sets(&skirmish.side[1], germany);
		CHECK(strcmp(france, rows[i].france) == 0, "%s: %s", rows[i].units, france);
		CHECK(strcmp(germany, rows[i].germany) == 0, "%s: %s", rows[i].units, germany);
		CU_ASSERT(!skirmish.capped);
	}
}

/* Whether a choice of options is an order set, by the source's words. */
static bool makes_sense(const struct side *side, const int choice[])
{
	const struct map *map = suite_map();
	for (int m = 0; m < side->count; m++) {
		const struct order order = side->option[m][choice[m]].order;
		bool found = order.kind == ORDER_HOLD || order.kind == ORDER_MOVE;
		for (int n = 0; n < side->count; n++) {
			const struct order other = side->option[n][choice[n]].order;
			if (n == m)
				continue;
			if (order.kind == ORDER_MOVE && other.kind == ORDER_MOVE &&
			    map->loc[order.to].province == map->loc[other.to].province)
				return false;
			if (order.kind == ORDER_MOVE && other.kind != ORDER_MOVE &&
			    map->loc[order.to].province == map->loc[other.from].province)
				return false;
			found |= order.kind == ORDER_SUPPORT_MOVE && other.kind == ORDER_MOVE &&
			         other.from == order.aux && other.to == order.to;
			found |= order.kind == ORDER_SUPPORT_HOLD && other.kind != ORDER_MOVE &&
			         other.from == order.aux;
		}
		if (!found)
			return false;
	}
	return true;
}

/* The next choice of one option a unit; false after the last. */
static bool next_choice(const struct side *side, int choice[])
{
	for (int m = 0; m < side->count; m++) {
		if (++choice[m] < side->option_count[m])
			return true;
		choice[m] = 0;
	}
	return false;
}

static bool has_set(const struct side *side, const int choice[])
{
	for (int s = 0; s < side->set_count; s++) {
		int m = 0;
		while (m < side->count && side->set[s][m] == choice[m])
			m++;
		if (m == side->count)
			return true;
	}
	return false;
}

/* The search finds all order sets, and none twice. */
static void check_sets(const struct side *side, int round)
{
	int choice[SIDE_MAX] = {0}, count = 0, missing = 0;
	do {
		if (!makes_sense(side, choice))
			continue;
		count++;
		missing += !has_set(side, choice);
	} while (next_choice(side, choice));
	CHECK(count == side->set_count && missing == 0, "board %d: %d sets, not %d; %d missing", round,
	      side->set_count, count, missing);
}

TEST(test_all_sets, "all order sets")
{
	struct rng rng = suite_rng(1);
	int checked = 0, many = 0;
	for (int round = 0; round < 4000; round++) {
		struct board board = suite_random_board(&rng, 8 + (int)rng_below(&rng, 30));
		const int turns = 1 + round % 2;
		for (int u = 0; u < board.unit_count; u++)
			board.unit[u].power %= 2;
		open_skirmish(&board, 0, (uint8_t)rng_below(&rng, (uint32_t)suite_map()->province_count),
		              turns, (struct skirmish_rules){SETS_MOST, 1, round % 3 == 0});
		for (int s = 0; s < SIDES && !skirmish.capped; s++) {
			check_sets(&skirmish.side[s], round);
			checked++;
			many += skirmish.side[s].set_count > 20;
		}
	}
	CHECK(checked > 2000 && many > 100, "%d checked, %d of many sets", checked, many);
}

/* ── plans ── */

static struct plan find_plan(const struct board *board, uint8_t power, uint8_t target, int turns,
                             struct skirmish_rules rules)
{
	static const struct player_call none;
	static struct player_call call;
	struct zones zones;
	struct plan plan;
	call = none;
	call.map = suite_map();
	call.rules = rules_find("standard");
	call.judge = judges[0];
	call.board = board;
	call.power = power;
	zones_open(suite_map(), target, &zones);
	planner_open(&planner, &call, turns, &rules);
	planner_find(&planner, &zones, turns, board_units_of(board, (power_set)(1 << power)), &plan);
	return plan;
}

/* France's plans about Munich. A turn weighs twice what was before (F = 2), and a payoff of 1 is
 * 900000. */
TEST(test_plans, "plans")
{
	static const struct {
		int turns;
		const char *units;
		int guard;
		int32_t payoff;
		const char *orders; /* of the first unit of ours, when that is certain */
	} rows[] = {
		{1, "FRA A bur", 0, 600000, "A bur - mun"},       /* 2/3 * 1 + 1/3 * 0 */
		{1, "FRA A mun", 0, 900000, "A mun H"},           /* 1 after 1 */
		{1, "FRA A bur, GER A kie", 0, 0, "A bur - mun"}, /* both bounce */
		{1, "GER A kie", 0, -600000, NULL},               /* nobody resists */
		{1, "FRA A bur, GER A mun", 0, -900000, NULL},    /* -1 after -1 */
		{1, "FRA A bur, FRA A ruh, GER A kie", 0, 600000, NULL},
		{1, "FRA A bur, FRA A ruh, GER A mun", 0, 300000, NULL}, /* 2/3 * 1 - 1/3 */
		/* a third German, in the target, may be supported only with guard=1 */
		{1, "FRA A bur, FRA A ruh, GER A mun, GER A sil", 0, 300000, NULL},
		{1, "FRA A bur, FRA A ruh, GER A mun, GER A sil", 1, -900000, NULL},
		/* a second turn: Paris comes by Burgundy. 2/3 * 1 after 0 */
		{2, "FRA A par", 0, 600000, "A par - bur"},
		{2, "FRA A bur", 0, 800000, NULL}, /* 2/3 * 1 after 2/3 */
		{2, "FRA A mun", 0, 900000, NULL},
		{2, "FRA A gas", 0, 600000, "A gas - bur"},
		/* 600000 after one turn if he walks in, 800000 if he stays; nobody of ours is in time */
		{2, "GER A kie", 0, -800000, NULL},
		{2, "FRA A spa", 0, 0, NULL},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = suite_board(rows[i].units);
		const struct plan plan =
			find_plan(&board, suite_power("FRA"), suite_loc("mun"), rows[i].turns,
		              (struct skirmish_rules){SETS_MOST, 0, rows[i].guard});
		char line[ORDER_TEXT_SIZE];
		CHECK(plan.payoff == rows[i].payoff, "%d turns, %s: %d, not %d", rows[i].turns,
		      rows[i].units, plan.payoff, rows[i].payoff);
		if (rows[i].orders == NULL)
			continue;
		const struct order order =
			planner_read_order(&planner.level[rows[i].turns - 1].skirmish, &plan, 0, 0);
		CU_ASSERT_EQUAL(plan.lines, 1);
		CHECK(strcmp(order_print(suite_map(), order, line), rows[i].orders) == 0, "%s: %s",
		      rows[i].units, line);
	}
}

/* Units of two sides in the zones of a target, at most `most` each. */
static struct board crowd(struct rng *rng, uint8_t target, int turns, int most)
{
	const struct board all = suite_random_board(rng, 50);
	struct zones zones;
	struct board board;
	int count[2] = {0};
	board_clear(&board);
	zones_open(suite_map(), target, &zones);
	for (int u = 0; u < all.unit_count; u++) {
		struct unit unit = all.unit[u];
		unit.power %= 2;
		if (zones_find(&zones, turns, suite_map()->loc[unit.loc].province) != ZONE_NONE &&
		    count[unit.power]++ < most)
			CU_ASSERT_FATAL(board_add(suite_map(), &board, unit));
	}
	return board;
}

/* The game is a zero-sum one: each side's plan is worth the other's loss. In the last turn a unit
 * that idles instead of helping gains nothing. */
TEST(test_both_sides, "both sides")
{
	enum { SLACK = 60 };
	struct rng rng = suite_rng(2);
	int checked[TURNS_MAX] = {0}, mixed = 0;
	for (int round = 0; round < 2000; round++) {
		const uint8_t target = (uint8_t)rng_below(&rng, (uint32_t)suite_map()->province_count);
		const int turns = round % 10 == 0 ? 2 : 1;
		const struct board board = crowd(&rng, target, turns, turns == 1 ? ACTORS_MAX : 2);
		const struct skirmish_rules rules = {SETS_MOST, 1, round % 2};
		const struct skirmish_rules busy_rules = {SETS_MOST, 0, round % 2};
		const struct plan ours = find_plan(&board, 0, target, turns, rules);
		const struct plan theirs = find_plan(&board, 1, target, turns, rules);
		const struct plan busy = find_plan(&board, 0, target, turns, busy_rules);
		if (ours.capped || theirs.capped)
			continue;
		CHECK(abs(ours.payoff + theirs.payoff) <= SLACK, "board %d, %d turns: %d and %d", round,
		      turns, ours.payoff, theirs.payoff);
		CHECK(abs(ours.payoff - busy.payoff) <= SLACK, "board %d, %d turns: %d and %d when busy",
		      round, turns, ours.payoff, busy.payoff);
		checked[turns - 1]++;
		mixed += ours.lines > 1;
	}
	CHECK(checked[0] > 1000 && checked[1] > 20 && mixed > 5, "%d, %d checked; %d mixed", checked[0],
	      checked[1], mixed);
}

SUITE("plans")
