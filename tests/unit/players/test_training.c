/* What trinity's weights are learned by: fits find the weights by which chance has drawn, and games
 * give the same samples each time. */
#include "matches.h"
#include "knobs.h"
#include "logit.h"
#include "sample.h"
#include "suite.h"

#include <math.h>

enum { FEATURES = 4, CHOICES = 5, DRAWN = 20000, STEPS = 8 };

/* The last feature is 0 everywhere: nothing determines its weight, which stays 0. */
static const double truth[FEATURES] = {1.5, -0.75, 0.25, 0};

static double draw_one(struct rng *rng)
{
	return rng_below(rng, 1 << 20) / (double)(1 << 20);
}

static void draw_features(struct rng *rng, double feature[LOGIT_FEATURES_MAX])
{
	for (int k = 0; k < FEATURES - 1; k++)
		feature[k] = 2 * draw_one(rng) - 1;
	feature[FEATURES - 1] = 0;
}

static double find_odds(const double feature[])
{
	double sum = 0;
	for (int k = 0; k < FEATURES; k++)
		sum += truth[k] * feature[k];
	return exp2(sum);
}

static void check_weights(const struct logit *logit, const char *what)
{
	for (int k = 0; k < FEATURES; k++)
		CHECK(fabs(logit->weight[k] - truth[k]) < 0.12, "%s: weight %d is %.3f, not %.3f", what, k,
		      logit->weight[k], truth[k]);
}

TEST(test_choices, "weights of choices are found")
{
	struct logit logit = {.features = FEATURES};
	double before = INFINITY;
	for (int step = 0; step < STEPS; step++) {
		struct rng rng = suite_rng(1);
		logit_begin(&logit);
		for (int n = 0; n < DRAWN; n++) {
			double feature[CHOICES][LOGIT_FEATURES_MAX], odds[CHOICES], sum = 0;
			int seen = 0;
			for (int i = 0; i < CHOICES; i++) {
				draw_features(&rng, feature[i]);
				sum += odds[i] = find_odds(feature[i]);
			}
			for (double left = sum * draw_one(&rng); left >= odds[seen]; seen++)
				left -= odds[seen];
			logit_add_choice(&logit, feature, CHOICES, seen);
		}
		CHECK(logit.loss <= before + 1e-6, "step %d: %.6f after %.6f", step, logit.loss, before);
		before = logit.loss;
		CU_ASSERT(logit_step(&logit));
	}
	check_weights(&logit, "choices");
}

/* Half of the shares are what they should be, the others 0 or 1 by chance. */
TEST(test_shares, "weights of shares are found")
{
	struct logit logit = {.features = FEATURES};
	for (int step = 0; step < STEPS; step++) {
		struct rng rng = suite_rng(2);
		logit_begin(&logit);
		for (int n = 0; n < DRAWN; n++) {
			double feature[LOGIT_FEATURES_MAX];
			draw_features(&rng, feature);
			const double odds = find_odds(feature), share = odds / (1 + odds);
			logit_add_share(&logit, feature, n % 2 ? share : draw_one(&rng) < share);
		}
		CU_ASSERT(logit_step(&logit));
	}
	check_weights(&logit, "shares");
}

/* ── samples ── */

enum { ROUNDS = 12 };

static void play(struct sample *sample, power_set imitated)
{
	struct match match = match_of((const char *const[]){"dumbbot"}, 1, ROUNDS);
	*sample = (struct sample){0};
	sample_game(sample, &match, imitated);
}

static void forget(struct sample *sample)
{
	free(sample->choices);
	free(sample->evaluations);
}

TEST(test_samples, "games give the same samples")
{
	struct sample all, again, some;
	double sum = 0;
	play(&all, 0x7f);
	play(&again, 0x7f);
	play(&some, 1 << suite_power("RUS"));
	CU_ASSERT_FATAL(all.evaluation_count == again.evaluation_count &&
	                all.choice_count == again.choice_count);
	CHECK(all.evaluation_count > 6 * ROUNDS && all.evaluation_count <= 7 * ROUNDS,
	      "%zu evaluations in %d rounds", all.evaluation_count, ROUNDS);
	CHECK(some.choice_count > ROUNDS && some.choice_count < all.choice_count / 2,
	      "%zu choices of Russia's, %zu of all", some.choice_count, all.choice_count);
	for (size_t i = 0; i < all.evaluation_count; i++)
		CU_ASSERT_EQUAL(memcmp(&all.evaluations[i], &again.evaluations[i], sizeof *all.evaluations),
		                0);
	for (int p = 0; p < 7; p++) /* of the first spring, where all stand */
		sum += all.evaluations[p].share;
	CHECK(fabs(sum - 1) < 1e-5, "all shares together are %.6f", sum);
	for (int p = 0; p < 7; p++)
		CU_ASSERT(all.evaluations[p].before.season == EVALUATION_SPRING &&
		          all.evaluations[p].before.feature[EVALUATION_TAKEN] == 0);
	forget(&all);
	forget(&again);
	forget(&some);
}

/* ── students ── */

static struct board play_students(const char *spec, const struct weights *weights)
{
	struct match match = match_of(&spec, 1, 4);
	struct phase_record record;
	struct phase_cost cost;
	student_weights[0] = *weights;
	for (int p = 0; p < POWERS_MAX && strcmp(spec, "random") == 0; p++)
		student_seat(0, 300, &match.seats[p]);
	void *room = aligned_alloc(PLAYER_ALIGN, match_room_size(&match));
	SUITE_MUST(room, "room");
	match_furnish(&match, room);
	match_begin(&match);
	while (match_verdict(&match).ending == GAME_RUNNING)
		match_play(&match, &record, &cost);
	free(room);
	return match.board;
}

/* A student plays as trinity does by the same weights, and otherwise by others. Knobs begin with
 * what trinity has learned, where draws stay, or with weights, which they keep. */
TEST(test_students, "students are trinity")
{
	struct weights begun, kept;
	double value[KNOBS_MAX];
	struct knobs knobs;
	knobs_open(&knobs, &weights_reach, value);
	knobs_turn(value, &kept);
	CU_ASSERT(knobs.knob[knobs.count - 1].step > 0);
	knobs_open(&knobs, NULL, value);
	knobs_turn(value, &begun);
	CU_ASSERT_EQUAL(knobs.knob[knobs.count - 1].step, 0);
	const struct board known = play_students("trinity(budget=300,belief=1)", &weights_reach),
					   same = play_students("random", &kept),
					   other = play_students("random", &begun);
	CU_ASSERT_EQUAL(memcmp(&same, &known, sizeof same), 0);
	CU_ASSERT_NOT_EQUAL(memcmp(&other, &known, sizeof other), 0);
	CU_ASSERT_EQUAL(memcmp(begun.evaluation.of, evaluation_learned.of, sizeof begun.evaluation.of),
	                0);
}

SUITE("training")
