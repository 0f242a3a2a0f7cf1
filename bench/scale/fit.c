/* fit: see fit.h. It solves the normal equations by Gauss's elimination with pivots. */
#include "fit.h"

#include <math.h>
#include <string.h>

/* A pivot that is smaller than this share of the original entry counts as 0. */
static const double smallest = 1e-9;

void fit_add(struct fit *fit, const double parts[FIT_PARTS], double cost)
{
	fit->rows++;
	for (int i = 0; i < FIT_PARTS; i++) {
		fit->xy[i] += parts[i] * cost;
		for (int j = 0; j < FIT_PARTS; j++)
			fit->xx[i][j] += parts[i] * parts[j];
	}
}

void fit_merge(struct fit *fit, const struct fit *other)
{
	fit->rows += other->rows;
	for (int i = 0; i < FIT_PARTS; i++) {
		fit->xy[i] += other->xy[i];
		for (int j = 0; j < FIT_PARTS; j++)
			fit->xx[i][j] += other->xx[i][j];
	}
}

/* Eliminates the unknown k from all rows except one, which moves to place k. */
static bool eliminate(double a[FIT_PARTS][FIT_PARTS + 1], const double scale[FIT_PARTS], int k)
{
	double row[FIT_PARTS + 1];
	int best = k;
	for (int i = k + 1; i < FIT_PARTS; i++)
		if (fabs(a[i][k]) > fabs(a[best][k]))
			best = i;
	if (fabs(a[best][k]) <= smallest * scale[k])
		return false;
	memcpy(row, a[best], sizeof row);
	memcpy(a[best], a[k], sizeof row);
	memcpy(a[k], row, sizeof row);
	for (int i = 0; i < FIT_PARTS; i++) {
		const double factor = a[i][k] / a[k][k];
		for (int j = k; i != k && j <= FIT_PARTS; j++)
			a[i][j] -= factor * a[k][j];
	}
	return true;
}

bool fit_solve(const struct fit *fit, double cost[FIT_PARTS])
{
	double a[FIT_PARTS][FIT_PARTS + 1], scale[FIT_PARTS];
	for (int i = 0; i < FIT_PARTS; i++) {
		memcpy(a[i], fit->xx[i], sizeof fit->xx[i]);
		a[i][FIT_PARTS] = fit->xy[i];
		scale[i] = fit->xx[i][i];
	}
	for (int k = 0; k < FIT_PARTS; k++)
		if (!eliminate(a, scale, k))
			return false;
	for (int k = 0; k < FIT_PARTS; k++)
		cost[k] = a[k][FIT_PARTS] / a[k][k];
	return true;
}
