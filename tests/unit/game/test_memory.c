/* What players remember is a fold over the phases played. It is the same whether a game is played
 * on or is read again from its records.
 * promise: The same game again */
#include "diarist.h"
#include "matches.h"

enum { ROUNDS = 40, PHASES_MAX = 160, MEMORY = PLAYER_ALIGN, ROOM = 1 << 20 };

/* ── games ── */

struct played {
	struct phase_record records[PHASES_MAX];
	int count;
};
static struct played first, second;
static _Alignas(PLAYER_ALIGN) unsigned char rooms[2][ROOM];

/* A game of dumbbot and two that remember, Austria and Turkey. */
static struct match open_match(int room)
{
	struct match match = match_of((const char *const[]){"dumbbot"}, 1, ROUNDS);
	match.seats[suite_power("AUS")].player = match.seats[suite_power("TUR")].player = &diarist;
	match_begin(&match);
	SUITE_MUST(match_room_size(&match) <= sizeof rooms[room], "room");
	memset(rooms[room], 0xee, sizeof rooms[room]); /* match_furnish must clear what it gives out */
	match_furnish(&match, rooms[room]);
	return match;
}

/* Plays on to the end, or to a number of phases. */
static void play_on(struct match *match, struct played *played, int most)
{
	struct phase_cost cost;
	while (played->count < most && match_verdict(match).ending == GAME_RUNNING)
		match_play(match, &played->records[played->count++], &cost);
}

static void play_game(struct match *match, struct played *played)
{
	played->count = 0;
	play_on(match, played, PHASES_MAX);
	SUITE_MUST(played->count > ROUNDS && played->count < PHASES_MAX, "phases");
}

/* Continues from a phase of the first game. */
static bool resume(struct match *match, int phase)
{
	return match_resume(match, &first.records[phase].board, &first.records[phase].orders);
}

static const struct diary *find_diary(const struct match *match, int seat)
{
	return (const struct diary *)((const char *)match->memory + seat * MEMORY);
}

static void check_diaries(const struct match *a, const struct match *b, const char *what)
{
	for (int seat = 0; seat < 2; seat++)
		CHECK(memcmp(find_diary(a, seat), find_diary(b, seat), sizeof(struct diary)) == 0,
		      "%s: seat %d remembers %u phases, not %u", what, seat, find_diary(b, seat)->phases,
		      find_diary(a, seat)->phases);
}

/* ── tests ── */

TEST(test_seats, "each seat has a memory of its own")
{
	struct match match = open_match(0);
	CU_ASSERT(match_room_size(&match) >= 2 * MEMORY);
	CU_ASSERT(match_remembers(&match));
	CU_ASSERT_EQUAL(find_diary(&match, 0)->phases, 0);
	play_game(&match, &first);
	CU_ASSERT_EQUAL(find_diary(&match, 0)->power, suite_power("AUS"));
	CU_ASSERT_EQUAL(find_diary(&match, 1)->power, suite_power("TUR"));
	for (int seat = 0; seat < 2; seat++) {
		CU_ASSERT_EQUAL(find_diary(&match, seat)->phases, (uint32_t)first.count);
		CHECK(find_diary(&match, seat)->kinds == (1u << PHASES_A_YEAR) - 1, "kinds of phases: %x",
		      find_diary(&match, seat)->kinds);
	}
}

/* Stopped after each phase, and gone on with from the records. */
TEST(test_resume, "stopped and resumed")
{
	struct match whole = open_match(0);
	play_game(&whole, &first);
	for (int stop = 0; stop < first.count; stop++) {
		struct match match = open_match(1);
		for (int i = 0; i <= stop; i++)
			CU_ASSERT_FATAL(resume(&match, i));
		second.count = stop + 1;
		play_on(&match, &second, PHASES_MAX);
		CHECK(second.count == first.count, "stopped at %d: %d phases, not %d", stop, second.count,
		      first.count);
		for (int i = stop + 1; i < first.count; i++)
			CHECK(memcmp(&second.records[i].orders, &first.records[i].orders,
			             sizeof first.records[i].orders) == 0,
			      "stopped at %d: phase %d differs", stop, i);
		check_diaries(&whole, &match, "resumed");
	}
}

/* A match that continues from the last board only has forgotten, and plays otherwise. So the tests
 * above can fail. */
TEST(test_forgotten, "resumed from the last board only")
{
	int differing = 0;
	struct match whole = open_match(0);
	play_game(&whole, &first);
	for (int stop = 0; stop < first.count - 1; stop++) {
		struct match match = open_match(1);
		CU_ASSERT_FATAL(resume(&match, stop));
		second.count = stop + 1;
		play_on(&match, &second, stop + 2);
		differing += memcmp(&second.records[stop + 1].orders, &first.records[stop + 1].orders,
		                    sizeof first.records[0].orders) != 0;
	}
	CHECK(differing > first.count / 4, "%d of %d phases differ", differing, first.count);
}

TEST(test_replay, "replayed")
{
	struct match whole = open_match(0), match = open_match(1);
	play_game(&whole, &first);
	for (int i = 0; i < first.count; i++)
		CU_ASSERT_FATAL(match_replay(&match, &first.records[i].orders, &second.records[i]));
	check_diaries(&whole, &match, "replayed");
}

/* A probe leaves the memory as it is; played then, the phase is the same. */
TEST(test_probe, "probed")
{
	struct match whole = open_match(0), match = open_match(1);
	play_game(&whole, &first);
	for (int i = 0; i < first.count; i++) {
		struct match copy = match;
		struct phase_record record;
		struct phase_cost cost;
		match_probe(&copy, &record, &cost);
		CU_ASSERT_EQUAL(find_diary(&match, 1)->phases, (uint32_t)i);
		CU_ASSERT(memcmp(&record.orders, &first.records[i].orders, sizeof record.orders) == 0);
		match_play(&match, &record, &cost);
		CU_ASSERT(board_equal(&copy.board, &match.board));
	}
	check_diaries(&whole, &match, "probed");
}

/* Where no player is asked, nobody has to remember. */
TEST(test_unfurnished, "without memory")
{
	struct match whole = open_match(0), match = open_match(1);
	play_game(&whole, &first);
	match.memory = NULL;
	CU_ASSERT(match_remembers(&match)); /* before it has room, too */
	for (int i = 0; i < first.count; i++)
		CU_ASSERT_FATAL(match_replay(&match, &first.records[i].orders, &second.records[i]));
	CU_ASSERT(board_equal(&match.board, &whole.board));
	for (int power = 0; power < match.map->power_count; power++)
		match.seats[power].player = player_find("random", strlen("random"));
	CU_ASSERT(!match_remembers(&match));
	match.draw_after = 3;
	CU_ASSERT(match_remembers(&match));
}

SUITE("memory")
