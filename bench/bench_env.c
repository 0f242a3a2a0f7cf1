/* bench_env: measures the environment of the public library: random legal games with masks, lists
 * of legal orders and views, in phases a second by the number of games and threads. */
#include "bench_program.h"
#include "ares.h"

#include <stdio.h>
#include <stdlib.h>

enum { PHASES = 40000, ROUNDS = 3 };

static struct ares_error error;

static void must(int32_t status)
{
	if (status == ARES_OK)
		return;
	fprintf(stderr, "bench_env: %s\n", error.text);
	exit(1);
}

/* Binds arrays of our own. */
static void bind_arrays(struct ares_env *env, void *arrays[ARES_ARRAYS])
{
	for (int32_t a = 0; a < ARES_ARRAYS; a++) {
		size_t shape[3], bytes;
		int32_t item;
		const int32_t lengths = ares_env_shape(env, a, shape, &item);
		bytes = item == ARES_UINT8 ? 1 : 4;
		for (int32_t i = 0; i < lengths; i++)
			bytes *= shape[i];
		arrays[a] = calloc(1, bytes);
		must(ares_env_bind(env, a, arrays[a], bytes, &error));
	}
}

static void measure(const struct ares_map *map, int32_t games, int32_t threads)
{
	struct ares_env_options options = {.bytes = sizeof options};
	void *arrays[ARES_ARRAYS];
	struct ares_env *env;
	double best = 0;

	must(ares_env_defaults(&options, &error));
	options.games = games;
	options.threads = threads;
	must(ares_env_open(map, &options, &env, &error));
	bind_arrays(env, arrays);
	must(ares_env_reset(env, NULL, &error));
	const int steps = PHASES / games > 10 ? PHASES / games : 10;

	for (int round = 0; round < ROUNDS; round++) {
		const uint64_t began = bench_clock_ns();
		for (int s = 0; s < steps; s++) {
			must(ares_env_draw(env, &error));
			must(ares_env_step(env, &error));
		}
		const double rate = 1e9 * (double)steps * games / (double)(bench_clock_ns() - began);
		best = rate > best ? rate : best;
	}
	printf("%-10s %6d games %3d threads %10.0f phases/s\n", "steps", games, threads, best);
	ares_env_close(env);
	for (int a = 0; a < ARES_ARRAYS; a++)
		free(arrays[a]);
}

int main(void)
{
	static const int32_t games[] = {1, 64, 1024};
	struct ares_map *map;

	must(ares_map_open("standard", &map, &error));
	for (int32_t threads = 1; threads <= 2; threads++)
		for (size_t g = 0; g < sizeof games / sizeof *games; g++)
			measure(map, games[g], threads);
	ares_map_close(map);
	return 0;
}
