/* network: see network.h. */
#include "network.h"

#include <assert.h>

enum { HIDDEN_SHIFT = 6 };

/* [feature][hidden]; their scale is 2^12, that of the second layer 2^10. */
static const int16_t first[][NETWORK_HIDDEN] = {
#define FIRST(...) {__VA_ARGS__},
#define BIAS(...)
#define SECOND(...)
#include "weights.def"
#undef FIRST
#undef BIAS
#undef SECOND
};
_Static_assert(sizeof first / sizeof *first == ALONE_FEATURES + PAIR_FEATURES,
               "there is a row for each feature");

#define FIRST(...)
#define BIAS(...)   static const int16_t bias[NETWORK_HIDDEN] = {__VA_ARGS__};
#define SECOND(...) static const int16_t second[NETWORK_HIDDEN] = {__VA_ARGS__};
#include "weights.def"
#undef FIRST
#undef BIAS
#undef SECOND

/* The features of kinds, in the sequence of training/features.py; the last: it is never scored. */
static const uint8_t kind_place[ORDER_KINDS] = {
	[ORDER_HOLD] = 0,
	[ORDER_MOVE] = 1,
	[ORDER_SUPPORT_HOLD] = 2,
	[ORDER_SUPPORT_MOVE] = 3,
	[ORDER_RETREAT] = 4,
	[ORDER_DISBAND] = 5,
	[ORDER_BUILD] = 6,
	[ORDER_CONVOY] = SCORED_KINDS,
	[ORDER_WAIVE] = SCORED_KINDS,
};

/* 255 times the largest weight, for every feature, fits 32 bits. */
static void add(const uint8_t features[], int count, int at, int32_t hidden[NETWORK_HIDDEN])
{
	for (int f = 0; f < count; f++) {
		if (features[f] == 0)
			continue;
		for (int h = 0; h < NETWORK_HIDDEN; h++)
			hidden[h] += features[f] * first[at + f][h];
	}
}

int64_t network_score(const struct network_input *input)
{
	static const uint8_t one = 1;
	int32_t hidden[NETWORK_HIDDEN];
	int64_t score = 0;
	int at = 3 * PLACE_FEATURES;

	assert(kind_place[input->kind] < SCORED_KINDS);
	for (int h = 0; h < NETWORK_HIDDEN; h++)
		hidden[h] = bias[h];
	for (int p = 0; p < 3; p++)
		if (input->place[p])
			add(input->place[p], PLACE_FEATURES, p * PLACE_FEATURES, hidden);
	add(&one, 1, at + kind_place[input->kind], hidden);
	at += SCORED_KINDS;
	add(input->own, OWN_FEATURES, at, hidden);
	add(input->pair, PAIR_FEATURES, at + OWN_FEATURES, hidden);

	for (int h = 0; h < NETWORK_HIDDEN; h++)
		if (hidden[h] > 0)
			score += (int64_t)(hidden[h] >> HIDDEN_SHIFT) * second[h];
	return score;
}
