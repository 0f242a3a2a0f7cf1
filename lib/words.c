/* words: see words.h. */
#include "words.h"

#include <stdio.h>

struct word words_rest(struct words *words)
{
	while (words->at < words->end && word_blank(*words->at))
		words->at++;
	const char *start = words->at, *end = words->end;
	while (end > start && word_blank(end[-1]))
		end--;
	words->at = words->end;
	return (struct word){start, (size_t)(end - start)};
}

enum { SHOWN_MAX = 40 };

static int shown(struct word word)
{
	return word.length < SHOWN_MAX ? (int)word.length : SHOWN_MAX;
}

bool word_refuse(struct word word, const char *noun, char error[WORDS_ERROR_SIZE])
{
	if (word.length == 0)
		snprintf(error, WORDS_ERROR_SIZE, "it ends where the %s should stand", noun);
	else
		snprintf(error, WORDS_ERROR_SIZE, "'%.*s' is no %s", shown(word), word.text, noun);
	return false;
}

bool words_read_power(struct words *words, const struct map *map, char error[WORDS_ERROR_SIZE], uint8_t *power)
{
	struct word word = words_next(words);
	*power = map_find_power(map, word.text, word.length);
	return *power != POWER_NONE || word_refuse(word, "power", error);
}

bool words_read_type(struct words *words, char error[WORDS_ERROR_SIZE], uint8_t *type)
{
	struct word word = words_next(words);
	char letter = word.length == 1 ? word_lower(word.text[0]) : '\0';
	*type = letter == 'f' ? FLEET : ARMY;
	return letter == 'a' || letter == 'f' || word_refuse(word, "unit type (A or F)", error);
}

bool words_read_loc(struct words *words, const struct map *map, char error[WORDS_ERROR_SIZE], uint8_t *loc)
{
	struct word word = words_next(words);
	*loc = map_find(map, word.text, word.length);
	return *loc != LOC_NONE || word_refuse(word, "area of the map", error);
}

bool words_read_end(struct words *words, char error[WORDS_ERROR_SIZE])
{
	struct word word = words_rest(words);
	if (word.length > 0)
		snprintf(error, WORDS_ERROR_SIZE, "it should end before '%.*s'", shown(word), word.text);
	return word.length == 0;
}
