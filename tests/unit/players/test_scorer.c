/* scorer: its orders, retreats, builds and removals, as they follow by hand from what places are
 * worth (test_score); and what it remembers. */
#include "french.h"
#include "matches.h"

extern const struct player player_scorer;

/* In fall, without chance. A neighbour counts a third. */
TEST(test_moves, "moves")
{
	static const struct {
		const char *units, *others, *orders;
	} rows[] = {
		{"FRA A gas", "spa", "A gas - spa"},
		/* Two wish one place: the one that stands worse has it, Gascony with 24.75 against 51.5. */
		{"FRA A gas, FRA A mar, ITA A pie", "spa", "A gas - spa, A mar H"},
		/* Both could go to Spain, 53.2. Burgundy, with a rival in it and beside it, is 57.85. */
		{"FRA A gas, FRA A por, GER A bur", "spa", "A gas - bur, A por - spa"},
		/* Where one rival may stand in the way, one helps: who loses most elsewhere. Munich is
	     * 58.05 to all; Ruhr's next is Kiel with 51.45, Tyrolia's Bohemia with 18.2. */
		{"FRA A bur, FRA A ruh, GER A mun", "GER mun", "A bur - mun, A ruh S A bur - mun"},
		{"FRA A bur, FRA A ruh, FRA A tyr, GER A mun", "GER mun",
	     "A bur - mun, A ruh - kie, A tyr S A bur - mun"},
		/* Paris follows Burgundy, whose move is not sure: it has nothing better. Belgium, after
	     * the Ruhr, has: Burgundy. */
		{"FRA A bur, FRA A par, GER A mun", "GER mun", "A bur - mun, A par - bur"},
		{"FRA A bel, FRA A ruh, GER A mun", "GER mun", "A bel - bur, A ruh - mun"},
		/* Marseilles stays. Against one rival that is enough, so it can help Gascony; against two
	     * it needs a support itself. */
		{"FRA A gas, FRA A mar, ITA F lyo", "", "A gas - spa, A mar S A gas - spa"},
		{"FRA A gas, FRA A mar, ITA F lyo, ITA A pie", "", "A gas S A mar, A mar H"},
		/* A fleet prefers the fleet in the Channel, 49.6, to Brest, 41.6. */
		{"FRA F bre, ENG F eng", "", "F bre - eng"},
		{"FRA F nth", "nwy", "F nth - nwy"},
		{"FRA F mao", "spa", "F mao - spa/nc"},
		/* Yorkshire gains 43 by a convoy, which costs the fleet 26.8. No army lands on a unit. */
		{"FRA F nth, FRA A yor", "nwy", "F nth C A yor - nwy, A yor - nwy via"},
		{"FRA F nth, FRA A yor, GER A nwy", "GER nwy", "F nth - nwy, A yor H"},
		/* Over two fleets: Spain gains 66, which costs 40.2 and 22.8. */
		{"FRA F eng, FRA F mao, FRA A spa", "ENG lon",
	     "F eng C A spa - lon, F mao C A spa - lon, A spa - lon via"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = french_board(FALL_MOVES, rows[i].units, rows[i].others);
		struct seat seat;
		const struct player_call call = french_call("scorer(chance=0)", &board, &seat);
		char text[400];
		french_print_moves(&player_scorer, &call, text);
		CHECK(strcmp(text, rows[i].orders) == 0, "%s: %s", rows[i].units, text);
	}
}

/* The source's two-player game, section 6.2: Russia supports a new army from Sevastopol into
 * Rumania while the army there attacks Budapest: a beleaguered garrison. Budapest is 55 to the army
 * in Rumania, and Rumania 43 to both others; Ukraine, 4, would be better than Sevastopol, 3. */
TEST(test_garrison, "a beleaguered garrison")
{
	const struct board board =
		french_board(SPRING_MOVES, "AUS A bud, RUS A rum, RUS A sev, RUS A ukr", "AUS bud");
	struct board russian = board;
	struct seat seat;
	struct player_call call = french_call("scorer(chance=0)", &russian, &seat);
	char text[400];
	for (int p = 0; p < suite_map()->province_count; p++)
		if (board.owner[p] == suite_power("FRA"))
			russian.owner[p] = suite_power("RUS");
	call.power = suite_power("RUS");
	french_print_moves(&player_scorer, &call, text);
	CHECK(strcmp(text, "A rum - bud, A sev - rum, A ukr S A sev - rum") == 0, "%s", text);
}

TEST(test_orders_fit, "orders fit together")
{
	static const char *const specs[] = {"scorer", "scorer(chance=1000)", "scorer(step=30)",
	                                    "scorer(spring=200,fall=200)"};
	struct rng rng = suite_rng(1);
	int kinds[ORDER_KINDS] = {0}, chains = 0;
	for (int round = 0; round < 4000; round++) {
		struct board board = french_crowd(&rng, round);
		struct order orders[UNITS_MAX];
		struct player_effort effort;
		struct seat seat;
		struct player_call call = french_call(specs[round % COUNT(specs)], &board, &seat);
		for (int p = 0; p < suite_map()->province_count; p++)
			if (suite_map()->centre[p] && rng_below(&rng, 3) > 0)
				board.owner[p] = (uint8_t)rng_below(&rng, 3);
		for (call.power = 0; call.power < 3; call.power++)
			player_scorer.order(&call, orders, &effort);
		french_count(&board, orders, round, kinds);
		for (int u = 0; u < board.unit_count; u++)
			for (int v = 0; v < u && orders[u].kind == ORDER_CONVOY; v++)
				chains += orders[v].kind == ORDER_CONVOY && orders[v].aux == orders[u].aux;
	}
	french_check_kinds(kinds);
	CHECK(chains > 0, "no army was carried by two fleets");
}

/* ── retreats and winter ── */

/* Paris is 40 to both, and the first has it. Brest and Burgundy are a fifth of it to the other. The
 * army in Portugal has nowhere to go. */
TEST(test_retreats, "retreats")
{
	struct board board = french_board(FALL_RETREATS, "GER A lon", "par");
	suite_dislodge(&board, "FRA A bur mun, FRA A gas mar, FRA A por spa");
	french_check_retreats(&player_scorer, "scorer(chance=0)", &board,
	                      "A bur R par, A gas R bre, A por D");
}

/* What a power that owns all centres but some adjusts. */
static void print_adjustments(const char *spec, const char *power, struct board board,
                              char text[400])
{
	struct seat seat;
	struct player_call call = french_call(spec, &board, &seat);
	call.power = suite_power(power);
	for (int p = 0; p < suite_map()->province_count; p++)
		if (board.owner[p] == suite_power("FRA"))
			board.owner[p] = call.power;
	french_print_adjustments(&player_scorer, &call, text);
}

TEST(test_builds, "builds")
{
	static const struct {
		const char *power, *settings, *units, *others, *adjustments;
	} rows[] = {
		/* One fleet in two. Marseilles is beside Spain, Brest and Paris are two steps away. */
		{"FRA", "", "", "spa", "build A mar, build F bre, build A par"},
		{"FRA", ",fleets=0", "", "spa", "build A mar, build A bre, build A par"},
		/* Paris has no coast. */
		{"FRA", ",fleets=100", "", "spa", "build F mar, build F bre, build A par"},
		/* Against fleets only, three in four. */
		{"RUS", "", "ENG F lon", "nwy", "build A stp, build F sev, build A mos, build A war"},
		{"RUS", "", "RUS A ukr, RUS A lvn, ENG F lon", "nwy",
	     "build F stp/nc, build F sev, build A mos, build A war"},
		/* What stands counts. */
		{"FRA", "", "FRA F lon", "spa", "build A mar, build A bre, build A par"},
		/* Each coast has its worth: Norway is beside the north coast; to Berlin it is three steps
	     * from the south coast, and four from the north. */
		{"RUS", ",fleets=100", "RUS A mos, RUS A war, RUS F sev", "nwy", "build F stp/nc"},
		{"RUS", ",fleets=100", "RUS A mos, RUS A war, RUS F sev", "ber", "build F stp/sc"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = french_board(WINTER_ADJUSTMENTS, rows[i].units, rows[i].others);
		char spec[PLAYER_SPEC_SIZE], text[400];
		snprintf(spec, sizeof spec, "scorer(chance=0%s)", rows[i].settings);
		print_adjustments(spec, rows[i].power, board, text);
		CHECK(strcmp(text, rows[i].adjustments) == 0, "%s, %s, without %s: %s", rows[i].power,
		      rows[i].units, rows[i].others, text);
	}
}

/* Only our centre in Marseilles counts here, which an army in Piedmont threatens. Burgundy is
 * beside it, Picardy three steps from the enemy, Moscow further. */
TEST(test_removals, "removals")
{
	static const struct {
		const char *own, *removals;
	} rows[] = {{"mar par FRA", "A mos D"}, {"mar FRA", "A mos D, A pic D"}};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board("FRA A bur, FRA A pic, FRA A mos, ITA A pie");
		char text[400];
		board.phase = WINTER_ADJUSTMENTS;
		suite_own(&board, rows[i].own);
		print_adjustments("scorer(chance=0,open=0,guarded=0)", "FRA", board, text);
		CHECK(strcmp(text, rows[i].removals) == 0, "%s: %s", rows[i].own, text);
	}
}

/* ── memory ── */

enum { YEARS = 8, PHASES_MOST = YEARS * PHASES_A_YEAR, ROOM = 1 << 16 };

static struct phase_record records[PHASES_MOST];
static int record_count;
static _Alignas(PLAYER_ALIGN) unsigned char rooms[2][ROOM];

/* A game of seven scorers. */
static struct match open_match(int room)
{
	struct match match = match_of((const char *const[]){"scorer"}, 1, 2 * YEARS);
	match_begin(&match);
	SUITE_MUST(match_room_size(&match) <= sizeof rooms[room], "room");
	match_furnish(&match, rooms[room]);
	return match;
}

static struct match play_game(void)
{
	struct match match = open_match(0);
	struct phase_cost cost;
	record_count = 0;
	while (match_verdict(&match).ending == GAME_RUNNING)
		match_play(&match, &records[record_count++], &cost);
	SUITE_MUST(record_count > 2 * YEARS, "phases");
	return match;
}

/* Whether two matches whose players remember play the next phase alike. */
static bool plays_alike(struct match match, int phase)
{
	struct phase_record record;
	struct phase_cost cost;
	match_probe(&match, &record, &cost);
	return memcmp(&record.orders, &records[phase].orders, sizeof record.orders) == 0;
}

/* A game that is folded phase by phase, while it is played, and one whose phases are all folded
 * afterwards: the same memories, and after any number of phases the same orders. */
TEST(test_fold, "folded at once or phase by phase")
{
	const struct match played = play_game();
	struct match folded = open_match(1);
	for (int i = 0; i < record_count; i++) {
		CHECK(plays_alike(folded, i), "phase %d is played otherwise", i);
		CU_ASSERT_FATAL(match_resume(&folded, &records[i].board, &records[i].orders));
	}
	const size_t size = match_room_size(&played);
	CU_ASSERT(memcmp(played.memory, folded.memory, size) == 0);
	CU_ASSERT(board_equal(&played.board, &folded.board));
	for (int p = 0; p < suite_map()->power_count; p++) {
		_Alignas(PLAYER_ALIGN) unsigned char memory[ROOM] = {0};
		const size_t own = player_scorer.memory_size;
		struct player_call call = {.map = suite_map(),
		                           .rules = rules_find("standard"),
		                           .judge = judges[0],
		                           .settings = played.seats[p].settings,
		                           .power = (uint8_t)p};
		const size_t stride = (own + PLAYER_ALIGN - 1) / PLAYER_ALIGN * PLAYER_ALIGN;
		for (int i = 0; i < record_count; i++) {
			call.board = &records[i].board;
			player_scorer.observe(&call, &records[i], memory);
		}
		CHECK(memcmp(memory, (const char *)played.memory + (size_t)p * stride, own) == 0,
		      "%s folds otherwise", suite_map()->power[p]);
	}
}

/* Without memory some phases are played otherwise: so it matters, and the test above can fail. */
TEST(test_forgotten, "without memory")
{
	int differing = 0;
	play_game();
	for (int i = 1; i < record_count; i++) {
		struct match match = open_match(1);
		CU_ASSERT_FATAL(match_resume(&match, &records[i - 1].board, &records[i - 1].orders));
		differing += !plays_alike(match, i);
	}
	CHECK(differing > record_count / 4, "%d of %d phases differ", differing, record_count);
}

SUITE("scorer")
