/* What Ares may have beyond the thesis, option by option: what a board is worth with what is near,
 * convoys that arrive, retreats, builds and removals that are decided. The right answers follow by
 * hand. test_pool has crossover, test_precedent what is known of like boards. */
#include "match/match.h"
#include "players/ares/valuation.h"
#include "french.h"

enum { BLOCKS = 64, ROOM = 1 << 23 };

static _Alignas(PLAYER_ALIGN) unsigned char room[ROOM];

static struct player_call open_call(const char *spec, const struct board *board, const char *power,
                                    struct seat *seat)
{
	struct player_call call = suite_call(spec, board, power, seat);
	SUITE_MUST(seat->player->scratch_size(seat->settings) <= sizeof room, spec);
	call.scratch = room;
	return call;
}

/* A board where one power owns all centres but these, which nobody owns. The home centres of
 * `other`, if not NULL, are its own. */
static struct board open_board(int16_t phase, const char *units, const char *owner,
                               const char *free, const char *other)
{
	const struct map *map = suite_map();
	struct board board = suite_board(units);
	board.phase = phase;
	for (uint8_t p = 0; p < map->province_count; p++) {
		board.owner[p] = map->centre[p] && strstr(free, map->loc[p].code) == NULL
		                     ? suite_power(owner)
		                     : POWER_NONE;
		if (other != NULL && map_is_home(map, suite_power(other), p))
			board.owner[p] = suite_power(other);
	}
	return board;
}

/* Whether a list "A|B" has the text. */
static bool lists(const char *list, const char *text)
{
	const size_t length = strlen(text);
	for (; *list; list += strcspn(list, "|"), list += *list == '|')
		if (strcspn(list, "|") == length && strncmp(list, text, length) == 0)
			return true;
	return false;
}

/* ── what is near ── */

/* France owns 33 of 34 centres. In hundredths of near, a unit one move from Spain has 4, two moves
 * 2, three moves 1; a threatened centre costs 4. */
TEST(test_valuation, "what is near")
{
	static const struct {
		const char *units;
		int quarters, centres;
	} rows[] = {
		{"FRA A gas", 4, 33},
		{"FRA F mao", 4, 33},
		{"FRA A bur", 2, 33},
		{"FRA A mun", 1, 33},
		{"FRA A sil", 0, 33},
		{"FRA F bre", 2, 33},
		{"FRA A gas, FRA A mun", 5, 33},
		{"FRA A spa", 0, 34},                         /* it is ours: nothing is left */
		{"FRA A mar, GER A bur, GER A pic", -12, 33}, /* par, bel, mun, bre; mar is as strong */
		{"FRA A gas, GER A bur, ITA A pic", -4, 33},  /* bel, mun; par, bre: no power has more */
		{"GER A spa", -8, 33},                        /* mar, por: both alone */
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = open_board(SPRING_MOVES, rows[i].units, "FRA", "spa", NULL);
		struct valuation valuation;
		const int all = strstr(rows[i].units, "spa") != NULL ? 34 : 33;
		for (int near = 0; near <= 50; near += 25) {
			valuation_open(suite_map(), &board, suite_power("FRA"), near, &valuation);
			const int64_t worth = rows[i].centres * 400 + rows[i].quarters * near;
			const fitness due = (fitness)((worth << 16) / (all * 400));
			CHECK(valuation_of(&valuation, &board) == due, "%s, near=%d: %d, not %d", rows[i].units,
			      near, valuation_of(&valuation, &board), due);
		}
	}
}

/* An army two moves from the only free centre, and one round looked ahead. */
TEST(test_near, "what is near draws a unit")
{
	static const struct {
		const char *spec;
		int least, most;
	} rows[] = {{"ares(depth=1)", 0, 16}, {"ares(depth=1,near=25)", BLOCKS * 3 / 4, BLOCKS}};
	const struct board board = open_board(SPRING_MOVES, "FRA A bur", "FRA", "spa", NULL);
	for (int i = 0; i < COUNT(rows); i++) {
		int nearer = 0;
		struct seat seat;
		struct player_call call = open_call(rows[i].spec, &board, "FRA", &seat);
		for (call.block = 1; call.block <= BLOCKS; call.block++) {
			struct order orders[UNITS_MAX];
			struct player_effort effort;
			seat.player->order(&call, orders, &effort);
			nearer += orders[0].to == suite_loc("gas") || orders[0].to == suite_loc("mar");
		}
		CHECK(nearer >= rows[i].least && nearer <= rows[i].most, "%s: nearer %d times of %d",
		      rows[i].spec, nearer, BLOCKS);
	}
}

/* ── convoys ── */

/* How often an army of England comes to another power's centre over sea. */
static int count_landings(const char *spec, const struct board *board)
{
	const struct map *map = suite_map();
	int landings = 0;
	struct seat seat;
	struct player_call call = open_call(spec, board, "ENG", &seat);
	for (call.block = 1; call.block <= BLOCKS; call.block++) {
		struct order orders[UNITS_MAX];
		struct player_effort effort;
		struct judgement judgement;
		seat.player->order(&call, orders, &effort);
		judge_resolve(judges[0], suite_variant(call.rules), board, orders, &judgement);
		for (int u = 0; u < board->unit_count; u++) {
			const struct order order = orders[u];
			landings += order.kind == ORDER_MOVE && order.type == ARMY &&
			            !map_reaches(map, ARMY, order.from, order.to) && map->centre[order.to] &&
			            unit_set_has(judgement.resolution.follows, u);
		}
	}
	return landings;
}

/* The army can do nothing on the island. When it is carried, it and the fleet are near other
 * centres; a fleet that takes one leaves it behind. */
TEST(test_convoys, "convoys")
{
	static const char *const units[] = {"ENG A yor, ENG F nth, GER A mun",
	                                    "ENG A wal, ENG F eng, FRA A gas"};
	for (int i = 0; i < COUNT(units); i++) {
		const struct board board = open_board(SPRING_MOVES, units[i], "GER", "", "ENG");
		const int with = count_landings("ares(depth=1,age=40,near=25,convoys=1)", &board);
		const int without = count_landings("ares(depth=1,age=40,near=25)", &board);
		CHECK(with > BLOCKS * 3 / 4 && without == 0, "%s: %d landings of %d, %d without convoys",
		      units[i], with, BLOCKS, without);
	}
}

/* Armies that arrived over sea in a game. */
static int count_convoys(const char *spec)
{
	static struct phase_record record;
	static struct phase_cost cost;
	struct match match = {.map = suite_map(),
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = suite_seed(),
	                      .block = 1,
	                      .round_limit = 40,
	                      .threads = 1};
	char error[ERROR_SIZE];
	int convoys = 0;
	for (int p = 0; p < match.map->power_count; p++)
		SUITE_MUST(seat_parse(spec, NULL, &match.seats[p], error), spec);
	SUITE_MUST(match_room_size(&match) <= sizeof room, spec);
	match_furnish(&match, room);
	board_start(match.map, &match.board);
	while (match_verdict(&match).ending == GAME_RUNNING) {
		match_play(&match, &record, &cost);
		for (int i = 0; phase_is_movement(record.board.phase) && i < record.orders.count; i++) {
			const struct order order = record.orders.order[i];
			convoys += order.kind == ORDER_MOVE && order.via == 1 &&
			           !map_reaches(match.map, ARMY, order.from, order.to) &&
			           record.results[i] == RESULT_SUCCEEDS;
		}
	}
	return convoys;
}

TEST(test_convoys_in_games, "convoys in games")
{
	const int with = count_convoys("ares(cycles=100,near=25,convoys=1)");
	const int without = count_convoys("ares(cycles=100,near=25)");
	CHECK(with >= 5 && without == 0, "%d convoys with, %d without", with, without);
}

/* ── retreats ── */

/* How often a player's answer is in a list, of BLOCKS. */
typedef int answer(const struct player_call *call, const struct player *player, char text[400]);

static int count_right(const char *spec, const struct board *board, const char *power, answer *ask,
                       const char *list)
{
	int right = 0;
	struct seat seat;
	struct player_call call = open_call(spec, board, power, &seat);
	for (call.block = 1; call.block <= BLOCKS; call.block++) {
		char text[400] = "";
		ask(&call, seat.player, text);
		right += lists(list, text);
	}
	return right;
}

static int ask_retreats(const struct player_call *call, const struct player *player, char text[400])
{
	struct order orders[RETREATS_MAX];
	player->retreat(call, orders);
	for (int i = 0; i < call->board->retreat_count; i++)
		if (call->board->retreat[i].unit.power == call->power)
			french_print_order(text, orders[i]);
	return 0;
}

/* France owns all but Spain, which nobody owns; in the last row its home centres only. */
TEST(test_retreats, "retreats")
{
	static const struct {
		const char *owner, *dislodged, *answers;
	} rows[] = {
		{"FRA", "FRA A bur mun", "A bur R gas|A bur R mar"},
		{"FRA", "FRA F bre mun", "F bre R mao|F bre R gas"},
		{"FRA", "FRA A bur mun, ITA A pie mun", "A bur R gas"}, /* both might go to mar */
		/* they never go to the same place */
		{"FRA", "FRA A bur mun, FRA A pie mun",
	     "A bur R gas, A pie R mar|A bur R mar, A pie R tus|A bur R mar, A pie R tyr|A bur R mar, "
	     "A pie R ven"},
		{"FRA", "FRA A por spa", "A por D"}, /* nowhere else */
		{"GER", "FRA A bur mun", "A bur R bel"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = open_board(FALL_RETREATS, "", rows[i].owner, "spa", "FRA");
		suite_dislodge(&board, rows[i].dislodged);
		const int right =
			count_right("ares(retreats=1)", &board, "FRA", ask_retreats, rows[i].answers);
		const int chance = count_right("ares", &board, "FRA", ask_retreats, rows[i].answers);
		CHECK(right == BLOCKS, "%s: %d right of %d", rows[i].dislodged, right, BLOCKS);
		CHECK(chance < BLOCKS * 3 / 4 || board.owner[suite_loc("spa")] == 0 ||
		          strstr(rows[i].answers, "D") != NULL,
		      "%s: %d right by chance", rows[i].dislodged, chance);
	}
}

/* ── winter ── */

static int ask_adjustments(const struct player_call *call, const struct player *player,
                           char text[400])
{
	struct submission adjustments[ADJUSTMENTS_MAX];
	const int count = player->adjust(call, adjustments);
	for (int i = 0; i < count; i++)
		french_print_order(text, adjustments[i].order);
	return count;
}

/* What a power builds that owns all but one centre. */
TEST(test_builds, "builds")
{
	static const struct {
		const char *power, *units, *free, *answers;
	} rows[] = {
		/* only fleets leave the island; Liverpool is three moves from Norway */
		{"ENG", "", "nwy",
	     "build F edi, build F lon, build F lvp|build F lon, build F edi, build F lvp"},
		/* only the army and the north coast are next to Norway */
		{"RUS", "RUS A mos, RUS A war, RUS F sev", "nwy", "build A stp|build F stp/nc"},
		/* Trieste is two moves from Munich, by land */
		{"AUS", "AUS A vie, AUS A bud", "mun", "build A tri"},
		{"AUS", "AUS A vie, AUS A bud", "tun", "build F tri"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board =
			open_board(WINTER_ADJUSTMENTS, rows[i].units, rows[i].power, rows[i].free, NULL);
		const int right =
			count_right("ares(builds=1)", &board, rows[i].power, ask_adjustments, rows[i].answers);
		const int chance =
			count_right("ares", &board, rows[i].power, ask_adjustments, rows[i].answers);
		CHECK(right == BLOCKS, "%s, without %s: %d right of %d", rows[i].power, rows[i].free, right,
		      BLOCKS);
		CHECK(chance < BLOCKS * 7 / 8, "%s, without %s: %d right by chance", rows[i].power,
		      rows[i].free, chance);
	}
}

/* France owns six centres, and all seven units but Burgundy are next to another's. */
TEST(test_removals, "removals")
{
	static const char units[] = "FRA A bur, FRA A ruh, FRA A pie, FRA A tyr, FRA A boh, FRA F mao, "
								"FRA A sil";
	struct board board = open_board(WINTER_ADJUSTMENTS, units, "GER", "", "FRA");
	suite_own(&board, "spa mun bel FRA");
	const int right = count_right("ares(builds=1)", &board, "FRA", ask_adjustments, "A bur D");
	const int chance = count_right("ares", &board, "FRA", ask_adjustments, "A bur D");
	CHECK(right == BLOCKS && chance < BLOCKS / 2, "%d right of %d, %d by chance", right, BLOCKS,
	      chance);
}

SUITE("ares")
