/* given: see given.h. */
#include "given.h"

#include <string.h>

static int count_given(const struct given *given)
{
	return given ? given->count : 0;
}

static const char *problem_of(enum verdict verdict)
{
	return verdict == VERDICT_LEGAL ? NULL : verdict_names[verdict];
}

void given_take_moves(struct variant variant, const struct board *board, power_set external,
                      struct given *given, struct order orders[UNITS_MAX])
{
	struct submission submissions[UNITS_MAX + GIVEN_MAX];
	enum verdict verdicts[UNITS_MAX + GIVEN_MAX];
	struct order verified[UNITS_MAX];
	const int count = count_given(given);
	int own = 0;

	for (int u = 0; u < board->unit_count; u++)
		if (!power_set_has(external, board->unit[u].power))
			submissions[own++] = (struct submission){board->unit[u].power, orders[u]};
	if (count > 0)
		memcpy(submissions + own, given->submission, count * sizeof *submissions);
	submission_verify(variant, board, submissions, own + count, verified, verdicts);
	for (int u = 0; u < board->unit_count; u++)
		if (power_set_has(external, board->unit[u].power))
			orders[u] = verified[u];
	for (int i = 0; i < count; i++)
		given->problem[i] = problem_of(verdicts[own + i]);
}

void given_take_retreats(struct variant variant, const struct board *board, power_set external,
                         struct given *given, struct order orders[RETREATS_MAX])
{
	struct order verified[RETREATS_MAX];
	enum verdict verdicts[GIVEN_MAX];
	const int count = count_given(given);

	retreat_verify(variant, board, given ? given->submission : NULL, count, verified, verdicts);
	for (int i = 0; i < board->retreat_count; i++)
		if (power_set_has(external, board->retreat[i].unit.power))
			orders[i] = verified[i];
	for (int i = 0; i < count; i++)
		given->problem[i] = problem_of(verdicts[i]);
}

int given_take_adjustments(struct variant variant, const struct board *board, uint8_t power,
                           struct given *given, struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct submission own[GIVEN_MAX] = {{0}};
	enum result results[GIVEN_MAX];
	struct board next;
	int index[GIVEN_MAX], count = 0, counting = 0;

	for (int i = 0; i < count_given(given); i++)
		if (given->submission[i].power == power) {
			index[count] = i;
			own[count++] = given->submission[i];
		}
	build_resolve(variant, board, own, count, results, &next);
	for (int i = 0; i < count; i++) {
		given->problem[index[i]] = results[i] == RESULT_SUCCEEDS ? NULL : result_names[results[i]];
		if (results[i] == RESULT_SUCCEEDS)
			adjustments[counting++] = build_complete(variant, board, own[i]);
	}
	return counting;
}
