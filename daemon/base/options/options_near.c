/* options_near: finds the name that a misspelt word likely means. */
#include "options.h"

#include <string.h>

/* The edit distance of two names: how many letters must be inserted, deleted, changed or swapped
 * with their neighbour. Long names count as far apart. */
static int distance(const char *a, size_t length, const char *b)
{
	enum { LONGEST = 30, FAR = 100 };
	int row[LONGEST + 1][LONGEST + 1];
	const size_t other = strlen(b);

	if (length > LONGEST || other > LONGEST)
		return FAR;
	for (size_t i = 0; i <= length; i++)
		for (size_t j = 0; j <= other; j++) {
			int least = (int)(i + j); /* if one of them is empty */
			if (i > 0 && j > 0) {
				least = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
				least = MIN(row[i - 1][j] + 1, least);
				least = MIN(row[i][j - 1] + 1, least);
				if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
				    row[i - 2][j - 2] + 1 < least)
					least = row[i - 2][j - 2] + 1;
			}
			row[i][j] = least;
		}

	return row[length][other];
}

bool options_is_nearer(const char *a, size_t length, const char *b, int *best)
{
	const int apart = distance(a, length, b);
	if (apart >= *best || apart > 2 || apart * 2 > (int)strlen(b))
		return false;
	*best = apart;
	return true;
}

const char *options_nearest(const char *word, options_names *names)
{
	const char *nearest = NULL;
	int best = INT32_MAX;
	for (size_t i = 0; names(i) != NULL; i++)
		if (options_is_nearer(word, strlen(word), names(i), &best))
			nearest = names(i);
	return nearest;
}
