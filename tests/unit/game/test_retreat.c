/* Retreats: where each unit may go after any moves, and what becomes of the orders. */
#include "game/game.h"
#include "game/retreat.h"
#include "suite.h"

static struct variant variant(void)
{
	return suite_variant(rules_find("standard"));
}

static void begin(const struct law *by, const struct board *board, const struct order orders[],
                  struct board *next)
{
	struct judgement judgement;
	judge_resolve(judges[0], (struct variant){suite_map(), by}, board, orders, &judgement);
	judge_move_units(&judgement, next);
	retreat_begin(&judgement, next);
}

/* Prints "A mar (gas): pie spa; " for each dislodged unit: the province that is barred, and where
 * it may go. */
static char *print_retreats(const struct board *board, char text[200])
{
	const struct map *map = suite_map();
	char *at = text;
	*at = '\0';
	for (int i = 0; i < board->retreat_count; i++) {
		uint8_t options[EXITS_MAX], barred = board->retreat[i].barred;
		int count = retreat_options(map, board, i, options);
		at += sprintf(at, "%c %s (%s):", "AF"[board->retreat[i].unit.type],
		              map -> loc[board->retreat[i].unit.loc].code,
		              barred == LOC_NONE ? "" : map->loc[barred].code);
		for (int n = 0; n < count; n++)
			at += sprintf(at, " %s", map->loc[options[n]].code);
		at += sprintf(at, "; ");
	}
	return text;
}

TEST(test_begins, "where units may retreat after moves")
{
	static const char gascony[] =
		"FRA A bur, FRA A gas, FRA F lyo, FRA F mao, FRA F wes, ITA A mar";
	static const struct {
		const char *units, *orders;
		uint8_t origin;
		const char *retreats, *contested;
	} rows[] = {
		{"FRA A par, GER A bur", "A par - bur", 0, "", ""},
		{"FRA A par, FRA A gas, GER A bur", "A par - bur, A gas S A par - bur", 0,
	     "A bur (par): bel mar mun pic ruh; ", ""},
		{"FRA A par, FRA A gas, GER A bur, ITA A mun, RUS A sil",
	     "A par - bur, A gas S A par - bur, A sil - mun", 0, "A bur (par): bel mar pic ruh; ", ""},
		{"FRA A par, FRA A gas, GER A bur, ITA A kie, RUS A sil",
	     "A par - bur, A gas S A par - bur, A kie - mun, A sil - mun", 0,
	     "A bur (par): bel mar pic ruh; ", "mun"},
		{gascony,
	     "A gas - mar via, A bur S A gas - mar, F mao C A gas - mar, F wes C A gas - mar, F lyo C "
	     "A gas - mar",
	     0, "A mar (): gas pie spa; ", ""},
		{gascony,
	     "A gas - mar via, A bur S A gas - mar, F mao C A gas - mar, F wes C A gas - mar, F lyo C "
	     "A gas - mar",
	     1, "A mar (gas): pie spa; ", ""},
		{gascony, "A gas - mar, A bur S A gas - mar", 0, "A mar (gas): pie spa; ", ""},
		{"ENG F por, FRA F mao, FRA F spa/sc", "F spa/sc - por, F mao S F spa/sc - por", 0,
	     "F por (spa):; ", ""},
		{"FRA F gas, FRA F mao, FRA F wes, ITA F tun, ITA F tys",
	     "F mao - spa/nc, F gas - spa/nc, F tun S F tys - wes, F tys - wes", 0,
	     "F wes (tys): lyo naf; ", "spa"},
		{"TUR F ion, TUR F aeg, RUS F gre, AUS A ser, AUS A bud, ITA A rum",
	     "F ion - gre, F aeg S F ion - gre, A bud - rum, A ser S A bud - rum", 0,
	     "F gre (ion): alb bul/sc; A rum (bud): bul gal sev ukr; ", ""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units), next;
		struct order orders[UNITS_MAX];
		struct law by = *variant().law;
		char text[200];
		struct place_set contested = {{0, 0}};
		by.origin = rows[i].origin;
		suite_orders(&board, rows[i].orders, orders);
		begin(&by, &board, orders, &next);
		CHECK(strcmp(print_retreats(&next, text), rows[i].retreats) == 0,
		      "row %d: '%s', should be '%s'", i, text, rows[i].retreats);
		if (rows[i].contested[0] != '\0')
			place_set_add(&contested, suite_loc(rows[i].contested));
		CHECK(memcmp(&contested, &next.contested, sizeof contested) == 0,
		      "row %d: other provinces are contested", i);
	}
}

TEST(test_resolves, "outcomes of retreats")
{
	static const struct {
		const char *units, *retreats, *closed, *submissions, *results, *after;
	} rows[] = {
		/* results: of the dislodged units, in the sequence of their provinces */
		{"RUS F ank", "TUR F ank bla", "", "TUR F ank R arm", "succeeds", "RUS F ank, TUR F arm"},
		{"RUS F ank", "TUR F ank bla", "", "TUR F ank R bla", "illegal", "RUS F ank"},
		{"RUS F ank, RUS F con", "TUR F ank bla", "", "TUR F ank R con", "illegal",
	     "RUS F ank, RUS F con"},
		{"RUS F ank", "TUR F ank bla", "arm", "TUR F ank R arm", "illegal", "RUS F ank"},
		{"RUS F ank", "TUR F ank bla", "", "TUR F ank R smy", "illegal", "RUS F ank"},
		{"RUS F ank", "TUR F ank bla", "", "TUR F ank D", "succeeds", "RUS F ank"},
		{"RUS F ank", "TUR F ank bla", "", "", "succeeds", "RUS F ank"},
		{"RUS F ank", "TUR F ank bla", "", "RUS F ank R arm", "succeeds", "RUS F ank"},
		{"RUS F ank", "TUR F ank bla", "", "TUR A ank R arm", "succeeds", "RUS F ank, TUR F arm"},
		{"RUS F ank", "TUR F ank bla", "", "TUR F ank - arm", "succeeds", "RUS F ank"},
		{"RUS F ank", "TUR F ank bla", "", "TUR F ank R arm, TUR F ank R con", "succeeds",
	     "RUS F ank"},
		{"GER A hol, ENG F nth", "ENG A hol ruh", "", "ENG A hol R yor, ENG F nth C A hol - yor",
	     "illegal", "GER A hol, ENG F nth"},
		/* coasts */
		{"ITA F mar", "FRA F mar lyo", "", "FRA F mar R spa", "succeeds",
	     "ITA F mar, FRA F spa/sc"},
		{"ITA F mar", "FRA F mar lyo", "", "FRA F mar R spa/nc", "illegal", "ITA F mar"},
		{"ITA F por", "FRA F por mao", "", "FRA F por R spa", "illegal", "ITA F por"},
		{"ITA F por", "FRA F por mao", "", "FRA F por R spa/nc", "succeeds",
	     "ITA F por, FRA F spa/nc"},
		{"ITA A mar", "FRA A mar gas", "", "FRA A mar R spa/nc", "succeeds",
	     "ITA A mar, FRA A spa"},
		{"ITA F spa/nc", "FRA F spa/nc mao", "", "FRA F spa/sc R gas", "succeeds",
	     "ITA F spa/nc, FRA F gas"},
		{"ITA F mar, ENG F gas", "FRA F gas mao, FRA F mar lyo", "",
	     "FRA F gas R spa/nc, FRA F mar R spa/sc", "bounced bounced", "ITA F mar, ENG F gas"},
		/* meetings */
		{"AUS A vie, GER A boh", "ITA A boh sil, ITA A vie tri", "",
	     "ITA A boh R tyr, ITA A vie R tyr", "bounced bounced", "AUS A vie, GER A boh"},
		{"AUS A vie, GER A boh", "ITA A boh sil, ITA A vie tri", "",
	     "ITA A boh R tyr, ITA A vie R gal", "succeeds succeeds",
	     "AUS A vie, GER A boh, ITA A tyr, ITA A gal"},
		{"AUS A vie, GER A boh", "ITA A boh sil, ITA A vie tri", "tyr",
	     "ITA A boh R tyr, ITA A vie R gal", "illegal succeeds", "AUS A vie, GER A boh, ITA A gal"},
		{"ENG A edi, GER A hol, RUS A nwy", "RUS F edi lvp, RUS F hol ruh, ENG F nwy fin", "",
	     "RUS F edi R nth, RUS F hol R nth, ENG F nwy R nth", "bounced bounced bounced",
	     "ENG A edi, GER A hol, RUS A nwy"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units), expected = suite_board(rows[i].after),
					 next;
		struct submission submissions[8];
		struct order orders[RETREATS_MAX];
		enum verdict verdicts[8];
		enum result results[RETREATS_MAX];
		char text[80] = "";
		suite_dislodge(&board, rows[i].retreats);
		if (rows[i].closed[0] != '\0')
			place_set_add(&board.contested, suite_loc(rows[i].closed));
		retreat_verify(variant(), &board, submissions,
		               suite_submissions(rows[i].submissions, COUNT(submissions), submissions),
		               orders, verdicts);
		retreat_resolve(suite_map(), &board, orders, results, &next);
		for (int r = 0; r < board.retreat_count; r++) {
			CHECK(orders[r].from == board.retreat[r].unit.loc, "row %d: order %d is another unit's",
			      i, r);
			sprintf(text + strlen(text), r == 0 ? "%s" : " %s", result_names[results[r]]);
		}
		CHECK(strcmp(text, rows[i].results) == 0, "row %d: %s, should be %s", i, text,
		      rows[i].results);
		CHECK(board_equal(&next, &expected), "row %d: other units stand", i);
		retreat_resolve(suite_map(), &board, orders, results, &board);
		CHECK(board_equal(&next, &board), "row %d: differs in place", i);
	}
}

/* Why a submitted order does not count. */
TEST(test_verdicts, "verdicts on submitted orders")
{
	static const struct {
		const char *submissions;
		enum verdict first;
	} rows[] = {
		{"TUR F ank R arm", VERDICT_LEGAL},
		{"TUR F ank D", VERDICT_LEGAL},
		{"TUR F ank H", VERDICT_BAD_KIND},
		{"TUR F ank S F con", VERDICT_BAD_KIND},
		{"TUR waive", VERDICT_BAD_KIND},
		{"RUS F ank R arm", VERDICT_NOT_OWN},
		{"RUS F con R bla", VERDICT_NO_UNIT},
		{"TUR A ank D", VERDICT_LEGAL},
		{"TUR F ank D, TUR F ank D", VERDICT_LEGAL},
		{"TUR F ank D, TUR F ank R arm", VERDICT_DOUBLE},
	};
	struct board board = suite_board("RUS F ank, RUS F con");
	suite_dislodge(&board, "TUR F ank bla");
	for (int i = 0; i < COUNT(rows); i++) {
		struct submission submissions[2];
		struct order orders[RETREATS_MAX];
		enum verdict verdicts[2];
		retreat_verify(variant(), &board, submissions,
		               suite_submissions(rows[i].submissions, COUNT(submissions), submissions),
		               orders, verdicts);
		CHECK(verdicts[0] == rows[i].first, "%s: %d", rows[i].submissions, verdicts[0]);
	}
}

/* Dislodged unit i is ordered to every location in turn, all others disband. It arrives exactly
 * where it has an option. */
static void check_options(const struct board *board, int i)
{
	struct order orders[RETREATS_MAX];
	enum result results[RETREATS_MAX];
	uint8_t options[EXITS_MAX];
	int count = retreat_options(suite_map(), board, i, options);
	struct place_set open = {{0, 0}};
	while (count > 0)
		place_set_add(&open, options[--count]);
	for (int r = 0; r < board->retreat_count; r++)
		orders[r] = order_disband(board->retreat[r].unit.type, board->retreat[r].unit.loc);
	for (int loc = 0; loc < suite_map()->loc_count; loc++) {
		struct board next;
		orders[i] =
			order_retreat(board->retreat[i].unit.type, board->retreat[i].unit.loc, (uint8_t)loc);
		retreat_resolve(suite_map(), board, orders, results, &next);
		CHECK(results[i] ==
		          (place_set_has(&open, (unsigned)loc) ? RESULT_SUCCEEDS : RESULT_ILLEGAL),
		      "to %s: %s", suite_map()->loc[loc].code, result_names[results[i]]);
		CU_ASSERT_EQUAL(next.unit_count, board->unit_count + place_set_has(&open, (unsigned)loc));
	}
}

/* Up to `count` units. Some stand where another was dislodged, and some provinces are contested. */
static struct board random_retreats(struct rng *rng, int count)
{
	const struct map *map = suite_map();
	struct board board = suite_random_board(rng, count), standing = board;
	for (int u = 0; u < standing.unit_count; u++) {
		struct retreat retreat = {.unit = standing.unit[u], .barred = LOC_NONE};
		retreat.unit.power = (uint8_t)((retreat.unit.power + 1) % map->power_count);
		const struct map_loc *loc = &map->loc[retreat.unit.loc];
		if (rng_below(rng, 4) > 0)
			retreat.barred =
				map->loc[loc->exits[retreat.unit.type]
			                       [rng_below(rng, loc->exit_count[retreat.unit.type])]]
					.province;
		if (rng_below(rng, 2) > 0 && !board_add_retreat(map, &board, retreat))
			break;
	}
	for (int p = 0; p < map->province_count; p++)
		if (board_find(map, &board, (uint8_t)p) < 0 && rng_below(rng, 10) == 0)
			place_set_add(&board.contested, (unsigned)p);
	return board;
}

/* No unit is lost. Random retreats go where the unit may go. A unit that meets no other arrives. */
TEST(test_random_boards, "random boards")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(31);
	int arrived = 0, stuck = 0, met = 0;
	for (int n = 0; n < 1000; n++) {
		struct board board = random_retreats(&rng, 10 + n % 40), next;
		struct order retreats[RETREATS_MAX];
		enum result results[RETREATS_MAX];
		for (int p = 0; p < map->power_count; p++)
			retreat_randomly(map, &board, (uint8_t)p, &rng, retreats);
		retreat_resolve(map, &board, retreats, results, &next);
		int arrivals = 0;
		for (int i = 0; i < board.retreat_count; i++) {
			uint8_t options[EXITS_MAX];
			int count = retreat_options(map, &board, i, options);
			CU_ASSERT((count == 0) == (retreats[i].kind == ORDER_DISBAND) &&
			          results[i] != RESULT_ILLEGAL);
			check_options(&board, i);
			arrivals += retreats[i].kind == ORDER_RETREAT && results[i] == RESULT_SUCCEEDS;
			met += results[i] == RESULT_BOUNCED;
			stuck += count == 0;
		}
		arrived += arrivals;
		CU_ASSERT_EQUAL(next.unit_count, board.unit_count + arrivals);
		CU_ASSERT(next.retreat_count == 0 && place_set_is_empty(next.contested));
	}
	CHECK(arrived > 1000 && stuck > 100 && met > 100,
	      "%d arrived, %d stuck, %d met: too few to tell", arrived, stuck, met);
}

TEST(test_random_is_even, "random retreats are even")
{
	enum { DRAWS = 6000, OPTIONS = 6 };
	struct board board = suite_board("FRA A bur");
	struct rng rng = suite_rng(32);
	int drawn[LOCS_MAX] = {0}, met = 0;
	suite_dislodge(&board, "GER A bur par");
	for (int n = 0; n < DRAWS; n++) {
		struct order orders[RETREATS_MAX];
		retreat_randomly(suite_map(), &board, suite_power("GER"), &rng, orders);
		drawn[orders[0].to]++;
	}
	for (int loc = 0; loc < LOCS_MAX; loc++) {
		met += drawn[loc] > 0;
		CHECK(drawn[loc] == 0 || abs(drawn[loc] - DRAWS / OPTIONS) < DRAWS / OPTIONS / 5,
		      "%d draws", drawn[loc]);
	}
	CU_ASSERT_EQUAL(met, OPTIONS);
}

SUITE("retreat")
