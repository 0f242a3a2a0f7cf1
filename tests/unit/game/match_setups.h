/* match_setups: the matches that test_match and test_match_external play, and what they keep of
 * them. */
#ifndef ARESFARM_TESTS_MATCH_SETUPS_H
#define ARESFARM_TESTS_MATCH_SETUPS_H

#include "match/match.h"
#include "suite.h"

enum { ROUNDS = 24, PHASES_MAX = 80 };

struct played {
	struct phase_record records[PHASES_MAX];
	struct phase_cost costs[PHASES_MAX];
	int count;
};

/* What is played: each rule set, with players whose games have all its kinds of phases and orders.
 */
static const struct setup {
	const char *rules, *seats[2];
	uint64_t golden; /* see test_golden_digest */
} setups[] = {
	{"thesis", {"ares(depth=2,age=5)", "random"}, UINT64_C(0xa397feae907f1f3f)},
	{"standard", {"ares(depth=2,age=5)", "randbot"}, UINT64_C(0x7ae01844632f5856)},
	{"thesis",
     {"ares(depth=2,age=5,islands=3,meet=4)", "ares(depth=2,age=2,keep=0)"},
     UINT64_C(0xb10b2f6bf890f03a)},
};
static const struct setup *setup;

/* A game of two players who have half of the seats each. The caller frees scratch. */
static inline struct match open_match(uint32_t game, int threads)
{
	struct match match = {.map = suite_map(),
	                      .rules = rules_find(setup->rules),
	                      .judge = judges[0],
	                      .seed = 20050101,
	                      .block = game,
	                      .round_limit = ROUNDS,
	                      .threads = threads};
	char error[ERROR_SIZE];
	for (int p = 0; p < suite_map()->power_count; p++) {
		const char *spec = setup->seats[p % 2];
		SUITE_MUST(seat_parse(spec, NULL, &match.seats[p], error), spec);
	}
	board_start(match.map, &match.board);
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(&match) + PLAYER_ALIGN);
	SUITE_MUST(room != NULL, "room");
	match_furnish(&match, room);
	return match;
}

/* Plays on to the end. */
static inline void play_on(struct match *match, struct played *played)
{
	played->count = 0;
	while (match_verdict(match).ending == GAME_RUNNING) {
		CU_ASSERT_FATAL(played->count < PHASES_MAX);
		match_play(match, &played->records[played->count], &played->costs[played->count]);
		played->count++;
	}
}

static inline void play_game(uint32_t game, int threads, struct played *played)
{
	struct match match = open_match(game, threads);
	play_on(&match, played);
	free(match.scratch);
}

static inline bool efforts_equal(const struct phase_cost *a, const struct phase_cost *b)
{
	bool equal = true;
	for (int p = 0; p < POWERS_MAX; p++)
		equal = equal && suite_effort_equal(&a->effort[p], &b->effort[p]);
	return equal;
}

static inline bool record_equal(const struct phase_record *a, const struct phase_record *b)
{
	return board_equal(&a->board, &b->board) &&
	       memcmp(&a->orders, &b->orders, sizeof a->orders) == 0 &&
	       memcmp(a->results, b->results, sizeof a->results) == 0 && a->dislodged == b->dislodged &&
	       a->stage == b->stage;
}

/* Begins the definition of a test that runs for every setup. */
#define TEST_OF_ALL(name, what)                                                                    \
	static void name##_of_one(void);                                                               \
	TEST(name, what)                                                                               \
	{                                                                                              \
		for (setup = setups; setup < setups + COUNT(setups); setup++)                              \
			name##_of_one();                                                                       \
	}                                                                                              \
	static void name##_of_one(void)

#endif
