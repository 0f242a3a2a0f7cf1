/* judge_names: how the e-mail Judge writes powers, places and coasts.
 *
 * A place is a province's full name, its code, its alias, or, for provinces with a code and name of
 * the standard map, one of the Judge's abbreviations. Case does not matter; blanks, dots and
 * hyphens of a name may be left out. The longest match wins. A coast follows as "/nc", "/north
 * coast", "(nc)" or "(north coast)". Source: the Judge 1.7.6, its map file and mails. */
#ifndef ARESFARM_JUDGE_NAMES_H
#define ARESFARM_JUDGE_NAMES_H

#include "board/map.h"
#include "board/token.h"

enum { JUDGE_PLACE_SIZE = MAP_NAME_SIZE + 16, JUDGE_COASTS = 4 };

/* A line that is being read. */
struct judge_text {
	const struct map *map;
	const char *at, *end;
	char *error; /* for readers that explain what is wrong */
};

/* "nc", "sc", "ec", "wc", and the words for them in mails. */
struct judge_coast {
	char code[3];
	const char *name;
};
extern const struct judge_coast judge_coasts[JUDGE_COASTS];

/* Whether a character belongs to a word: a letter or a digit. */
static inline bool judge_is_word(char c)
{
	return (token_lower(c) >= 'a' && token_lower(c) <= 'z') || (c >= '0' && c <= '9');
}

/* The end of a text without the blanks at its end. */
static inline const char *judge_trim(const char *at, const char *end)
{
	while (end > at && token_blank(end[-1]))
		end--;
	return end;
}

/* Skips blanks. */
void judge_skip(struct judge_text *text);

/* Each skips blanks and takes the next item if it is of its kind; else it takes nothing. */

/* One or more words, followed by a character that is not a letter: "no order processed". `words` is
 * in small letters; the text may be in any case. */
bool judge_take_words(struct judge_text *text, const char *words);
/* Punctuation such as "->" or "(*", literally. */
bool judge_take_mark(struct judge_text *text, const char *mark);
/* A number of at most six digits. */
bool judge_take_number(struct judge_text *text, int *number);
/* "Army", "Fleet" */
bool judge_take_type(struct judge_text *text, uint8_t *type);
/* A power's name: its first three letters are the power's code. "Unowned" gives POWER_NONE. */
bool judge_take_power(struct judge_text *text, uint8_t *power);
/* Any word, such as the adjective of a power. */
bool judge_take_word(struct judge_text *text);
/* A place without a coast. */
bool judge_take_province(struct judge_text *text, uint8_t *province);
/* A place, with its coast if one follows. A coast that the province does not have is not taken. */
bool judge_take_loc(struct judge_text *text, uint8_t *loc);

#endif
