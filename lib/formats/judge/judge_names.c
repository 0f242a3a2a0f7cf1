/* judge_names: see judge_names.h. */
#include "judge_names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct abbreviations {
	const char *code, *name, *words;
} standard_names[] = {
#define NAMES(code, name, words) {code, name, words},
#include "judge_names.def"
#undef NAMES
};

const struct judge_coast judge_coasts[JUDGE_COASTS] = {
	{"nc", "north coast"},
	{"sc", "south coast"},
	{"ec", "east coast"},
	{"wc", "west coast"},
};

void judge_skip(struct judge_text *text)
{
	while (text->at < text->end && token_blank(*text->at))
		text->at++;
}

bool judge_take_words(struct judge_text *text, const char *words)
{
	struct judge_text ahead = *text;

	judge_skip(&ahead);
	for (; *words; words++) {
		if (*words == ' ') {
			judge_skip(&ahead);
			continue;
		}
		if (ahead.at == ahead.end || token_lower(*ahead.at) != *words)
			return false;
		ahead.at++;
	}
	if (ahead.at < ahead.end && judge_is_word(*ahead.at))
		return false;
	*text = ahead;
	return true;
}

bool judge_take_mark(struct judge_text *text, const char *mark)
{
	const size_t length = strlen(mark);

	judge_skip(text);
	if ((size_t)(text->end - text->at) < length || memcmp(text->at, mark, length) != 0)
		return false;
	text->at += length;
	return true;
}

bool judge_take_number(struct judge_text *text, int *number)
{
	const char *digit;
	int value = 0;

	judge_skip(text);
	for (digit = text->at; digit < text->end && *digit >= '0' && *digit <= '9'; digit++) {
		if (digit - text->at == 6)
			return false;
		value = value * 10 + (*digit - '0');
	}
	if (digit == text->at)
		return false;
	text->at = digit;
	*number = value;
	return true;
}

bool judge_take_type(struct judge_text *text, uint8_t *type)
{
	*type = UNIT_TYPES;
	if (judge_take_words(text, "army"))
		*type = ARMY;
	else if (judge_take_words(text, "fleet"))
		*type = FLEET;
	return *type < UNIT_TYPES;
}

bool judge_take_word(struct judge_text *text)
{
	const char *begin;

	judge_skip(text);
	for (begin = text->at; text->at < text->end && judge_is_word(*text->at);)
		text->at++;
	return text->at > begin;
}

bool judge_take_power(struct judge_text *text, uint8_t *power)
{
	struct judge_text ahead;

	*power = POWER_NONE;
	if (judge_take_words(text, "unowned"))
		return true;
	judge_skip(text);
	ahead = *text;
	if (!judge_take_word(&ahead) || ahead.at - text->at < 3)
		return false;
	*power = map_find_power(text->map, text->at, 3);
	if (*power == POWER_NONE)
		return false;
	*text = ahead;
	return true;
}

/* ── places ── */

/* The end of a name at the beginning of a text, or NULL. The text may have blanks, dots and hyphens
 * only where the name has them: "bot h" is not "both", and a hyphen also means a move. */
static const char *match(const struct judge_text *text, const char *name, size_t length)
{
	const char *at = text->at;

	for (size_t i = 0; i < length; i++) {
		if (!judge_is_word(name[i])) {
			while (at < text->end && (*at == ' ' || *at == '.' || *at == name[i]))
				at++;
			continue;
		}
		if (at == text->end || token_lower(*at) != token_lower(name[i]))
			return NULL;
		at++;
	}
	return at < text->end && judge_is_word(*at) ? NULL : at;
}

/* The best match so far. */
struct best {
	const char *end;
	uint8_t province;
};

static void try_name(const struct judge_text *text, const char *name, size_t length, int province,
                     struct best *best)
{
	const char *end = length > 0 ? match(text, name, length) : NULL;

	if (end && (!best->end || end > best->end))
		*best = (struct best){end, (uint8_t)province};
}

static void try_abbreviations(const struct judge_text *text, const struct abbreviations *row,
                              struct best *best)
{
	const uint8_t province = map_find(text->map, row->code, 3);

	if (province == LOC_NONE || strcasecmp(text->map->loc[province].name, row->name) != 0)
		return;
	for (const char *word = row->words; *word;) {
		const size_t length = strcspn(word, " ");
		try_name(text, word, length, province, best);
		word += length + (word[length] == ' ');
	}
}

bool judge_take_province(struct judge_text *text, uint8_t *province)
{
	struct best best = {NULL, 0};

	judge_skip(text);
	for (int p = 0; p < text->map->province_count; p++) {
		const struct map_loc *loc = &text->map->loc[p];
		try_name(text, loc->name, strlen(loc->name), p, &best);
		try_name(text, loc->code, 3, p, &best);
		try_name(text, loc->alias, strlen(loc->alias), p, &best);
	}
	for (size_t i = 0; i < sizeof standard_names / sizeof *standard_names; i++)
		try_abbreviations(text, &standard_names[i], &best);
	if (!best.end)
		return false;
	text->at = best.end;
	*province = best.province;
	return true;
}

/* "nc", "n.c.", "north coast"; -1: no coast is next. */
static int take_coast_name(struct judge_text *text)
{
	for (int c = 0; c < JUDGE_COASTS; c++)
		if (judge_take_words(text, judge_coasts[c].code) ||
		    judge_take_words(text, judge_coasts[c].name))
			return c;
	return -1;
}

/* The coast of a province with a code, or LOC_NONE. */
static uint8_t find_coast(const struct map *map, uint8_t province, const char *code)
{
	for (int i = 0; i < map->coast_count[province]; i++)
		if (memcmp(map->loc[map->coasts[province][i]].code + 4, code, 2) == 0)
			return map->coasts[province][i];
	return LOC_NONE;
}

bool judge_take_loc(struct judge_text *text, uint8_t *loc)
{
	uint8_t province;

	if (!judge_take_province(text, &province))
		return false;
	*loc = province;
	struct judge_text ahead = *text;
	const bool bracket = judge_take_mark(&ahead, "(");
	if (!bracket && !judge_take_mark(&ahead, "/"))
		return true;
	const int coast = take_coast_name(&ahead);
	if (coast < 0 || (bracket && !judge_take_mark(&ahead, ")")))
		return true;
	const uint8_t found = find_coast(text->map, province, judge_coasts[coast].code);
	if (found == LOC_NONE)
		return true;
	*loc = found;
	*text = ahead;
	return true;
}
