/* policy: see policy.h. */
#include "policy.h"

#include "bench_program.h"
#include "players/blackmane/equilibrium.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Payoffs are values in this unit: lp_solve takes smaller differences for none. */
enum { PAYOFF_ONE = 1 << 20 };

/* A gain that counts: equilibria have chances in millionths. */
#define GAIN 4e-6

/* ── given policies ── */

void policy_make_even(const struct duel *duel, float policy[])
{
	memset(policy, 0, (size_t)duel->kind_count * sizeof *policy);
	for (uint32_t s = DUEL_WON; s < duel->count; s++)
		for (int side = 0; side < SIDES; side++) {
			const struct duel_state *state = &duel->state[s];
			for (int i = 0; i < state->sets[side]; i++)
				policy[state->first[side] + state->kind[side][i]] += 1 / (float)state->sets[side];
		}
}

/* Adds what a side ordered in a phase that was played. */
static bool observe(const struct duel *duel, const struct duel_state *state, int side,
                    const struct phase_orders *given, float weight, float policy[])
{
	static struct duel_sets sets;
	struct order orders[PHASE_ORDERS_MAX];
	int count = 0;

	if (!duel_list(duel, &state->board, side, &sets))
		return false;
	for (int i = 0; i < given->count; i++)
		if (given->power[i] == side)
			orders[count++] = given->order[i];
	const int set = duel_find(&sets, orders, count);
	if (set >= 0)
		policy[state->first[side] + state->kind[side][set]] += weight;
	return set >= 0;
}

bool policy_observe(const struct duel *duel, const struct seat *seat, uint64_t seed, int first,
                    int count, float policy[])
{
	struct match match = {.map = duel->game.map,
	                      .rules = duel->game.rules,
	                      .judge = judges[0],
	                      .seats = {*seat, *seat},
	                      .seed = seed,
	                      .round_limit = INT16_MAX,
	                      .threads = 1};
	void *room = bench_start(&match);
	struct phase_record record;
	struct phase_cost cost;
	bool legal = true;

	memset(policy, 0, (size_t)duel->kind_count * sizeof *policy);
	for (uint32_t s = DUEL_WON; s < duel->count; s++)
		for (int n = 0; legal && n < count; n++) {
			match.board = duel->state[s].board;
			match.block = (uint32_t)(first + n + 1);
			match_probe(&match, &record, &cost);
			for (int side = 0; side < SIDES; side++)
				legal &=
					observe(duel, &duel->state[s], side, &record.orders, 1 / (float)count, policy);
		}
	free(room);
	return legal;
}

/* ── values ── */

/* A state may not be reached: see POLICY_LASTS. */
static double lasts(const struct duel_state *state)
{
	return phase_kind(state->board.phase) == FALL_MOVES ? POLICY_LASTS : 1;
}

/* What each kind of a side is worth to it against the other side's policy. */
static void appraise(const struct duel_state *state, int side, const float other[],
                     const double value[], double worth[])
{
	const int columns = state->kinds[1], others = state->kinds[!side];
	const int step = side == 0 ? columns : 1, other_step = side == 0 ? 1 : columns;

	for (int k = 0; k < state->kinds[side]; k++)
		worth[k] = 0;
	for (int o = 0; o < others; o++)
		for (int k = 0; other[o] > 0 && k < state->kinds[side]; k++) {
			const double won = value[state->next[k * step + o * other_step]];
			worth[k] += other[o] * (side == 0 ? won : -won);
		}
}

static int find_best(const double worth[], int count)
{
	int best = 0;

	for (int k = 1; k < count; k++)
		if (worth[k] > worth[best])
			best = k;
	return best;
}

/* The value of a state to the first side. */
static double value_state(const struct duel_state *state, const float *const policy[SIDES],
                          int chooser, const double value[], float best[])
{
	const int side = chooser == SIDES ? 0 : chooser;
	double worth[DUEL_SETS_MAX], sum = 0;

	appraise(state, side, policy[!side] + state->first[!side], value, worth);
	const int chosen = find_best(worth, state->kinds[side]);
	for (int k = 0; k < state->kinds[side]; k++) {
		if (best)
			best[state->first[side] + k] = k == chosen;
		if (chooser == SIDES)
			sum += policy[side][state->first[side] + k] * worth[k];
	}
	return (chooser == SIDES ? sum : worth[chosen]) * (side == 0 ? 1 : -1);
}

static void begin_values(const struct duel *duel, double value[])
{
	memset(value, 0, duel->count * sizeof *value);
	value[0] = 1;
	value[1] = -1;
}

void policy_value(const struct duel *duel, const float *const policy[SIDES], int chooser,
                  double value[], float best[])
{
	double change = 1;

	begin_values(duel, value);
	while (change > POLICY_RESIDUAL) {
		change = 0;
		for (uint32_t s = duel->count - 1; s >= DUEL_WON; s--) {
			const struct duel_state *state = &duel->state[s];
			const double now = lasts(state) * value_state(state, policy, chooser, value, best);
			change = fmax(change, fabs(now - value[s]));
			value[s] = now;
		}
	}
}

double policy_loss(const struct duel *duel, const float policy[], const double truth[])
{
	double worth[DUEL_SETS_MAX], sum = 0;
	long count = 0;

	for (uint32_t s = DUEL_WON; s < duel->count; s++) {
		const struct duel_state *state = &duel->state[s];
		if (!phase_is_movement(state->board.phase))
			continue;
		for (int side = 0; side < SIDES; side++, count++) {
			appraise(state, !side, policy + state->first[side], truth, worth);
			sum += worth[find_best(worth, state->kinds[!side])];
			sum += (side == 0 ? 1 : -1) * truth[s] / lasts(state);
		}
	}
	return sum / (double)count;
}

/* ── equilibria ── */

/* What a side may order in a state: its candidates. */
struct candidates {
	int count, kind[CHOICES_MOST];
};

/* Solves the game of a state for one side. Returns its value to the side, and writes its policy. */
static double mix(const struct duel_state *state, int side, const struct candidates choice[SIDES],
                  const double value[], float policy[])
{
	static struct matrix matrix;
	struct equilibrium equilibrium;

	matrix.rows = choice[side].count;
	matrix.columns = choice[!side].count;
	for (int r = 0; r < matrix.rows; r++)
		for (int c = 0; c < matrix.columns; c++) {
			const int first = choice[0].kind[side == 0 ? r : c];
			const int second = choice[1].kind[side == 0 ? c : r];
			const double won = value[state->next[first * state->kinds[1] + second]];
			matrix.payoff[r * CHOICES_MOST + c] =
				(int32_t)lround((side == 0 ? won : -won) * PAYOFF_ONE);
		}
	equilibrium_find(&matrix, &equilibrium);
	memset(policy, 0, (size_t)state->kinds[side] * sizeof *policy);
	for (int r = 0; r < choice[side].count; r++)
		policy[choice[side].kind[r]] = (float)equilibrium.chance[r] / CERTAIN;
	return equilibrium.payoff / (double)PAYOFF_ONE;
}

/* Adds the best answer to the other side's policy, if it is new and worth more than `safe`.
 * False: none is. */
static bool add_answer(const struct duel_state *state, int side, const float other[],
                       const double value[], double safe, struct candidates *choice)
{
	double worth[DUEL_SETS_MAX];

	appraise(state, side, other, value, worth);
	const int best = find_best(worth, state->kinds[side]);
	if (worth[best] <= safe + GAIN || choice->count == CHOICES_MOST)
		return false;
	for (int i = 0; i < choice->count; i++)
		if (choice->kind[i] == best)
			return false;
	choice->kind[choice->count++] = best;
	return true;
}

static double solve_state(const struct duel_state *state, const bool candidate[], int rounds,
                          float policy[], const double value[], struct policy_effort *effort)
{
	struct candidates choice[SIDES] = {0};
	double safe[SIDES];
	bool grew = true;

	for (int side = 0; side < SIDES; side++)
		for (int k = 0; k < state->kinds[side] && choice[side].count < CHOICES_MOST; k++)
			if (candidate ? candidate[state->first[side] + k] : k == 0)
				choice[side].kind[choice[side].count++] = k;
	for (int round = 0; grew; round++) {
		for (int side = 0; side < SIDES; side++)
			safe[side] = mix(state, side, choice, value, policy + state->first[side]);
		grew = false;
		for (int side = 0; side < SIDES && round < rounds; side++)
			grew |= add_answer(state, side, policy + state->first[!side], value, -safe[!side],
			                   &choice[side]);
	}
	for (int side = 0; side < SIDES && phase_is_movement(state->board.phase); side++) {
		effort->sides++;
		effort->candidates += choice[side].count;
		effort->most = choice[side].count > effort->most ? choice[side].count : effort->most;
	}
	return (safe[0] - safe[1]) / 2;
}

double policy_mix(const struct duel *duel, const bool candidate[], int rounds, const double value[],
                  float policy[], double found[], struct policy_effort *effort)
{
	double change = 0;

	*effort = (struct policy_effort){0};
	for (uint32_t s = duel->count - 1; s >= DUEL_WON; s--) {
		const struct duel_state *state = &duel->state[s];
		const double now =
			lasts(state) * solve_state(state, candidate, rounds, policy, value, effort);
		change = fmax(change, fabs(now - value[s]));
		found[s] = now;
	}
	return change;
}

int policy_solve(const struct duel *duel, float policy[], double value[],
                 struct policy_effort *effort)
{
	int sweeps = 1;

	begin_values(duel, value);
	while (policy_mix(duel, NULL, DUEL_SETS_MAX, value, policy, value, effort) > POLICY_RESIDUAL)
		sweeps++;
	return sweeps;
}
