/* perturb: the weights of trinity, tuned by what perturbations of them do to results.
 *
 *   perturb NAME [SEED [GENERATIONS [GAMES [FROM]]]] > lib/players/trinity/evaluation/NAME.def
 *
 * NAME tuned: it begins with what is learned (learned.def). NAME reach: it begins with tuned.def,
 * and the draws of goals are tuned, too. In each of the GAMES games of a generation
 * every student plays with weights of its own: each weight is moved by its step to one side or the
 * other, by chance. The difference that the side makes to a student's share of the points is what
 * the weight is worth, because nothing else has to do with the side: it is a randomised experiment.
 * Then each weight moves to the better side, the less the more chance may be the cause.
 *
 * The same NAME, SEED, GENERATIONS and GAMES give the same weights, with any number of threads. It
 * reports to stderr. The last line there of a run that was stopped, in the file FROM, is where
 * another one resumes. */
#include "bench_program.h"
#include "field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 11, GAMES_MAX = 1 << 20, BUDGET = 3000 };

/* What may be tuned: from what weights (NULL: learned), in how many games unless told. */
static const struct tuning {
	const char *name;
	const struct weights *from;
	int generations, games;
} tunings[] = {{"tuned", NULL, 3, 7000}, {"reach", &weights_tuned, 1, 4000}};

static struct map map;
static struct knobs knobs;
static double value[KNOBS_MAX];
static struct field_game games[GAMES_MAX];

static const struct tuning *find_tuning(const char *name)
{
	for (size_t i = 0; i < sizeof tunings / sizeof *tunings; i++)
		if (strcmp(tunings[i].name, name) == 0)
			return &tunings[i];
	bench_fail("it tunes: tuned, reach");
}

/* ── what they show ── */

/* The shares of students, by kind of game and power. */
struct table {
	double sum[FIELDS][POWERS_MAX];
	int count[FIELDS][POWERS_MAX];
};

static void find_par(int count, struct table *par)
{
	memset(par, 0, sizeof *par);
	for (int n = 0; n < count; n++)
		for (int p = 0; p < map.power_count; p++)
			if (power_set_has(games[n].students, p)) {
				par->sum[games[n].kind][p] += games[n].share[p] / (double)FIELD_ONE;
				par->count[games[n].kind][p]++;
			}
}

static void show_fields(const struct table *par)
{
	for (int f = 0; f < FIELDS; f++) {
		double sum = 0;
		int count = 0;
		for (int p = 0; p < map.power_count; p++) {
			sum += par->sum[f][p];
			count += par->count[f][p];
		}
		fprintf(stderr, "field %s: %d students, share %.4f\n", field_other(f), count,
		        count > 0 ? sum / count : 0);
	}
}

/* Half of what each knob's side makes of a share. Returns the standard error, the same for all. */
static double find_slopes(const struct field *field, int count, const struct table *par,
                          double slope[KNOBS_MAX])
{
	double squares = 0;
	long seen = 0;

	memset(slope, 0, KNOBS_MAX * sizeof *slope);
	for (int n = 0; n < count; n++)
		for (int p = 0; p < map.power_count; p++) {
			const int f = games[n].kind;
			int side[KNOBS_MAX];
			if (!power_set_has(games[n].students, p))
				continue;
			const double rest =
				games[n].share[p] / (double)FIELD_ONE - par->sum[f][p] / par->count[f][p];
			field_draw_sides(field, n, p, side);
			for (int k = 0; k < knobs.count; k++)
				slope[k] += side[k] * rest;
			squares += rest * rest;
			seen++;
		}
	for (int k = 0; k < knobs.count; k++)
		slope[k] /= (double)seen;
	return sqrt(squares) / (double)seen;
}

/* A slope of two errors moves a weight by about a step. */
static void move_knobs(const double slope[], double error)
{
	for (int k = 0; k < knobs.count; k++) {
		const double z = slope[k] / error, sure = z * z / (1 + z * z);
		const double move = knobs.knob[k].step * fmax(-1, fmin(1, z / 2 * sure));
		if (knobs.knob[k].step > 0)
			fprintf(stderr, "%-28s %9.1f %+6.1f z %+.1f\n", knobs.knob[k].name, value[k], move, z);
		value[k] += move;
	}
}

int main(int argc, char **argv)
{
	const struct tuning *tuning = find_tuning(argc > 1 ? argv[1] : "");
	const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : SEED;
	const int generations = argc > 3 ? atoi(argv[3]) : tuning->generations;
	const int count = argc > 4 ? atoi(argv[4]) : tuning->games;
	static struct weights weights;

	bench_open_map("standard", &map);
	if (count < 1 || count > GAMES_MAX)
		bench_fail("too many games, or none");
	knobs_open(&knobs, tuning->from, value);
	const int first = argc > 5 ? knobs_read(&knobs, argv[5], value) + 1 : 0;
	for (int generation = first; generation < generations; generation++) {
		const struct field field = {&map, &knobs, value, seed, generation, BUDGET};
		double slope[KNOBS_MAX];
		struct table par;
#pragma omp parallel for schedule(dynamic)
		for (int n = 0; n < count; n++)
			field_play(&field, n, &games[n]);
		find_par(count, &par);
		show_fields(&par);
		const double slip = find_slopes(&field, count, &par, slope);
		move_knobs(slope, slip);
		knobs_write(&knobs, generation, value, stderr);
	}
	knobs_turn(value, &weights);
	printf("/* Tuned: perturb %s %llu %d %d (make %s). Do not edit it. */\n", tuning->name,
	       (unsigned long long)seed, generations, count, tuning->name);
	knobs_print(&weights, stdout);
	return fflush(stdout) == 0 ? 0 : 2;
}
