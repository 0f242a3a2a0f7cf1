/* bench_lanes: measures nanoseconds for one order set among many of one board.
 *
 *   bench_lanes BOARDS   on the boards that bench_judge has collected
 *
 * The orders of a menu are those that may be drawn for a unit, or all legal ones. Sets are drawn
 * from it, each order as likely as any other: as many as a width has lanes. Atlas resolves sets of
 * the same menu one by one. The fastest of some rounds counts. */
#include "bench_program.h"
#include "boards.h"
#include "game/game.h"
#include "judges/lanes/lanes.h"
#include "rules/legal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 25, DRAWS = 24, ATLAS_SETS = 64, WIDTHS_MAX = 4, SEED = 1 };

/* What a width takes for an order set, in nanoseconds: to choose all orders, and to resolve them.
 */
struct pace {
	double choose, resolve;
};

/* What is measured of one kind of boards, added up over the boards. */
struct figures {
	int boards;
	double orders;  /* of a unit */
	double compile; /* ns a menu */
	double atlas;   /* ns an order set */
	double singly;  /* share of the sets that lanes leave to Atlas */
	struct pace paces[WIDTHS_MAX];
};

/* The boards, and the menu that is measured now. */
struct bench {
	struct map map;
	struct board_set sets[SETS];
	struct order orders[UNITS_MAX][LEGAL_MAX];
	int counts[UNITS_MAX];
	struct menu menu;
	uint16_t places[UNITS_MAX][LANES_MAX];
};

static void add_order(struct bench *bench, int u, struct order order)
{
	for (int i = 0; i < bench->counts[u]; i++)
		if (order_equal(bench->orders[u][i], order))
			return;
	bench->orders[u][bench->counts[u]++] = order;
}

/* Writes the orders of a menu: all legal ones, or the position's own and some that are drawn. */
static void write_menu(struct bench *bench, int s, const struct position *position, bool all)
{
	struct rng rng = rng_open(SEED, 0, 0, 0, RNG_TEST);
	struct legal legal;

	legal_open(&bench->map, &position->board, &legal);
	for (int u = 0; u < position->board.unit_count; u++) {
		bench->counts[u] = all ? legal_orders(&legal, u, bench->orders[u]) : 0;
		if (!all)
			add_order(bench, u, position->orders[u]);
		for (int n = 0; n < DRAWS && !all; n++)
			add_order(bench, u, board_kinds[s].redraw(&bench->map, &rng, position, u));
	}
}

static void draw_places(struct bench *bench, int units)
{
	struct rng rng = rng_open(SEED, 1, 0, 0, RNG_TEST);

	for (int u = 0; u < units; u++)
		for (int lane = 0; lane < LANES_MAX; lane++)
			bench->places[u][lane] = (uint16_t)rng_below(&rng, (uint32_t)bench->counts[u]);
}

/* ── measures ── */

static void keep_least(double *least, double ns)
{
	*least = ns < *least ? ns : *least;
}

/* Compiles the menu. False: there is no room for it. */
static bool time_menu(struct bench *bench, struct variant variant, const struct board *board,
                      struct figures *figures)
{
	const struct order *lists[UNITS_MAX];
	double least = 1e18;

	for (int u = 0; u < board->unit_count; u++)
		lists[u] = bench->orders[u];
	for (int round = 0; round < ROUNDS; round++) {
		const uint64_t began = bench_clock_ns();
		if (!menu_open(&bench->menu, variant, board, lists, bench->counts))
			return false;
		keep_least(&least, (double)(bench_clock_ns() - began));
	}
	figures->compile += least;
	return true;
}

static struct pace time_lanes(struct bench *bench, struct lanes *lanes)
{
	struct pace least = {1e18, 1e18};

	for (int round = 0; round < ROUNDS; round++) {
		const uint64_t began = bench_clock_ns();
		for (int u = 0; u < lanes->menu->board->unit_count; u++)
			lanes_choose(lanes, u, bench->places[u]);
		const uint64_t chosen = bench_clock_ns();
		lanes_resolve(lanes, lanes->width->count);
		keep_least(&least.resolve, (double)(bench_clock_ns() - chosen));
		keep_least(&least.choose, (double)(chosen - began));
	}
	return least;
}

/* How many lanes a mask has. */
static int count_lanes(const struct lanes *lanes, const uint64_t *mask)
{
	int count = 0;

	for (int part = 0; part < lanes->parts; part++)
		count += __builtin_popcountll(mask[part]);
	return count;
}

static void time_width(struct bench *bench, int w, struct figures *figures)
{
	const struct lanes_width *width = lanes_widths[w];
	const size_t size = (lanes_size(&bench->menu, width) + LANES_ALIGN - 1) / LANES_ALIGN;
	void *room = aligned_alloc(LANES_ALIGN, size * LANES_ALIGN);

	if (!room)
		abort();
	struct lanes *lanes = lanes_open(&bench->menu, width, room);
	const struct pace pace = time_lanes(bench, lanes);
	figures->paces[w].choose += pace.choose / width->count;
	figures->paces[w].resolve += pace.resolve / width->count;
	if (width == lanes_widest())
		figures->singly += (double)count_lanes(lanes, lanes->singly) / width->count;
	free(room);
}

static void time_atlas(struct bench *bench, struct variant variant, const struct board *board,
                       struct figures *figures)
{
	static struct order orders[ATLAS_SETS][UNITS_MAX];
	struct judgement judgement;
	double least = 1e18;

	for (int set = 0; set < ATLAS_SETS; set++)
		for (int u = 0; u < board->unit_count; u++)
			orders[set][u] = bench->orders[u][bench->places[u][set]];
	for (int round = 0; round < ROUNDS; round++) {
		const uint64_t began = bench_clock_ns();
		for (int set = 0; set < ATLAS_SETS; set++)
			judge_resolve(judge_find("atlas"), variant, board, orders[set], &judgement);
		keep_least(&least, (double)(bench_clock_ns() - began));
	}
	figures->atlas += least / ATLAS_SETS;
}

static void time_board(struct bench *bench, int s, const struct position *position, bool all,
                       struct figures *figures)
{
	const struct variant variant = rules_variant(rules_find(board_kinds[s].rules), &bench->map);
	const int units = position->board.unit_count;
	double orders = 0;

	write_menu(bench, s, position, all);
	if (!time_menu(bench, variant, &position->board, figures))
		return;
	for (int u = 0; u < units; u++)
		orders += bench->counts[u];
	figures->boards++;
	figures->orders += orders / units;
	draw_places(bench, units);
	time_atlas(bench, variant, &position->board, figures);
	for (int w = 0; lanes_widths[w]; w++)
		if (lanes_has(lanes_widths[w]))
			time_width(bench, w, figures);
}

/* ── the table ── */

static void print_head(void)
{
	printf("%-22s %-6s %6s %7s %6s %7s", "", "", "orders", "menu", "atlas", "singly");
	for (int w = 0; lanes_widths[w]; w++)
		if (lanes_has(lanes_widths[w]))
			printf("  %4s lanes, ns", lanes_widths[w]->name);
	printf("\n%-22s %-6s %6s %7s %6s %7s", "boards", "menu", "a unit", "us", "ns", "%");
	for (int w = 0; lanes_widths[w]; w++)
		if (lanes_has(lanes_widths[w]))
			printf("  %6s %7s", "choose", "resolve");
	printf("\n");
}

static void print_figures(const char *name, bool all, const struct figures *figures)
{
	const int boards = figures->boards;

	printf("%-22s %-6s %6.1f %7.1f %6.0f %7.3f", name, all ? "legal" : "drawn",
	       figures->orders / boards, figures->compile / boards / 1000, figures->atlas / boards,
	       100 * figures->singly / boards);
	for (int w = 0; lanes_widths[w]; w++)
		if (lanes_has(lanes_widths[w]))
			printf("  %6.1f %7.1f", figures->paces[w].choose / boards,
			       figures->paces[w].resolve / boards);
	printf("\n");
}

static void time_kind(struct bench *bench, int s, bool all)
{
	struct figures figures = {0};

	for (int n = 0; n < VARIED && bench->sets[s].count > 0; n++)
		time_board(bench, s, boards_varied(&bench->sets[s], n), all, &figures);
	if (figures.boards > 0)
		print_figures(board_kinds[s].name, all, &figures);
}

int main(int argc, char *argv[])
{
	static const int kinds[] = {SET_PLAY, SET_LEGAL, SET_CONVOYS, SET_KNOTS};
	static struct bench bench;

	bench_open_map("standard", &bench.map);
	if (argc != 2 || !boards_load(argv[1], bench.sets))
		bench_fail("usage: bench_lanes BOARDS, of this build's bench_judge");
	print_head();
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		for (int all = 0; all < 2; all++)
			time_kind(&bench, kinds[i], all);
	return 0;
}
