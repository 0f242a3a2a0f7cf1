/* pace: see pace.h. */
#include "pace.h"

void pace_add(struct pace *pace, double at, int64_t value)
{
	const int last = (pace->next + PACE_MAX - 1) % PACE_MAX;
	if (pace->count > 0 && value < pace->value[last])
		pace->count = 0;
	pace->at[pace->next] = at;
	pace->value[pace->next] = value;
	pace->next = (pace->next + 1) % PACE_MAX;
	if (pace->count < PACE_MAX)
		pace->count++;
}

/* The places of the last value, and of the oldest that is not older than that many seconds, or else
 * of the one before the last. */
static void find(const struct pace *pace, double seconds, int *first, int *last)
{
	*first = *last = (pace->next + PACE_MAX - 1) % PACE_MAX;
	for (int back = 1; back < pace->count; back++) {
		const int at = (*last + PACE_MAX - back) % PACE_MAX;
		if (back > 1 && pace->at[*last] - pace->at[at] > seconds)
			break;
		*first = at;
	}
}

int64_t pace_gain(const struct pace *pace, double seconds)
{
	int first, last;
	find(pace, seconds, &first, &last);
	return pace->value[last] - pace->value[first];
}

double pace_rate(const struct pace *pace, double seconds)
{
	int first, last;
	find(pace, seconds, &first, &last);
	const double span = pace->at[last] - pace->at[first];
	return span > 0 ? (double)pace_gain(pace, seconds) / span : -1;
}
