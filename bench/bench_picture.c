/* bench_picture: what the picture of a phase takes: microseconds and bytes, over the phases of a
 * game of dumbbots on each map.
 *
 *   bench_picture [ROUNDS]      how often each phase is drawn (20) */
#include "bench_program.h"
#include "match/match.h"
#include "picture/picture.h"

#include <stdio.h>
#include <stdlib.h>

enum { PHASES = 100 };

static char text[4 * PICTURE_SIZE];

static int play(const struct map *map, struct phase_record records[PHASES])
{
	static struct phase_cost cost;
	struct match match = {.map = map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = 1,
	                      .block = 1,
	                      .round_limit = PHASES,
	                      .threads = 1};
	int count = 0;

	for (int p = 0; p < map->power_count; p++)
		bench_seat("dumbbot", &match.seats[p]);
	void *const room = bench_start(&match);
	while (count < PHASES && match_verdict(&match).ending == GAME_RUNNING)
		match_play(&match, &records[count++], &cost);
	free(room);
	return count;
}

static void measure(const struct map_source *source, int rounds)
{
	static struct phase_record records[PHASES];
	static struct picture_map picture;
	static struct map map;
	double sum = 0, most = 0;
	size_t bytes = 0, largest = 0;

	bench_open_map(source->name, &map);
	const int count = play(&map, records);
	const uint64_t opened = bench_processor_ns();
	picture_open(&picture, &map);
	const double opening = 1e-3 * (double)(bench_processor_ns() - opened);
	for (int i = 0; i < count; i++) {
		const uint64_t began = bench_processor_ns();
		size_t length = 0;
		for (int n = 0; n < rounds; n++)
			length = picture_write(&picture, &records[i], "a game", text, sizeof text);
		const double took = 1e-3 * (double)(bench_processor_ns() - began) / rounds;
		sum += took;
		most = took > most ? took : most;
		bytes += length;
		largest = length > largest ? length : largest;
	}
	printf("%-10s %4d pictures %7.1f us (at most %7.1f) %7zu bytes (at most %7zu), the map once "
	       "%8.1f us\n",
	       source->name, count, sum / count, most, bytes / (size_t)count, largest, opening);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 20;

	if (rounds < 1)
		bench_fail("ROUNDS must be at least 1");
	for (const struct map_source *source = map_sources; source->name != NULL; source++)
		measure(source, rounds);
	return 0;
}
