/* vary: small mistakes in a text whose words stand between blanks. */
#ifndef ARESFARM_VARY_H
#define ARESFARM_VARY_H

#include "suite.h"

enum { VARY_WORDS_MAX = 400, VARY_SIZE = 4096 };

/* Calls `attempt` with the text as it is, and then for each word with that word left out, with it
 * written twice, and with it and the next one exchanged. */
static inline void vary(const char *text, void (*attempt)(const char *text))
{
	char words[VARY_SIZE], varied[2 * VARY_SIZE], *word[VARY_WORDS_MAX + 1];
	int count = 0;
	SUITE_MUST(snprintf(words, sizeof words, "%s", text) < VARY_SIZE, text);
	for (char *at = strtok(words, " "); at != NULL; at = strtok(NULL, " ")) {
		SUITE_MUST(count < VARY_WORDS_MAX, text);
		word[count++] = at;
	}
	attempt(text);
	for (int change = 0; change < 3 * count; change++) {
		const int at = change / 3;
		size_t length = 0;
		varied[0] = '\0';
		for (int i = 0; i < count; i++) {
			const int swapped = i == at ? (at + 1) % count : i == (at + 1) % count ? at : i;
			if (i == at && change % 3 == 0)
				continue;
			for (int n = 0; n <= (i == at && change % 3 == 1); n++)
				length += (size_t)sprintf(varied + length, "%s%s", length > 0 ? " " : "",
				                          word[change % 3 == 2 ? swapped : i]);
		}
		attempt(varied);
	}
}

#endif
