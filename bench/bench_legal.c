/* bench_legal: measures nanoseconds and instructions for the legal orders of a movement phase.
 *
 *   bench_legal count      list all once, for callgrind to count (bench.sh)
 *   bench_legal [COUNTS]   print the table; COUNTS: the instructions of all measures, one per line,
 *                          in the order of count
 *
 * The boards are of games between players of one kind, with 25 to 34 units. The fastest of some
 * rounds counts: a disturbance only makes a round slower. */
#include "bench_program.h"
#include "game/choices.h"
#include "match/match.h"
#include "rules/legal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 1, BOARDS = 500, UNITS_LEAST = 25, UNITS_MOST = 34, ROUNDS = 50 };

static const struct board_kind {
	const char *name, *spec;
} kinds[] = {{"games of random", "random"}, {"games of dumbbot", "dumbbot"}};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct bench {
	struct map map;
	const struct vocabulary *vocabulary;
	const struct law *law;
	struct board boards[KINDS][BOARDS];
	double orders[KINDS]; /* of a board */
	struct order *list;
	struct choices choices;
	int32_t *numbers;
	uint64_t *mask;
};

/* ── boards ── */

static int play_game(struct bench *bench, int k, uint32_t block, int count)
{
	struct match match = {.map = &bench->map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = SEED,
	                      .block = block,
	                      .round_limit = 40,
	                      .threads = 1};
	struct phase_record record;
	struct phase_cost cost;

	for (int p = 0; p < bench->map.power_count; p++)
		bench_seat(kinds[k].spec, &match.seats[p]);
	void *room = bench_start(&match);
	while (match_verdict(&match).ending == GAME_RUNNING && count < BOARDS) {
		const int units = match.board.unit_count;
		if (phase_is_movement(match.board.phase) && units >= UNITS_LEAST && units <= UNITS_MOST)
			bench->boards[k][count++] = match.board;
		match_play(&match, &record, &cost);
	}
	free(room);
	return count;
}

static void play_games(struct bench *bench, int k)
{
	uint32_t block = 1;

	for (int count = 0; count < BOARDS; block++)
		count = play_game(bench, k, block, count);
}

/* ── ways ── */

/* Each way does one thing for all boards of a kind. Its name begins with way_, for callgrind. */

__attribute__((noinline)) static void way_orders(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++) {
		struct legal legal;
		int count = 0;
		legal_open(&bench->map, &boards[b], &legal);
		for (int u = 0; u < boards[b].unit_count; u++)
			count += legal_orders(&legal, u, bench->list + count);
	}
}

/* As ares_legal_orders has them: by their numbers. */
__attribute__((noinline)) static void way_listed(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++) {
		const int count = choices_list(bench->vocabulary, bench->law, &boards[b], &bench->choices,
		                               bench->numbers, NULL, NULL);
		for (int i = 0; i < count; i++)
			bench->list[i] = vocabulary_order(bench->vocabulary, bench->numbers[i]);
	}
}

__attribute__((noinline)) static void way_numbers(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++)
		choices_list(bench->vocabulary, bench->law, &boards[b], &bench->choices, bench->numbers,
		             NULL, NULL);
}

__attribute__((noinline)) static void way_both(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++)
		choices_list(bench->vocabulary, bench->law, &boards[b], &bench->choices, bench->numbers,
		             bench->mask, NULL);
}

__attribute__((noinline)) static void way_mask(struct bench *bench, const struct board boards[])
{
	const power_set all = (1 << POWERS_MAX) - 1;

	for (int b = 0; b < BOARDS; b++)
		choices_mask(bench->vocabulary, bench->law, &boards[b], all, bench->mask);
}

__attribute__((noinline)) static void way_power(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++)
		choices_mask(bench->vocabulary, bench->law, &boards[b],
		             (power_set)(1 << b % bench->map.power_count), bench->mask);
}

/* The masks of all powers, one after the other, as for their seats of an environment. */
__attribute__((noinline)) static void way_powers(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++)
		choices_masks(bench->vocabulary, bench->law, &boards[b], bench->mask);
}

/* Of the orders in the list, which is that of the last board. */
__attribute__((noinline)) static void way_read(struct bench *bench, const struct board boards[])
{
	for (int b = 0; b < BOARDS; b++)
		for (int i = 0; i < boards[BOARDS - 1].unit_count; i++)
			bench->numbers[i] = vocabulary_number(bench->vocabulary, bench->list[i]);
}

static const struct way {
	const char *about;
	void (*run)(struct bench *bench, const struct board boards[]);
} ways[] = {
	{"orders without numbers", way_orders},
	{"numbers of given orders", way_read},
	{"a list of orders", way_listed},
	{"a list of numbers", way_numbers},
	{"a mask", way_mask},
	{"a list and a mask", way_both},
	{"the mask of one power", way_power},
	{"the masks of seven", way_powers},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* ── measures ── */

struct measure {
	uint64_t ns, instructions; /* of all boards; 0: not counted */
};

/* Keeps the time of a round. Its return tells callgrind that a measure is complete. */
__attribute__((noinline)) static void end_measure(struct measure *measure, uint64_t ns)
{
	if (measure->ns == 0 || ns < measure->ns)
		measure->ns = ns;
}

static void measure_all(struct bench *bench, struct measure measures[KINDS][WAYS])
{
	for (int k = 0; k < KINDS; k++)
		for (int w = 0; w < WAYS; w++) {
			const uint64_t began = bench_clock_ns();
			ways[w].run(bench, bench->boards[k]);
			end_measure(&measures[k][w], bench_clock_ns() - began);
		}
}

static bool load_counts(const char *path, struct measure measures[KINDS][WAYS])
{
	FILE *file = fopen(path, "r");
	bool done = file != NULL;

	for (int k = 0; k < KINDS; k++)
		for (int w = 0; w < WAYS && done; w++)
			done = fscanf(file, "%" SCNu64, &measures[k][w].instructions) == 1;
	if (file)
		fclose(file);
	return done;
}

static void print_all(const struct bench *bench, const struct measure measures[KINDS][WAYS])
{
	printf("%-20s %6s  %-22s %8s %8s\n", "legal orders", "orders", "as", "ns", "instr");
	for (int k = 0; k < KINDS; k++)
		for (int w = 0; w < WAYS; w++) {
			printf("%-20s %6.0f  %-22s %8.0f", w == 0 ? kinds[k].name : "", bench->orders[k],
			       ways[w].about, (double)measures[k][w].ns / BOARDS);
			if (measures[k][w].instructions)
				printf(" %8.0f\n", (double)measures[k][w].instructions / BOARDS);
			else
				printf(" %8s\n", "-");
		}
}

static void open_bench(struct bench *bench)
{
	bench_open_map("standard", &bench->map);
	void *room = aligned_alloc(64, vocabulary_size(&bench->map));
	if (!room)
		bench_fail("out of memory");
	bench->vocabulary = vocabulary_open(&bench->map, room);
	bench->law = &rules_find("standard")->law;
	bench->list = bench_allocate((size_t)UNITS_MAX * LEGAL_MAX, sizeof *bench->list);
	bench->numbers =
		bench_allocate((size_t)choices_most(bench->vocabulary), sizeof *bench->numbers);
	bench->mask =
		bench_allocate(POWERS_MAX * (size_t)bench->vocabulary->words, sizeof *bench->mask);
	for (int k = 0; k < KINDS; k++) {
		play_games(bench, k);
		for (int b = 0; b < BOARDS; b++)
			bench->orders[k] += choices_list(bench->vocabulary, bench->law, &bench->boards[k][b],
			                                 &bench->choices, bench->numbers, NULL, NULL) /
			                    (double)BOARDS;
	}
}

int main(int argc, char *argv[])
{
	static struct bench bench;
	struct measure measures[KINDS][WAYS] = {{{0}}};
	const bool counts = argc == 2 && strcmp(argv[1], "count") == 0;

	if (argc > 2)
		bench_fail("usage: bench_legal [count | COUNTS]");
	if (argc == 2 && !counts && !load_counts(argv[1], measures))
		bench_fail("the counts are not of this bench_legal");
	open_bench(&bench);
	for (int round = 0; round < (counts ? 1 : ROUNDS); round++)
		measure_all(&bench, measures);
	if (!counts)
		print_all(&bench, measures);
	return 0;
}
