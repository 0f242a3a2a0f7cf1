/* sample: see sample.h. */
#include "sample.h"
#include "players/trinity/evaluation/habits.h"
#include "bench_program.h"

#include <stdlib.h>

enum { STEPS = 8 }; /* of Newton's method */

/* Makes room for `more` items beside those that there are. */
static void reserve(void **items, size_t size, size_t count, size_t more, size_t *most)
{
	if (count + more <= *most)
		return;
	*most = 2 * (count + more);
	*items = realloc(*items, *most * size);
	if (*items == NULL)
		bench_fail("out of memory");
}

static void add_choices(struct sample *sample, const struct ground *ground,
                        const struct goals goals[], const struct order orders[], power_set imitated)
{
	for (int u = 0; u < ground->board->unit_count; u++) {
		const uint8_t power = ground->board->unit[u].power;
		struct choice_seen *choice = &sample->choices[sample->choice_count];
		if (!power_set_has(imitated, power))
			continue;
		aims_open(ground, &goals[power], u, &choice->aims);
		choice->seen = aims_read(ground->map, &choice->aims, orders[u]);
		sample->choice_count += choice->seen >= 0;
	}
}

/* Of all powers with units, in their sequence. */
static void add_evaluations(struct sample *sample, const struct ground *ground,
                            const struct goals goals[], const struct judgement *held,
                            const struct judgement *moved)
{
	for (int p = 0; p < ground->map->power_count; p++)
		if (ground->units[p]) {
			struct evaluation_seen *seen = &sample->evaluations[sample->evaluation_count++];
			evaluation_open(ground, &goals[p], held, &seen->before);
			evaluation_open(ground, &goals[p], moved, &seen->after);
			seen->share = (float)p; /* until the game is over */
		}
}

static void add_phase(struct sample *sample, const struct match *match,
                      const struct phase_record *record, const struct habits *habits,
                      power_set imitated)
{
	struct ground ground;
	struct goals goals[POWERS_MAX];
	struct order holds[UNITS_MAX];
	struct judgement held, moved;

	reserve((void **)&sample->choices, sizeof *sample->choices, sample->choice_count, UNITS_MAX,
	        &sample->choices_most);
	reserve((void **)&sample->evaluations, sizeof *sample->evaluations, sample->evaluation_count,
	        POWERS_MAX, &sample->evaluations_most);
	ground_open(match->map, &record->board, &ground);
	ground.habits = habits;
	for (int p = 0; p < match->map->power_count; p++)
		goals_open(&ground, (uint8_t)p, &goal_worths_set, &goals[p]);
	for (int u = 0; u < record->board.unit_count; u++)
		holds[u] = order_hold(record->board.unit[u].type, record->board.unit[u].loc);
	judge_resolve(match->judge, match_variant(match), &record->board, holds, &held);
	judge_resolve(match->judge, match_variant(match), &record->board, record->orders.order, &moved);
	add_choices(sample, &ground, goals, record->orders.order, imitated);
	add_evaluations(sample, &ground, goals, &held, &moved);
}

int sample_shares(const struct match *match, int parts[POWERS_MAX])
{
	const struct game_verdict verdict = match_verdict(match);
	const bool won = verdict.ending == GAME_SOLO;
	int centres[POWERS_MAX], whole = 0;

	board_count_centres(match->map, &match->board, centres);
	for (int p = 0; p < match->map->power_count; p++) {
		parts[p] = won ? p == verdict.winner : centres[p] * centres[p];
		whole += parts[p];
	}

	return whole;
}

void sample_game(struct sample *sample, struct match *match, power_set imitated)
{
	const size_t first = sample->evaluation_count;
	struct phase_record record;
	struct phase_cost cost;
	struct habits habits = {0};
	int parts[POWERS_MAX];
	void *room = bench_start(match);

	while (match_verdict(match).ending == GAME_RUNNING) {
		match_play(match, &record, &cost);
		if (!phase_is_movement(record.board.phase))
			continue;
		add_phase(sample, match, &record, &habits, imitated);
		habits_observe(match->map, &record, &habits);
	}

	const double whole = sample_shares(match, parts);
	for (size_t i = first; i < sample->evaluation_count; i++)
		sample->evaluations[i].share = (float)(parts[(int)sample->evaluations[i].share] / whole);
	free(room);
}

bool sample_fit_aims(const struct sample *sample, int features, struct logit *logit)
{
	*logit = (struct logit){.features = features};
	for (int step = 0; step < STEPS; step++) {
		logit_begin(logit);
		for (size_t i = 0; i < sample->choice_count; i++) {
			const struct choice_seen *choice = &sample->choices[i];
			double feature[LOGIT_CHOICES_MAX][LOGIT_FEATURES_MAX];
			for (int n = 0; n < choice->aims.count; n++)
				for (int k = 0; k < features; k++)
					feature[n][k] = (double)choice->aims.feature[n][k] / AIM_ONE;
			logit_add_choice(logit, feature, choice->aims.count, choice->seen);
		}
		if (!logit_step(logit))
			return false;
	}

	return true;
}
