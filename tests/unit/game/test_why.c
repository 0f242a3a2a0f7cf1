/* Reasons in words. Cases worked out by hand say what is said. On random positions, by every rule
 * set and by laws drawn at random, strengths that are named must agree with the outcome, and every
 * order that failed must have a reason.
 *
 * BOARDS=N is the number of positions, 20,000 if it is not set. SEED and FIRST, the number of the
 * first position, replay them.
 * promise: Pages ask nobody for anything */
#include "game/why.h"
#include "game/build.h"
#include "game/game.h"
#include "positions.h"
#include "game/retreat.h"
#include "game/strength.h"
#include "suite.h"

static struct phase_record record;
static struct why why;
static char text[WHY_SIZE];

/* Resolves a movement phase into the record. */
static void resolve(struct variant variant, const struct board *board, const struct order orders[])
{
	struct judgement judgement;
	memset(&record, 0, sizeof record);
	record.board = *board;
	record.orders.count = board->unit_count;
	for (int u = 0; u < board->unit_count; u++) {
		record.orders.order[u] = orders[u];
		record.orders.power[u] = board->unit[u].power;
	}
	judge_resolve(judge_find("decisions"), variant, &record.board, record.orders.order, &judgement);
	judge_explain(&judgement, record.results);
	record.dislodged = judgement.resolution.dislodged;
	record.stage = judgement.resolution.stage;
}

/* ── by hand ── */

TEST(test_moves, "moves")
{
	static const struct {
		const char *rules, *units, *orders, *unit, *reason;
	} cases[] = {
		{"standard", "FRA A par", "A par - bur", "par", ""},
		{"standard", "FRA A par, FRA A mar", "A par - bur, A mar S A par - bur", "par",
	     "with support from A mar"},
		{"standard", "FRA A par, GER A mun", "A par - bur, A mun - bur", "par",
	     "1 against 1 of GER A mun - bur"},
		{"standard", "FRA A par, FRA A mar, GER A mun",
	     "A par - bur, A mar S A par - bur, A mun - bur", "par",
	     "2 against 1 of GER A mun - bur, with support from A mar"},
		{"standard", "FRA A par, FRA A mar, GER A mun",
	     "A par - bur, A mar S A par - bur, A mun - bur", "mun", "1 against 2 of FRA A par - bur"},
		{"standard", "FRA A par, FRA A mar, GER A mun",
	     "A par - bur, A mar S A par - bur, A mun - bur", "mar", "A par reached bur"},
		{"standard", "FRA A par, GER A bur", "A par - bur", "par", "1 against 1 of GER A bur H"},
		{"standard", "FRA A par, GER A bur", "A par - bur", "bur",
	     "1 against 1 of FRA A par - bur"},
		{"standard", "FRA A par, FRA A bur", "A par - bur", "par",
	     "A bur of its own power did not leave"},
		{"standard", "FRA A par, FRA A bur", "A par - bur, A bur - mun", "par", "A bur left"},
		{"standard", "FRA A par, GER A bur", "A par - bur, A bur - par", "par",
	     "1 against 1 of GER A bur - par, which came the opposite way"},
		{"standard", "FRA A par, GER A bur, ITA A mun", "A par - bur, A bur - mun", "par",
	     "1 against 1 of GER A bur - mun, which did not leave"},
		{"standard", "FRA A par, GER A bur, FRA A mar, GER A mun, ITA A tyr",
	     "A par - bur, A mar S A par - bur, A bur - mun, A mun H", "par",
	     "dislodged GER A bur, 2 against 1, with support from A mar"},
		{"standard", "FRA A par, GER A bur, FRA A mar, GER A mun",
	     "A par - bur, A mar S A par - bur, A bur - mun", "bur",
	     "A mun of its own power did not leave; dislodged by FRA A par - bur, 2 against 1, with "
	     "support "
	     "from "
	     "FRA A mar"},
		{"standard", "FRA A par, GER A bur, FRA A mar", "A par - bur, A mar S A par - bur", "bur",
	     "by FRA A par - bur, 2 against 1, with support from FRA A mar"},
		{"standard", "FRA A par, GER A bur, GER A mun", "A par - bur, A mun S A par - bur", "par",
	     "1 against 1 of GER A bur H (support of GER A mun does not count against a unit of its "
	     "own "
	     "power)"},
		{"standard", "FRA A par, GER A bur, GER A mun", "A par - bur, A mun S A par - bur", "mun",
	     "but FRA A par did not reach bur: it does not count against A bur of its own power"},
		{"thesis", "FRA A par, GER A bur, GER A mun", "A par - bur, A mun S A par - bur", "mun",
	     "A bur stayed"},
		{"standard", "FRA A par, FRA A mar, GER A mun, ITA A pie",
	     "A par - bur, A mar S A par - bur, A mun - bur, A pie - mar", "mar", "by ITA A pie - mar"},
		{"standard", "FRA A par, FRA A mar, GER A mun", "A mar S A par, A par - bur", "mar",
	     "the order was A par - bur"},
		{"standard", "FRA A par, FRA A mar, GER A mun", "A mar S A gas - par", "mar",
	     "no unit stands in gas"},
		{"standard", "FRA A mar, GER A gas", "A mar S F gas - bre", "mar",
	     "in gas stands GER A gas"},
		{"standard", "FRA A mar, RUS F stp/sc", "A mar S F stp/nc - nwy", "mar",
	     "in stp stands RUS F stp/sc"},
		{"standard", "FRA A mar", "A mar S A mar", "mar", "a unit cannot help itself"},
		{"standard", "FRA F bre, FRA A par", "A par - bur, F bre S A par - bur", "bre",
	     "a fleet cannot go from bre to bur"},
		{"standard", "FRA A par, FRA A bur, GER A mun", "A mun - bur, A par S A bur", "bur",
	     "2 against 1 of GER A mun - bur, with support from A par"},
		{"standard", "FRA A par, FRA A bur, GER A mun", "A mun - bur, A par S A bur", "par",
	     "A bur stood"},
		{"standard", "FRA A par, GER A mun", "", "par", ""},
		{"standard", "ENG A lon, ENG F eng, FRA F bre", "A lon - bel, F eng C A lon - bel", "lon",
	     "convoyed by F eng"},
		{"standard", "ENG A lon, ENG F eng, FRA F bre", "A lon - bel, F eng C A lon - bel", "eng",
	     "A lon reached bel"},
		{"standard", "ENG A lon, ENG F eng, FRA F bre, FRA F mao",
	     "A lon - bel, F eng C A lon - bel, F bre - eng, F mao S F bre - eng", "lon",
	     "F eng was dislodged"},
		{"standard", "ENG A lon, ENG F nth", "A lon - bel", "lon", "no fleet convoyed it"},
		{"standard", "ENG A lon, ENG F nwg", "A lon - bel, F nwg C A lon - bel", "lon",
	     "F nwg does not join lon and bel"},
		{"standard", "ENG A lon, ENG F bel", "A lon - nwy, F bel C A lon - nwy", "bel",
	     "only fleets at sea convoy"},
		{"thesis", "FRA A par", "A par - mos", "par", "an army cannot go from par to mos"},
		{"thesis", "FRA A par", "A par - par", "par", "it stands there already"},
		/* DATC 6.F.14: the convoy of the army that would cut the support for an attack on it. */
		{"standard", "ENG F lon, ENG F wal, FRA A bre, FRA F eng",
	     "F lon S F wal - eng, F wal - eng, A bre - lon, F eng C A bre - lon", "bre",
	     "F eng was dislodged"},
		/* DATC 6.F.22: the second-order paradox. */
		{"standard",
	     "ENG F edi, ENG F lon, FRA A bre, FRA F eng, GER F bel, GER F pic, RUS A nwy, RUS F nth",
	     "F edi - nth, F lon S F edi - nth, A bre - lon, F eng C A bre - lon, F bel S F pic - eng, "
	     "F pic - eng, A nwy - bel, F nth C A nwy - bel",
	     "nwy", "F nth was dislodged"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		const struct variant variant = suite_variant(rules_find(cases[i].rules));
		const struct board board = suite_board(cases[i].units);
		struct order orders[UNITS_MAX];
		suite_orders(&board, cases[i].orders, orders);
		resolve(variant, &board, orders);
		const bool opened = why_open(&why, variant, &record);
		CHECK(opened, "%s: no reasons", cases[i].orders);
		why_write(&why, board_find(suite_map(), &board, suite_loc(cases[i].unit)), text);
		CHECK(strcmp(text, cases[i].reason) == 0, "%s: %s: '%s', not '%s'", cases[i].orders,
		      cases[i].unit, text, cases[i].reason);
	}
}

static void check_reason(int n, const char *reason)
{
	const bool opened = why_open(&why, suite_variant(rules_find("standard")), &record);
	CHECK(opened, "no reasons");
	why_write(&why, n, text);
	CHECK(strcmp(text, reason) == 0, "'%s', not '%s'", text, reason);
}

static void add_order(const char *power, const char *order)
{
	record.orders.power[record.orders.count] = suite_power(power);
	record.orders.order[record.orders.count++] = suite_order(order);
}

TEST(test_retreats, "retreats")
{
	static const char *const orders[] = {"A bur R gas", "A par R gas", "A ven R tri", "A vie R bud",
	                                     "A war disband"};
	static const char *const reasons[] = {
		"A par retreated to gas, too; it disbands", "A bur retreated to gas, too; it disbands",
		"its attacker came from there; it disbands", "GER A bud stands there; it disbands",
		"it could go to gal, lvn, mos, pru, sil and ukr"};
	struct board next;
	memset(&record, 0, sizeof record);
	record.board = suite_board("GER A bud");
	record.board.phase = SPRING_RETREATS;
	suite_dislodge(&record.board, "FRA A bur tri, FRA A par tri, FRA A ven tri, FRA A vie tri, "
	                              "FRA A war tri");
	for (int i = 0; i < COUNT(orders); i++)
		for (int k = 0; k < COUNT(orders); k++)
			if (suite_order(orders[k]).from == record.board.retreat[i].unit.loc)
				add_order("FRA", orders[k]);
	retreat_resolve(suite_map(), &record.board, record.orders.order, record.results, &next);
	for (int i = 0; i < COUNT(orders); i++)
		for (int k = 0; k < COUNT(orders); k++)
			if (order_equal(suite_order(orders[k]), record.orders.order[i]))
				check_reason(i, reasons[k]);
}

TEST(test_builds, "builds")
{
	memset(&record, 0, sizeof record);
	record.board = suite_board("FRA A par, GER A ber, GER A kie");
	record.board.phase = WINTER_ADJUSTMENTS;
	memset(record.board.owner, POWER_NONE, sizeof record.board.owner);
	suite_own(&record.board, "par mar FRA, bre ber GER");
	add_order("FRA", "build A par");
	add_order("FRA", "build F bre");
	add_order("FRA", "build A mun");
	add_order("FRA", "build A mar");
	add_order("GER", "disband A ber");
	struct submission adjustments[8];
	struct board next;
	for (int n = 0; n < record.orders.count; n++)
		adjustments[n] = (struct submission){record.orders.power[n], record.orders.order[n]};
	build_resolve(suite_variant(rules_find("standard")), &record.board, adjustments,
	              record.orders.count, record.results, &next);
	check_reason(0, "A par stands there");
	check_reason(1, "GER has bre");
	check_reason(2, "mun is not a home centre of FRA");
	check_reason(3, "2 centres, 1 unit");
	check_reason(4, "2 centres, 2 units");
}

/* A result that the rules do not give has no reason. */
TEST(test_contradictions, "contradictions")
{
	const struct variant variant = suite_variant(rules_find("standard"));
	const struct board board = suite_board("FRA A par, GER A mun");
	struct order orders[UNITS_MAX];
	suite_orders(&board, "A par S A mun", orders);
	resolve(variant, &board, orders);
	CU_ASSERT(why_open(&why, variant, &record));
	record.results[board_find(suite_map(), &board, suite_loc("par"))] = RESULT_NO_CONVOY;
	CU_ASSERT_FALSE(why_open(&why, variant, &record));
	resolve(variant, &board, orders);
	record.orders.order[0].to = LOC_NONE;
	record.orders.order[0].kind = ORDER_MOVE;
	CU_ASSERT_FALSE(why_open(&why, variant, &record));
	record.orders.count = 1;
	CU_ASSERT_FALSE(why_open(&why, variant, &record));
}

static void draw_nonsense(struct rng *rng)
{
	memset(&record, 0, sizeof record);
	record.board = suite_random_board(rng, 20);
	record.board.phase = (int16_t)((int)rng_below(rng, 100) - 10);
	record.dislodged = rng_below(rng, UINT32_MAX);
	record.orders.count = 20;
	for (int i = 0; i < 20; i++) {
		const struct unit unit = record.board.unit[i];
		record.orders.order[i] =
			order_unpack((int32_t)rng_below(rng, INT32_MAX), unit.type, unit.loc);
		record.orders.power[i] = (uint8_t)rng_below(rng, POWER_NONE + 1);
		record.results[i] = (enum result)rng_below(rng, 16);
		const struct retreat retreat = {unit, (uint8_t)rng_below(rng, LOC_NONE)};
		SUITE_MUST(phase_is_movement(record.board.phase) ||
		               board_add_retreat(suite_map(), &record.board, retreat),
		           "nonsense");
	}
}

/* Any bits that could be stored: there are reasons, or none, and they fit into their room. */
TEST(test_nonsense, "nonsense")
{
	struct rng rng = suite_rng(1);
	long reasons = 0;
	for (int n = 0; n < 3000; n++) {
		draw_nonsense(&rng);
		if (!why_open(&why, suite_variant(&rule_sets[n % 2]), &record))
			continue;
		for (int i = 0; i < record.orders.count; i++)
			reasons += *why_write(&why, i, text) != '\0' && strlen(text) < WHY_SIZE;
	}
	CHECK(reasons > 1000, "%ld reasons", reasons);
}

/* ── on random positions ── */

/* How much of what was said had strengths in it; and how much named a paradox instead. */
static long said, strengths, paradoxes;

/* Holds every "N against M" to the outcome: the first is greater where the unit won. */
static const char *check_strengths(enum result result, int n)
{
	const bool holds = !unit_set_has(why.judgement.verified.moves, n) && result == RESULT_SUCCEEDS;
	for (const char *at = text; (at = strstr(at, " against ")) != NULL; at++) {
		if (at == text || at[-1] < '0' || at[-1] > '9')
			continue;
		const int first = at[-1] - '0', second = at[9] - '0';
		const char *const lost = strstr(text, "dislodged by ");
		const bool won =
			(lost != NULL && at > lost) || result == RESULT_SUCCEEDS || result == RESULT_DISLODGED;
		strengths++;
		if (holds ? first < second : won ? first <= second : first > second)
			return "strengths that do not fit the outcome";
	}
	return NULL;
}

static const char *find_fault(int n)
{
	const enum result result = record.results[n];
	const bool paradox = strstr(text, "paradox") != NULL;
	said += text[0] != '\0';
	paradoxes += paradox;
	if (text[0] == '\0' && result != RESULT_SUCCEEDS &&
	    !(result == RESULT_CUT && record.stage >= STAGE_SUPPOSITION))
		return "no reason";
	if (result == RESULT_SUCCEEDS && record.stage < STAGE_SUPPOSITION &&
	    strength_cutters(&why.judgement, n) != 0)
		return "a support that was followed is said to be cut";
	if (paradox && record.stage < STAGE_SUPPOSITION)
		return "a paradox where there is none";
	if (unit_set_has(record.dislodged, n) !=
	    (strstr(text, "dislodged by ") != NULL ||
	     (result == RESULT_DISLODGED && strncmp(text, "by ", 3) == 0)))
		return "dislodged or not";
	return check_strengths(result, n);
}

static void check_position(const struct rules *rules, const struct position *position, long number)
{
	const struct variant variant = suite_variant(rules);
	char order[ORDER_TEXT_SIZE];
	resolve(variant, &position->board, position->orders);
	const bool opened = why_open(&why, variant, &record);
	CHECK(opened, "board %ld: no reasons", number);
	for (int n = 0; n < record.orders.count && opened; n++) {
		why_write(&why, n, text);
		const char *const fault = find_fault(n);
		CHECK(fault == NULL, "board %ld, rules %s: %s: %s: '%s': %s", number, rules->name,
		      order_print(suite_map(), record.orders.order[n], order),
		      result_names[record.results[n]], text, fault);
	}
}

TEST(test_positions, "random positions")
{
	const long first = suite_number("FIRST", 0), count = suite_number("BOARDS", 20000);
	for (long number = first; number < first + count; number++) {
		struct rng rng = suite_rng((uint32_t)number);
		struct position position;
		(number % 2 == 0 ? positions_draw : positions_draw_knot)(suite_map(), &rng, &position);
		for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
			check_position(rules, &position, number);
		const struct rules any = {.name = "any", .law = positions_draw_law(&rng)};
		check_position(&any, &position, number);
	}
	printf("\n    %ld reasons, %ld with strengths, %ld paradoxes ", said, strengths, paradoxes);
	CHECK(strengths > count, "%ld with strengths", strengths);
}

SUITE("why")
