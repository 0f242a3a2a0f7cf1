/* foresee: the weights by which trinity foresees where units of others go.
 *
 *   foresee [SEED [GAMES]] > lib/players/trinity/evaluation/foreseen.def
 *
 * It plays GAMES games by the rules `standard`. In one of three all seats are of one of the players
 * below, by chance; else each seat is. Then it fits the weights of aims, those of habits among
 * them, to where units went. None of the players uses these weights, so the same SEED and GAMES
 * give them again. Neither DumbBot nor scorer has a part in it. */
#include "bench_program.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 7, GAMES = 200, ROUNDS = 50, ALIKE = 3 };

static const char *const specs[] = {
	"trinity(evaluation=3,belief=1)",
	"trinity(budget=3000,evaluation=3,belief=1)",
	"trinity(budget=3000,evaluation=2,belief=1)",
	"trinity(budget=1000,evaluation=1,belief=1)",
	"trinity(level=5)",
	"trinity(level=3)",
	"blackmane",
};
enum { SPECS = sizeof specs / sizeof *specs };

static struct map map;

static void seat_all(struct match *match)
{
	struct rng rng = rng_open(match->seed, match->block, 0, 0, RNG_SEATINGS);
	const bool alike = rng_below(&rng, ALIKE) == 0;
	const char *first = specs[rng_below(&rng, SPECS)];

	for (int p = 0; p < map.power_count; p++) {
		const char *spec = alike ? first : specs[rng_below(&rng, SPECS)];
		bench_seat(spec, &match->seats[p]);
		match->seats[p].entrant = (uint8_t)p;
	}
}

static void play(struct sample *sample, uint64_t seed, int number)
{
	struct match match = {.map = &map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = seed,
	                      .block = (uint32_t)number + 1,
	                      .round_limit = ROUNDS,
	                      .threads = 1};

	seat_all(&match);
	sample_game(sample, &match, (power_set)~0);
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
	const int games = argc > 2 ? atoi(argv[2]) : GAMES;
	static struct logit aims;
	struct sample sample = {0};

	bench_open_map("standard", &map);
	for (int n = 0; n < games; n++)
		play(&sample, seed, n);
	if (!sample_fit_aims(&sample, AIM_FEATURES, &aims))
		bench_fail("the aims do not determine their weights");
	fprintf(stderr, "aims: %zu seen, %.4f bits each\n", sample.choice_count,
	        aims.loss / (double)sample.choice_count);
	printf("/* Learned: foresee %llu %d (make foreseen). Do not edit it. */\n",
	       (unsigned long long)seed, games);
	for (int k = 0; k < AIM_FEATURES; k++)
		printf("AIM(%s, %ld)\n", aim_names[k], logit_round(AIM_WEIGHT * aims.weight[k]));
	free(sample.choices);
	free(sample.evaluations);
	return fflush(stdout) == 0 ? 0 : 2;
}
