/* trinity: what positions come to, which changes there are, and what the player orders, as they
 * follow by hand. */
#include "arenas.h"
#include "matches.h"
#include "rules/legal.h"
#include "match/match.h"
#include "players/trinity/changes.h"
#include "players/trinity/evaluation/weights.h"

#include <inttypes.h>

/* ── positions ── */

/* What France's features are after some orders; PULL, which test_belief has, is left out. */
static void print_evaluation(const struct board *board, const char *list, char text[200])
{
	static const char *const names[] = {
#define EVALUATION(feature, spring, fall) #feature,
#include "players/trinity/evaluation/evaluation.def"
#undef EVALUATION
	};
	struct order orders[UNITS_MAX];
	struct judgement judgement;
	struct evaluation evaluation;
	open_all(board);
	suite_orders(board, list, orders);
	judge_resolve(judges[0], suite_variant(rules_find("standard")), board, orders, &judgement);
	evaluation_open(&ground, &goals[suite_power("FRA")], &judgement, &evaluation);
	*text = '\0';
	for (int k = 0; k < EVALUATION_FEATURES; k++)
		if (evaluation.feature[k] != 0 && k != EVALUATION_PULL)
			sprintf(text + strlen(text), "%s%s %d", *text ? ", " : "", names[k],
			        evaluation.feature[k] / EVALUATION_ONE);
}

/* 34 centres; France owns all but those named. */
TEST(test_evaluations, "what positions have")
{
	static const struct {
		int16_t phase;
		const char *units, *others, *orders, *features;
	} rows[] = {
		/* In fall Spain is taken; three homes are free, and there is one unit. */
		{FALL_MOVES, "FRA A gas", "spa, ENG lon", "A gas - spa",
	     "EVERY 1, CENTRES 33, BUILDS 3, LEADER 1, HOMES 3"},
		/* In spring it is only stood in. */
		{SPRING_MOVES, "FRA A gas", "spa, ENG lon", "A gas - spa",
	     "EVERY 1, CENTRES 32, TAKEN 1, BUILDS 3, LEADER 1, HOMES 3"},
		/* Beside it, a prize. */
		{FALL_MOVES, "FRA A gas", "spa, ENG lon", "A gas H",
	     "EVERY 1, CENTRES 32, PRIZES 1, BUILDS 3, LEADER 1, HOMES 3"},
		/* Italy stands in Marseilles, and reaches Spain, too: in fall one is lost. */
		{FALL_MOVES, "FRA A gas, ITA A pie", "spa", "A pie - mar",
	     "EVERY 1, CENTRES 32, BUILDS 2, LEADER 1, HOMES 2"},
		{SPRING_MOVES, "FRA A gas, ITA A pie", "spa", "A pie - mar",
	     "EVERY 1, CENTRES 33, LOST 1, BUILDS 2, HOMES 3"},
		/* Two can go to Marseilles, and one of ours; then two of ours. One can go to Venice. */
		{FALL_MOVES, "FRA A gas, ITA A pie, ITA F lyo", "spa, ITA rom", "",
	     "EVERY 1, CENTRES 32, THREATS 2, BUILDS 3, LEADER 1, HOMES 3"},
		{FALL_MOVES, "FRA A gas, FRA A bur, ITA A pie, ITA F lyo", "spa, ITA rom", "",
	     "EVERY 1, CENTRES 32, THREATS 1, BUILDS 3, LEADER 1, HOMES 3"},
		/* Dislodged. Two could continue to Brest. */
		{FALL_MOVES, "FRA A gas, GER A bur, GER A par, FRA A mar", "GER par",
	     "A bur - gas, A par S A bur - gas",
	     "EVERY 1, CENTRES 33, THREATS 1, BUILDS 1, DISLODGED 1, LEADER 1, HOMES 2"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = french_board(rows[i].phase, rows[i].units, rows[i].others);
		char text[200];
		print_evaluation(&board, rows[i].orders, text);
		CHECK(strcmp(text, rows[i].features) == 0, "%s, %s: %s", rows[i].units, rows[i].orders,
		      text);
	}
}

/* Who owns more than half of the centres after fall has won, and the others have lost. Where there
 * are no curves it does not count, and in spring nothing is decided. */
TEST(test_wins, "wins")
{
	for (int fall = 0; fall < 2; fall++)
		for (int p = 0; p < 2; p++) {
			const struct board board =
				french_board(fall ? FALL_MOVES : SPRING_MOVES, "FRA A gas, GER A mun", "mun, ber");
			const uint8_t power = suite_power(p ? "FRA" : "GER");
			struct order orders[UNITS_MAX];
			struct judgement judgement;
			struct evaluation evaluation;
			open_all(&board);
			suite_orders(&board, "", orders);
			judge_resolve(judges[0], suite_variant(rules_find("standard")), &board, orders,
			              &judgement);
			evaluation_open(&ground, &goals[power], &judgement, &evaluation);
			const int32_t least = EVALUATION_SURE / 1000;
			const int32_t value = evaluation_value(&evaluation, &weights_tuned.evaluation);
			const int32_t loss = p ? EVALUATION_SURE - value : value;
			CHECK((loss < least) == fall, "%s, %s: %d", suite_map()->power[power],
			      fall ? "fall" : "spring", value);
		}
}

/* ── changes ── */

TEST(test_changes_are_legal, "changes are legal")
{
	static struct changes list;
	struct rng rng = suite_rng(1);
	int kinds[ORDER_KINDS] = {0};
	for (int round = 0; round < 600; round++) {
		const struct board board = suite_random_board(&rng, 2 + round % 40);
		struct legal legal;
		open_all(&board);
		legal_open(suite_map(), &board, &legal);
		for (int p = 0; p < suite_map()->power_count; p++) {
			changes_open(&ground, (uint8_t)p, &list);
			for (int d = 0; d < list.count; d++)
				for (int i = 0; i < list.change[d].count; i++) {
					const struct change *change = &list.change[d];
					CHECK(board.unit[change->unit[i]].power == p &&
					          legal_has(&legal, change->unit[i], change->order[i]),
					      "board %d, power %d: order %d of change %d is not legal", round, p, i, d);
					kinds[change->order[i].kind]++;
				}
		}
	}
	for (int kind = ORDER_HOLD; kind <= ORDER_CONVOY; kind++)
		CHECK(kinds[kind] > 10, "only %d orders of kind %d", kinds[kind], kind);
}

/* ── the player ── */

TEST(test_moves, "moves")
{
	static const struct {
		const char *units, *others, *orders;
	} rows[] = {
		{"FRA A gas", "spa", "A gas - spa"},
		{"FRA F mao", "por", "F mao - por"},
		/* Two centres, two units: each has one it can reach. */
		{"FRA A bur, FRA A gas", "spa, mun", "A bur - mun, A gas - spa"},
		{"FRA F eng, FRA F mao", "por, lon", "F eng - lon, F mao - por"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = french_board(FALL_MOVES, rows[i].units, rows[i].others);
		struct seat seat;
		struct player_call call = french_call("trinity(budget=2000,evaluation=2)", &board, &seat);
		char text[400];
		furnish(&seat, &call);
		french_print_moves(&player_trinity, &call, text);
		CHECK(strcmp(text, rows[i].orders) == 0, "%s: %s", rows[i].units, text);
	}
}

/* No decision takes more than its budget. A small one is used up; a large one need not be. */
TEST(test_budget, "budgets")
{
	static const char *const specs[] = {"trinity(budget=%d)", "trinity(budget=%d,wary=50)"};
	uint64_t before = 0;
	struct board board;
	board_start(suite_map(), &board);
	for (int i = 0; i < COUNT(specs); i++, before = 0)
		for (int budget = 100; budget <= 100000; budget *= 10) {
			char spec[PLAYER_SPEC_SIZE];
			struct order orders[UNITS_MAX];
			struct player_effort effort;
			struct seat seat;
			uint64_t spent = 0;
			snprintf(spec, sizeof spec, specs[i], budget);
			struct player_call call = french_call(spec, &board, &seat);
			furnish(&seat, &call);
			player_trinity.order(&call, orders, &effort);
			for (int stage = 0; stage < STAGES; stage++)
				spent += effort.forecasts[stage];
			CHECK(spent <= (uint64_t)budget && (budget > 1000 || spent > before), "%s spends %llu",
			      spec, (unsigned long long)spent);
			before = spent;
		}
}

/* A level is a name for other settings, whatever is said beside it. */
TEST(test_levels, "levels")
{
	static const char *const pairs[][2] = {
		{"trinity(level=1,wary=50)", "trinity(budget=100,goals=0,evaluation=0,belief=1)"},
		{"trinity(level=4,belief=0)", "trinity(budget=450,goals=0,evaluation=2,belief=1)"},
		{"trinity(level=7,search=0,goals=0)", "trinity(budget=1000,evaluation=2,belief=1)"},
	};
	const struct board board = french_board(
		FALL_MOVES, "FRA A bur, FRA A gas, FRA F mao, GER A mun, ITA A pie", "spa, mun, por, tun");
	for (int i = 0; i < COUNT(pairs); i++) {
		char text[2][400];
		for (int side = 0; side < 2; side++) {
			struct seat seat;
			struct player_call call = french_call(pairs[i][side], &board, &seat);
			furnish(&seat, &call);
			french_print_moves(&player_trinity, &call, text[side]);
		}
		CHECK(strcmp(text[0], text[1]) == 0, "%s: %s, not %s", pairs[i][0], text[0], text[1]);
	}
}

/* Paris is nobody's: Burgundy is beside it. The army in Portugal has nowhere to go. */
TEST(test_retreats, "retreats")
{
	struct board board = french_board(FALL_RETREATS, "GER A lon", "par");
	suite_dislodge(&board, "FRA A bur mun, FRA A por spa");
	french_check_retreats(&player_trinity, "trinity(evaluation=2)", &board, "A bur R par, A por D");
}

/* Only Spain is not ours: Marseilles is beside it, and a fleet is drawn more. Where only Paris is
 * ours, an army in Gascony has three centres beside it, one in North Africa has Tunis. */
TEST(test_winter, "builds and removals")
{
	static const struct {
		const char *units;
		bool rich;
		const char *first;
	} rows[] = {
		{"", true, "build F mar"},
		{"FRA A gas, FRA A naf", false, "A naf D"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = french_board(WINTER_ADJUSTMENTS, rows[i].units, "spa");
		struct seat seat;
		char text[400];
		for (int p = 0; p < suite_map()->province_count && !rows[i].rich; p++)
			board.owner[p] = p == suite_loc("par") ? suite_power("FRA") : POWER_NONE;
		const struct player_call call = french_call("trinity", &board, &seat);
		french_print_adjustments(&player_trinity, &call, text);
		CHECK(strncmp(text, rows[i].first, strlen(rows[i].first)) == 0, "%s: %s", rows[i].units,
		      text);
	}
}

/* ── votes ── */

/* Years in which all units hold on the map's first board, then the board of spring; France's army
 * has come beside Spain, if it marches. */
static struct match stand_still(const char *spec, int years, bool marches)
{
	struct match match = match_of(&spec, 1, 1000);
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(&match) + PLAYER_ALIGN);
	struct phase_record record;

	SUITE_MUST(room != NULL, "room");
	match_begin(&match);
	match_furnish(&match, room);
	while (phase_year(match.board.phase) < PHASE_FIRST_YEAR + years) {
		const bool last = phase_year(match.board.phase) == PHASE_FIRST_YEAR + years - 1;
		const bool fall = phase_kind(match.board.phase) == FALL_MOVES;
		struct phase_orders orders = {.count = match.board.unit_count};
		for (int u = 0; u < orders.count; u++)
			orders.power[u] = match.board.unit[u].power;
		suite_orders(&match.board, marches && last && fall ? "A mar - gas, F bre - mao" : "",
		             orders.order);
		SUITE_MUST(match_replay(&match, &orders, &record), "a year without moves");
	}

	return match;
}

/* Who votes for a draw, as bits. */
static power_set find_votes(const struct match *match)
{
	power_set voters = 0;
	for (int p = 0; p < match->map->power_count; p++) {
		struct match alone = *match;
		struct votes others = {.excused = (power_set) ~(1 << p)};
		alone.votes = &others;
		if (match_verdict(&alone).ending != GAME_RUNNING)
			power_set_add(&voters, p);
	}
	return voters;
}

/* All agree when no centre has changed hands for so many years, and no sooner; nor if one of them
 * comes to stand better meanwhile. Without the setting nobody votes. */
TEST(test_votes, "votes")
{
	const power_set all = (1 << POWERS_MAX) - 1, french = (power_set)(1 << suite_power("FRA"));
	static const struct {
		const char *spec;
		int years;
		bool marches, agreed;
	} rows[] = {
		{"trinity(votes=3)", 2, false, false},
		{"trinity(votes=3)", 3, false, true},
		{"trinity(votes=3)", 3, true, false},
		{"trinity", 9, false, false},
	};

	for (int i = 0; i < COUNT(rows); i++) {
		struct match match = stand_still(rows[i].spec, rows[i].years, rows[i].marches);
		const struct game_verdict verdict = match_verdict(&match);
		const power_set voters = find_votes(&match);
		CU_ASSERT_EQUAL(verdict.ending, rows[i].agreed ? GAME_DRAW : GAME_RUNNING);
		CU_ASSERT_EQUAL(verdict.agreed, rows[i].agreed);
		if (rows[i].agreed || rows[i].marches)
			CHECK(voters == (all & ~(rows[i].marches ? french : 0)), "row %d: votes of %d", i,
			      voters);
		else
			CU_ASSERT_EQUAL(voters, 0);
		free(match.scratch);
	}
}

/* ── foresight ── */

/* The first power of a match foresees what each other power orders, if the game has the seed that
 * it draws for it. */
static void check_foresight(const struct match *match)
{
	static _Alignas(PLAYER_ALIGN) unsigned char scratch[4 << 20];
	const size_t size = player_trinity.memory_size;
	const struct player_call call = {.map = match->map,
	                                 .rules = match->rules,
	                                 .judge = match->judge,
	                                 .board = &match->board,
	                                 .seed = match->seed,
	                                 .block = match->block};
	struct rng rng = player_chance(&call, RNG_ORDERS);
	struct foresight foresight;
	rng_part(&rng, 1);
	foresight_open(&player_trinity, &call, (char *)match->memory + size, scratch, 1, &foresight);
	for (int p = 0; p < match->map->power_count; p++) {
		struct match other = *match;
		struct phase_record record;
		struct phase_cost cost;
		other.seed = (uint64_t)rng_next(&rng) << 32;
		other.seed |= rng_next(&rng);
		match_probe(&other, &record, &cost);
		for (int u = 0; p > 0 && u < match->board.unit_count; u++)
			CHECK(match->board.unit[u].power != p ||
			          order_equal(record.orders.order[u], foresight.decisions[0][u]),
			      "phase %d, unit %d", match->board.phase, u);
	}
}

/* Whether the first power orders otherwise than by belief. */
static bool uses_foresight(const struct match *match)
{
	struct match other = *match, same = *match;
	struct phase_record record, believed;
	struct phase_cost cost;
	other.seats[0] = other.seats[1];
	match_probe(&same, &record, &cost);
	match_probe(&other, &believed, &cost);
	return memcmp(record.orders.order, believed.orders.order,
	              (size_t)record.orders.count * sizeof *record.orders.order) != 0;
}

TEST(test_foresight, "foresight")
{
	static const char *const specs[] = {"trinity(knows=1)", "trinity", "trinity", "trinity",
	                                    "trinity",          "trinity", "trinity"};
	struct match match = match_of(specs, COUNT(specs), 6);
	int used = 0;
	match_furnish(&match, aligned_alloc(PLAYER_ALIGN, match_room_size(&match)));
	match_begin(&match);
	while (match_verdict(&match).ending == GAME_RUNNING) {
		struct phase_record record;
		struct phase_cost cost;
		if (phase_is_movement(match.board.phase)) {
			check_foresight(&match);
			used += uses_foresight(&match);
		}
		match_play(&match, &record, &cost);
	}
	CU_ASSERT(used > 0);
	free(match.scratch);
}

/* After some years it knows that three who are as it is search, and that three others do not. */
TEST(test_searchers, "who searches")
{
	static const char *const specs[] = {
		"trinity(budget=100000)", "trinity", "dumbbot", "trinity", "dumbbot", "trinity", "dumbbot"};
	struct match match = match_of(specs, COUNT(specs), 8);
	match_furnish(&match, aligned_alloc(PLAYER_ALIGN, match_room_size(&match)));
	match_begin(&match);
	const struct lessons *lessons = match.memory;
	while (match_verdict(&match).ending == GAME_RUNNING) {
		struct phase_record record;
		struct phase_cost cost;
		match_play(&match, &record, &cost);
	}
	int64_t same = 0, others = 0;
	for (int p = 1; p < COUNT(specs); p++)
		*(strcmp(specs[p], "trinity") == 0 ? &same : &others) += lessons->searches[p];
	CHECK(others < 0 && 0 < same, "evidence for three trinities %" PRId64 ", three others %" PRId64,
	      same, others);
	free(match.scratch);
}

SUITE("trinity")
