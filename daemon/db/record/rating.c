/* rating: see rating.h. */
#include "rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

enum { STEPS_MAX = 100 };

/* ── matrices: n rows, one after the other ── */

/* Makes the Cholesky factor of a symmetric positive definite matrix, in its lower half. */
static void factor(double a[], int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			double sum = a[i * n + j];
			for (int k = 0; k < j; k++)
				sum -= a[i * n + k] * a[j * n + k];
			a[i * n + j] = i == j ? sqrt(fmax(sum, 1e-300)) : sum / a[j * n + j];
		}
}

/* Solves a x = b, by the factor of a. x overwrites b. */
static void solve(const double l[], double b[], int n)
{
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < i; k++)
			b[i] -= l[i * n + k] * b[k];
		b[i] /= l[i * n + i];
	}

	for (int i = n - 1; i >= 0; i--) {
		for (int k = i + 1; k < n; k++)
			b[i] -= l[k * n + i] * b[k];
		b[i] /= l[i * n + i];
	}
}

static void transpose(double a[], int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			const double kept = a[i * n + j];
			a[i * n + j] = a[j * n + i];
			a[j * n + i] = kept;
		}
}

/* ── the fit ── */

/* The row after the last one of the choice that begins at `from`. */
static size_t choice_end(const struct rating_rows *rows, size_t from)
{
	size_t end = from;
	while (end < rows->count && rows->row[end].choice == rows->row[from].choice)
		end++;
	return end;
}

/* The expected share of a row's player, from the weights of the choice. */
static double weigh(const struct rating_row *row, const double strength[])
{
	return row->seats * exp(strength[row->player]);
}

static double weigh_choice(const struct rating_rows *rows, size_t from, size_t end,
                           const double strength[])
{
	double total = 0;
	for (size_t i = from; i < end; i++)
		total += weigh(&rows->row[i], strength);
	return total;
}

/* The expected share of a player against one of strength 1. */
static double against_one(double strength)
{
	return 1 / (1 + exp(-strength));
}

/* The gradient of the log-likelihood, and its negated Hessian. */
static void differentiate(const struct rating_rows *rows, const double strength[], double slope[],
                          double bend[])
{
	const int n = rows->players;
	memset(bend, 0, (size_t)n * (size_t)n * sizeof *bend);
	for (int p = 0; p < n; p++) {
		const double part = against_one(strength[p]);
		slope[p] = 0.5 - part;
		bend[p * n + p] = part * (1 - part);
	}

	for (size_t from = 0, end; from < rows->count; from = end) {
		end = choice_end(rows, from);
		const double total = weigh_choice(rows, from, end, strength);
		for (size_t i = from; i < end; i++) {
			const struct rating_row *const a = &rows->row[i];
			const double part = weigh(a, strength) / total;
			slope[a->player] += a->share - part;
			bend[a->player * n + a->player] += part;
			for (size_t j = from; j < end; j++) {
				const struct rating_row *const b = &rows->row[j];
				bend[a->player * n + b->player] -= part * weigh(b, strength) / total;
			}
		}
	}
}

/* Newton's method from 0, by steps of at most 1. At the end bend is the factor of the last
 * Hessian. */
static void climb(const struct rating_rows *rows, double strength[], double step[], double bend[])
{
	const int n = rows->players;

	memset(strength, 0, (size_t)n * sizeof *strength);
	for (int round = 0; round < STEPS_MAX; round++) {
		double most = 0;
		differentiate(rows, strength, step, bend);
		factor(bend, n);
		solve(bend, step, n);
		for (int p = 0; p < n; p++)
			most = fmax(most, fabs(step[p]));
		for (int p = 0; p < n; p++)
			strength[p] += step[p] / fmax(1, most);
		if (most < 1e-9)
			break;
	}
}

static void add_square(double meat[], const double slope[], int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; slope[i] != 0 && j < n; j++)
			meat[i * n + j] += slope[i] * slope[j];
}

/* The sum over blocks of the outer products of their contributions to the gradient. slope:
 * scratch. */
static void square_blocks(const struct rating_rows *rows, const double strength[], double slope[],
                          double meat[])
{
	const int n = rows->players;
	double blocks = 0;
	memset(meat, 0, (size_t)n * (size_t)n * sizeof *meat);
	for (size_t from = 0, end; from < rows->count; from = end) {
		end = choice_end(rows, from);
		if (from == 0 || rows->row[from].block != rows->row[from - 1].block) {
			if (from > 0)
				add_square(meat, slope, n);
			memset(slope, 0, (size_t)n * sizeof *slope);
			blocks++;
		}
		const double total = weigh_choice(rows, from, end, strength);
		for (size_t i = from; i < end; i++)
			slope[rows->row[i].player] +=
				rows->row[i].share - weigh(&rows->row[i], strength) / total;
	}
	add_square(meat, slope, n);

	for (int i = 0; i < n * n; i++)
		meat[i] *= blocks / fmax(1, blocks - 1);
	for (int p = 0; p < n; p++) {
		const double part = against_one(strength[p]);
		meat[p * n + p] += ((1 - part) * (1 - part) + part * part) / 2;
	}
}

void rating_fit(const struct rating_rows *rows, double strength[], double covariance[])
{
	const int n = rows->players;
	double *const bend = heap_get((size_t)n * (size_t)(n + 1), sizeof *bend);
	double *const slope = bend + n * n;
	climb(rows, strength, slope, bend);
	square_blocks(rows, strength, slope, covariance);

	for (int side = 0; side < 2; side++) {
		for (int i = 0; i < n; i++)
			solve(bend, covariance + i * n, n);
		transpose(covariance, n);
	}
	free(bend);
}

/* ── which players are connected ── */

/* Marks in reach[a * n + b] that a gained something in a choice in which b took part, and adds the
 * transitive closure (Warshall). both: or the other way round. */
static void link_players(const struct rating_rows *rows, bool both, bool reach[])
{
	const int n = rows->players;
	memset(reach, 0, (size_t)n * (size_t)n * sizeof *reach);
	for (size_t from = 0, end; from < rows->count; from = end) {
		end = choice_end(rows, from);
		for (size_t i = from; i < end; i++)
			for (size_t j = from; rows->row[i].share > 0 && j < end; j++) {
				const int a = rows->row[i].player, b = rows->row[j].player;
				reach[a * n + b] = true;
				if (both)
					reach[b * n + a] = true;
			}
	}
	for (int i = 0; i < n; i++)
		reach[i * n + i] = true;

	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++)
			for (int j = 0; reach[i * n + k] && j < n; j++)
				reach[i * n + j] |= reach[k * n + j];
}

/* ── ratings ── */

struct scale {
	int players, anchor;
	const double *strength, *covariance;
	const bool *reach;
};

/* The weight of a player in the zero of the scale. */
static double weight_of(const struct scale *scale, int player)
{
	if (scale->anchor < 0)
		return 1.0 / scale->players;
	return player == scale->anchor;
}

/* The covariance of a player's strength with the zero of the scale. */
static double covary(const struct scale *scale, int player)
{
	double sum = 0;
	for (int i = 0; i < scale->players; i++)
		sum += scale->covariance[player * scale->players + i] * weight_of(scale, i);
	return sum;
}

/* Whether a player reaches all others, or is reached by them; or only the anchor. */
static bool is_bounded(const struct scale *scale, int player, bool from)
{
	const int n = scale->players;
	for (int i = 0; i < n; i++)
		if ((scale->anchor < 0 || i == scale->anchor) &&
		    !scale->reach[from ? player * n + i : i * n + player])
			return false;
	return true;
}

static void rate(const struct scale *scale, const double quantile[], struct rating rating[])
{
	const double elo = 400 / log(10);
	double base = 0, zero = 0;
	for (int i = 0; i < scale->players; i++) {
		base += weight_of(scale, i) * scale->strength[i];
		zero += weight_of(scale, i) * covary(scale, i);
	}

	for (int i = 0; i < scale->players; i++) {
		const double own = scale->covariance[i * scale->players + i];
		const double error = elo * sqrt(fmax(0, own - 2 * covary(scale, i) + zero));
		const double at = elo * (scale->strength[i] - base), half = quantile[i] * error;
		rating[i] = (struct rating){.rating = at,
		                            .low = is_bounded(scale, i, true) ? at - half : -INFINITY,
		                            .high = is_bounded(scale, i, false) ? at + half : INFINITY,
		                            .error = error};
	}
}

bool rating_find(const struct rating_rows *rows, int anchor, const double quantile[],
                 struct rating rating[], int *stranger)
{
	const size_t n = (size_t)rows->players;
	double *const strength = heap_get(n * (n + 1), sizeof *strength);
	bool *const reach = heap_get(n * n, sizeof *reach);
	link_players(rows, true, reach);
	*stranger = 0;
	while (*stranger < rows->players && reach[*stranger])
		++*stranger;

	const bool met = *stranger == rows->players;
	if (met) {
		const struct scale scale = {rows->players, anchor, strength, strength + n, reach};
		rating_fit(rows, strength, strength + n);
		link_players(rows, false, reach);
		rate(&scale, quantile, rating);
	}
	free(reach);
	free(strength);
	return met;
}
