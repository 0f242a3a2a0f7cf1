/* words: a line of text read word by word, for orders and case files alike.
 *
 * A dash is a word by itself, so that blanks around it are free. Whatever is refused is refused in one wording: the word that
 * was wrong and what would have been right. */
#ifndef ARESFARM_WORDS_H
#define ARESFARM_WORDS_H

#include "map.h"

enum { WORDS_ERROR_SIZE = 160 };

struct word {
	const char *text;
	size_t length; /* 0: the line has no more words */
};

struct words {
	const char *at, *end;
};

static inline bool word_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static inline struct word words_next(struct words *words)
{
	const char *at = words->at;
	while (at < words->end && word_blank(*at))
		at++;
	const char *start = at;
	if (at < words->end && *at == '-')
		at++;
	else
		while (at < words->end && !word_blank(*at) && *at != '-')
			at++;
	words->at = at;
	return (struct word){start, (size_t)(at - start)};
}

/* What is left of the line as one word, without the blanks around it. */
struct word words_rest(struct words *words);

static inline char word_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Whether a word is `name`, written in lower case here and in any case there. */
static inline bool word_is(struct word word, const char *name)
{
	for (size_t i = 0; i < word.length; i++)
		if (name[i] == '\0' || word_lower(word.text[i]) != name[i])
			return false;
	return name[word.length] == '\0';
}

/* Says in error that `word` is no `noun`, or that one is missing. Always false, so that a reader can return it. */
__attribute__((cold)) bool word_refuse(struct word word, const char *noun, char error[WORDS_ERROR_SIZE]);

/* Readers of one word each: false, with error written, when the next word is not what they read. */
__attribute__((warn_unused_result)) bool words_read_power(struct words *words, const struct map *map,
                                                          char error[WORDS_ERROR_SIZE], uint8_t *power);
__attribute__((warn_unused_result)) bool words_read_type(struct words *words, char error[WORDS_ERROR_SIZE],
                                                         uint8_t *type);
__attribute__((warn_unused_result)) bool words_read_loc(struct words *words, const struct map *map,
                                                        char error[WORDS_ERROR_SIZE], uint8_t *loc);

/* Reads the end of the line. */
__attribute__((warn_unused_result)) bool words_read_end(struct words *words, char error[WORDS_ERROR_SIZE]);

#endif
