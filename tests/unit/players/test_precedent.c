/* What Ares knows of like boards (shared). A game is the same, and costs the same, whatever is
 * known. A like board is one that differs only in what lies far away. */
#include "matches.h"
#include "players/ares/precedent.h"
#include "suite.h"

enum { ROUNDS = 14, PHASES_MOST = 60, VALUES_MOST = 4000, ROOM = 1 << 25 };

/* ── a store ── */

struct value {
	size_t key_size, size;
	uint8_t key[KNOWLEDGE_KEY_MOST], bytes[KNOWLEDGE_VALUE_MOST];
};

/* mode: what find tells of what was kept. */
struct store {
	struct knowledge knowledge;
	enum { ALL, HALF, NOTHING, WRONG, GARBAGE } mode;
	int count, found, kept, again; /* again: values kept that were there already */
	struct value values[VALUES_MOST];
};
static struct store store;

static int look_up(const struct knowledge_key *key)
{
	CU_ASSERT_STRING_EQUAL(key->kind, player_find("ares", 4)->knowledge);
	CU_ASSERT_FATAL(strlen(key->kind) < KNOWLEDGE_KIND_SIZE && key->size <= KNOWLEDGE_KEY_MOST);
	for (int i = 0; i < store.count; i++)
		if (store.values[i].key_size == key->size &&
		    memcmp(store.values[i].key, key->bytes, key->size) == 0)
			return i;
	return -1;
}

static bool store_find(struct knowledge *knowledge, const struct knowledge_key *key, void *value,
                       size_t size)
{
	const int i = look_up(key);
	CU_ASSERT(knowledge == &store.knowledge);
	if (i < 0 || store.mode == NOTHING || (store.mode == HALF && i % 2 == 0))
		return false;
	CU_ASSERT_FATAL(size == store.values[i].size);
	memcpy(value, store.values[i].bytes, size);
	for (size_t o = 0; store.mode == WRONG && o < size; o += sizeof(struct order))
		memset((uint8_t *)value + o + offsetof(struct order, from), LOC_NONE, 1);
	for (size_t b = 0; store.mode == GARBAGE && b < size; b++)
		((uint8_t *)value)[b] = (uint8_t)(37 * (i + 1) * (int)(b + 1) | 0x80);
	store.found++;
	return true;
}

/* Anyone who finds a value finds the same. */
static void store_keep(struct knowledge *knowledge, const struct knowledge_key *key,
                       const void *value, size_t size, uint64_t cost)
{
	(void)cost;

	const int i = look_up(key);
	CU_ASSERT_FATAL(knowledge == &store.knowledge && size <= KNOWLEDGE_VALUE_MOST);
	CU_ASSERT_FATAL(store.count < VALUES_MOST);
	store.kept++;
	if (i >= 0) {
		store.again++;
		CHECK(store.values[i].size == size && memcmp(store.values[i].bytes, value, size) == 0,
		      "value %d is another one now", i);
		return;
	}
	struct value *fresh = &store.values[store.count++];
	fresh->key_size = key->size;
	fresh->size = size;
	memcpy(fresh->key, key->bytes, key->size);
	memcpy(fresh->bytes, value, size);
}

static void open_store(int mode)
{
	store.knowledge = (struct knowledge){store_find, store_keep};
	store.mode = mode;
	store.found = store.kept = store.again = 0;
}

/* ── games ── */

struct played {
	struct phase_record records[PHASES_MOST];
	struct phase_cost costs[PHASES_MOST];
	int count;
};
static struct played first, second;
static _Alignas(PLAYER_ALIGN) unsigned char room[ROOM];

static void play_game(struct knowledge *knowledge, struct played *played)
{
	static const char *const specs[] = {"ares(age=4,shared=4,cycles=60)",
	                                    "ares(depth=3,age=3,shared=2,cycles=60,convoys=1,near=25)",
	                                    "ares(age=4,shared=3,islands=3,meet=5,cycles=40)"};
	struct match match = match_of(specs, COUNT(specs), ROUNDS);
	match.knowledge = knowledge;
	SUITE_MUST(match_room_size(&match) <= sizeof room, "room");
	match_furnish(&match, room);
	board_start(match.map, &match.board);
	for (played->count = 0; match_verdict(&match).ending == GAME_RUNNING; played->count++) {
		CU_ASSERT_FATAL(played->count < PHASES_MOST);
		match_play(&match, &played->records[played->count], &played->costs[played->count]);
	}
}

/* The first phase in which the games differ, or -1. */
static int find_difference(void)
{
	for (int i = 0; i < first.count && i < second.count; i++) {
		if (!board_equal(&first.records[i].board, &second.records[i].board) ||
		    memcmp(&first.records[i].orders, &second.records[i].orders,
		           sizeof first.records[i].orders) != 0)
			return i;
		for (int p = 0; p < suite_map()->power_count; p++)
			if (!suite_effort_equal(&first.costs[i].effort[p], &second.costs[i].effort[p]))
				return i;
	}
	return first.count == second.count ? -1 : first.count;
}

static void check_same(int mode, const char *what)
{
	open_store(mode);
	play_game(&store.knowledge, &second);
	const int difference = find_difference();
	CHECK(difference < 0, "%s: another game from phase %d on", what, difference);
}

TEST(test_games, "a game is the same, whatever is known")
{
	store.count = 0;
	play_game(NULL, &first);
	check_same(ALL, "with an empty store");
	const int decisions = store.kept + store.found;
	CHECK(decisions > 90 && store.kept == store.count, "%d decisions, %d kept, %d there", decisions,
	      store.kept, store.count);
	check_same(ALL, "with a full store");
	CHECK(store.kept == 0 && store.found == decisions, "%d found, %d kept", store.found,
	      store.kept);
	check_same(HALF, "with half of it");
	CHECK(store.again > 30 && store.found > 30, "%d found, %d kept again", store.found,
	      store.again);
	check_same(NOTHING, "where nothing is found");
	CHECK(store.again == decisions && store.found == 0, "%d kept again", store.again);
}

/* What is known has a say: with wrong values the game is another. So the test above can fail. */
TEST(test_wrong_values, "wrong values")
{
	store.count = 0;
	open_store(ALL);
	play_game(&store.knowledge, &first);
	open_store(WRONG);
	play_game(&store.knowledge, &second);
	CU_ASSERT(find_difference() >= 0);
}

/* What no player can have kept counts as unknown. */
TEST(test_garbage, "garbage")
{
	store.count = 0;
	play_game(NULL, &first);
	check_same(ALL, "with an empty store");
	check_same(GARBAGE, "where all that is found is garbage");
	CHECK(store.found > 90 && store.again == store.found, "%d found, %d kept again", store.found,
	      store.again);
}

/* ── like boards ── */

/* The orders of France in a call; store.values[0] is the precedent, and the only one. */
static void order(const char *spec, const struct board *board, uint32_t block, uint8_t entrant,
                  struct order orders[UNITS_MAX])
{
	struct player_effort effort;
	char error[ERROR_SIZE];
	struct seat seat;
	SUITE_MUST(seat_parse(spec, NULL, &seat, error), error);
	SUITE_MUST(seat.player->scratch_size(seat.settings) <= sizeof room, "room");
	const struct player_call call = {.map = suite_map(),
	                                 .rules = rules_find("standard"),
	                                 .judge = judges[0],
	                                 .board = board,
	                                 .settings = seat.settings,
	                                 .seed = suite_seed(),
	                                 .block = block,
	                                 .power = suite_power("FRA"),
	                                 .entrant = entrant,
	                                 .scratch = room,
	                                 .knowledge = &store.knowledge};
	store.count = 0;
	open_store(ALL);
	seat.player->order(&call, orders, &effort);
	CU_ASSERT_EQUAL(store.count, 1);
}

static struct board open_board(const char *units)
{
	struct board board = suite_board(units);
	for (int p = 0; p < suite_map()->province_count; p++)
		if (suite_map()->centre[p])
			board.owner[p] = suite_map()->owner[p];
	return board;
}

#define NORMAL "ares(age=5,shared=5)"

TEST(test_like_boards, "like boards")
{
	static const struct {
		const char *spec, *units, *owns; /* owns: what Turkey owns, too */
		int16_t phase;
		bool like;
	} rows[] = {
		{NORMAL, "FRA A gas, FRA F mao, GER A mun, TUR A con, RUS A war", "", 0, true},
		{NORMAL, "FRA A gas, FRA F mao, GER A mun, TUR A con, RUS A war", "", 12, true},
		{NORMAL, "FRA A gas, FRA F mao, GER A mun, TUR A smy, RUS A sev", "", 0, true},
		{NORMAL, "FRA A gas, FRA F mao, GER A mun", "rum", 0, true},
		{NORMAL, "FRA A gas, FRA F mao, GER A mun", "mun", 0, true}, /* who owns it is the same */
		{NORMAL, "FRA A gas, FRA F mao, GER A mun", "bel", 0, false},
		{NORMAL, "FRA A gas, FRA F mao, GER A mun", "mar", 0, false},
		{NORMAL, "FRA A gas, FRA F mao, GER A ruh", "", 0, false},
		{NORMAL, "FRA A gas, FRA F mao, ITA A mun", "", 0, false},
		{NORMAL, "FRA A gas, FRA F iri, GER A mun", "", 0, false},
		{NORMAL, "FRA A gas, FRA F mao", "", 0, false},
		{"ares(age=9,shared=5)", "FRA A gas, FRA F mao, GER A mun", "", 0, true},
		{"ares(age=5,shared=5,islands=2)", "FRA A gas, FRA F mao, GER A mun", "", 0, true},
		{"ares(age=5,shared=6)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,depth=3)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,mutations=7)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,tries=2)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,cycles=7)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,convoys=1)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,near=1)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,crossover=1)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,twins=1)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
		{"ares(age=5,shared=5,counters=2)", "FRA A gas, FRA F mao, GER A mun", "", 0, false},
	};
	const struct board board = open_board("FRA A gas, FRA F mao, GER A mun");
	struct order orders[UNITS_MAX];
	order(NORMAL, &board, 1, 0, orders);
	static struct value normal;
	normal = store.values[0];
	for (int i = 0; i < COUNT(rows); i++) {
		struct board other = open_board(rows[i].units);
		other.phase = rows[i].phase;
		if (*rows[i].owns)
			other.owner[suite_loc(rows[i].owns)] = suite_power("TUR");
		order(rows[i].spec, &other, 5, 2, orders);
		const struct value *value = &store.values[0];
		const bool like = value->key_size == normal.key_size &&
		                  memcmp(value->key, normal.key, value->key_size) == 0;
		CHECK(like == rows[i].like, "row %d, %s, %s: %d", i, rows[i].spec, rows[i].units, like);
		if (like)
			CU_ASSERT(memcmp(value->bytes, normal.bytes, normal.size) == 0);
	}
}

/* A precedent makes up for a search that is too short: France always takes both free centres where
 * much is known, and misses one in many of 64 decisions where little is. */
TEST(test_use, "use")
{
	const struct board board = open_board("FRA A gas, FRA A pic");
	int taken[2] = {0, 0};
	for (int on = 0; on <= 1; on++)
		for (uint32_t block = 1; block <= 64; block++) {
			char spec[PLAYER_SPEC_SIZE];
			struct order orders[UNITS_MAX];
			snprintf(spec, sizeof spec, "ares(depth=1,age=5,shared=%d)", on ? 1000 : 1);
			order(spec, &board, block, 0, orders);
			taken[on] += orders[0].to == suite_loc("spa") && orders[1].to == suite_loc("bel");
		}
	CHECK(taken[1] == 64 && taken[0] < 48, "both taken %d times, and %d with little known",
	      taken[1], taken[0]);
}

SUITE("precedent")
