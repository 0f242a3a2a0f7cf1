/* trinity: goals, evaluation and search, after the thesis's "hybrid trinity" (section 5.4).
 *
 * Goals say which centres are worth having (goals.c). An evaluation learned from the farm's games
 * says what a position is worth (evaluation.c). A search improves joint orders (decision.c) against
 * order sets drawn for the others, who are believed to continue as they have done (belief.c). */
#include "decision.h"
#include "replies.h"
#include "greedy.h"
#include "players/trinity/evaluation/weights.h"

#include <string.h>

enum { BUDGET, GOALS, EVALUATION, SEARCH, BELIEF, WARY, LEVEL, VOTES, KNOWS, SETTINGS };
enum { HELPED_LEAST = 30000, HELPERS = 7 }; /* resolutions; threads beside the first */
enum { SEARCHED_LEAST = 100000 };           /* resolutions */
enum { BELIEF_AIMS = 1, BELIEF_REPLIES = 2, BELIEF_SEARCHED = 3 };
enum mind_name { MIND_PLAIN, MIND_SET, MIND_LEARNED, MIND_TUNED, MIND_REACH };

static const struct player_setting trinity_settings[] = {
	[BUDGET] = {"budget", 100, 1000000, 10000, "resolutions that a decision may take"},
	[GOALS] = {"goals", 0, 1, 1, "0: no centre draws units that are not beside it"},
	[EVALUATION] = {"evaluation", 0, 4, 4,
                    "weights: 0: of centres held only, 1: set by hand, 2: learned, 3: tuned, 4: "
                    "tuned with a reach for each type of unit"},
	[SEARCH] = {"search", 0, 1, 1, "0: orders are drawn, and not improved"},
	[BELIEF] = {"belief", 0, 3, 3,
                "learned of others: 0: nothing, 1: aims, 2: habits, choices, 3: who searches, too"},
	[WARY] = {"wary", 0, 100, 0,
              "per cent of chances that the others answer, not continue as believed"},
	/* later settings: see player.h */
	[LEVEL] = {"level", 0, 8, 0, "1: weakest, to 8: strongest, whatever the others say; 0: none"},
	[VOTES] = {"votes", 0, 100, 0,
               "years without a change of centres after which it may vote for a draw; 0: it never "
               "votes"},
	[KNOWS] = {"knows", 0, FORESIGHT_MOST, 0,
               "for research: decisions of each other power that it tries, as if all were trinity"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

/* What levels are made of: weak ones count only centres that are held, or look no further than the
 * places beside their units, and try fewer joint orders. doc/players.md has the share of each. */
static const struct {
	int32_t budget, goals, evaluation;
} levels[] = {
	{100, 0, MIND_PLAIN},    {700, 0, MIND_PLAIN},      {200, 0, MIND_LEARNED},
	{450, 0, MIND_LEARNED},  {1000, 0, MIND_LEARNED},   {3000, 0, MIND_LEARNED},
	{1000, 1, MIND_LEARNED}, {100000, 1, MIND_LEARNED},
};
_Static_assert(sizeof levels / sizeof *levels == 8, "as the setting has it");

/* What positions and centres are worth, and where units go before anything is known of who orders
 * them. */
static const struct mind {
	const struct evaluation_weights *weights;
	const struct goal_worths *worths;
	const struct aim_weights *prior;
} minds[] = {
	[MIND_PLAIN] = {&evaluation_plain, &goal_worths_set, &aim_weights_set},
	[MIND_SET] = {&evaluation_set, &goal_worths_set, &aim_weights_set},
	[MIND_LEARNED] = {&evaluation_learned, &goal_worths_set, &aim_weights_learned},
	[MIND_TUNED] = {&weights_tuned.evaluation, &weights_tuned.worths, &weights_tuned.aims},
	[MIND_REACH] = {&weights_reach.evaluation, &weights_reach.worths, &weights_reach.aims},
};

/* The settings that count: those of a level, where there is one; and their mind. */
static struct mind find_settings(const int32_t given[], int32_t settings[SETTINGS])
{
	memcpy(settings, given, SETTINGS * sizeof *settings);
	if (given[LEVEL] > 0) {
		settings[BUDGET] = levels[given[LEVEL] - 1].budget;
		settings[GOALS] = levels[given[LEVEL] - 1].goals;
		settings[EVALUATION] = levels[given[LEVEL] - 1].evaluation;
		settings[SEARCH] = 1;
		settings[BELIEF] = BELIEF_AIMS;
		settings[WARY] = settings[KNOWS] = 0;
	}
	struct mind mind = minds[settings[EVALUATION]];
	if (!settings[GOALS])
		mind.worths = NULL;
	return mind;
}

/* How long no centre has changed its owner, and the value of the position to the power in this
 * time. Zeros before the game. Shares are the power's, if no unit moves, on boards before spring
 * moves, of EVALUATION_SURE. */
struct standstill {
	bool begun;
	bool changed; /* since the last such board */
	struct tenure tenure;
	int32_t then, now; /* on the first such board since the last change; on the last one */
};

/* What it remembers of a game. With `knows`, what each other power would remember follows. */
struct memory {
	_Alignas(PLAYER_ALIGN) struct lessons lessons;
	struct standstill standstill;
};

static void open_greedy(const struct player_call *call, struct greedy *greedy)
{
	int32_t settings[SETTINGS];

	const struct mind mind = find_settings(call->settings, settings);
	greedy_open(call, mind.worths, mind.weights, greedy);
}

/* ── moves ── */

/* How many climbs may take place beside the first: with small budgets threads cost what they save.
 */
static int count_helpers(const int32_t settings[])
{
	return settings[BUDGET] < HELPED_LEAST ? 0 : HELPERS;
}

static bool looks_for_search(const int32_t settings[])
{
	return settings[BELIEF] == BELIEF_SEARCHED && settings[SEARCH] &&
	       settings[BUDGET] >= SEARCHED_LEAST && settings[KNOWS] == 0;
}

static size_t trinity_scratch_size(const int32_t given[])
{
	int32_t settings[SETTINGS];

	find_settings(given, settings);
	return decision_size(count_helpers(settings)) + (settings[KNOWS] > 0 ? decision_size(0) : 0);
}

static void trinity_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	int32_t settings[SETTINGS];
	const struct memory *memory = call->memory;
	struct foresight foresight;
	const struct mind mind = find_settings(call->settings, settings);
	const struct decision_settings decision = {
		.budget = settings[BUDGET],
		.search = settings[SEARCH],
		.wary = settings[WARY],
		.weights = mind.weights,
		.worths = mind.worths,
		.prior = mind.prior,
		.lessons = settings[BELIEF] && memory ? &memory->lessons : NULL,
		.replies = settings[BELIEF] >= BELIEF_REPLIES && memory && settings[KNOWS] == 0,
		.searched = memory && looks_for_search(settings),
		.foresight = settings[KNOWS] > 0 ? &foresight : NULL,
		.width = lanes_widest(),
		.helpers = count_helpers(settings),
	};

	if (decision.foresight)
		foresight_open(&player_trinity, call, memory ? memory + 1 : NULL,
		               (char *)call->scratch + decision_size(decision.helpers), settings[KNOWS],
		               &foresight);
	decision_make(call, &decision, orders, effort);
	if (decision.foresight)
		effort->forecasts[STAGE_NONE] += foresight.resolutions;
}

/* What others choose, and whether they search. */
static void learn_choices(const struct player_call *call, const struct ground *ground,
                          const struct goals goals[], const int32_t settings[],
                          const struct mind mind, const struct order orders[],
                          struct lessons *lessons)
{
	const struct decision_settings decision = {.budget = settings[BUDGET],
	                                           .weights = mind.weights,
	                                           .width = lanes_widest(),
	                                           .helpers = count_helpers(settings)};
	struct rng rng = player_chance(call, RNG_ORDERS);
	struct belief belief;

	belief_open(ground, goals, call->power, mind.prior, lessons, &belief);
	replies_learn(&belief, rules_variant(call->rules, call->map), goals, mind.weights, call->power,
	              orders, &rng, lessons);
	if (looks_for_search(settings))
		decision_learn(call, &decision, &belief, goals, orders, lessons);
}

static void learn(const struct player_call *call, const struct phase_record *record,
                  struct lessons *lessons)
{
	struct ground ground;
	struct goals goals[POWERS_MAX];
	int32_t settings[SETTINGS];

	const struct mind mind = find_settings(call->settings, settings);
	if (!phase_is_movement(record->board.phase) || !settings[BELIEF])
		return;
	ground_open(call->map, &record->board, &ground);
	if (settings[BELIEF] >= BELIEF_REPLIES)
		ground.habits = &lessons->habits;
	for (int p = 0; p < call->map->power_count; p++)
		goals_open(&ground, (uint8_t)p, mind.worths, &goals[p]);
	if (ground.habits)
		learn_choices(call, &ground, goals, settings, mind, record->orders.order, lessons);
	belief_learn(&ground, goals, mind.prior, call->power, record->orders.order, lessons);
	if (ground.habits)
		habits_observe(call->map, record, &lessons->habits);
}

/* ── a standstill ── */

/* By how much a share must grow to have risen. */
enum { RISE = EVALUATION_SURE / 32 };

/* Observes the board of the greedy's call. */
static void observe_standstill(struct standstill *standstill, struct greedy *greedy)
{
	const struct board *board = greedy->call->board;
	const int year = standstill->tenure.year;

	if (!standstill->begun)
		tenure_open(board, &standstill->tenure);
	else
		tenure_observe(greedy->call->map, board, &standstill->tenure);
	standstill->changed |= !standstill->begun || standstill->tenure.year != year;
	standstill->begun = true;

	if (phase_kind(board->phase) != SPRING_MOVES)
		return;
	standstill->now = greedy_value(greedy, &greedy->board);
	if (standstill->changed)
		standstill->then = standstill->now;
	standstill->changed = false;
}

/* Whether the power can expect no more than a draw on the board of the greedy's call: no centre has
 * changed its owner for this number of years, and its share has not risen since, or is no larger
 * than a draw's. */
static bool is_draw(const struct standstill *standstill, struct greedy *greedy, int years)
{
	const struct board *board = greedy->call->board;
	struct standstill here = *standstill;

	observe_standstill(&here, greedy);
	if (tenure_years(&here.tenure, board) < years)
		return false;
	const power_set survivors = game_judge(greedy->call->map, board, 0).survivors;
	return here.now <= here.then + RISE ||
	       here.now * __builtin_popcount(survivors) <= EVALUATION_SURE;
}

static void trinity_observe(const struct player_call *call, const struct phase_record *record,
                            void *memory)
{
	struct memory *remembered = memory;
	struct greedy greedy;

	learn(call, record, &remembered->lessons);
	if (call->settings[KNOWS] > 0)
		foresight_observe(&player_trinity, call, record, remembered + 1);
	if (call->settings[VOTES] == 0)
		return;
	open_greedy(call, &greedy);
	observe_standstill(&remembered->standstill, &greedy);
}

static bool trinity_vote(const struct player_call *call)
{
	const struct memory *memory = call->memory;
	struct greedy greedy;

	if (call->settings[VOTES] == 0)
		return false;
	open_greedy(call, &greedy);
	return is_draw(&memory->standstill, &greedy, call->settings[VOTES]);
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

static size_t trinity_more_memory(const int32_t settings[])
{
	return settings[KNOWS] > 0 ? POWERS_MAX * sizeof(struct memory) : 0;
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
	.more_memory = trinity_more_memory,
	.vote = trinity_vote,
};
