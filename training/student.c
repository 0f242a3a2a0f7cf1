/* student: see student.h. */
#include "student.h"

#include "players/trinity/decision.h"
#include "players/trinity/greedy.h"

struct weights student_weights[STUDENTS_MAX];

enum { NUMBER, BUDGET, SETTINGS };

static const struct player_setting student_settings[] = {
	[NUMBER] = {"number", 0, STUDENTS_MAX - 1, 0, "whose weights"},
	[BUDGET] = {"budget", 100, 1000000, 10000, "resolutions that a decision may take"},
	[SETTINGS] = {.name = NULL},
};

static const struct weights *find_weights(const struct player_call *call)
{
	return &student_weights[call->settings[NUMBER]];
}

static size_t student_scratch_size(const int32_t settings[])
{
	(void)settings;
	return decision_size(0);
}

static void student_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	const struct weights *weights = find_weights(call);
	const struct decision_settings decision = {
		.budget = call->settings[BUDGET],
		.search = true,
		.weights = &weights->evaluation,
		.worths = &weights->worths,
		.prior = &weights->aims,
		.lessons = call->memory,
		.width = lanes_widest(),
	};

	decision_make(call, &decision, orders, effort);
}

static void student_observe(const struct player_call *call, const struct phase_record *record,
                            void *memory)
{
	const struct weights *weights = find_weights(call);
	struct ground ground;
	struct goals goals[POWERS_MAX];

	if (!phase_is_movement(record->board.phase))
		return;
	ground_open(call->map, &record->board, &ground);
	for (int p = 0; p < call->map->power_count; p++)
		goals_open(&ground, (uint8_t)p, &weights->worths, &goals[p]);
	belief_learn(&ground, goals, &weights->aims, call->power, record->orders.order, memory);
}

static void open_greedy(const struct player_call *call, struct greedy *greedy)
{
	const struct weights *weights = find_weights(call);

	greedy_open(call, &weights->worths, &weights->evaluation, greedy);
}

static void student_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct greedy greedy;

	open_greedy(call, &greedy);
	greedy_retreat(&greedy, orders);
}

static int student_adjust(const struct player_call *call,
                          struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct greedy greedy;

	open_greedy(call, &greedy);
	return greedy_adjust(&greedy, adjustments);
}

static const struct player student = {
	.name = "student",
	.about = "trinity with weights that are tried out",
	.settings = student_settings,
	.scratch_size = student_scratch_size,
	.order = student_order,
	.retreat = student_retreat,
	.adjust = student_adjust,
	.observe = student_observe,
	.memory_size = sizeof(struct lessons),
};

void student_seat(int number, int budget, struct seat *seat)
{
	*seat = (struct seat){.player = &student};
	seat->settings[NUMBER] = number;
	seat->settings[BUDGET] = budget;
}
