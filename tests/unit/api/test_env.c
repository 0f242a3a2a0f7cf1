/* The environment: its games are those that a match plays from the same orders, whatever their
 * number and the threads. GAMES=20 random games are compared; no environment has more than
 * MOST=4096. */
#include "suite.h"

#include "ares.h"
#include "game/turn.h"
#include "match/match.h"

#include <sys/wait.h>
#include <unistd.h>

enum { GUARD = 64, GUARD_BYTE = 0x5a };

static struct ares_error error;

/* An environment with all its arrays, each between bytes that must stay as they are. */
struct arena {
	struct ares_map *map;
	struct ares_env *env;
	char *room[ARES_ARRAYS];
	size_t bytes[ARES_ARRAYS];
};

static struct ares_env_options options_of(int games, int threads)
{
	struct ares_env_options options = {.bytes = sizeof options};

	ares_env_defaults(&options, &error);
	options.seed = suite_seed();
	options.games = games;
	options.threads = threads;
	options.years = 20;
	return options;
}

static void *array_of(struct arena *arena, int array)
{
	return arena->room[array] + GUARD;
}

static void open_arena(struct arena *arena, const char *map, const struct ares_env_options *options)
{
	SUITE_MUST(ares_map_open(map, &arena->map, &error) == ARES_OK, error.text);
	SUITE_MUST(ares_env_open(arena->map, options, &arena->env, &error) == ARES_OK, error.text);
	for (int a = 0; a < ARES_ARRAYS; a++) {
		size_t shape[3], bytes;
		int32_t item;
		const int lengths = ares_env_shape(arena->env, a, shape, &item);
		bytes = item == ARES_UINT8 ? 1 : 4;
		for (int i = 0; i < lengths; i++)
			bytes *= shape[i];
		arena->bytes[a] = bytes;
		arena->room[a] = aligned_alloc(GUARD, (bytes + 3 * GUARD - 1) / GUARD * GUARD);
		memset(arena->room[a], GUARD_BYTE, (bytes + 3 * GUARD - 1) / GUARD * GUARD);
		SUITE_MUST(ares_env_bind(arena->env, a, array_of(arena, a), bytes, &error) == ARES_OK,
		           error.text);
	}
	SUITE_MUST(ares_env_reset(arena->env, NULL, &error) == ARES_OK, error.text);
}

static void close_arena(struct arena *arena)
{
	for (int a = 0; a < ARES_ARRAYS; a++) {
		bool whole = true;
		for (int i = 0; i < GUARD; i++)
			whole &= arena->room[a][i] == GUARD_BYTE && array_of(arena, a) != NULL &&
			         ((char *)array_of(arena, a))[arena->bytes[a] + (size_t)i] == GUARD_BYTE;
		CHECK(whole, "bytes beside array %d were written", a);
		free(arena->room[a]);
	}
	ares_env_close(arena->env);
	ares_map_close(arena->map);
}

static void must(int32_t status)
{
	CHECK(status == ARES_OK, "%d: %s", status, error.text);
}

static void step(struct arena *arena)
{
	must(ares_env_draw(arena->env, &error));
	must(ares_env_step(arena->env, &error));
}

/* ── a game of match beside a game of the environment ── */

struct beside {
	struct match match;
	struct given given;
	struct phase_record record;
	struct phase_cost cost;
	void *room;
};

static void begin_beside(struct beside *beside, struct arena *arena, const struct map *map,
                         const char *rules, const char *const *seats, int years)
{
	struct board start;
	char why[ERROR_SIZE];

	memset(beside, 0, sizeof *beside);
	beside->match.map = map;
	beside->match.rules = rules_find(rules);
	beside->match.judge = judges[0];
	beside->match.seed = ares_env_seed(arena->env, 0);
	beside->match.block = 1;
	beside->match.round_limit = 2 * years;
	beside->match.threads = 1;
	for (int p = 0; seats && p < map->power_count; p++)
		if (seats[p])
			SUITE_MUST(seat_parse(seats[p], NULL, &beside->match.seats[p], why), why);
	const size_t size = match_room_size(&beside->match);
	beside->room = size > 0 ? aligned_alloc(PLAYER_ALIGN, size) : NULL;
	if (size > 0)
		match_furnish(&beside->match, beside->room);
	board_start(map, &start);
	match_start(&beside->match, &start);
	beside->match.given = &beside->given;
}

/* Whether nobody has a choice in the phase of a board. */
static bool is_passed(const struct match *match)
{
	for (int p = 0; p < match->map->power_count; p++)
		if (turn_count_due(match->map, &match->board, (uint8_t)p) > 0)
			return false;
	return match_verdict(match).ending == GAME_RUNNING;
}

static void play_beside(struct beside *beside, const struct arena *arena)
{
	uint8_t powers[ARES_ORDERS_MAX];
	struct ares_order orders[ARES_ORDERS_MAX];
	const int count = ares_env_orders(arena->env, 0, powers, orders);

	beside->given.count = count;
	for (int i = 0; i < count; i++) {
		beside->given.submission[i].power = powers[i];
		memcpy(&beside->given.submission[i].order, &orders[i], sizeof orders[i]);
	}
	match_play(&beside->match, &beside->record, &beside->cost);
	beside->given.count = 0;
	while (is_passed(&beside->match))
		match_play(&beside->match, &beside->record, &beside->cost);
}

static void check_beside(struct beside *beside, struct arena *arena, int game, int played)
{
	struct ares_board given;
	struct board board;
	char text[PHASE_TEXT_SIZE];

	must(ares_env_board(arena->env, 0, &given, &error));
	memcpy(&board, given.bits + 1, sizeof board);
	CHECK(board_equal(&board, &beside->match.board), "game %d, step %d, %s: not the board of match",
	      game, played, phase_print(beside->match.board.phase, text));
}

/* The next game of the environment is that of the next block. */
static void begin_next(struct beside *beside)
{
	struct board start;

	beside->match.block++;
	if (beside->room)
		match_furnish(&beside->match, beside->room);
	memset(&beside->match.tenure, 0, sizeof beside->match.tenure);
	board_start(beside->match.map, &start);
	match_start(&beside->match, &start);
}

/* Takes back one action in eight of every second game: units without orders, and removals by civil
 * disorder. */
static void drop_actions(struct arena *arena, int game, int played)
{
	struct rng rng = rng_open(suite_seed(), (uint32_t)game, (uint32_t)played, 0, RNG_TEST);
	int32_t *actions = array_of(arena, ARES_ACTIONS);

	for (size_t i = 0; game % 2 > 0 && i < arena->bytes[ARES_ACTIONS] / sizeof *actions; i++)
		if (rng_below(&rng, 8) == 0)
			actions[i] = -1;
}

/* Plays a game in both, to its end, and begins the next. */
static void compare_game(struct arena *arena, struct beside *beside, int game)
{
	const uint8_t *ends = array_of(arena, ARES_ENDS);

	for (int played = 0; played < 1000; played++) {
		must(ares_env_draw(arena->env, &error));
		drop_actions(arena, game, played);
		play_beside(beside, arena);
		must(ares_env_step(arena->env, &error));
		if (*ends != ARES_RUNNING)
			break;
		check_beside(beside, arena, game, played);
		CHECK(match_verdict(&beside->match).ending == GAME_RUNNING, "match has ended");
	}

	const struct game_verdict verdict = match_verdict(&beside->match);
	const int expected = verdict.ending == GAME_SOLO ? ARES_SOLO : ARES_LAST_YEAR;
	CHECK(verdict.ending != GAME_RUNNING && *ends == expected, "game %d ends with %d, not %d", game,
	      *ends, expected);
	begin_next(beside);
	CHECK(*(uint32_t *)array_of(arena, ARES_BLOCKS) == beside->match.block,
	      "no next game has begun");
}

/* Compares the games of an environment with one game at a time. first: of the environment's. */
static void compare_games(const char *map, const char *rules, const char *const *seats, int first,
                          int games)
{
	struct ares_env_options options = options_of(1, 1);
	struct arena arena;
	struct beside beside;

	options.first = (uint64_t)first;
	options.rules = ares_rules_find(rules);
	options.seats = seats;
	options.seat_count = seats ? (size_t)suite_find_map(map)->power_count : 0;
	open_arena(&arena, map, &options);
	begin_beside(&beside, &arena, suite_find_map(map), rules, seats, options.years);
	for (int game = 0; game < games; game++)
		compare_game(&arena, &beside, game);
	free(beside.room);
	close_arena(&arena);
}

TEST(test_random_games_are_those_of_match, "random games are those of match")
{
	static const char *const rules[] = {"standard", "datc3", "daide", "thesis"};

	for (int r = 0; r < COUNT(rules); r++)
		compare_games("standard", rules[r], NULL, r,
		              (suite_number("GAMES", 20) + r) / COUNT(rules));
}

TEST(test_other_maps, "on every map")
{
	for (const struct map_source *source = map_sources; source->name; source++)
		compare_games(source->name, "standard", NULL, 7, 1);
}

TEST(test_players_at_seats, "players at seats")
{
	static const char *const seats[][POWERS_MAX] = {
		{"dumbbot", NULL, "randbot", NULL, "holdbot", NULL, "random"},
		{"scorer", "dumbbot", NULL, "scorer", "dumbbot", "scorer", NULL},
		{"trinity(budget=100)", "dumbbot", "dumbbot", "dumbbot", "dumbbot", "dumbbot", "dumbbot"},
	};

	for (int s = 0; s < COUNT(seats); s++)
		for (int r = 0; r < 2; r++)
			compare_games("standard", r == 0 ? "standard" : "thesis", seats[s], s, 2);
}

/* ── any number of games and threads ── */

enum { STEPS = 60 };

/* A print of all rows that a game has had. */
static uint64_t print_row(struct arena *arena, int games, int game, uint64_t print)
{
	for (int a = 0; a < ARES_ARRAYS; a++) {
		const size_t row = arena->bytes[a] / (size_t)games;
		const unsigned char *at = (unsigned char *)array_of(arena, a) + row * (size_t)game;
		/* what follows the lists stays as it was, and what an older game has left */
		if (a == ARES_LEGAL_NUMBERS || a == ARES_FINAL_PLANES || a == ARES_FINAL_NUMBERS)
			continue;
		for (size_t i = 0; i < row; i++)
			print = (print ^ at[i]) * UINT64_C(0x100000001b3);
	}
	return print;
}

static void print_games(int games, int threads, int first, uint64_t prints[], int count)
{
	struct ares_env_options options = options_of(games, threads);
	struct arena arena;

	options.first = (uint64_t)first;
	options.years = 3;
	open_arena(&arena, "standard", &options);
	memset(prints, 0, (size_t)count * sizeof *prints);
	for (int s = 0; s < STEPS; s++) {
		step(&arena);
		for (int g = 0; g < count; g++)
			prints[g] = print_row(&arena, games, g, prints[g]);
	}
	close_arena(&arena);
}

TEST(test_any_number_of_games_and_threads, "any number of games and threads")
{
	uint64_t one, many[64], again[64];
	const int most = (int)suite_number("MOST", 4096);

	print_games(64, 1, 0, many, 64);
	for (int threads = 1; threads <= 2; threads++) {
		print_games(64, threads, 0, again, 64);
		CHECK(memcmp(many, again, sizeof many) == 0, "%d threads play other games", threads);
		print_games(most, threads, 0, again, 64);
		CHECK(memcmp(many, again, sizeof many) == 0, "of %d games the first are others", most);
		for (int g = 0; g < 64; g += 21) {
			print_games(1, threads, g, &one, 1);
			CHECK(one == many[g], "game %d alone is another", g);
		}
	}
}

/* Threads do not survive a fork: the environment's copy must neither wait for them nor join them.
 */
TEST(test_in_a_forked_process, "in a forked process")
{
	struct ares_env_options options = options_of(64, 2);
	uint64_t there = 0, here = 0;
	struct arena arena;
	int ends[2], status;

	open_arena(&arena, "standard", &options);
	step(&arena);
	SUITE_MUST(pipe(ends) == 0, "a pipe");
	const pid_t child = fork();
	SUITE_MUST(child >= 0, "a fork");
	if (child == 0)
		alarm(100);
	step(&arena);
	for (int g = 0; g < 64; g++)
		here = print_row(&arena, 64, g, here);
	close_arena(&arena);
	if (child == 0)
		_exit(write(ends[1], &here, sizeof here) == sizeof here ? 0 : 1);

	close(ends[1]);
	CHECK(waitpid(child, &status, 0) == child && status == 0, "the child ends by %d", status);
	CHECK(read(ends[0], &there, sizeof there) == sizeof there && there == here,
	      "a forked process plays another phase");
	close(ends[0]);
}

/* ── what the arrays say ── */

/* A row of planes or of numbers as it should be, by names. */
struct view {
	const struct ares_map *map;
	const char *(*name)(const struct ares_env *env, int32_t n);
	const struct ares_env *env;
	uint8_t expected[81 * 80];
	int width;
};

/* Sets the element of this name, of a power unless that is below 0. */
static void set(struct view *view, int at, const char *kind, int power, int value)
{
	char name[40];
	int n = 0;

	snprintf(name, sizeof name, power < 0 ? "%s" : "%s %s", kind,
	         power < 0 ? "" : ares_power_code(view->map, power));
	while (n < view->width && strcmp(view->name(view->env, n), name) != 0)
		n++;
	CHECK(n < view->width, "there is no %s", name);
	view->expected[at * view->width + n % view->width] = (uint8_t)value;
}

/* The same for a unit: at its coast and its province. */
static void mark(struct view *view, int place, const char *kind, int power)
{
	set(view, place, kind, power, 1);
	set(view, ares_place_province(view->map, place), kind, power, 1);
}

static void compare_view(const struct view *view, const uint8_t *row, int places)
{
	for (int at = 0; at < places; at++)
		for (int n = 0; n < view->width; n++)
			CHECK(row[at * view->width + n] == view->expected[at * view->width + n], "%s: %s is %d",
			      places > 1 ? ares_place_code(view->map, at) : "numbers", view->name(view->env, n),
			      row[at * view->width + n]);
	CHECK(!view->name(view->env, view->width) && !view->name(view->env, -1), "there is one more");
}

static void mark_ground(struct view *view)
{
	static const char *const kinds[] = {"land", "coast", "water"};

	for (int l = 0; l < ares_map_places(view->map); l++) {
		set(view, l, kinds[ares_place_terrain(view->map, l)], -1, 1);
		if (ares_place_is_centre(view->map, l) && ares_place_owner(view->map, l) < POWERS_MAX &&
		    ares_place_province(view->map, l) == l)
			set(view, l, "home of", ares_place_owner(view->map, l), 1);
	}
}

/* Units, dislodged units, owners, and what may be built or removed. */
static void mark_board(struct view *view, const struct ares_board *board)
{
	const bool winter = ares_board_phase(view->map, board) % 5 == 4;
	struct ares_unit units[ARES_UNITS_MAX];
	uint8_t owners[ARES_PLACES_MAX], coasts[2];
	int32_t builds[POWERS_MAX];

	must(ares_board_count(view->map, board, NULL, NULL, builds, &error));
	ares_board_owners(view->map, board, owners);
	const int count = ares_board_units(view->map, board, units);
	bool full[ARES_PLACES_MAX] = {false};
	for (int u = 0; u < count; u++) {
		full[ares_place_province(view->map, units[u].place)] = true;
		mark(view, units[u].place, units[u].type == ARES_ARMY ? "army" : "fleet", -1);
		mark(view, units[u].place, "unit of", units[u].power);
		if (winter && builds[units[u].power] < 0)
			mark(view, units[u].place, "removable", -1);
	}
	const int gone = ares_board_retreats(view->map, board, units);
	for (int i = 0; i < gone; i++) {
		mark(view, units[i].place,
		     units[i].type == ARES_ARMY ? "dislodged army" : "dislodged fleet", -1);
		mark(view, units[i].place, "dislodged unit of", units[i].power);
	}
	for (int p = 0; p < ares_map_provinces(view->map); p++) {
		if (!ares_place_is_centre(view->map, p))
			continue;
		const bool owned = owners[p] < POWERS_MAX;
		set(view, p, owned ? "centre of" : "neutral centre", owned ? owners[p] : -1, 1);
		if (!winter || !owned || full[p] || ares_place_owner(view->map, p) != owners[p] ||
		    builds[owners[p]] <= 0)
			continue;
		set(view, p, "buildable", -1, 1);
		for (int c = ares_place_coasts(view->map, p, coasts); c > 0; c--)
			set(view, coasts[c - 1], "buildable", -1, 1);
	}
}

/* The orders of the phase before, and their numbers by place. */
static void mark_last(struct view *view, const struct ares_phase *last, int32_t previous[])
{
	static const char *const kinds[] = {"held",     "moved",     "supported", "supported",
	                                    "convoyed", "retreated", "disbanded", "built"};

	for (int i = 0; i < last->count; i++) {
		const struct ares_order order = last->order[i];
		if (order.kind == ARES_WAIVE)
			continue;
		previous[order.from] = ares_order_number(view->map, &order);
		mark(view, order.from, kinds[order.kind], -1);
		if (order.kind == ARES_MOVE || order.kind == ARES_RETREAT)
			mark(view, order.to, "target", -1);
		/* a convoy that matches no order is not marked */
		if (last->result[i] != ARES_SUCCEEDS &&
		    (order.kind != ARES_CONVOY || last->result[i] != ARES_VOID))
			mark(view, order.from, "failed", -1);
	}
}

static void set_numbers(struct view *view, const struct ares_board *board)
{
	static const char *const seasons[] = {"spring moves", "spring retreats", "fall moves",
	                                      "fall retreats", "winter adjustments"};
	const int phase = ares_board_phase(view->map, board);
	int32_t centres[POWERS_MAX], units[POWERS_MAX], builds[POWERS_MAX];

	must(ares_board_count(view->map, board, centres, units, builds, &error));
	set(view, 0, seasons[phase % 5], -1, 1);
	set(view, 0, "years since 1901", -1, phase / 5);
	for (int p = 0; p < POWERS_MAX; p++) {
		const int due = phase % 5 == 4 ? builds[p] : 0;
		set(view, 0, "builds of", p, due > 0 ? due : 0);
		set(view, 0, "removals of", p, due < 0 ? -due : 0);
		set(view, 0, "centres of", p, centres[p]);
		set(view, 0, "units of", p, units[p]);
	}
}

/* The arrays of a game after the phase `last`. */
static void check_view(struct arena *arena, int game, const struct ares_phase *last)
{
	const int places = ares_map_places(arena->map);
	struct view planes = {.map = arena->map, .name = ares_env_plane, .env = arena->env},
				numbers = {.map = arena->map, .name = ares_env_number, .env = arena->env};
	int32_t expected[ARES_PLACES_MAX];
	const int32_t *previous = (int32_t *)array_of(arena, ARES_PREVIOUS) + game * places;

	memset(expected, -1, sizeof expected);
	planes.width = (int)(arena->bytes[ARES_PLANES] / (size_t)places / 2);
	numbers.width = (int)(arena->bytes[ARES_NUMBERS] / 2);
	mark_ground(&planes);
	mark_board(&planes, &last->after);
	mark_last(&planes, last, expected);
	set_numbers(&numbers, &last->after);
	compare_view(&planes, (uint8_t *)array_of(arena, ARES_PLANES) + game * places * planes.width,
	             places);
	compare_view(&numbers, (uint8_t *)array_of(arena, ARES_NUMBERS) + game * numbers.width, 1);
	for (int l = 0; l < places; l++)
		CHECK(previous[l] == expected[l], "%s: previous order %d, not %d",
		      ares_place_code(arena->map, l), previous[l], expected[l]);
	CHECK(((int32_t *)array_of(arena, ARES_PHASES))[game] ==
	          ares_board_phase(arena->map, &last->after),
	      "another phase");
}

/* The slots of each power have the numbers and the places of its list. */
static void check_slots(struct arena *arena, int game, const struct ares_slot slots[],
                        int slot_count, const struct ares_board *board)
{
	const int wide = ares_env_slots(arena->env), row = game * POWERS_MAX * wide;
	const int32_t *first = (int32_t *)array_of(arena, ARES_LEGAL_FIRST) + row;
	const int32_t *counts = (int32_t *)array_of(arena, ARES_LEGAL_COUNT) + row;
	const uint8_t *places = (uint8_t *)array_of(arena, ARES_SLOT_PLACES) + row;
	const int kind = ares_board_phase(arena->map, board) % 5;
	struct ares_unit units[ARES_UNITS_MAX];
	int filled[POWERS_MAX] = {0}, due = 0, asked = 0;

	(void)(kind % 2 == 0 ? ares_board_units(arena->map, board, units)
	                     : ares_board_retreats(arena->map, board, units));
	for (int s = 0; s < slot_count; s++)
		for (int n = 0; n < slots[s].due; n++, due++) {
			const int at = slots[s].power * wide + filled[slots[s].power]++;
			const int place = kind == 4 ? ARES_NO_PLACE : units[slots[s].unit].place;
			CHECK(first[at] == slots[s].first && counts[at] == slots[s].count &&
			          places[at] == place,
			      "slot %d of power %d: %d from %d in %d", n, slots[s].power, counts[at], first[at],
			      places[at]);
		}
	for (int at = 0; at < POWERS_MAX * wide; at++) {
		asked += counts[at] > 0;
		CHECK(counts[at] > 0 || places[at] == ARES_NO_PLACE, "a place without a slot");
	}
	CHECK(asked == due, "%d slots have orders, and %d are due", asked, due);
}

/* The mask has the numbers of the list, and no others. */
static void check_mask(struct arena *arena, int game)
{
	const int most = ares_legal_most(arena->map);
	const size_t bytes = ares_map_mask_bytes(arena->map);
	const uint8_t *mask = (uint8_t *)array_of(arena, ARES_MASK) + bytes * (size_t)game;
	const int32_t *numbers = (int32_t *)array_of(arena, ARES_LEGAL_NUMBERS) + most * game;
	struct ares_slot slots[ARES_UNITS_MAX];
	int32_t count, slot_count, bits = 0, *listed = calloc((size_t)most, sizeof *listed);
	struct ares_board board;

	must(ares_env_board(arena->env, game, &board, &error));
	must(ares_legal_numbers(arena->map, ares_rules_find("standard"), &board, listed, most, &count,
	                        slots, &slot_count, &error));
	CHECK(memcmp(listed, numbers, (size_t)count * sizeof *listed) == 0, "another list is legal");
	for (int i = 0; i < count; i++)
		CHECK(mask[listed[i] / 8] >> listed[i] % 8 & 1, "%d is listed and not in the mask",
		      listed[i]);
	for (size_t b = 0; b < bytes; b++)
		bits += __builtin_popcount(mask[b]);
	CHECK(bits <= count && (bits == count || ares_board_phase(arena->map, &board) % 5 == 4),
	      "%d bits for %d numbers", bits, count);
	check_slots(arena, game, slots, slot_count, &board);
	free(listed);
}

/* The phase that the actions of a game make. */
static void play_actions(const struct arena *arena, int game, struct ares_phase *phase)
{
	struct ares_order orders[ARES_ORDERS_MAX];
	uint8_t powers[ARES_ORDERS_MAX];
	struct ares_board board;

	must(ares_env_board(arena->env, game, &board, &error));
	const int count = ares_env_orders(arena->env, game, powers, orders);
	must(ares_phase_play(arena->map, ares_rules_find("standard"), 0, 0, 1, &board, powers, orders,
	                     count, NULL, phase, &error));
}

TEST(test_arrays, "arrays")
{
	struct ares_env_options options = options_of(2, 1);
	struct arena arena;

	open_arena(&arena, "standard", &options);
	for (int s = 0, viewed = 0; s < 100; s++) {
		struct ares_phase last;
		struct ares_board board;
		must(ares_env_draw(arena.env, &error));
		drop_actions(&arena, s, s);
		play_actions(&arena, s % 2, &last);
		must(ares_env_step(arena.env, &error));
		must(ares_env_board(arena.env, s % 2, &board, &error));
		check_mask(&arena, s % 2);
		/* unless phases without a choice follow, or the next game */
		if (memcmp(&board, &last.after, sizeof board) == 0) {
			check_view(&arena, s % 2, &last);
			viewed++;
		}
		CHECK(s < 99 || viewed > 50, "%d views", viewed);
	}
	close_arena(&arena);
}

TEST(test_rewards_sum_to_one, "rewards")
{
	for (int reward = ARES_REWARD_CENTRES; reward <= ARES_REWARD_SOLO; reward++)
		for (int steps = 0; steps <= 1; steps++) {
			struct ares_env_options options = options_of(1, 1);
			struct arena arena;
			float sum = 0;
			options.reward = reward;
			options.reward_steps = steps;
			options.years = 4;
			open_arena(&arena, "standard", &options);
			const float *rewards = array_of(&arena, ARES_REWARDS);
			const uint8_t *ends = array_of(&arena, ARES_ENDS);
			do {
				step(&arena);
				for (int p = 0; p < POWERS_MAX; p++)
					sum += rewards[p];
			} while (*ends == ARES_RUNNING);
			const bool none = steps || (reward == ARES_REWARD_SOLO && *ends != ARES_SOLO);
			const float expected = none ? 0 : 1;
			CHECK(sum > expected - 1e-3f && sum < expected + 1e-3f, "reward %d sums to %f", reward,
			      sum);
			close_arena(&arena);
		}
}

/* Gives an order to the unit at its place; the other units have none. */
static void give_order(struct arena *arena, const char *text)
{
	int32_t *actions = array_of(arena, ARES_ACTIONS);
	const uint8_t *places = array_of(arena, ARES_SLOT_PLACES);
	struct ares_order order;

	must(ares_order_parse(arena->map, ARES_DATC, text, strlen(text), &order, &error));
	for (size_t at = 0; at < arena->bytes[ARES_SLOT_PLACES]; at++)
		actions[at] = places[at] == order.from ? ares_order_number(arena->map, &order) : -1;
}

/* Ruhr, which is not a centre, gets another owner. */
TEST(test_draw_without_changes, "a draw without changes of centres")
{
	static const char *const moves[] = {"A par - bur", "A bur - ruh", "A ruh - bur", "A bur H"};
	const char *const seats[] = {"holdbot", "holdbot", NULL,     "holdbot",
	                             "holdbot", "holdbot", "holdbot"};
	struct ares_env_options options = options_of(1, 1);
	struct arena arena;
	int steps = 0;

	options.seats = seats;
	options.seat_count = COUNT(seats);
	options.draw_after = 2;
	open_arena(&arena, "standard", &options);
	const uint8_t *ends = array_of(&arena, ARES_ENDS);
	while (*ends == ARES_RUNNING && steps < 100) {
		give_order(&arena, moves[steps < 3 ? steps : 3]);
		must(ares_env_step(arena.env, &error));
		steps++;
	}
	CHECK(*ends == ARES_DRAW && steps == 4, "ends with %d after %d steps", *ends, steps);
	close_arena(&arena);
}

/* ── snapshots ── */

TEST(test_snapshots, "snapshots")
{
	const char *const seats[] = {"scorer", NULL, NULL, "trinity(budget=100)", NULL, NULL, NULL};
	struct ares_env_options options = options_of(2, 1);
	struct arena arena;

	options.seats = seats;
	options.seat_count = COUNT(seats);
	open_arena(&arena, "standard", &options);
	for (int s = 0; s < 12; s++)
		step(&arena);
	const size_t bytes = ares_env_snapshot_bytes(arena.env);
	char *snapshot = malloc(bytes);
	must(ares_env_save(arena.env, 0, snapshot, bytes, &error));
	must(ares_env_restore(arena.env, 1, snapshot, bytes, &error));
	for (int s = 0; s < 20; s++) {
		step(&arena);
		CHECK(print_row(&arena, 2, 0, 0) == print_row(&arena, 2, 1, 0),
		      "the copy plays on otherwise in step %d", s);
	}
	char *other = malloc(bytes);
	must(ares_env_save(arena.env, 0, snapshot, bytes, &error));
	must(ares_env_save(arena.env, 1, other, bytes, &error));
	CHECK(memcmp(snapshot, other, bytes) == 0, "equal games have other bytes");
	free(other);
	snapshot[bytes / 2] ^= 1;
	CHECK(ares_env_restore(arena.env, 1, snapshot, bytes, &error) == ARES_ERROR_ARGUMENT,
	      "a changed snapshot is taken");
	CHECK(ares_env_restore(arena.env, 1, snapshot, bytes - 1, &error) == ARES_ERROR_SIZE,
	      "a short snapshot is taken");
	free(snapshot);
	close_arena(&arena);
}

/* ── what is refused ── */

TEST(test_illegal_action, "an illegal action")
{
	struct ares_env_options options = options_of(3, 1);
	struct ares_board before, after;
	struct arena arena;

	open_arena(&arena, "standard", &options);
	int32_t *actions = array_of(&arena, ARES_ACTIONS);
	const int row = POWERS_MAX * ares_env_slots(arena.env);
	must(ares_env_draw(arena.env, &error));
	must(ares_env_board(arena.env, 0, &before, &error));
	actions[2 * row] = INT32_MAX;
	CHECK(ares_env_step(arena.env, &error) == ARES_ERROR_ORDER &&
	          strstr(error.text, "actions[2][0][0]: 2147483647 (no order of the map)"),
	      "%s", error.text);
	must(ares_env_board(arena.env, 0, &after, &error));
	CHECK(memcmp(&before, &after, sizeof before) == 0, "a game has moved");
	/* Another slot's order is illegal, too. */
	actions[2 * row] = actions[2 * row + 1];
	CHECK(ares_env_step(arena.env, &error) == ARES_ERROR_ORDER && strstr(error.text, " (F tri") &&
	          strstr(error.text, "a legal order of AUS's A bud"),
	      "another unit's order: %s", error.text);
	actions[2 * row] = -1;
	must(ares_env_step(arena.env, &error));
	close_arena(&arena);
}

static void refuse(const struct ares_map *map, struct ares_env_options options, int32_t status,
                   const char *named)
{
	struct ares_env *env;

	CHECK(ares_env_open(map, &options, &env, &error) == status && strstr(error.text, named),
	      "%s: %s", named, error.text);
}

TEST(test_options_out_of_range, "options out of range")
{
	struct ares_map *map;
	struct ares_env_options options = options_of(1, 1);
	const char *wrong[POWERS_MAX] = {"nobody"};

	must(ares_map_open("standard", &map, &error));
#define REFUSE(field, value, status)                                                               \
	do {                                                                                           \
		options = options_of(1, 1);                                                                \
		options.field = value;                                                                     \
		refuse(map, options, status, #field);                                                      \
	} while (0)
	REFUSE(games, 0, ARES_ERROR_ARGUMENT);
	REFUSE(threads, 257, ARES_ERROR_ARGUMENT);
	REFUSE(years, 0, ARES_ERROR_ARGUMENT);
	REFUSE(reward, 4, ARES_ERROR_ARGUMENT);
	REFUSE(rules, 99, ARES_ERROR_ARGUMENT);
	REFUSE(judge, -1, ARES_ERROR_ARGUMENT);
	REFUSE(bytes, 8, ARES_ERROR_SIZE);
	REFUSE(seat_count, 7, ARES_ERROR_ARGUMENT);
	options = options_of(1, 1);
	options.seats = wrong;
	options.seat_count = POWERS_MAX;
	refuse(map, options, ARES_ERROR_NAME, "nobody");
	options.seat_count = 3;
	refuse(map, options, ARES_ERROR_SIZE, "seat_count");
	ares_map_close(map);
}

TEST(test_arrays_of_wrong_size, "arrays of a wrong size")
{
	struct ares_env_options options = options_of(1, 1);
	struct arena arena;
	char *room;

	open_arena(&arena, "standard", &options);
	room = array_of(&arena, ARES_REWARDS);
	CHECK(ares_env_open(arena.map, NULL, NULL, &error) && strstr(error.text, "env is NULL"), "env");
	CHECK(ares_env_bind(arena.env, ARES_REWARDS, room, 27, &error) == ARES_ERROR_SIZE, "27 bytes");
	CHECK(ares_env_bind(arena.env, ARES_REWARDS, room + 1, 28, &error) == ARES_ERROR_ARGUMENT,
	      "not aligned");
	CHECK(ares_env_bind(arena.env, ARES_PHASES, room, 4, &error) == ARES_ERROR_ARGUMENT &&
	          strstr(error.text, "overlaps"),
	      "an overlap");
	CHECK(ares_env_bind(arena.env, ARES_ARRAYS, room, 4, &error) == ARES_ERROR_ARGUMENT,
	      "array 16");
	must(ares_env_bind(arena.env, ARES_REWARDS, NULL, 0, &error));
	step(&arena);
	close_arena(&arena);
}

SUITE("env")
