/* train: the weights that trinity learns from the farm's own games.
 *
 *   train [SEED [GAMES]] > lib/players/trinity/evaluation/learned.def
 *
 * It plays GAMES games by the rules `standard`. Each game has seven of one of the players below: so
 * it is their positions that tell them apart. Then it fits the weights of aims to where units went.
 * It fits those of evaluations to what came of the positions after moves, given the positions as
 * they would be had all held: what counts is what moves change. The same SEED and GAMES give the
 * same weights. DumbBot has no part in it. */
#include "bench_program.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 1, GAMES = 2000, ROUNDS = 60, STEPS = 8, IMITATED = 5 };

/* Seasons with moves; in winter, which has none, the weights are those of fall. */
enum { SEASONS = EVALUATION_FALL + 1 };

/* How often each is drawn, and whether its aims are learned, in one game of IMITATED. None of them
 * uses learned weights. */
static const struct pupil {
	const char *spec;
	int tickets;
	bool imitated;
} pupils[] = {
	{"trinity(budget=500,evaluation=1,belief=1)", 3, true},
	{"trinity(budget=100,evaluation=0,belief=1)", 2, true},
	{"scorer", 3, true},
	{"ares(retreats=1,builds=1,near=25)", 1, true},
	{"ares", 1, false},
	{"random", 1, false},
};
enum { PUPILS = sizeof pupils / sizeof *pupils };

static struct map map;

static const struct pupil *draw_pupil(struct rng *rng)
{
	int tickets = 0, i = 0;

	for (int n = 0; n < PUPILS; n++)
		tickets += pupils[n].tickets;
	for (int left = (int)rng_below(rng, (uint32_t)tickets); left >= pupils[i].tickets; i++)
		left -= pupils[i].tickets;
	return &pupils[i];
}

/* ── games ── */

static void play(struct sample *sample, uint64_t seed, int number)
{
	struct rng rng = rng_open(seed, (uint32_t)number + 1, 0, 0, RNG_SEATINGS);
	struct match match = {.map = &map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = seed,
	                      .block = (uint32_t)number + 1,
	                      .round_limit = ROUNDS,
	                      .threads = 1};
	power_set imitated = 0;

	const struct pupil *pupil = draw_pupil(&rng);
	for (int p = 0; p < map.power_count; p++) {
		bench_seat(pupil->spec, &match.seats[p]);
		match.seats[p].entrant = (uint8_t)p;
		if (pupil->imitated && number % IMITATED == 0)
			power_set_add(&imitated, p);
	}
	sample_game(sample, &match, imitated);
}

/* ── fits ── */

static void show(const char *what, size_t count, const struct logit *logit)
{
	fprintf(stderr, "%s: %zu seen, %.4f bits each\n", what, count, logit->loss / (double)count);
}

static void fit_evaluations(const struct sample *sample, enum evaluation_season season,
                            struct logit *logit)
{
	size_t count = 0;

	*logit = (struct logit){.features = 2 * EVALUATION_FEATURES};
	for (int step = 0; step < STEPS; step++) {
		count = 0;
		logit_begin(logit);
		for (size_t i = 0; i < sample->evaluation_count; i++) {
			const struct evaluation_seen *seen = &sample->evaluations[i];
			double feature[LOGIT_FEATURES_MAX];
			if (seen->after.season != season)
				continue;
			for (int k = 0; k < EVALUATION_FEATURES; k++) {
				feature[k] = (double)seen->after.feature[k] / EVALUATION_ONE;
				feature[EVALUATION_FEATURES + k] = (double)seen->before.feature[k] / EVALUATION_ONE;
			}
			logit_add_share(logit, feature, seen->share);
			count++;
		}
		if (!logit_step(logit))
			bench_fail("the evaluations do not determine their weights");
	}
	show(season == EVALUATION_SPRING ? "springs" : "falls", count, logit);
}

static void print_weights(const struct logit *aims, const struct logit evaluations[SEASONS])
{
	static const char *const evaluation_names[] = {
#define EVALUATION(feature, spring, fall) #feature,
#include "players/trinity/evaluation/evaluation.def"
#undef EVALUATION
	};

	for (int k = 0; k < AIM_BOARD_FEATURES; k++)
		printf("AIM(%s, %ld)\n", aim_names[k], logit_round(AIM_WEIGHT * aims->weight[k]));
	for (int k = 0; k < EVALUATION_FEATURES; k++)
		printf("EVALUATION(%s, %ld, %ld)\n", evaluation_names[k],
		       logit_round(AIM_WEIGHT * evaluations[EVALUATION_SPRING].weight[k]),
		       logit_round(AIM_WEIGHT * evaluations[EVALUATION_FALL].weight[k]));
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
	const int games = argc > 2 ? atoi(argv[2]) : GAMES;
	static struct logit aims, evaluations[SEASONS];
	struct sample sample = {0};

	bench_open_map("standard", &map);
	for (int n = 0; n < games; n++)
		play(&sample, seed, n);
	if (!sample_fit_aims(&sample, AIM_BOARD_FEATURES, &aims))
		bench_fail("the aims do not determine their weights");
	show("aims", sample.choice_count, &aims);
	for (int season = 0; season < SEASONS; season++)
		fit_evaluations(&sample, (enum evaluation_season)season, &evaluations[season]);
	printf("/* Learned: train %llu %d (make learned). Do not edit it. */\n",
	       (unsigned long long)seed, games);
	print_weights(&aims, evaluations);
	free(sample.choices);
	free(sample.evaluations);
	return fflush(stdout) == 0 ? 0 : 2;
}
