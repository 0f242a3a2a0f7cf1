/* What follows from a resolution: reasons, the next board, standoffs. Every judge of the table is
 * tested. */
#include "game/game.h"
#include "suite.h"

static struct variant variant(void)
{
	return suite_variant(rules_find("thesis"));
}

TEST(test_reasons, "reasons")
{
	static const struct {
		const char *units, *orders, *where;
		enum result result;
	} rows[] = {
		{"FRA A par", "", "par", RESULT_SUCCEEDS},
		{"FRA A par", "A par - bur", "par", RESULT_SUCCEEDS},
		{"FRA A par, GER A mun", "A par - bur, A mun - bur", "par", RESULT_BOUNCED},
		{"FRA A par, GER A bur", "A par - bur", "par", RESULT_BOUNCED},
		{"FRA A par", "A par - mun", "par", RESULT_UNATTAINABLE},
		{"FRA A par", "A par - tun", "par", RESULT_UNATTAINABLE},
		{"FRA F bre", "F bre - nth", "bre", RESULT_UNATTAINABLE},
		{"FRA F mao", "F mao - spa", "mao", RESULT_UNATTAINABLE},
		{"FRA A bre", "A bre - bre", "bre", RESULT_UNATTAINABLE},
		{"FRA A bre", "A bre - lon", "bre", RESULT_NO_CONVOY},
		{"FRA A bre, ENG F eng", "A bre - lon", "bre", RESULT_NO_CONVOY},
		{"FRA A bre, ENG F eng", "A bre - lon, F eng C A bre - lon", "bre", RESULT_SUCCEEDS},
		{"FRA A bre, ENG F eng", "A bre - lon, F eng C A bre - lon", "eng", RESULT_SUCCEEDS},
		{"FRA A bre, FRA F eng, ENG A lon", "A bre - lon, F eng C A bre - lon", "bre",
	     RESULT_BOUNCED},
		{"FRA A bre, FRA F eng, ENG F lon, ENG F wal",
	     "A bre - lon, F eng C A bre - lon, F lon - eng, F wal S F lon - eng", "bre",
	     RESULT_DISRUPTED},
		{"FRA A bre, FRA F eng, ENG F nth, ENG F wal",
	     "A bre - lon, F eng C A bre - lon, F nth - eng, F wal S F nth - eng", "eng",
	     RESULT_DISLODGED},
		{"FRA F eng, FRA A bre", "F eng C A bre - lon", "eng", RESULT_VOID},
		{"FRA A par, FRA A bur", "A par S A bur - mun", "par", RESULT_VOID},
		{"FRA A par, FRA A bur", "A par S A bur", "par", RESULT_SUCCEEDS},
		{"FRA A par, FRA A bur, GER F pic", "A par S A bur, F pic - par", "par", RESULT_SUCCEEDS},
		{"FRA A par, FRA A bur, GER A pic", "A par S A bur, A pic - par", "par", RESULT_CUT},
		{"FRA A par, FRA A bur, GER A pic, GER F bre",
	     "A par S A bur, A pic - par, F bre S A pic - par", "par", RESULT_CUT},
		{"FRA A par, FRA A bur, GER A pic, GER A bre",
	     "A par S A bur, A pic - par, A bre S A pic - par", "par", RESULT_DISLODGED},
		{"FRA A par, FRA A bur, GER A mar", "A par S A mar - bur, A mar - bur", "par", RESULT_SELF},
		{"FRA A bur, GER A mun, GER A ruh", "A mun - bur, A ruh S A mun - bur", "bur",
	     RESULT_DISLODGED},
	};
	for (const struct judge *const *judge = judges; *judge != NULL; judge++)
		for (int i = 0; i < COUNT(rows); i++) {
			struct board board = suite_board(rows[i].units);
			struct order orders[UNITS_MAX];
			struct judgement judgement;
			enum result results[UNITS_MAX];
			suite_orders(&board, rows[i].orders, orders);
			judge_resolve(*judge, variant(), &board, orders, &judgement);
			judge_explain(&judgement, results);
			enum result result = results[board_find(suite_map(), &board, suite_loc(rows[i].where))];
			CHECK(result == rows[i].result, "%s: %s of '%s' is '%s', should be '%s'",
			      (*judge)->name, rows[i].where, rows[i].orders, result_names[result],
			      result_names[rows[i].result]);
		}
}

/* The unit of the board that stands in the province of a unit, on any coast. */
static const struct unit *find_unit(const struct board *board, uint8_t loc)
{
	int i = board_find(suite_map(), board, suite_map()->loc[loc].province);
	return i < 0 ? NULL : &board->unit[i];
}

static void check_next_board(const struct judgement *judgement)
{
	const struct board *board = judgement->board;
	const struct order *orders = judgement->orders;
	const struct resolution *resolution = &judgement->resolution;
	struct board next, same = *board;
	memset(&next, 0xa5, sizeof next); /* whatever was there is written over */
	judge_move_units(judgement, &next);
	CU_ASSERT(memcmp(next.owner, board->owner, sizeof next.owner) == 0);
	CU_ASSERT(next.phase == board->phase && next.retreat_count == 0);
	CU_ASSERT_EQUAL(next.unit_count, board->unit_count - unit_set_count(resolution->dislodged));
	for (int u = 0; u < board->unit_count; u++) {
		bool moved = orders[u].kind == ORDER_MOVE && unit_set_has(resolution->follows, u);
		CU_ASSERT(!(moved && unit_set_has(resolution->dislodged, u)));
		uint8_t loc = moved ? orders[u].to : board->unit[u].loc;
		const struct unit *unit = find_unit(&next, loc);
		if (!unit_set_has(resolution->dislodged, u))
			CU_ASSERT(unit != NULL && unit->loc == loc && unit->power == board->unit[u].power &&
			          unit->type == board->unit[u].type);
	}
	struct judgement in_place = *judgement;
	in_place.board = &same;
	judge_move_units(&in_place, &same);
	CU_ASSERT(board_equal(&same, &next));
	CU_ASSERT(memcmp(same.retreat, next.retreat, sizeof next.retreat) == 0);
}

static void check_standoffs(const struct judgement *judgement)
{
	const struct map *map = suite_map();
	const struct board *board = judgement->board;
	const struct order *orders = judgement->orders;
	const struct resolution *resolution = &judgement->resolution;
	const struct place_set contested = judge_find_contested(judgement);
	struct board next;
	judge_move_units(judgement, &next);
	for (uint8_t p = 0; p < map->province_count; p++) {
		int moves = 0;
		for (int u = 0; u < board->unit_count; u++)
			moves += orders[u].kind == ORDER_MOVE && map->loc[orders[u].to].province == p;
		if (place_set_has(&contested, p))
			CHECK(moves >= 2 && find_unit(&next, p) == NULL, "%s is contested", map->loc[p].code);
	}
	for (int u = 0; u < board->unit_count; u++) {
		int by = judge_find_dislodger(judgement, u);
		CU_ASSERT_EQUAL(by >= 0, unit_set_has(resolution->dislodged, u));
		if (by >= 0)
			CU_ASSERT(unit_set_has(resolution->follows, by) && orders[by].kind == ORDER_MOVE &&
			          map->loc[orders[by].to].province == map->loc[board->unit[u].loc].province &&
			          board->unit[by].power != board->unit[u].power);
	}
}

/* Random orders on random boards: no unit is lost, no unit is in two places, no power dislodges its
 * own. */
TEST(test_any_orders, "any orders on any board")
{
	struct rng rng = suite_rng(1);
	for (const struct judge *const *judge = judges; *judge != NULL; judge++)
		for (int round = 0; round < 5000; round++) {
			struct board board = suite_random_board(&rng, 1 + (int)rng_below(&rng, UNITS_MAX));
			struct order orders[UNITS_MAX];
			struct judgement judgement, again;
			suite_random_orders(&rng, &board, orders);
			judge_resolve(*judge, variant(), &board, orders, &judgement);
			judge_resolve(*judge, variant(), &board, orders, &again);
			const struct resolution resolution = judgement.resolution;
			CU_ASSERT(resolution.follows == again.resolution.follows &&
			          resolution.dislodged == again.resolution.dislodged &&
			          resolution.undecided == again.resolution.undecided &&
			          resolution.stage == again.resolution.stage);
			CU_ASSERT_EQUAL((resolution.follows | resolution.dislodged | resolution.undecided) >>
			                    (board.unit_count - 1) >> 1,
			                0);
			CU_ASSERT((*judge)->partial || resolution.undecided == 0);
			if (resolution.undecided == 0)
				check_next_board(&judgement);
			check_standoffs(&judgement);
			enum result results[UNITS_MAX];
			judge_explain(&judgement, results);
			for (int u = 0; u < board.unit_count; u++)
				if (orders[u].kind == ORDER_MOVE)
					CU_ASSERT_EQUAL(results[u] == RESULT_SUCCEEDS,
					                unit_set_has(resolution.follows, u));
		}
}

TEST(test_table, "the table of judges")
{
	for (const struct judge *const *judge = judges; *judge != NULL; judge++)
		CHECK(judge_find((*judge)->name) == *judge && (*judge)->about[0] != '\0', "judge %s",
		      (*judge)->name);
	CU_ASSERT_PTR_NULL(judge_find("salomon"));
}

SUITE("judge")
