/* bench_judge: measures nanoseconds and instructions for one resolution, for every judge and every
 * way of resolving, on the same boards.
 *
 *   bench_judge collect BOARDS        play and draw the boards, into a file
 *   bench_judge count BOARDS          resolve all once, for callgrind to count (bench.sh)
 *   bench_judge time BOARDS [COUNTS]  print the table; COUNTS: the instructions of all measures,
 *                                     one a line, in the order of count
 *
 * The judges take turns, round after round, each as the first in some rounds. The fastest round is
 * printed: a disturbance only makes a round slower. */
#include "bench_program.h"
#include "game/game.h"
#include "ways.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 25, WAYS_MAX = 8, JUDGES_MAX = 8 };

/* ── measures ── */

/* One judge that resolves one set of boards in one way. */
struct measure {
	long resolutions;
	uint64_t ns;           /* of the fastest round; 0: none yet */
	uint64_t instructions; /* 0: not counted */
};

struct bench {
	struct map map;
	struct board_set sets[SETS];
	struct measure measures[SETS][WAYS_MAX][JUDGES_MAX];
};

/* Keeps the time of a round. Its return tells callgrind that a measure is complete. */
__attribute__((noinline)) static void end_measure(struct measure *measure, long resolutions,
                                                  uint64_t ns)
{
	measure->resolutions = resolutions;
	if (measure->ns == 0 || ns < measure->ns)
		measure->ns = ns;
}

static void resolve_once(struct bench *bench, int s, int w, int j)
{
	static struct batch batch;
	uint64_t ns = 0;
	long resolutions = 0;

	batch.variant = rules_variant(rules_find(board_kinds[s].rules), &bench->map);
	batch.judge = judges[j];
	for (int n = 0; ways[w].prepare(&bench->sets[s], n, &batch); n++) {
		const uint64_t start = bench_clock_ns();
		ways[w].resolve(&batch);
		ns += bench_clock_ns() - start;
		resolutions += batch.count;
	}
	end_measure(&bench->measures[s][w][j], resolutions, ns);
}

static int count_judges(void)
{
	int count = 0;

	while (judges[count])
		count++;
	return count;
}

/* Does all measures once. In each round another judge is the first: the first finds the boards in
 * slow memory, the others in the processor's caches. Round 0 has the order of the table. */
static void resolve_all(struct bench *bench, int round)
{
	const int count = count_judges();

	for (int s = 0; s < SETS; s++)
		for (int w = 0; ways[w].name && bench->sets[s].count > 0; w++)
			for (int j = 0; j < count; j++)
				resolve_once(bench, s, w, (j + round) % count);
}

/* Reads callgrind's count for each measure, in that order. */
static bool read_counts(FILE *file, struct bench *bench)
{
	for (int s = 0; s < SETS; s++)
		for (int w = 0; ways[w].name && bench->sets[s].count > 0; w++)
			for (int j = 0; judges[j]; j++)
				if (fscanf(file, "%" SCNu64, &bench->measures[s][w][j].instructions) != 1)
					return false;
	return true;
}

static bool load_counts(const char *path, struct bench *bench)
{
	FILE *file = fopen(path, "r");

	if (!file)
		return false;
	bool done = read_counts(file, bench) && fscanf(file, "%*s") == EOF;
	fclose(file);
	return done;
}

/* ── the table ── */

static void print_head(void)
{
	printf("%-24s %6s  %-8s %8s", "", "", "", "");
	for (int j = 0; judges[j]; j++)
		printf(" %15s", judges[j]->name);
	printf("\n%-24s %6s  %-8s %8s", "boards", "orders", "way", "resolved");
	for (int j = 0; judges[j]; j++)
		printf(" %8s %6s", "ns", "instr");
	printf("\n");
}

static void print_measure(const struct measure *measure)
{
	printf(" %8.0f", (double)measure->ns / measure->resolutions);
	if (measure->instructions)
		printf(" %6.0f", (double)measure->instructions / measure->resolutions);
	else
		printf(" %6s", "-");
}

static double mean_orders(const struct board_set *set)
{
	double orders = 0;

	for (int i = 0; i < set->count; i++)
		orders += set->positions[i].board.unit_count;
	return orders / set->count;
}

static void print_set(const struct bench *bench, int s)
{
	for (int w = 0; ways[w].name; w++) {
		printf("%-24s %6.1f  %-8s %8ld", w == 0 ? board_kinds[s].name : "",
		       mean_orders(&bench->sets[s]), ways[w].name, bench->measures[s][w][0].resolutions);
		for (int j = 0; judges[j]; j++)
			print_measure(&bench->measures[s][w][j]);
		printf("\n");
	}
}

/* ── commands ── */

static int fail(const char *path)
{
	fprintf(stderr, "bench_judge: %s: cannot be used, or is not of this bench_judge\n", path);
	return 2;
}

static int collect(struct bench *bench, char *paths[])
{
	boards_collect(&bench->map, bench->sets);
	return boards_save(paths[0], bench->sets) ? 0 : fail(paths[0]);
}

static int count(struct bench *bench, char *paths[])
{
	if (!boards_load(paths[0], bench->sets))
		return fail(paths[0]);
	resolve_all(bench, 0);
	return 0;
}

static int time_rounds(struct bench *bench, char *paths[])
{
	if (!boards_load(paths[0], bench->sets))
		return fail(paths[0]);
	if (paths[1] && !load_counts(paths[1], bench))
		return fail(paths[1]);
	for (int round = 0; round < ROUNDS; round++)
		resolve_all(bench, round);
	print_head();
	for (int s = 0; s < SETS; s++)
		if (bench->sets[s].count > 0)
			print_set(bench, s);
	return 0;
}

static const struct task {
	const char *name;
	int paths; /* at most */
	int (*run)(struct bench *bench, char *paths[]);
} tasks[] = {{"collect", 1, collect}, {"count", 1, count}, {"time", 2, time_rounds}};

int main(int argc, char *argv[])
{
	static struct bench bench;

	bench_open_map("standard", &bench.map);
	for (size_t t = 0; t < sizeof tasks / sizeof *tasks; t++)
		if (argc >= 3 && argc <= 2 + tasks[t].paths && strcmp(argv[1], tasks[t].name) == 0)
			return tasks[t].run(&bench, argv + 2);
	fprintf(stderr, "usage: bench_judge collect|count BOARDS, or time BOARDS [COUNTS]\n");
	return 2;
}
