/* knobs: see knobs.h. */
#include "knobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURE_STEP = 100, CURVE_STEP = 120, WIN_STEP = 400, AIM_STEP = 400, CERTAIN = 65536 };

static const char *const aim_names[] = {
#define AIM(feature, weight) #feature,
#include "players/trinity/evaluation/aims.def"
#undef AIM
};
static const char *const feature_names[] = {
#define EVALUATION(feature, spring, fall) #feature,
#include "players/trinity/evaluation/evaluation.def"
#undef EVALUATION
};
static const char *const goal_names[] = {
#define GOAL(kind, worth) #kind,
#include "players/trinity/evaluation/goals.def"
#undef GOAL
};
static const char *const curve_names[] = {"OWN", "RIVAL"};
static const int goal_steps[GOAL_KINDS] = {30, 5, 5, 25, 25};
static const int draw_steps[GROUND_FAR] = {0, 20, 12, 8, 5, 3, 2};

/* Is called for each number of the weights, in the sequence of the knobs. */
typedef void visit_function(void *context, const char *what, const char *name, int season,
                            int32_t *weight);

static void visit(struct weights *weights, visit_function *function, void *context)
{
	char name[16];

	for (int k = 0; k < AIM_FEATURES; k++)
		function(context, "AIM", aim_names[k], 0, &weights->aims.of[k]);
	for (int season = 0; season < EVALUATION_SEASONS; season++)
		for (int k = 0; k < EVALUATION_FEATURES; k++)
			function(context, "EVALUATION", feature_names[k], season,
			         &weights->evaluation.of[season][k]);
	for (int season = 0; season < EVALUATION_SEASONS; season++)
		for (int c = 0; c < EVALUATION_CURVES; c++)
			for (int k = 0; k < EVALUATION_KNOTS; k++) {
				snprintf(name, sizeof name, "%s, %d", curve_names[c], k);
				function(context, "CURVE", name, season, &weights->evaluation.curve[season][c][k]);
			}
	for (int k = 0; k < GOAL_KINDS; k++)
		function(context, "GOAL", goal_names[k], 0, &weights->worths.of[k]);
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int moves = 0; moves < GROUND_FAR; moves++)
			function(context, "DRAW", type == ARMY ? "ARMY" : "FLEET", moves,
			         &weights->worths.draw[type][moves]);
}

/* ── where knobs begin ── */

static void begin(struct weights *weights)
{
	weights->evaluation = evaluation_learned;
	weights->evaluation.curved = true;
	weights->evaluation.curve[EVALUATION_FALL][EVALUATION_OWN][EVALUATION_KNOTS - 1] = CERTAIN;
	weights->evaluation.curve[EVALUATION_FALL][EVALUATION_RIVAL][EVALUATION_KNOTS - 1] = -CERTAIN;
	weights->worths = goal_worths_set;
	weights->aims = aim_weights_learned;
}

/* season: of a draw, the moves. */
static double find_step(const char *what, const char *name, int season, int32_t weight)
{
	const bool last = strchr(name, '0' + EVALUATION_KNOTS - 1) != NULL;

	if (strcmp(what, "DRAW") == 0)
		return draw_steps[season];
	if (strcmp(what, "AIM") == 0)
		return fmax(AIM_STEP, abs(weight) / 5);
	if (strcmp(what, "EVALUATION") == 0 && strcmp(name, "EVERY") == 0)
		return 8 * FEATURE_STEP;
	if (strcmp(what, "EVALUATION") == 0)
		return weight == 0 ? 0 : fmax(FEATURE_STEP, abs(weight) / 4);
	if (strcmp(what, "CURVE") == 0 && last)
		return season == EVALUATION_SPRING ? WIN_STEP : 0;
	if (strcmp(what, "CURVE") == 0)
		return CURVE_STEP;
	for (int k = 0; k < GOAL_KINDS; k++)
		if (strcmp(name, goal_names[k]) == 0)
			return goal_steps[k];
	return 0;
}

struct listing {
	struct knobs *knobs;
	bool draws;
	double *value;
};

static void list(void *context, const char *what, const char *name, int season, int32_t *weight)
{
	const struct listing *listing = context;
	struct knob *knob = &listing->knobs->knob[listing->knobs->count];

	snprintf(knob->name, sizeof knob->name, "%s %s %d", what, name, season);
	knob->step = find_step(what, name, season, *weight);
	if (strcmp(what, "DRAW") == 0 && !listing->draws)
		knob->step = 0;
	listing->value[listing->knobs->count++] = *weight;
}

void knobs_open(struct knobs *knobs, const struct weights *from, double value[KNOBS_MAX])
{
	struct listing listing = {knobs, from != NULL, value};
	struct weights weights;

	knobs->count = 0;
	if (from)
		weights = *from;
	else
		begin(&weights);
	visit(&weights, list, &listing);
}

void knobs_write(const struct knobs *knobs, int generation, const double value[], FILE *to)
{
	fprintf(to, "values %d:", generation);
	for (int k = 0; k < knobs->count; k++)
		fprintf(to, " %.17g", value[k]);
	fprintf(to, "\n");
}

int knobs_read(const struct knobs *knobs, const char *path, double value[KNOBS_MAX])
{
	FILE *file = fopen(path, "r");
	int read = 0, generation;

	if (file && fscanf(file, "values %d:", &generation) == 1)
		while (read < knobs->count && fscanf(file, "%lf", &value[read]) == 1)
			read++;
	if (read < knobs->count) {
		fprintf(stderr, "%s: no line of values\n", path);
		exit(2);
	}
	fclose(file);
	return generation;
}

/* ── weights ── */

static void turn(void *context, const char *what, const char *name, int season, int32_t *weight)
{
	const double **value = context;

	(void)what, (void)name, (void)season;
	*weight = (int32_t)lrint(*(*value)++);
}

void knobs_turn(const double value[], struct weights *weights)
{
	*weights = (struct weights){.evaluation.curved = true};
	visit(weights, turn, &value);
}

void knobs_print(const struct weights *weights, FILE *to)
{
	const struct evaluation_weights *of = &weights->evaluation;

	for (int k = 0; k < AIM_FEATURES; k++)
		fprintf(to, "AIM(%s, %d)\n", aim_names[k], weights->aims.of[k]);
	for (int k = 0; k < EVALUATION_FEATURES; k++)
		fprintf(to, "EVALUATION(%s, %d, %d, %d)\n", feature_names[k], of->of[EVALUATION_SPRING][k],
		        of->of[EVALUATION_FALL][k], of->of[EVALUATION_WINTER][k]);
	for (int c = 0; c < EVALUATION_CURVES; c++)
		for (int k = 0; k < EVALUATION_KNOTS; k++)
			fprintf(to, "CURVE(%s, %d, %d, %d, %d)\n", curve_names[c], k,
			        of->curve[EVALUATION_SPRING][c][k], of->curve[EVALUATION_FALL][c][k],
			        of->curve[EVALUATION_WINTER][c][k]);
	for (int k = 0; k < GOAL_KINDS; k++)
		fprintf(to, "GOAL(%s, %d)\n", goal_names[k], weights->worths.of[k]);
	for (int moves = 0; moves < GROUND_FAR; moves++)
		fprintf(to, "DRAW(%d, %d, %d)\n", moves, weights->worths.draw[ARMY][moves],
		        weights->worths.draw[FLEET][moves]);
}
