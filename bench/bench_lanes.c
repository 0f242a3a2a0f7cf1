/* bench_lanes: measures nanoseconds for one order set among many of one board.
 *
 *   bench_lanes BOARDS   on the boards that bench_judge has collected
 *
 * The orders of a menu are those that may be drawn for a unit, or all legal ones. Sets are drawn
 * from it, each order as likely as any other. Atlas resolves the same sets one by one. The fastest
 * of some rounds counts. */
#include "boards.h"
#include "game.h"
#include "judges/lanes/lanes.h"
#include "legal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 15, DRAWS = 24, WIDTHS_MAX = 4, SEED = 1 };

/* What is measured of one kind of boards. In nanoseconds: of a menu, or of an order set. */
struct figures {
	double orders;                 /* of a unit */
	double compile, atlas, singly; /* singly: share of the sets */
	double choose[WIDTHS_MAX], resolve[WIDTHS_MAX];
};

/* The menus of a kind of boards. */
struct bench {
	struct map map;
	struct board_set sets[SETS];
	struct order orders[UNITS_MAX][LEGAL_MAX];
	int counts[UNITS_MAX];
	struct menu menu;
	uint16_t places[UNITS_MAX][LANES_MAX];
};

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

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

static bool compile(struct bench *bench, struct variant variant, const struct board *board)
{
	const struct order *lists[UNITS_MAX];

	for (int u = 0; u < board->unit_count; u++)
		lists[u] = bench->orders[u];
	return menu_open(&bench->menu, variant, board, lists, bench->counts);
}

static void draw_places(struct bench *bench, int units)
{
	struct rng rng = rng_open(SEED, 1, 0, 0, RNG_TEST);

	for (int u = 0; u < units; u++)
		for (int lane = 0; lane < LANES_MAX; lane++)
			bench->places[u][lane] = (uint16_t)rng_below(&rng, (uint32_t)bench->counts[u]);
}

/* The times of one width on the menu, added to the figures. */
static void time_width(struct bench *bench, int w, int units, struct figures *figures)
{
	const struct lanes_width *width = lanes_widths[w];
	const size_t size = (lanes_size(&bench->menu, width) + LANES_ALIGN - 1) / LANES_ALIGN;
	void *room = aligned_alloc(LANES_ALIGN, size * LANES_ALIGN);
	struct lanes *lanes = lanes_open(&bench->menu, width, room);
	double choose = 1e18, resolve = 1e18;

	for (int round = 0; round < ROUNDS; round++) {
		const double began = now_ns();
		for (int u = 0; u < units; u++)
			lanes_choose(lanes, u, bench->places[u]);
		const double chosen = now_ns();
		lanes_resolve(lanes, width->count);
		const double ended = now_ns();
		choose = chosen - began < choose ? chosen - began : choose;
		resolve = ended - chosen < resolve ? ended - chosen : resolve;
	}
	figures->choose[w] += choose / width->count;
	figures->resolve[w] += resolve / width->count;
	if (width == lanes_widest())
		for (int part = 0; part < lanes->parts; part++)
			figures->singly += (double)__builtin_popcountll(lanes->singly[part]) / width->count;
	free(room);
}

static void time_atlas(struct bench *bench, struct variant variant, const struct board *board,
                       struct figures *figures)
{
	enum { LANES = 64 };
	static struct order orders[LANES][UNITS_MAX];
	struct judgement judgement;
	double least = 1e18;

	for (int lane = 0; lane < LANES; lane++)
		for (int u = 0; u < board->unit_count; u++)
			orders[lane][u] = bench->orders[u][bench->places[u][lane]];
	for (int round = 0; round < ROUNDS; round++) {
		const double began = now_ns();
		for (int lane = 0; lane < LANES; lane++)
			judge_resolve(judge_find("atlas"), variant, board, orders[lane], &judgement);
		const double ns = now_ns() - began;
		least = ns < least ? ns : least;
	}
	figures->atlas += least / LANES;
}

static void print_figures(const char *name, bool all, int boards, const struct figures *figures)
{
	printf("%-22s %-6s %7.1f %8.2f %8.1f %8.2f", name, all ? "legal" : "drawn",
	       figures->orders / boards, figures->compile / boards / 1000, figures->atlas / boards,
	       100 * figures->singly / boards);
	for (int w = 0; lanes_widths[w]; w++)
		if (lanes_has(lanes_widths[w]))
			printf("  %6.2f %6.2f", figures->choose[w] / boards, figures->resolve[w] / boards);
	printf("\n");
}

static void time_kind(struct bench *bench, int s, bool all)
{
	struct figures figures = {0};
	int boards = 0;

	for (int n = 0; n < VARIED && bench->sets[s].count > 0; n++) {
		const struct position *position = boards_varied(&bench->sets[s], n);
		const struct variant variant = rules_variant(rules_find(board_kinds[s].rules), &bench->map);
		const int units = position->board.unit_count;
		double least = 1e18, orders = 0;
		bool fits = true;
		write_menu(bench, s, position, all);
		for (int round = 0; round < ROUNDS && fits; round++) {
			const double began = now_ns();
			fits = compile(bench, variant, &position->board);
			const double ns = now_ns() - began;
			least = ns < least ? ns : least;
		}
		if (!fits) {
			fprintf(stderr, "a menu is too large\n");
			continue;
		}
		boards++;
		for (int u = 0; u < units; u++)
			orders += bench->counts[u];
		figures.orders += orders / units;
		figures.compile += least;
		draw_places(bench, units);
		time_atlas(bench, variant, &position->board, &figures);
		for (int w = 0; lanes_widths[w]; w++)
			if (lanes_has(lanes_widths[w]))
				time_width(bench, w, units, &figures);
	}
	print_figures(board_kinds[s].name, all, boards, &figures);
}

int main(int argc, char *argv[])
{
	static const int kinds[] = {SET_PLAY, SET_LEGAL, SET_CONVOYS, SET_KNOTS};
	static struct bench bench;
	const struct map_source *source = map_source_find("standard");
	char error[MAP_ERROR_SIZE];

	if (argc != 2 || !map_build(&bench.map, source->rows, source->count, error) ||
	    !boards_load(argv[1], bench.sets)) {
		fprintf(stderr, "usage: bench_lanes BOARDS, of this build's bench_judge\n");
		return 2;
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		for (int all = 0; all < 2; all++)
			time_kind(&bench, kinds[i], all);
	return 0;
}
