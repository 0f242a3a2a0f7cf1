/* logit: see logit.h. */
#include "logit.h"

#include <math.h>
#include <string.h>

/* Keeps weights of features that are hardly ever seen near 0, and the equations solvable. */
static const double RIDGE = 1.0;

void logit_begin(struct logit *logit)
{
	logit->loss = 0;
	memset(logit->slope, 0, sizeof logit->slope);
	memset(logit->bend, 0, sizeof logit->bend);
	for (int k = 0; k < logit->features; k++) {
		logit->bend[k][k] = RIDGE;
		logit->slope[k] = -RIDGE * logit->weight[k];
	}
}

static double weigh(const struct logit *logit, const double feature[])
{
	double sum = 0;

	for (int k = 0; k < logit->features; k++)
		sum += feature[k] * logit->weight[k];
	return sum;
}

/* Adds chance * feature * feature to the bend; only the lower half. */
static void bend(struct logit *logit, const double feature[], double chance)
{
	for (int k = 0; k < logit->features; k++)
		for (int l = 0; l <= k && feature[k] != 0; l++)
			logit->bend[k][l] += chance * feature[k] * feature[l];
}

void logit_add_share(struct logit *logit, const double feature[], double share)
{
	const double chance = 1 / (1 + exp2(-weigh(logit, feature)));

	logit->loss -= share * log2(chance) + (1 - share) * log2(1 - chance);
	for (int k = 0; k < logit->features; k++)
		logit->slope[k] += (share - chance) * feature[k];
	bend(logit, feature, chance * (1 - chance));
}

void logit_add_choice(struct logit *logit, const double feature[][LOGIT_FEATURES_MAX], int count,
                      int seen)
{
	double chance[LOGIT_CHOICES_MAX], sum = 0, mean[LOGIT_FEATURES_MAX] = {0};

	for (int i = 0; i < count; i++)
		sum += chance[i] = exp2(weigh(logit, feature[i]));
	for (int i = 0; i < count; i++) {
		chance[i] /= sum;
		for (int k = 0; k < logit->features; k++)
			mean[k] += chance[i] * feature[i][k];
		bend(logit, feature[i], chance[i]);
	}
	bend(logit, mean, -1);
	logit->loss -= log2(chance[seen]);
	for (int k = 0; k < logit->features; k++)
		logit->slope[k] += feature[seen][k] - mean[k];
}

/* Cholesky: bend becomes L, where L times its transpose was bend. */
static bool decompose(struct logit *logit)
{
	for (int k = 0; k < logit->features; k++)
		for (int l = 0; l <= k; l++) {
			double rest = logit->bend[k][l];
			for (int m = 0; m < l; m++)
				rest -= logit->bend[k][m] * logit->bend[l][m];
			if (k == l && rest <= 0)
				return false;
			logit->bend[k][l] = k == l ? sqrt(rest) : rest / logit->bend[l][l];
		}
	return true;
}

bool logit_step(struct logit *logit)
{
	double step[LOGIT_FEATURES_MAX];

	if (!decompose(logit))
		return false;
	for (int k = 0; k < logit->features; k++) {
		step[k] = logit->slope[k];
		for (int m = 0; m < k; m++)
			step[k] -= logit->bend[k][m] * step[m];
		step[k] /= logit->bend[k][k];
	}
	for (int k = logit->features - 1; k >= 0; k--) {
		for (int m = k + 1; m < logit->features; m++)
			step[k] -= logit->bend[m][k] * step[m];
		step[k] /= logit->bend[k][k];
	}
	for (int k = 0; k < logit->features; k++)
		logit->weight[k] += step[k] / M_LN2;
	return true;
}

long logit_round(double weight)
{
	return (long)(weight + (weight < 0 ? -0.5 : 0.5));
}
