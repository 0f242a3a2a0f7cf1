/* What every player of the table must do; reading and printing of seats. A new player is tested as
 * soon as its line is in players.def. */
#include "rules/legal.h"
#include "players/player.h"
#include "suite.h"

enum { GUARD = 64, GUARD_BYTE = 0xa5, UNTOUCHED = 0xee, SCRATCH_ALIGN = 64 };

/* Whether the map allows an order for a unit. */
static bool is_possible(const struct board *board, struct unit unit, struct order order)
{
	const struct map *map = suite_map();
	int helped = order.aux == LOC_NONE ? -1 : board_find(map, board, map->loc[order.aux].province);
	if (order.type != unit.type || order.from != unit.loc || order.zero != 0)
		return false;
	switch ((enum order_kind)order.kind) {
	case ORDER_HOLD:
		return order_equal(order, order_hold(unit.type, unit.loc));
	case ORDER_MOVE:
		return map_adjacent(map, unit.type, unit.loc, order.to) ||
		       (unit.type == ARMY && order.to < map->province_count);
	case ORDER_SUPPORT_HOLD:
		return helped >= 0 && board->unit[helped].loc == order.aux &&
		       map_reaches(map, unit.type, unit.loc, map->loc[order.aux].province);
	case ORDER_SUPPORT_MOVE:
		return helped >= 0 && board->unit[helped].loc == order.aux &&
		       board->unit[helped].type == order.aux_type &&
		       map_reaches(map, unit.type, unit.loc, map->loc[order.to].province);
	case ORDER_CONVOY:
		return helped >= 0 && map->loc[unit.loc].terrain == WATER &&
		       board->unit[helped].type == ARMY;
	default:
		return false;
	}
}

/* Which of a player's functions is called. It may return how many orders it wrote. */
typedef int asked(const struct player *player, const struct player_call *call, void *out);

struct moves {
	struct order orders[UNITS_MAX];
	struct player_effort effort;
};

static int ask_moves(const struct player *player, const struct player_call *call, void *out)
{
	struct moves *moves = out;
	player->order(call, moves->orders, &moves->effort);
	return 0;
}

static int ask_retreats(const struct player *player, const struct player_call *call, void *out)
{
	player->retreat(call, out);
	return 0;
}

static int ask_adjustments(const struct player *player, const struct player_call *call, void *out)
{
	return player->adjust(call, out);
}

/* Room for a scratch of this size. It is kept: a kernel takes longer to give it anew than players
 * take to decide. */
static unsigned char *take_room(size_t size)
{
	static unsigned char *room;
	static size_t taken;
	if (size > taken) {
		free(room);
		room = aligned_alloc(SCRATCH_ALIGN, size);
		CU_ASSERT_PTR_NOT_NULL_FATAL(room);
		taken = size;
	}
	return room;
}

/* Calls a player with a scratch full of `dirt` and a guard after its end. What it writes is all
 * UNTOUCHED before. */
static int call_player(const struct seat *seat, const struct board *board, uint8_t power, int dirt,
                       asked *ask, void *out, size_t out_size)
{
	size_t size =
		seat->player->scratch_size == NULL ? 0 : seat->player->scratch_size(seat->settings);
	size_t room = (size + GUARD + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
	unsigned char *scratch = take_room(room);
	memset(scratch, dirt, size);
	memset(scratch + size, GUARD_BYTE, room - size);
	memset(out, UNTOUCHED, out_size);
	const struct player_call call = {.map = suite_map(),
	                                 .rules = &rule_sets[0],
	                                 .judge = judges[0],
	                                 .board = board,
	                                 .settings = seat->settings,
	                                 .seed = suite_seed(),
	                                 .block = 1,
	                                 .power = power,
	                                 .scratch = scratch};
	int count = ask(seat->player, &call, out);
	for (size_t i = size; i < room; i++)
		CHECK(scratch[i] == GUARD_BYTE, "%s writes %zu bytes past its scratch", seat->player->name,
		      i - size);
	return count;
}

static bool is_untouched(struct order order)
{
	static const struct order untouched = {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED,
	                                       UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED};
	return order_equal(order, untouched);
}

/* One player, one power, one board. The orders are legal, only for its own units, and the same in
 * two calls. */
static void check_conduct(const struct seat *seat, const struct board *board, uint8_t power)
{
	struct moves moves, again;
	const struct order *orders = moves.orders;
	call_player(seat, board, power, 0x00, ask_moves, &moves, sizeof moves);
	call_player(seat, board, power, 0xff, ask_moves, &again, sizeof again);
	struct legal legal;
	legal_open(suite_map(), board, &legal);
	CHECK(memcmp(orders, again.orders, sizeof again.orders) == 0 &&
	          suite_effort_equal(&moves.effort, &again.effort),
	      "%s does not play the same twice", seat->player->name);
	for (int i = 0; i < UNITS_MAX; i++)
		if (i >= board->unit_count || board->unit[i].power != power)
			CHECK(is_untouched(orders[i]), "%s orders unit %d, not its own", seat->player->name, i);
		else
			CHECK(is_possible(board, board->unit[i], orders[i]) && legal_has(&legal, i, orders[i]),
			      "%s orders unit %d what it cannot do", seat->player->name, i);
}

/* The settings a player is tested with: the normal ones, each at its least, and some that need much
 * scratch. */
static void each_seat(void (*check)(const struct seat *seat))
{
	static const char *const hard[] = {
		"ares(depth=3,age=4,islands=4,meet=1)",
		"ares(age=1000,cycles=7,islands=3,meet=3)",
		"ares(depth=2,age=1000,cycles=40,tries=9,islands=16,meet=1)",
		"ares(age=3,convoys=1,retreats=1,builds=1,near=25,shared=3,crossover=50)",
		"ares(depth=3,age=5,cycles=9,islands=3,meet=2,convoys=1,near=100,shared=8,crossover=100)",
		"ares(depth=8,age=2,cycles=20,shared=2,builds=1)",
		"ares(first=1,chances=1,given=1,differ=1,ties=2,compare=3,counters=64,child=3,cycles=30)",
		"ares(depth=3,age=1000,cycles=20,convoys=1,first=1,chances=4,given=1,ties=1,shared=9)"};
	char error[ERROR_SIZE];
	struct seat seat;
	for (const struct player *const *player = players; *player != NULL; player++) {
		seat = (struct seat){.player = *player};
		player_set_normal(*player, seat.settings);
		check(&seat);
		for (int i = 0; (*player)->settings[i].name != NULL; i++) {
			player_set_normal(*player, seat.settings);
			seat.settings[i] = (*player)->settings[i].least;
			check(&seat);
		}
	}
	for (size_t i = 0; i < COUNT(hard); i++) {
		SUITE_MUST(seat_parse(hard[i], NULL, &seat, error), hard[i]);
		check(&seat);
	}
}

static void check_on_boards(const struct seat *seat)
{
	struct rng rng = suite_rng(1);
	struct board board;
	board_start(suite_map(), &board);
	for (int round = 0; round < 12; round++) {
		int units[POWERS_MAX];
		board_count_units(&board, units);
		for (uint8_t power = 0; power < suite_map()->power_count; power++)
			if (units[power] > 0)
				check_conduct(seat, &board, power);
		board = suite_random_board(&rng, 1 + round * 5);
	}
}

TEST(test_conduct, "what every player must do")
{
	each_seat(check_on_boards);
}

/* ── retreats and adjustments, for players that choose them ── */

static int retreats_seen, builds_seen, removals_seen;

static void check_retreats(const struct seat *seat, const struct board *board, uint8_t power)
{
	struct order orders[RETREATS_MAX], again[RETREATS_MAX];
	call_player(seat, board, power, 0x00, ask_retreats, orders, sizeof orders);
	call_player(seat, board, power, 0xff, ask_retreats, again, sizeof again);
	CHECK(memcmp(orders, again, sizeof orders) == 0, "%s does not retreat the same twice",
	      seat->player->name);
	for (int i = 0; i < RETREATS_MAX; i++) {
		if (i >= board->retreat_count || board->retreat[i].unit.power != power) {
			CHECK(is_untouched(orders[i]), "%s retreats unit %d, not its own", seat->player->name,
			      i);
			continue;
		}
		retreats_seen += orders[i].kind == ORDER_RETREAT;
		CHECK(retreat_allows(suite_map(), board, i, orders[i]), "%s: unit %d may not retreat so",
		      seat->player->name, i);
	}
}

static void check_adjustments(const struct seat *seat, const struct board *board, uint8_t power)
{
	const struct variant variant = suite_variant(rules_find("standard"));
	struct submission adjustments[ADJUSTMENTS_MAX], again[ADJUSTMENTS_MAX];
	enum result results[ADJUSTMENTS_MAX];
	struct board next;
	int count =
		call_player(seat, board, power, 0x00, ask_adjustments, adjustments, sizeof adjustments);
	CHECK(call_player(seat, board, power, 0xff, ask_adjustments, again, sizeof again) == count &&
	          memcmp(adjustments, again, sizeof again) == 0,
	      "%s does not adjust the same twice", seat->player->name);
	CHECK(count <= abs(build_allowance(suite_map(), board, power)), "%s adjusts too much",
	      seat->player->name);
	build_resolve(variant, board, adjustments, count, results, &next);
	for (int i = 0; i < count; i++)
		CHECK(adjustments[i].power == power && build_allows(variant, board, adjustments[i]) &&
		          results[i] == RESULT_SUCCEEDS,
		      "%s: adjustment %d may not be ordered", seat->player->name, i);
}

/* A random board with as many dislodged units, provinces barred and contested, and centres owned by
 * chance. */
static struct board draw_aftermath(struct rng *rng, int units)
{
	const struct map *map = suite_map();
	const struct board dislodged = suite_random_board(rng, units);
	struct board board = suite_random_board(rng, units);
	for (int i = 0; i < units; i++) {
		const uint8_t barred = (uint8_t)rng_below(rng, (uint32_t)map->province_count);
		CU_ASSERT_FATAL(
			board_add_retreat(map, &board, (struct retreat){dislodged.unit[i], barred}));
		place_set_add(&board.contested, rng_below(rng, (uint32_t)map->province_count));
	}
	for (int p = 0; p < map->province_count; p++)
		if (map->centre[p] && rng_below(rng, 2) == 0)
			board.owner[p] = map->owner[p] != POWER_NONE && rng_below(rng, 2) == 0
			                     ? map->owner[p]
			                     : (uint8_t)rng_below(rng, (uint32_t)map->power_count);
	return board;
}

static void check_after_moves(const struct seat *seat)
{
	struct rng rng = suite_rng(2);
	for (int round = 0; round < 12; round++) {
		struct board board = draw_aftermath(&rng, 1 + 2 * round), winter = board;
		board.phase = round % 2 ? FALL_RETREATS : SPRING_RETREATS;
		board_clear_retreats(&winter);
		winter.phase = WINTER_ADJUSTMENTS;
		for (uint8_t power = 0; power < suite_map()->power_count; power++) {
			const int due = build_allowance(suite_map(), &winter, power);
			if (seat->player->retreat != NULL)
				check_retreats(seat, &board, power);
			if (seat->player->adjust == NULL || due == 0)
				continue;
			builds_seen += due > 0;
			removals_seen += due < 0;
			check_adjustments(seat, &winter, power);
		}
	}
}

TEST(test_conduct_after_moves, "retreats, builds and removals")
{
	each_seat(check_after_moves);
	CHECK(retreats_seen > 100 && builds_seen > 100 && removals_seen > 100,
	      "%d retreats, %d builds and %d removals", retreats_seen, builds_seen, removals_seen);
}

static void check_spec(const struct seat *seat)
{
	char text[PLAYER_SPEC_SIZE], error[ERROR_SIZE];
	struct seat again;
	const char *end;
	seat_print(seat, text);
	CHECK(seat_parse(text, &end, &again, error) && *end == '\0', "%s: %s", text, error);
	CHECK(memcmp(seat, &again, sizeof again) == 0, "%s is read as something else", text);
	CU_ASSERT_PTR_EQUAL(player_find(seat->player->name, strlen(seat->player->name)), seat->player);
}

TEST(test_specs, "specifications")
{
	each_seat(check_spec);
	static const struct {
		const char *text, *printed, *rest, *label;
	} rows[] = {
		{"random", "random", "", "random"},
		{"ares(depth=2,age=3)",
	     "ares(depth=2,age=3,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)", "",
	     "ares(age=3)"},
		{"ares(age=3,depth=1)",
	     "ares(depth=1,age=3,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)", "",
	     "ares(depth=1,age=3)"},
		{"ares(depth=2,age=10)",
	     "ares(depth=2,age=10,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)", "",
	     "ares"},
		/* settings that came later are named where they are not normal */
		{"ares(convoys=0,near=0)",
	     "ares(depth=2,age=10,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)", "",
	     "ares"},
		{"ares(crossover=5,near=25,convoys=1)",
	     "ares(depth=2,age=10,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1,convoys=1,"
	     "near=25,crossover=5)",
	     "", "ares(convoys=1,near=25,crossover=5)"},
		{" a=random,b=random", "a=random", ",b=random", "a"},
		{"x.Y-2_=ares(depth=3)",
	     "x.Y-2_=ares(depth=3,age=10,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)",
	     "", "x.Y-2_"},
		{"random=random", "random", "", "random"},
		{"ares=random", "ares=random", "", "ares"},
		{"a23456789b123456789c123456789d12=random", "a23456789b123456789c123456789d12=random", "",
	     "a23456789b123456789c123456789d12"},
		{"a23456789b123456789c123456789d12=dumbbot(attack=10000,defence=10000,fallattack=10000,"
	     "falldefence=10000,strength=1000000,competition=1000000,alternative=100,gap=10000)",
	     "a23456789b123456789c123456789d12=dumbbot(attack=10000,defence=10000,fallattack=10000,"
	     "falldefence=10000,strength=1000000,competition=1000000,alternative=100,gap=10000)",
	     "", "a23456789b123456789c123456789d12"},
		{"@alice", "@alice", "", "@alice"},
		{"@", "@", "", "person"},
		{"anna=@", "anna=@", "", "anna"},
		{"person=@", "@", "", "person"},
		{"random()", "random", "", NULL},
		{" random , ares", "random", ", ares", NULL},
		{"ares", "ares(depth=2,age=10,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)",
	     "", NULL},
		{"ares(age=3),random",
	     "ares(depth=2,age=3,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)", ",random",
	     NULL},
		{"ares(age=3, depth=1)",
	     "ares(depth=1,age=3,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)", "", NULL},
		{"@alice", "@alice", "", NULL},
		{" @Bob_2 ,random", "@Bob_2", ",random", NULL},
		{" @ , anna=@", "@", ", anna=@", NULL},
		{"@random", "@random", "", NULL},
		{"@a23456789b123456789c123456789d123456789e123456789f123",
	     "@a23456789b123456789c123456789d123456789e123456789f123", "", NULL},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct seat seat;
		char text[PLAYER_SPEC_SIZE], error[ERROR_SIZE];
		const char *end = "";
		CHECK(seat_parse(rows[i].text, &end, &seat, error), "%s: %s", rows[i].text, error);
		CHECK(strcmp(seat_print(&seat, text), rows[i].printed) == 0 &&
		          strcmp(end, rows[i].rest) == 0,
		      "'%s' is '%s', '%s' left", rows[i].text, text, end);
		CHECK(rows[i].label == NULL || strcmp(seat_print_label(&seat, text), rows[i].label) == 0,
		      "'%s' is called '%s'", rows[i].text, text);
	}
}

TEST(test_malformed_specs, "malformed specifications")
{
	static const struct {
		const char *text, *error;
	} rows[] = {
		{"", "is not a player: there are"},
		{"hal", "'hal' is not a player: there are"},
		{"hal", "random"},
		{"ares(speed=3)", "ares has no setting 'speed': it has depth"},
		{"ares(speed=3)", ", child, twins"},
		{"random(depth=3)", "random has no setting 'depth'"},
		{"ares(depth=0)", "depth is a number from 1 to 8, not 0"},
		{"ares(depth=9)", "depth is a number from 1 to 8, not 9"},
		{"ares(age=99999999999999999999)", "age is a number from 1 to"},
		{"ares(depth=)", "must begin with a number"},
		{"ares(depth=two)", "must begin with a number"},
		{"ares(depth)", "must begin with setting=number"},
		{"ares(depth=2", "',' or ')' must follow 'depth=2'"},
		{"ares(depth=2 age=3)", "',' or ')' must follow 'depth=2'"},
		{"ares(depth=2,)", "must begin with setting=number"},
		{"ares(depth=2,depth=3)", "depth is given twice"},
		{"ares)", "must begin with a comma"},
		{"ares(depth=2)x", "must begin with a comma"},
		{"hal", "@NAME for an external player"},
		{"=random", "'': a label has 1 to 32 of A to Z, a to z, 0 to 9, '_', '-' and '.'"},
		{"a23456789b123456789c123456789d123=random", "a label has 1 to 32 of"},
		{"Zo\u00eb=@,random", "'Zo\u00eb': a label has"},
		{"a=", "is not a player: there are"},
		{"a b=random", "'a b': a label has"},
		{"a=b=random", "'b' is not a player"},
		{"a=@alice", "an external player has no label but its role"},
		{"@ alice", "'alice' after @ must begin with a comma"},
		{"@a-b,random", "'-b' after @a must begin with a comma"},
		{"@alice(age=3)", "'(age=3)' after @alice must begin"},
		{"@a23456789b123456789c123456789d123456789e123456789f1234", "a name of at most 53 letters"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct seat seat;
		char error[ERROR_SIZE] = "";
		CHECK(!seat_parse(rows[i].text, NULL, &seat, error), "'%s' is taken", rows[i].text);
		CHECK(strstr(error, rows[i].error) != NULL, "'%s': '%s' does not say '%s'", rows[i].text,
		      error, rows[i].error);
	}
}

SUITE("player")
