/* bench_judge: nanoseconds a resolution for every judge, on boards of real play, by the stage Atlas concludes them in.
 *
 * The boards are those of the first games of the thesis's tournament (ares against random); each set is resolved over
 * and over, and the fastest of several rounds is printed, since whatever disturbs a round only adds to it. */
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SAMPLE = 2000, ROUNDS = 15, SEED = 1 };

struct sample {
	struct board board;
	struct order orders[UNITS_MAX];
};

struct set {
	const char *name;
	struct sample samples[SAMPLE];
	int count;
	double orders; /* in all samples */
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void set_add_record(struct set *set, const struct phase_record *record)
{
	if (set->count == SAMPLE)
		return;
	struct sample *sample = &set->samples[set->count++];
	sample->board = record->board;
	for (int u = 0; u < record->board.unit_count; u++)
		sample->orders[u] = record->orders.order[u];
	set->orders += record->board.unit_count;
}

/* Plays games until every set that real play fills is full; sets[0] takes boards as they come. */
static void play_boards(const struct map *map, struct set sets[STAGES])
{
	struct seat entries[2];
	char error[PLAYER_ERROR_SIZE];
	struct phase_record record;
	struct match match = {
		.map = map, .rules = rules_find("thesis"), .judge = judge_find("atlas"), .seed = SEED, .threads = 1};

	if (!seat_parse("ares", NULL, &entries[0], error) || !seat_parse("random", NULL, &entries[1], error))
		exit(2);
	for (int p = 0; p < map->power_count; p++)
		match.seats[p] = entries[0];
	match.scratch_size = match_scratch_size(&match);
	match.scratch = malloc(match.scratch_size);
	match.round_limit = match.rules->round_limit;
	if (!match.scratch)
		exit(2);
	for (match.game = 1; sets[STAGE_SUPPOSITION].count < SAMPLE; match.game++) {
		for (int p = 0; p < map->power_count; p++)
			match.seats[p] = entries[(match.game - 1) >> p & 1];
		board_start(map, &match.board);
		while (match_verdict(&match).ending == GAME_RUNNING) {
			match_play(&match, &record);
			set_add_record(&sets[0], &record);
			set_add_record(&sets[record.stage], &record);
		}
	}
	free(match.scratch);
}

static double time_set(const struct map *map, const struct law *law, const struct judge *judge, const struct set *set,
                       unit_set *sink)
{
	double best = 1e18;

	for (int round = 0; round < ROUNDS; round++) {
		struct resolution resolution;
		uint64_t start = now_ns();
		for (int s = 0; s < set->count; s++) {
			judge_resolve(judge, map, law, &set->samples[s].board, set->samples[s].orders, &resolution);
			*sink ^= resolution.follows;
		}
		double ns = (double)(now_ns() - start) / set->count;
		best = ns < best ? ns : best;
	}
	return best;
}

int main(void)
{
	static struct map map;
	static struct set sets[STAGES];
	char error[MAP_ERROR_SIZE];
	unit_set sink = 0;
	const struct map_source *source = map_source_find("standard");

	if (!map_build(&map, source->rows, source->count, error)) {
		fprintf(stderr, "bench_judge: %s\n", error);
		return 2;
	}
	play_boards(&map, sets);
	printf("%-8s %-24s %8s %8s %12s %10s\n", "judge", "boards of real play", "boards", "orders", "ns a board",
	       "ns an order");
	for (const struct judge *const *judge = judges; *judge; judge++)
		for (int stage = 0; stage < STAGES; stage++) {
			struct set *set = &sets[stage];
			if (set->count == 0)
				continue;
			double ns = time_set(&map, &rules_find("thesis")->law, *judge, set, &sink);
			printf("%-8s %-24s %8d %8.1f %12.0f %10.1f\n", (*judge)->name, stage ? stage_names[stage] : "any stage",
			       set->count, set->orders / set->count, ns, ns * set->count / set->orders);
		}
	return sink == 1; /* so that no resolution can be left out */
}
