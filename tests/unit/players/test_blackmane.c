/* Blackmane: its orders, retreats, builds and removals worked out by hand; and that knowledge
 * changes nothing but the time. */
#include "french.h"
#include "rules/legal.h"
#include "match/match.h"
#include "players/blackmane/blackmane.h"
#include "players/blackmane/planner.h"
#include "store.h"

extern const struct player player_blackmane;

static _Alignas(PLAYER_ALIGN) struct planner scratch;

/* ── calls ── */

static struct player_call open_call(const char *spec, const char *power, const struct board *board,
                                    struct seat *seat)
{
	struct player_call call = suite_call(spec, board, power, seat);
	SUITE_MUST(player_blackmane.scratch_size(seat->settings) <= sizeof scratch, spec);
	call.scratch = &scratch;
	return call;
}

/* A board with its centres at their first owners, but these: "FRA spa, GER den". */
static struct board owned_board(int16_t phase, const char *units, const char *owned)
{
	struct board board = suite_board(units);
	board.phase = phase;
	for (int p = 0; p < suite_map()->province_count; p++)
		board.owner[p] = suite_map()->centre[p] ? suite_map()->owner[p] : POWER_NONE;
	suite_own(&board, owned);
	return board;
}

/* ── orders ── */

/* Chance may decide between two outcomes. Both must come, and nothing else. */
TEST(test_moves, "moves")
{
	static const struct {
		const char *spec, *units, *one, *other;
	} rows[] = {
		/* Spain is nobody's: worth 5 * 12 */
		{"blackmane", "FRA A gas", "A gas - spa", NULL},
		/* so are Belgium and Holland; Munich is worth 15 */
		{"blackmane", "FRA A bur, FRA A ruh, GER A mun", "A bur - bel, A ruh - hol", NULL},
		/* two are enough for Spain; with one a plan only keeps Marseilles, worth 5 * 3, and
	     * Gascony goes to Spain as best it can */
		{"blackmane", "FRA A gas, FRA A mar, ITA A spa", "A gas - spa, A mar S A gas - spa", NULL},
		{"blackmane(units=1)", "FRA A gas, FRA A mar, ITA A spa", "A gas - spa, A mar H", NULL},
		/* the fleet threatens Rome and Naples. A unit that comes keeps him out, too */
		{"blackmane", "ITA A rom, FRA F tyn", "A rom H", "A rom - nap"},
		/* beside Burgundy are 2 centres of others, beside Picardy and Gascony 1 */
		{"blackmane(depth=0)", "FRA A par", "A par - bur", NULL},
		{"blackmane(depth=0,values=1)", "FRA A gas", "A gas - spa", NULL},
		/* the second supports the first */
		{"blackmane(depth=0)", "FRA A gas, FRA A mar", "A gas - spa, A mar S A gas - spa", NULL},
		/* who is in the way is ordered first, but not to where the other waits: to a sea beside
	     * 2 centres of others */
		{"blackmane(depth=0)", "FRA A por, FRA F spa/sc", "A por - spa, F spa/sc - wes",
	     "A por - spa, F spa/sc - mao"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = owned_board(FALL_MOVES, rows[i].units, "");
		bool seen[2] = {false, rows[i].other == NULL};
		struct seat seat;
		struct player_call call = open_call(
			rows[i].spec, strncmp(rows[i].units, "ITA", 3) == 0 ? "ITA" : "FRA", &board, &seat);
		for (call.block = 1; call.block <= 64; call.block++) {
			char text[400];
			french_print_moves(&player_blackmane, &call, text);
			const bool other = rows[i].other != NULL && strcmp(text, rows[i].other) == 0;
			CHECK(other || strcmp(text, rows[i].one) == 0, "%s: %s: %s", rows[i].spec,
			      rows[i].units, text);
			seen[other] = true;
		}
		CHECK(seen[0] && seen[1], "%s: always the same", rows[i].units);
	}
}

/* ── retreats ── */

/* From Burgundy to Belgium, nobody's, worth 60; from Ruhr, too, but he is second: Holland. The army
 * in Portugal has nowhere to go. */
TEST(test_retreats, "retreats")
{
	struct board board = owned_board(FALL_RETREATS, "GER A lon", "FRA spa");
	struct order orders[RETREATS_MAX];
	struct seat seat;
	char text[400] = "";
	suite_dislodge(&board, "FRA A bur mun, FRA A ruh kie, FRA A por spa");
	const struct player_call call = open_call("blackmane", "FRA", &board, &seat);
	player_blackmane.retreat(&call, orders);
	for (int r = 0; r < board.retreat_count; r++)
		french_print_order(text, orders[r]);
	CHECK(strcmp(text, "A bur R bel, A por D, A ruh R hol") == 0, "%s", text);
}

/* ── winter ── */

TEST(test_adjustments, "adjustments")
{
	static const struct {
		const char *power, *units, *owned, *adjustments;
	} rows[] = {
		/* an Italian army in Burgundy: Marseilles and Paris are worth 5 times 3; Marseilles reaches
	     * Spain, nobody's, by land and by sea */
		{"FRA", "ITA A bur, FRA F bre", "", "build A mar, build A par"},
		/* Brest is worth nothing, and reaches nothing by land, but the Channel's 3 centres */
		{"FRA", "FRA A mar, FRA A par", "", "build F bre"},
		/* beside Gascony is one centre of others, beside Burgundy two */
		{"FRA", "FRA A bur, FRA A gas, FRA A bel, FRA A spa", "", "A gas D"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = owned_board(WINTER_ADJUSTMENTS, rows[i].units, rows[i].owned);
		struct seat seat;
		char text[400];
		const struct player_call call = open_call("blackmane", rows[i].power, &board, &seat);
		french_print_adjustments(&player_blackmane, &call, text);
		CHECK(strcmp(text, rows[i].adjustments) == 0, "%s: %s", rows[i].units, text);
	}
}

/* ── what must hold on any board ── */

struct decision {
	struct order orders[UNITS_MAX];
	struct player_effort effort;
};

static void decide(const struct player_call *call, struct decision *decision)
{
	memset(&scratch, 0x5a, sizeof scratch);
	memset(decision, 0, sizeof *decision);
	player_blackmane.order(call, decision->orders, &decision->effort);
}

static bool is_same(const struct decision *a, const struct decision *b)
{
	return memcmp(a->orders, b->orders, sizeof a->orders) == 0 &&
	       suite_effort_equal(&a->effort, &b->effort);
}

static const char *const specs[] = {"blackmane", "blackmane(guard=1,holds=1)",
                                    "blackmane(values=1,garrison=1,units=3)", "blackmane(depth=0)",
                                    "blackmane(depth=2,sets=12)"};

/* Two powers with many units, and one with few. */
static struct board draw_board(struct rng *rng, int round)
{
	struct board board = suite_random_board(rng, 4 + round % 40);
	for (int u = 0; u < board.unit_count; u++)
		board.unit[u].power = (uint8_t)(rng_below(rng, 5) / 2);
	for (int p = 0; p < suite_map()->province_count; p++)
		board.owner[p] =
			suite_map()->centre[p] ? (uint8_t)rng_below(rng, POWERS_MAX + 1) : POWER_NONE;
	board.phase = round % 2 ? FALL_MOVES : SPRING_MOVES;
	return board;
}

/* Orders are legal. Of our own, none helps what is not ordered, and none goes where another goes or
 * stays. */
static bool fits(const struct legal *legal, const struct order orders[], int u)
{
	const struct map *map = legal->map;
	const struct board *board = legal->board;
	const struct order order = orders[u];
	bool helps = order.kind == ORDER_HOLD || order.kind == ORDER_MOVE;
	if (!legal_has(legal, u, order))
		return false;
	for (int v = 0; v < board->unit_count; v++) {
		const struct order other = orders[v];
		if (v == u || board->unit[v].power != board->unit[u].power)
			continue;
		helps |=
			order.kind == ORDER_SUPPORT_HOLD && other.kind != ORDER_MOVE && other.from == order.aux;
		helps |= order.kind == ORDER_SUPPORT_MOVE && other.kind == ORDER_MOVE &&
		         other.from == order.aux && other.to == order.to;
		const uint8_t ends = other.kind == ORDER_MOVE ? other.to : other.from;
		if (order.kind == ORDER_MOVE && map->loc[ends].province == map->loc[order.to].province)
			return false;
	}
	return helps;
}

/* Also, what is planned is ours. A plan may have a move that fails because of another of its
 * orders: to its judge that is worth as much as to hold. */
TEST(test_orders_fit, "orders fit together")
{
	struct rng rng = suite_rng(1);
	int planned = 0, free = 0;
	for (int round = 0; round < 500; round++) {
		const struct board board = draw_board(&rng, round);
		struct decision decision;
		struct legal legal;
		struct seat seat;
		struct player_call call = open_call(specs[round % COUNT(specs)], "AUS", &board, &seat);
		legal_open(suite_map(), &board, &legal);
		for (call.power = 0; call.power < 3; call.power++) {
			decide(&call, &decision);
			const unit_set plans = blackmane_find_planned(&call);
			for (int u = 0; u < board.unit_count; u++) {
				if (board.unit[u].power != call.power) {
					CU_ASSERT(!unit_set_has(plans, u));
					continue;
				}
				CHECK(unit_set_has(plans, u) ? legal_has(&legal, u, decision.orders[u])
				                             : fits(&legal, decision.orders, u),
				      "board %d: the order of unit %d", round, u);
				planned += unit_set_has(plans, u);
				free += !unit_set_has(plans, u);
			}
			CU_ASSERT(seat.settings[1] > 0 || plans == 0);
		}
	}
	CHECK(planned > 500 && free > 500, "%d planned, %d not", planned, free);
}

/* Checks that a call decides the same with the store as it is. */
static void check_known(struct player_call call, int round, const char *what)
{
	struct decision without, with;
	call.knowledge = NULL;
	decide(&call, &without);
	call.knowledge = &store.knowledge;
	decide(&call, &with);
	CHECK(is_same(&without, &with), "board %d, with knowledge: %s", round, what);
}

/* Makes each plan in the store one that no skirmish has. */
static void spoil(struct rng *rng)
{
	for (int e = 0; e < store.count; e++) {
		struct plan plan;
		memcpy(&plan, store.entry[e].value, sizeof plan);
		const uint32_t line = rng_below(rng, plan.lines), more = 1 + rng_below(rng, 200);
		switch (rng_below(rng, plan.actors > 0 ? 4 : 3)) {
		case 0:
			plan.lines = (uint8_t)(more % 2 == 0 ? 0 : LINES_MAX + more);
			break;
		case 1:
			plan.actors = (uint8_t)(plan.actors + more);
			break;
		case 2:
			plan.chance[line] += more;
			break;
		default:
			plan.order[line][0] |= 7 << 14; /* no kind of a movement phase */
		}
		memcpy(store.entry[e].value, &plan, sizeof plan);
	}
}

/* No store, one that forgets, an empty one, a full one, and one of plans that do not fit. */
TEST(test_knowledge, "knowledge")
{
	struct rng rng = suite_rng(2);
	for (int round = 0; round < 200; round++) {
		const struct board board = draw_board(&rng, round);
		struct seat seat;
		const struct player_call call =
			open_call(specs[round % COUNT(specs)], "AUS", &board, &seat);
		store_open(PLANNER_KIND, 3);
		check_known(call, round, "forgetful");
		store_open(PLANNER_KIND, 0);
		check_known(call, round, "empty");
		const int asked = store.asked, found = store.found;
		check_known(call, round, "full");
		CHECK(store.asked - asked == store.found - found, "board %d: %d asked, %d known", round,
		      store.asked - asked, store.found - found);
		const int full = store.asked, kept = store.count;
		spoil(&rng);
		check_known(call, round, "spoiled");
		CHECK(store.asked - full == store.count - kept, "board %d: %d asked, %d made", round,
		      store.asked - full, store.count - kept);
	}
}

/* Judges, laws and settings have plans of their own. */
TEST(test_keys, "keys")
{
	static const char *const kinds[] = {"blackmane", "blackmane(sets=4)", "blackmane(guard=1)",
	                                    "blackmane(sets=4,holds=1)", "blackmane(depth=2,sets=4)"};
	struct rng rng = suite_rng(3);
	for (int round = 0; round < 100; round++) {
		const struct board board = draw_board(&rng, round);
		store_open(PLANNER_KIND, 0);
		for (int k = 0; k < COUNT(kinds); k++) {
			struct seat seat;
			struct player_call call = open_call(kinds[k], "AUS", &board, &seat);
			for (int j = 0; judges[j] != NULL; j++) {
				call.judge = judges[j];
				if (!judges[j]->partial)
					check_known(call, round, judges[j]->name);
			}
			call.judge = judges[0];
			call.rules = rules_find("thesis");
			const int asked = store.asked, count = store.count;
			check_known(call, round, kinds[k]);
			CU_ASSERT((store.count > count) == (store.asked > asked));
		}
	}
}

/* A game of seven, with and without knowledge. */
TEST(test_game, "game")
{
	static _Alignas(PLAYER_ALIGN) unsigned char rooms[2][1 << 20];
	struct match matches[2];
	struct board start;
	struct phase_record records[2];
	struct phase_cost costs[2];
	int phases = 0;
	store_open(PLANNER_KIND, 0);
	board_start(suite_map(), &start);
	for (int m = 0; m < 2; m++) {
		char error[ERROR_SIZE];
		matches[m] = (struct match){.map = suite_map(),
		                            .rules = rules_find("standard"),
		                            .judge = judges[0],
		                            .seed = suite_seed(),
		                            .block = 1,
		                            .round_limit = 24,
		                            .threads = 1,
		                            .knowledge = m == 0 ? NULL : &store.knowledge};
		for (int p = 0; p < suite_map()->power_count; p++)
			SUITE_MUST(seat_parse("blackmane", NULL, &matches[m].seats[p], error), error);
		SUITE_MUST(match_room_size(&matches[m]) <= sizeof rooms[m], "room");
		match_start(&matches[m], &start);
		match_furnish(&matches[m], rooms[m]);
	}
	for (; match_verdict(&matches[0]).ending == GAME_RUNNING; phases++) {
		for (int m = 0; m < 2; m++)
			match_play(&matches[m], &records[m], &costs[m]);
		CU_ASSERT_FATAL(memcmp(&matches[0].board, &matches[1].board, sizeof(struct board)) == 0);
		for (int p = 0; p < suite_map()->power_count; p++)
			CU_ASSERT(suite_effort_equal(&costs[0].effort[p], &costs[1].effort[p]));
	}
	CHECK(phases > 20 && store.found > 500 && store.count > 200, "%d phases, %d known of %d",
	      phases, store.found, store.asked);
}

SUITE("blackmane")
