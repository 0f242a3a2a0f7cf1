/* trinity: goals, evaluation and search, after the thesis's "hybrid trinity" (section 5.4).
 *
 * Goals say which centres are worth having (goals.c). An evaluation learned from the farm's games
 * says what a position is worth (evaluation.c). A search improves joint orders (decision.c) against
 * order sets drawn for the others, who are believed to go on as they have done (belief.c). */
#include "decision.h"
#include "standstill.h"

#include <string.h>

enum { BUDGET, GOALS, EVALUATION, SEARCH, BELIEF, WARY, LEVEL, VOTES, SETTINGS };
enum weights_name { EVALUATION_PLAIN, EVALUATION_SET, EVALUATION_LEARNED };

static const struct player_setting trinity_settings[] = {
	[BUDGET] = {"budget", 100, 1000000, 10000, "resolutions that a decision may take"},
	[GOALS] = {"goals", 0, 1, 1, "0: no centre draws units that are not beside it"},
	[EVALUATION] = {"evaluation", 0, 2, 2,
                    "weights: 0: of centres held only, 1: set by hand, 2: learned"},
	[SEARCH] = {"search", 0, 1, 1, "0: orders are drawn, and not improved"},
	[BELIEF] = {"belief", 0, 1, 1, "0: nothing is learned from what the others do"},
	[WARY] = {"wary", 0, 100, 0,
              "per cent of chances that the others answer, not go on as believed"},
	/* they came later, as player.h has it */
	[LEVEL] = {"level", 0, 8, 0, "1: weakest, to 8: strongest, whatever the others say; 0: none"},
	[VOTES] = {"votes", 0, 100, 0,
               "years without a change of centres after which it may vote for a draw; 0: it never "
               "votes"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

/* What levels are made of: weak ones count only centres that are held, or look no further than the
 * places beside their units, and try fewer joint orders. doc/players.md has the share of each. */
static const struct {
	int32_t budget, goals, evaluation;
} levels[] = {
	{100, 0, EVALUATION_PLAIN},    {700, 0, EVALUATION_PLAIN},      {200, 0, EVALUATION_LEARNED},
	{450, 0, EVALUATION_LEARNED},  {1000, 0, EVALUATION_LEARNED},   {3000, 0, EVALUATION_LEARNED},
	{1000, 1, EVALUATION_LEARNED}, {100000, 1, EVALUATION_LEARNED},
};
_Static_assert(sizeof levels / sizeof *levels == 8, "as the setting has it");

/* The settings that count: those of a level, where there is one. */
static void find_settings(const int32_t given[], int32_t settings[SETTINGS])
{
	memcpy(settings, given, SETTINGS * sizeof *settings);
	if (given[LEVEL] == 0)
		return;

	settings[BUDGET] = levels[given[LEVEL] - 1].budget;
	settings[GOALS] = levels[given[LEVEL] - 1].goals;
	settings[EVALUATION] = levels[given[LEVEL] - 1].evaluation;
	settings[SEARCH] = settings[BELIEF] = 1;
	settings[WARY] = 0;
}

static const struct evaluation_weights *find_weights(const int32_t settings[])
{
	static const struct evaluation_weights *const weights[] = {
		[EVALUATION_PLAIN] = &evaluation_plain,
		[EVALUATION_SET] = &evaluation_set,
		[EVALUATION_LEARNED] = &evaluation_learned,
	};

	return weights[settings[EVALUATION]];
}

/* Where units go, before anything is known of who orders them. */
static const struct aim_weights *find_prior(const int32_t settings[])
{
	return settings[EVALUATION] == EVALUATION_LEARNED ? &aim_weights_learned : &aim_weights_set;
}

/* What it remembers of a game. */
struct memory {
	struct lessons lessons;
	struct standstill standstill;
};

static void open_greedy(const struct player_call *call, struct greedy *greedy)
{
	int32_t settings[SETTINGS];

	find_settings(call->settings, settings);
	greedy_open(call, !settings[GOALS], find_weights(settings), greedy);
}

/* ── moves ── */

static size_t trinity_scratch_size(const int32_t settings[])
{
	(void)settings;
	return decision_size();
}

static void trinity_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	int32_t settings[SETTINGS];
	const struct memory *memory = call->memory;
	find_settings(call->settings, settings);
	const struct decision_settings decision = {
		.budget = settings[BUDGET],
		.blind = !settings[GOALS],
		.search = settings[SEARCH],
		.wary = settings[WARY],
		.weights = find_weights(settings),
		.prior = find_prior(settings),
		.lessons = settings[BELIEF] && memory ? &memory->lessons : NULL,
		.width = lanes_widest(),
	};

	decision_make(call, &decision, orders, effort);
}

static void learn(const struct player_call *call, const struct phase_record *record,
                  struct lessons *lessons)
{
	struct ground ground;
	struct goals goals[POWERS_MAX];
	int32_t settings[SETTINGS];

	find_settings(call->settings, settings);
	if (!phase_is_movement(record->board.phase) || !settings[BELIEF])
		return;
	ground_open(call->map, &record->board, &ground);
	for (int p = 0; p < call->map->power_count; p++)
		goals_open(&ground, (uint8_t)p, !settings[GOALS], &goals[p]);
	belief_learn(&ground, goals, find_prior(settings), call->power, record->orders.order, lessons);
}

static void trinity_observe(const struct player_call *call, const struct phase_record *record,
                            void *memory)
{
	struct memory *remembered = memory;
	struct greedy greedy;

	learn(call, record, &remembered->lessons);
	if (call->settings[VOTES] == 0)
		return;
	open_greedy(call, &greedy);
	standstill_observe(&remembered->standstill, &greedy);
}

static bool trinity_vote(const struct player_call *call)
{
	const struct memory *memory = call->memory;
	struct greedy greedy;

	if (call->settings[VOTES] == 0)
		return false;
	open_greedy(call, &greedy);
	return standstill_is_draw(&memory->standstill, &greedy, call->settings[VOTES]);
}

/* ── retreats and winter ── */

static void trinity_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct greedy greedy;

	open_greedy(call, &greedy);
	greedy_retreat(&greedy, orders);
}

static int trinity_adjust(const struct player_call *call,
                          struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct greedy greedy;

	open_greedy(call, &greedy);
	return greedy_adjust(&greedy, adjustments);
}

const struct player player_trinity = {
	.name = "trinity",
	.about = "goals, a learned evaluation, and search against what others are believed to do",
	.settings = trinity_settings,
	.later = LEVEL,
	.scratch_size = trinity_scratch_size,
	.order = trinity_order,
	.retreat = trinity_retreat,
	.adjust = trinity_adjust,
	.observe = trinity_observe,
	.memory_size = sizeof(struct memory),
	.vote = trinity_vote,
};
