/* bench_decision: how long Ares takes for a decision, and how much more threads help.
 *
 *   bench_decision [THREADS]
 *
 * The first table is the thesis's Table 3, the German opening. It also has what the time is spent
 * on: forecasts, and the nodes that selection visits, both with intentions kept and with all of
 * them searched again (keep=0). The second table has decisions a second with one thread and with
 * THREADS (default 2), in turn: of one seat with islands, and of seven seats. */
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SEED = 2005, REPETITIONS = 20, TURNS = 6, DECISIONS = 12, ALIGN = 64 };

static struct map map;

static double now_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

__attribute__((noreturn)) static void fail(const char *why)
{
	fprintf(stderr, "bench_decision: %s\n", why);
	exit(2);
}

/* Sets up a game at its beginning. This player has `seats` powers, from Germany on; random has the
 * others. */
static struct match open_match(const char *spec, int seats, int threads)
{
	struct match match = {.map = &map,
	                      .rules = rules_find("thesis"),
	                      .judge = judges[0],
	                      .seed = SEED,
	                      .round_limit = 1,
	                      .threads = threads};
	char error[PLAYER_ERROR_SIZE];

	for (int p = 0; p < map.power_count; p++) {
		const int power = (map_find_power(&map, "GER", 3) + p) % map.power_count;
		if (!seat_parse(p < seats ? spec : "random", NULL, &match.seats[power], error))
			fail(error);
	}
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(&match));
	if (!room)
		fail("out of memory");
	match_furnish(&match, room);
	return match;
}

struct effort {
	double seconds, forecasts, nodes;
	int capped;
};

/* Plays the first phase of games, from number `first` on. */
static void play_openings(struct match *match, int first, int count, struct effort *effort)
{
	struct phase_record record;
	struct phase_cost cost;
	const double start = now_seconds();

	for (int n = 0; n < count; n++) {
		match->block = first + n;
		board_start(&map, &match->board);
		match_play(match, &record, &cost);
		for (int p = 0; p < map.power_count; p++) {
			for (int stage = 0; stage < STAGES; stage++)
				effort->forecasts += cost.effort[p].forecasts[stage];
			effort->nodes += (double)cost.effort[p].nodes;
			effort->capped += cost.effort[p].capped;
		}
	}
	effort->seconds += now_seconds() - start;
}

/* ── by depth and age ── */

static void print_cell(int depth, int age, int keep)
{
	char spec[PLAYER_SPEC_SIZE];
	struct effort effort = {0};

	snprintf(spec, sizeof spec, "ares(depth=%d,age=%d,cycles=20000,keep=%d)", depth, age, keep);
	struct match match = open_match(spec, 1, 1);
	play_openings(&match, 1, REPETITIONS, &effort);
	printf("  %10.0f %12.0f %10.3f", effort.forecasts / REPETITIONS, effort.nodes / REPETITIONS,
	       1e3 * effort.seconds / REPETITIONS);
	free(match.scratch);
}

/* Only settings that take less than seconds for a decision. */
static void print_cells(void)
{
	printf("%-20s  %34s  %34s\n%-20s  %10s %12s %10s  %10s %12s %10s\n", "German opening",
	       "intentions kept", "sought anew", "depth, age", "forecasts", "nodes", "ms", "forecasts",
	       "nodes", "ms");
	for (int depth = 1; depth <= 4; depth++)
		for (int age = 10; age <= 40 && depth * age <= 90; age += 10) {
			printf("%d, %-17d", depth, age);
			print_cell(depth, age, 1);
			print_cell(depth, age, 0);
			printf("\n");
		}
}

/* ── by threads ── */

static const struct {
	const char *about, *spec;
	int seats;
} loads[] = {
	{"a seat, 1 island", "ares(depth=3,age=40,cycles=20000)", 1},
	{"a seat, 4 islands", "ares(depth=3,age=40,cycles=20000,islands=4)", 1},
	{"a seat, 8 islands", "ares(depth=3,age=30,cycles=20000,islands=8)", 1},
	{"a seat, 16 islands", "ares(depth=3,age=30,cycles=20000,islands=16)", 1},
	{"7 seats, 1 island", "ares(depth=3,age=40,cycles=20000)", 7},
	{"7 seats, 4 islands", "ares(depth=3,age=30,cycles=20000,islands=4)", 7},
};

static void print_load(int l, int threads)
{
	struct match one = open_match(loads[l].spec, loads[l].seats, 1);
	struct match many = open_match(loads[l].spec, loads[l].seats, threads);
	struct effort alone = {0}, together = {0};

	for (int turn = 0; turn < TURNS; turn++) {
		play_openings(&one, 1 + turn * DECISIONS, DECISIONS, &alone);
		play_openings(&many, 1 + turn * DECISIONS, DECISIONS, &together);
	}
	const int decisions = TURNS * DECISIONS * loads[l].seats;
	if (alone.forecasts != together.forecasts)
		fail("another answer by more threads");
	printf("%-20s %10.2f %12.1f %12.1f %8.2f   %s\n", loads[l].about,
	       1e3 * alone.seconds / decisions, decisions / alone.seconds, decisions / together.seconds,
	       alone.seconds / together.seconds, loads[l].spec);
	free(one.scratch);
	free(many.scratch);
}

int main(int argc, char *argv[])
{
	const struct map_source *source = map_source_find("standard");
	const int threads = argc > 1 ? atoi(argv[1]) : 2;
	char error[MAP_ERROR_SIZE];

	if (threads < 1 || threads > 64)
		fail("usage: bench_decision [THREADS], 1 to 64");
	if (!map_build(&map, source->rows, source->count, error))
		fail(error);
	print_cells();
	printf("\n%-20s %10s %12s %10s %d %8s\n", "decisions a second", "ms", "1 thread", "by", threads,
	       "ratio");
	for (size_t l = 0; l < sizeof loads / sizeof *loads; l++)
		print_load((int)l, threads);
	return 0;
}
