/* What every player must do in games, on every map, by every rule set. The games begin with the
 * map's own position or with one that chance has drawn: with powers that have no unit, no centre,
 * or neither; in spring, in fall, with retreats or with builds due.
 *
 * GAMES=N is how many games each combination plays, 4 if it is not set. SEED draws them. A new
 * player, map or rule set is tested as soon as it is in its table.
 * promise: The same game again */
#include "diarist.h"
#include "rules/legal.h"
#include "match/match.h"
#include "odd_maps.h"
#include "suite.h"

enum { ROUNDS = 4, PHASES_MAX = 5 * ROUNDS, POSITIONS = 4, MAPS_MAX = 16 };

/* A game: which of them it is says its position, its judge and who plays. */
struct setup {
	const struct player *player;
	const struct map *map;
	const struct rules *rules;
	const char *map_name;
	int game;
};

struct played {
	struct phase_record records[PHASES_MAX];
	int count;
};

static struct played first, second;

static const struct setup *current; /* for messages */
static int moves_seen, dislodged_seen, retreats_seen, builds_seen, removals_seen;

#define HOLDS(condition, ...)                                                                      \
	do {                                                                                           \
		char what_[200];                                                                           \
		snprintf(what_, sizeof what_, __VA_ARGS__);                                                \
		CHECK(condition, "%s, map %s, rules %s, game %d: %s", current->player->name,               \
		      current->map_name, current->rules->name, current->game, what_);                      \
	} while (0)

/* ── positions ── */

/* Any power but those that have none of what is given out; POWER_NONE for a third of all. */
static uint8_t draw_power(const struct map *map, struct rng *rng, power_set without)
{
	const uint8_t power = (uint8_t)rng_below(rng, (uint32_t)map->power_count * 3 / 2);

	return power >= map->power_count || power_set_has(without, power) ? POWER_NONE : power;
}

/* A unit of any power but those of `without`; POWER_NONE: chance has found no place. */
static struct unit draw_unit(const struct map *map, struct rng *rng, power_set without)
{
	struct unit unit = {.power = draw_power(map, rng, without),
	                    .type = (uint8_t)rng_below(rng, UNIT_TYPES),
	                    .loc = (uint8_t)rng_below(rng, (uint32_t)map->loc_count)};

	if (map->loc[unit.loc].exit_count[unit.type] == 0)
		unit.power = POWER_NONE;
	return unit;
}

static void draw_retreats(const struct map *map, struct rng *rng, struct board *board)
{
	for (int tries = 3 * map->province_count; tries > 0 && board->retreat_count < 8; tries--) {
		const int by = (int)rng_below(rng, board->unit_count);
		const struct unit winner = board->unit[by];
		struct unit unit = draw_unit(map, rng, (power_set)(1 << winner.power));
		unit.loc = winner.loc;
		if (unit.power != POWER_NONE && map->loc[unit.loc].exit_count[unit.type] > 0 &&
		    !board_add_retreat(map, board, (struct retreat){unit, LOC_NONE}))
			continue;
	}
	for (int i = 0; i < board->retreat_count; i++)
		if (rng_below(rng, 2) == 0)
			board->retreat[i].barred = (uint8_t)rng_below(rng, (uint32_t)map->province_count);
	for (int n = 0; n < 3; n++) {
		const uint8_t province = (uint8_t)rng_below(rng, (uint32_t)map->province_count);
		if (board_find(map, board, province) < 0)
			place_set_add(&board->contested, province);
	}
}

/* Units and owners by chance. Power 0 has no unit, the last one no centre; of more than two the
 * second has neither. */
static void draw_board(const struct map *map, struct rng *rng, struct board *board)
{
	const power_set neither = map->power_count > 2 ? 1 << 1 : 0;
	const power_set no_unit = neither | 1,
					no_centre = neither | (power_set)(1 << (map->power_count - 1));
	const int most = map->centre_count < UNITS_MAX - 8 ? map->centre_count : UNITS_MAX - 8;

	board_clear(board);
	for (int tries = 4 * map->province_count; tries > 0 && board->unit_count < most; tries--) {
		const struct unit unit = draw_unit(map, rng, no_unit);
		if (unit.power != POWER_NONE && !board_add(map, board, unit))
			continue;
	}
	for (int p = 0; p < map->province_count; p++)
		if (map->loc[p].terrain != WATER)
			board->owner[p] = draw_power(map, rng, no_centre);
}

/* Of the first game the map's own position, then one of each kind of phase that the rules have. */
static void draw_start(const struct setup *setup, struct rng *rng, struct board *board)
{
	static const int16_t kinds[POSITIONS] = {SPRING_MOVES, FALL_MOVES, SPRING_RETREATS,
	                                         WINTER_ADJUSTMENTS};
	const int position = setup->game % POSITIONS;
	const int16_t kind = kinds[position];
	const bool whole = (setup->rules->retreats || kind != SPRING_RETREATS) &&
	                   (setup->rules->adjustments || kind != WINTER_ADJUSTMENTS);

	board_start(setup->map, board);
	for (int tries = 0; tries < 100 && (position > 0 || setup->game >= POSITIONS); tries++) {
		draw_board(setup->map, rng, board);
		board->phase = whole ? kind : FALL_MOVES;
		if (board->phase == SPRING_RETREATS && board->unit_count > 0)
			draw_retreats(setup->map, rng, board);
		if (game_judge(setup->map, board, INT16_MAX).ending == GAME_RUNNING)
			return;
		board_start(setup->map, board);
	}
}

/* ── matches ── */

static const struct judge *find_judge(int n)
{
	int whole = 0;

	for (int round = 0;; round++)
		for (const struct judge *const *judge = judges; *judge != NULL; judge++)
			if (!(*judge)->partial && whole++ == n)
				return *judge;
}

/* Room for the seats of the first match that is open, or of a second. */
static void *make_room(size_t size, int other)
{
	static struct {
		void *bytes;
		size_t size;
	} rooms[2];

	if (rooms[other].size < size) {
		free(rooms[other].bytes);
		rooms[other].bytes = aligned_alloc(PLAYER_ALIGN, size);
		rooms[other].size = size;
		CU_ASSERT_PTR_NOT_NULL_FATAL(rooms[other].bytes);
	}
	memset(rooms[other].bytes, other ? 0xee : 0x00, size);
	return rooms[other].bytes;
}

/* randbot plays every fourth power. The second match that is open has other threads and other dirt
 * in its room. */
static struct match open_match(const struct setup *setup, const struct board *start, int other)
{
	struct match match = {.map = setup->map,
	                      .rules = setup->rules,
	                      .judge = find_judge(setup->game),
	                      .seed = suite_seed(),
	                      .block = (uint32_t)setup->game + 1,
	                      .round_limit = phase_round(start->phase) + ROUNDS,
	                      .threads = other + 1};

	for (int p = 0; p < setup->map->power_count; p++) {
		struct seat *seat = &match.seats[p];
		seat->player = (p + setup->game) % 4 == 1 ? player_find("randbot", 7) : setup->player;
		seat->entrant = (uint8_t)p;
		player_set_normal(seat->player, seat->settings);
	}
	match_start(&match, start);
	match_furnish(&match, make_room(match_room_size(&match), other));
	return match;
}

static size_t find_memory_size(const struct match *match)
{
	return match->memory == NULL
	           ? 0
	           : match_room_size(match) - (size_t)((char *)match->memory - (char *)match->scratch);
}

/* Whether the players of two matches remember the same. */
static bool remember_alike(const struct match *a, const struct match *b)
{
	const size_t size = find_memory_size(a);

	return size == find_memory_size(b) && (size == 0 || memcmp(a->memory, b->memory, size) == 0);
}

/* ── what must hold of a phase ── */

static void check_moves(const struct setup *setup, const struct phase_record *record)
{
	struct legal legal;

	legal_open(setup->map, &record->board, &legal);
	HOLDS(record->orders.count == record->board.unit_count, "%d orders", record->orders.count);
	for (int u = 0; u < record->board.unit_count; u++) {
		const struct order order = record->orders.order[u];
		char text[ORDER_TEXT_SIZE];
		HOLDS(legal_has(&legal, u, order), "not legal: %s", order_print(setup->map, order, text));
		moves_seen += order.kind == ORDER_MOVE;
	}
}

static void check_retreats(const struct setup *setup, const struct phase_record *record)
{
	HOLDS(record->orders.count == record->board.retreat_count, "%d retreats", record->orders.count);
	for (int i = 0; i < record->board.retreat_count; i++) {
		const struct order order = record->orders.order[i];
		HOLDS(retreat_allows(setup->map, &record->board, i, order), "retreat %d is not legal", i);
		dislodged_seen++;
		retreats_seen += order.kind == ORDER_RETREAT;
	}
}

static void check_adjustments(const struct setup *setup, const struct phase_record *record)
{
	const struct variant variant = rules_variant(setup->rules, setup->map);
	int ordered[POWERS_MAX] = {0};

	for (int i = 0; i < record->orders.count; i++) {
		const struct order order = record->orders.order[i];
		const uint8_t power = record->orders.power[i];
		ordered[power]++;
		HOLDS(build_allows(variant, &record->board, (struct submission){power, order}) &&
		          record->results[i] == RESULT_SUCCEEDS,
		      "adjustment %d is not legal", i);
		builds_seen += order.kind == ORDER_BUILD;
		removals_seen += order.kind == ORDER_DISBAND;
	}
	for (int p = 0; p < setup->map->power_count; p++) {
		const int due = build_allowance(setup->map, &record->board, (uint8_t)p);
		HOLDS(due < 0 ? ordered[p] == -due : ordered[p] <= due, "%s: %d adjustments of %d",
		      setup->map->power[p], ordered[p], due);
	}
}

static void check_phase(const struct setup *setup, const struct phase_record *record)
{
	if (phase_is_movement(record->board.phase))
		check_moves(setup, record);
	else if (phase_is_winter(record->board.phase))
		check_adjustments(setup, record);
	else
		check_retreats(setup, record);
}

/* ── what must hold of a game ── */

static void play_on(struct match *match, struct played *played)
{
	struct phase_cost cost;

	while (played->count < PHASES_MAX && match_verdict(match).ending == GAME_RUNNING)
		match_play(match, &played->records[played->count++], &cost);
}

static void check_alike(int from, const char *what)
{
	HOLDS(second.count == first.count, "%s: %d phases, not %d", what, second.count, first.count);
	for (int i = from; i < first.count; i++)
		HOLDS(memcmp(&second.records[i], &first.records[i], sizeof first.records[i]) == 0,
		      "%s: phase %d is another", what, i);
}

/* The first phases of the game, read again. */
static bool resume(struct match *match, int count)
{
	bool done = true;

	for (int i = 0; i < count; i++)
		done = done && match_resume(match, &first.records[i].board, &first.records[i].orders);
	return done;
}

/* Every other judge makes the same of the orders. */
static void check_judges(const struct setup *setup, const struct board *start)
{
	for (const struct judge *const *judge = judges; *judge != NULL; judge++) {
		struct match match = open_match(setup, start, 1);
		bool alike = true;
		match.judge = *judge;
		match.memory = NULL;
		for (int i = 0; i < first.count && !(*judge)->partial; i++)
			alike = alike && match_replay(&match, &first.records[i].orders, &second.records[i]) &&
			        board_equal(&first.records[i].board, &second.records[i].board) &&
			        memcmp(first.records[i].results, second.records[i].results,
			               sizeof first.records[i].results) == 0;
		HOLDS(alike, "the judges differ: %s", (*judge)->name);
	}
}

static void check_game(const struct setup *setup, struct rng *rng)
{
	struct board start;

	current = setup;
	draw_start(setup, rng, &start);
	struct match match = open_match(setup, &start, 0);
	first.count = second.count = 0;
	play_on(&match, &first);
	for (int i = 0; i < first.count; i++)
		check_phase(setup, &first.records[i]);

	/* played again; or stopped after a phase that chance says, and gone on with */
	const int stop = setup->game % 2 == 0 ? 0 : (int)rng_below(rng, (uint32_t)first.count + 1);
	struct match resumed = open_match(setup, &start, 1);
	HOLDS(resume(&resumed, stop), "cannot be resumed at phase %d", stop);
	second.count = stop;
	play_on(&resumed, &second);
	check_alike(stop, "resumed");
	HOLDS(remember_alike(&match, &resumed), "resumed at phase %d it remembers otherwise", stop);

	struct match folded = open_match(setup, &start, 1);
	HOLDS(resume(&folded, first.count) && board_equal(&folded.board, &match.board),
	      "cannot be read again");
	HOLDS(remember_alike(&match, &folded), "folded at once it remembers otherwise");
	check_judges(setup, &start);
}

/* ── all of them ── */

/* The games of a player on a map. */
static void check_map(const struct player *player, const struct map *map, const char *name,
                      uint32_t number)
{
	struct rng rng = suite_rng(number);

	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
		for (int game = 0; game < suite_number("GAMES", POSITIONS); game++) {
			const struct setup setup = {player, map, rules, name, game};
			check_game(&setup, &rng);
		}
}

/* The games of a player. Each has chance of its own. holdbot never retreats: it disbands. */
static void check_player(const struct player *player, uint32_t number)
{
	const bool disbands = strcmp(player->name, "holdbot") == 0;

	number *= MAPS_MAX;
	moves_seen = dislodged_seen = retreats_seen = builds_seen = removals_seen = 0;
	for (const struct map_source *source = map_sources; source->name != NULL; source++)
		check_map(player, suite_find_map(source->name), source->name, number++);
	for (int i = 0; i < ODD_MAPS; i++)
		check_map(player, odd_map(i), odd_maps[i], number++);
	CHECK(moves_seen > 100 && dislodged_seen > 10 && (retreats_seen > 10 || disbands) &&
	          builds_seen > 10 && removals_seen > 10,
	      "%s: only %d moves, %d dislodged, %d retreats, %d builds and %d removals were seen",
	      player->name, moves_seen, dislodged_seen, retreats_seen, builds_seen, removals_seen);
}

TEST(test_players, "players in games, on every map, by every rule set")
{
	for (const struct player *const *player = players; *player != NULL; player++)
		check_player(*player, (uint32_t)(player - players) + 1);
}

/* No player of the table need remember anything. This one does, and its orders show it. */
TEST(test_diarist, "one that remembers everything")
{
	check_player(&diarist, 0);
}

SUITE("conform")
