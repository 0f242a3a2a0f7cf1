/* policy: how likely each side of a duel gives each kind of joint order in each state; what that is
 * worth; and the policies that are best.
 *
 * A policy is an array over duel->kind_count: in each state the chances of each side's kinds, from
 * the place `first`; they add up to 1. A value is an array over the states, from -1, the second
 * power wins, to 1, the first does; a draw is 0. Before each fall's moves the game is a draw with a
 * chance of 1 - POLICY_LASTS, so values exist and can be computed by repeated sweeps over all
 * states, which end when no value changes by more than POLICY_RESIDUAL (Shapley, 1953). */
#ifndef ARESFARM_POLICY_H
#define ARESFARM_POLICY_H

#include "duel.h"
#include "players/player.h"

#define POLICY_LASTS    0.9
#define POLICY_RESIDUAL 1e-5

/* Each joint order is equally likely. */
void policy_make_even(const struct duel *duel, float policy[]);

/* The share of each kind in the decisions of a player without memory of the game, at both seats:
 * `count` of them with chance of their own, from the number `first` on. False: it ordered what is
 * not legal. */
MUST_CHECK bool policy_observe(const struct duel *duel, const struct seat *seat, uint64_t seed,
                               int first, int count, float policy[]);

/* What two policies are worth against each other. chooser: this side plays the best answer instead
 * of its policy, which may be NULL; SIDES: neither does. best: gets that answer, unless NULL. */
void policy_value(const struct duel *duel, const float *const policy[SIDES], int chooser,
                  double value[], float best[]);

/* What a decision by a policy can lose, in a value, on average of all movement phases of both
 * sides: the other side answers it at best, and both play as well as can be from there. truth: the
 * values by policy_solve. */
double policy_loss(const struct duel *duel, const float policy[], const double truth[]);

/* The number of candidates in movement phases: the sum over `sides`, and the most of one. */
struct policy_effort {
	long candidates;
	int sides, most;
};

/* The equilibrium of each state's game, whose payoffs are the values of the next states, where each
 * side has only its candidates: flags over duel->kind_count, at least one in each state; NULL: the
 * first kind. After each linear program the best answer of each side, out of all its kinds, becomes
 * one more candidate if it gains anything, in `rounds` rounds at most. Writes what the states are
 * then worth to `found`, which may be `value`. Returns by how much a value changed at most. */
double policy_mix(const struct duel *duel, const bool candidate[], int rounds, const double value[],
                  float policy[], double found[], struct policy_effort *effort);

/* The true values, and an equilibrium: all rounds that are needed, in sweeps until no value
 * changes. Returns how many sweeps. */
int policy_solve(const struct duel *duel, float policy[], double value[],
                 struct policy_effort *effort);

#endif
