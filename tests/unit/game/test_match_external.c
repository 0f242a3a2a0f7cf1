/* External players play a match by the orders that they submit. With those of another player it is
 * that player's game; with none, or with any, it continues. */
#include "match_setups.h"

static struct played first;

/* Gives every other seat of a match, those of Ares, to an external player. */
static void seat_external(struct match *match)
{
	for (int p = 0; p < suite_map()->power_count; p += 2) {
		const char *end;
		char error[ERROR_SIZE];
		SUITE_MUST(seat_parse("@alice", &end, &match->seats[p], error), "@alice");
	}
}

/* The orders with which a phase was played, of the powers that are asked. */
static void give(const struct phase_record *record, uint8_t asked, struct given *given)
{
	given->count = 0;
	for (int i = 0; i < record->orders.count; i++)
		if (asked >> record->orders.power[i] & 1)
			given->submission[given->count++] =
				(struct submission){record->orders.power[i], record->orders.order[i]};
}

/* Plays a game again; external players submit the orders that it had. asked: by kind, the phases in
 * which a power was asked. */
static void play_given(uint32_t game, int asked[PHASES_A_YEAR])
{
	struct match match = open_match(game, 1);
	static struct given given;
	play_game(game, 1, &first);
	seat_external(&match);
	for (int i = 0; i < first.count; i++) {
		const struct phase_record *then = &first.records[i];
		struct phase_record now;
		struct phase_cost cost;
		const uint8_t who = match_find_asked(&match);
		give(then, who, &given);
		asked[phase_kind(match.board.phase)] += who != 0;
		match.given = who != 0 ? &given : NULL;
		match_play(&match, &now, &cost);
		for (int n = 0; who != 0 && n < given.count; n++)
			CHECK(given.problem[n] == NULL, "phase %d: order %d: %s", i, n, given.problem[n]);
		for (int p = 0; p < suite_map()->power_count; p += 2)
			first.costs[i].effort[p] = (struct player_effort){.capped = false};
		CHECK(record_equal(then, &now) && efforts_equal(&first.costs[i], &cost),
		      "%s: phase %d differs", setup->rules, i);
		struct board after = match.board;
		CU_ASSERT_FATAL(match_resume(&match, &now.board, &now.orders));
		CU_ASSERT(board_equal(&match.board, &after));
	}
	free(match.scratch);
}

/* When external players submit the orders of a game, it is the same game. It can be resumed from
 * every phase. */
TEST_OF_ALL(test_external_same, "they submit a player's orders")
{
	int asked[PHASES_A_YEAR] = {0};
	for (uint32_t game = 1; game <= 6; game++)
		play_given(game, asked);
	CU_ASSERT(asked[SPRING_MOVES] > 0 && asked[FALL_MOVES] > 0);
	CU_ASSERT_EQUAL(asked[SPRING_RETREATS] + asked[FALL_RETREATS] > 0,
	                rules_find(setup->rules)->retreats);
	CU_ASSERT_EQUAL(asked[WINTER_ADJUSTMENTS] > 0, rules_find(setup->rules)->adjustments);
}

/* External players may submit no orders: units hold or disband, nothing is built, civil disorder
 * removes units. Or they submit any orders, in any number. The game continues, and can be resumed
 * from every phase. */
TEST_OF_ALL(test_external_anything, "they submit no orders, or any")
{
	static struct given given;
	struct rng rng = suite_rng(7);
	int disregarded = 0;
	for (int silent = 0; silent <= 1; silent++) {
		struct match match = open_match(2, 1);
		seat_external(&match);
		match.round_limit = ROUNDS / 2;
		while (match_verdict(&match).ending == GAME_RUNNING) {
			struct phase_record record;
			struct phase_cost cost;
			const uint8_t asked = match_find_asked(&match);
			given.count = 0;
			while (!silent && asked != 0 && given.count < 100) {
				struct submission *submission = &given.submission[given.count];
				struct unit unit = match.board.unit[rng_below(&rng, match.board.unit_count)];
				submission->power = (uint8_t)(2 * rng_below(&rng, 4));
				submission->order = (struct order){
					(uint8_t)rng_below(&rng, ORDER_KINDS),
					(uint8_t)rng_below(&rng, UNIT_TYPES + 1),
					rng_below(&rng, 4) > 0 ? unit.loc : (uint8_t)rng_below(&rng, LOC_NONE + 1),
					(uint8_t)rng_below(&rng, LOC_NONE + 1),
					(uint8_t)rng_below(&rng, UNIT_TYPES + 1),
					(uint8_t)rng_below(&rng, LOC_NONE + 1),
					(uint8_t)rng_below(&rng, 2),
					0};
				given.count += asked >> submission->power & 1;
			}
			match.given = &given;
			match_play(&match, &record, &cost);
			for (int i = 0; i < given.count; i++)
				disregarded += given.problem[i] != NULL;
			for (int i = 0; silent && i < record.orders.count; i++)
				if (record.orders.power[i] % 2 == 0)
					CU_ASSERT(record.orders.order[i].kind == ORDER_HOLD ||
					          record.orders.order[i].kind == ORDER_DISBAND);
			struct board after = match.board;
			CU_ASSERT_FATAL(match_resume(&match, &record.board, &record.orders));
			CU_ASSERT(board_equal(&match.board, &after));
		}
		free(match.scratch);
	}
	CU_ASSERT(disregarded > 0);
}

/* Which orders are disregarded, and why. The others count. */
TEST_OF_ALL(test_external_problems, "disregarded orders")
{
	static const struct {
		const char *power, *order, *problem;
	} rows[] = {
		{"FRA", "A par - bur", NULL},
		{"FRA", "A mar S A par - bur", NULL},
		{"FRA", "F bre - mos", "impossible, whatever others do"},
		{"FRA", "A mun - bur", "the unit is another power's"},
		{"FRA", "A gas - bur", "no such unit stands there"},
		{"FRA", "build A par", "not an order of this phase"},
		{"TUR", "A con - bul", "the unit got several orders"},
		{"TUR", "A con H", "the unit got several orders"},
	};
	static struct given given;
	struct match match = open_match(1, 1);
	struct phase_record record;
	struct phase_cost cost;
	char error[ERROR_SIZE];
	SUITE_MUST(seat_parse("@alice", NULL, &match.seats[suite_power("FRA")], error) &&
	               seat_parse("@bob", NULL, &match.seats[suite_power("TUR")], error),
	           "@alice");
	CU_ASSERT_EQUAL(match_find_asked(&match), 1 << suite_power("FRA") | 1 << suite_power("TUR"));
	match.rules = rules_find("standard");
	given.count = COUNT(rows);
	for (int i = 0; i < COUNT(rows); i++)
		given.submission[i] =
			(struct submission){suite_power(rows[i].power), suite_order(rows[i].order)};
	match.given = &given;
	match_play(&match, &record, &cost);
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(rows[i].problem == NULL
		          ? given.problem[i] == NULL
		          : given.problem[i] != NULL && strcmp(given.problem[i], rows[i].problem) == 0,
		      "%s: %s", rows[i].order, given.problem[i]);
	static const char *const ordered[] = {"A par - bur", "A mar S A par - bur", "F bre H",
	                                      "A con H", "A smy H"};
	for (int i = 0; i < COUNT(ordered); i++) {
		struct order order = suite_order(ordered[i]);
		int u = board_find(suite_map(), &record.board, suite_map()->loc[order.from].province);
		CHECK(order_equal(record.orders.order[u], order), "%s was not what counted", ordered[i]);
	}
	free(match.scratch);
}

/* All that survive and are not excused must vote for the same end, by any name for it. */
TEST(test_votes, "votes")
{
	enum { AUS = 1, ENG = 2, FRA = 4, ALL = 127 };
	static const struct {
		const char *phase;
		power_set excused;
		struct {
			power_set voters, shared;
		} votes[3];
		enum game_ending ending;
		power_set shared; /* or who wins */
	} rows[] = {
		{"S1901M", 0, {{0}}, GAME_RUNNING, 0},
		{"S1901M", 0, {{ALL, 0}}, GAME_DRAW, 0},
		{"S1901M", 0, {{ALL & ~FRA, 0}, {FRA, ALL}}, GAME_DRAW, 0},
		{"S1901M", 0, {{ALL, ENG | FRA}, {AUS, AUS}}, GAME_DRAW, ENG | FRA},
		{"S1901M", 0, {{ALL & ~FRA, ENG | FRA}, {FRA, FRA}}, GAME_RUNNING, 0},
		{"S1901M", 0, {{ALL, FRA}}, GAME_SOLO, FRA},
		{"S1901M", FRA, {{ALL & ~FRA, 0}}, GAME_DRAW, 0},
		{"S1901M", ALL, {{0}}, GAME_RUNNING, 0},
		{"W1901A", 0, {{ALL, 0}}, GAME_DRAW, 0},
		{"F1901R", 0, {{ALL, 0}}, GAME_RUNNING, 0},
	};

	setup = setups;
	for (int i = 0; i < COUNT(rows); i++) {
		struct match match = open_match(1, 1);
		struct votes votes = {.excused = rows[i].excused};
		CU_ASSERT_FATAL(phase_parse(rows[i].phase, 6, &match.board.phase));
		for (int k = 0; k < COUNT(rows[i].votes); k++)
			for (int p = 0; p < POWERS_MAX; p++)
				if (power_set_has(rows[i].votes[k].voters, p))
					votes_add(&votes, ALL, (uint8_t)p, rows[i].votes[k].shared);
		match.votes = &votes;
		const struct game_verdict verdict = match_verdict(&match);
		const bool solo = verdict.winner != POWER_NONE;
		CHECK(verdict.ending == rows[i].ending &&
		          verdict.agreed == (verdict.ending != GAME_RUNNING) &&
		          (solo ? 1 << verdict.winner : verdict.shared) == rows[i].shared,
		      "row %d: ending %d", i, verdict.ending);
		free(match.scratch);
	}
}

SUITE("match_external")
