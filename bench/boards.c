/* boards: see boards.h. The farm's players play them, or they are drawn as for test_agree. */
#include "boards.h"
#include "bench_program.h"
#include "rules/legal.h"
#include "match/match.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 1, GAMES_ARES = 256, GAMES_RANDBOT = 64 };

static struct rng open_rng(uint32_t number)
{
	return rng_open(SEED, number, 0, 0, RNG_TEST);
}

/* ── other orders ── */

/* Draws as Ares does: a hold, a move or one support. */
static struct order redraw_simple(const struct map *map, struct rng *rng,
                                  const struct position *position, int u)
{
	const struct unit unit = position->board.unit[u];
	const struct map_loc *loc = &map->loc[unit.loc];
	const uint32_t exits = loc->exit_count[unit.type], choice = rng_below(rng, exits + 2);

	if (choice < exits)
		return order_move(unit.type, unit.loc, loc->exits[unit.type][choice]);
	return choice == exits ? order_hold(unit.type, unit.loc)
	                       : positions_draw_help(map, rng, position, u, false);
}

static struct order redraw_legal(const struct map *map, struct rng *rng,
                                 const struct position *position, int u)
{
	static struct order orders[LEGAL_MAX];
	struct legal legal;

	legal_open(map, &position->board, &legal);
	return orders[rng_below(rng, legal_orders(&legal, u, orders))];
}

const struct board_kind board_kinds[SETS] = {
	[SET_PLAY] = {"ares against random", "thesis", redraw_simple},
	[SET_PLAY + STAGE_CONDITIONING] = {"  decision conditioning", "thesis", redraw_simple},
	[SET_PLAY + STAGE_SUBSTITUTION] = {"  predicate substitution", "thesis", redraw_simple},
	[SET_PLAY + STAGE_SUPPOSITION] = {"  predicate supposition", "thesis", redraw_simple},
	[SET_PLAY + STAGE_PARADOX] = {"  paradox elimination", "thesis", redraw_simple},
	[SET_LEGAL] = {"all legal orders", "standard", redraw_legal},
	[SET_CONVOYS] = {"convoys and supports", "standard", redraw_legal},
	[SET_KNOTS] = {"knots of convoys", "standard", redraw_legal},
};

/* ── samples ── */

/* Adds a board, so that every board seen is equally likely to be in the set (reservoir sampling).
 */
static void add(struct board_set *set, const struct board *board, const struct order orders[])
{
	struct rng rng = open_rng(set->seen);
	const uint32_t place = set->seen < BOARDS_MAX ? set->seen : rng_below(&rng, set->seen + 1);

	set->seen++;
	if (place >= BOARDS_MAX)
		return;
	if (set->count < BOARDS_MAX)
		set->count++;
	set->positions[place].board = *board;
	for (int u = 0; u < board->unit_count; u++)
		set->positions[place].orders[u] = orders[u];
}

/* ── play ── */

static void play_game(struct match *match, struct board_set *set, bool by_stage)
{
	struct phase_record record;
	struct phase_cost cost;

	while (match_verdict(match).ending == GAME_RUNNING) {
		match_play(match, &record, &cost);
		if (!phase_is_movement(record.board.phase))
			continue;
		add(set, &record.board, record.orders.order);
		if (by_stage && record.stage != STAGE_NONE)
			add(&set[record.stage], &record.board, record.orders.order);
	}
}

/* Plays the first games of a tournament between two players. by_stage: the next sets are those of
 * Atlas's stages. */
static void play_games(const struct map *map, const char *rules, const char *const specs[2],
                       uint32_t games, struct board_set *set, bool by_stage)
{
	struct match match = {.map = map,
	                      .rules = rules_find(rules),
	                      .judge = judge_find("atlas"),
	                      .seed = SEED,
	                      .threads = 1};

	match.round_limit = match.rules->round_limit;
	for (match.block = 1; match.block <= games; match.block++) {
		for (int p = 0; p < map->power_count; p++)
			bench_seat(specs[(match.block - 1) >> p & 1], &match.seats[p]);
		void *room = bench_start(&match);
		play_game(&match, set, by_stage);
		free(room);
	}
}

/* ── chance ── */

static void draw_boards(const struct map *map,
                        void (*draw)(const struct map *, struct rng *, struct position *),
                        struct board_set *set)
{
	for (uint32_t number = 0; number < BOARDS_MAX; number++) {
		struct rng rng = open_rng(number);
		struct position position;
		draw(map, &rng, &position);
		if (position.board.unit_count > 0)
			add(set, &position.board, position.orders);
	}
}

/* ── all sets ── */

/* Draws until the order differs. */
static struct change draw_change(const struct map *map, const struct board_kind *kind,
                                 struct rng *rng, const struct position *position)
{
	struct change change;

	do {
		change.unit = (uint8_t)rng_below(rng, position->board.unit_count);
		change.order = kind->redraw(map, rng, position, change.unit);
	} while (order_equal(change.order, position->orders[change.unit]));
	return change;
}

static void draw_changes(const struct map *map, const struct board_kind *kind,
                         struct board_set *set)
{
	for (int n = 0; n < VARIED && set->count > 0; n++) {
		struct rng rng = open_rng(n);
		for (int c = 0; c < CHANGES; c++)
			set->changes[n][c] = draw_change(map, kind, &rng, boards_varied(set, n));
	}
}

void boards_collect(const struct map *map, struct board_set sets[SETS])
{
	play_games(map, board_kinds[SET_PLAY].rules, (const char *const[]){"ares", "random"},
	           GAMES_ARES, &sets[SET_PLAY], true);
	play_games(map, board_kinds[SET_LEGAL].rules, (const char *const[]){"randbot", "randbot"},
	           GAMES_RANDBOT, &sets[SET_LEGAL], false);
	draw_boards(map, positions_draw, &sets[SET_CONVOYS]);
	draw_boards(map, positions_draw_knot, &sets[SET_KNOTS]);
	for (int s = 0; s < SETS; s++)
		draw_changes(map, &board_kinds[s], &sets[s]);
}

/* ── the file ── */

bool boards_save(const char *path, const struct board_set sets[SETS])
{
	FILE *file = fopen(path, "wb");

	if (!file)
		return false;
	bool done = fwrite(sets, sizeof *sets, SETS, file) == SETS;
	return fclose(file) == 0 && done;
}

bool boards_load(const char *path, struct board_set sets[SETS])
{
	FILE *file = fopen(path, "rb");

	if (!file)
		return false;
	bool done = fread(sets, sizeof *sets, SETS, file) == SETS && fgetc(file) == EOF;
	return fclose(file) == 0 && done;
}
