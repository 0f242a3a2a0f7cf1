/* names: see names.h. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "ctl.h"
#include "players/player.h"
#include "db/statements/keep/stmt_roles.h"
#include "db/statements/statements.h"

const char *names_maps(size_t i)
{
	return map_sources[i].name;
}

const char *names_rules(size_t i)
{
	return rule_sets[i].name;
}

const char *names_players(size_t i)
{
	return players[i] != NULL ? players[i]->name : NULL;
}

const char *names_judges(size_t i)
{
	return judges[i] != NULL ? judges[i]->name : NULL;
}

const char *names_whole_judges(size_t i)
{
	for (const struct judge *const *judge = judges; *judge != NULL; judge++)
		if (!(*judge)->partial && i-- == 0)
			return (*judge)->name;
	return NULL;
}

const char *names_recorded_rules(size_t i)
{
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
		if (rules->retreats && rules->adjustments && i-- == 0)
			return rules->name;
	return NULL;
}

const char *names_powers(size_t i)
{
	static struct map map;
	if (map.power_count == 0)
		ctl_build_map("standard", &map);
	return i < (size_t)map.power_count ? map.power[i] : NULL;
}

const char *names_check_new(const char *text)
{
	static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	const size_t letters = strspn(text, first);
	size_t length = letters;
	while (length > 0 && text[length] != '\0' &&
	       (strchr("_.-", text[length]) != NULL || strchr(first, text[length]) != NULL))
		length++;
	_Static_assert(STMT_NAME_SIZE == 64, "the number in the text below");
	return length > 0 && text[length] == '\0' && length < STMT_NAME_SIZE
	           ? NULL
	           : "at most 63 letters, digits, _, . and -; a letter or a digit comes first";
}

void names_from_file(const char *file, char name[STMT_NAME_SIZE])
{
	static const char *const endings[] = {".zst", ".jsonl", ".json"};
	snprintf(name, STMT_NAME_SIZE, "%s", basename(file));
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const size_t length = strlen(name), cut = strlen(endings[i]);
		if (length > cut && strcmp(name + length - cut, endings[i]) == 0)
			name[length - cut] = '\0';
	}
	for (char *c = name; *c != '\0'; c++)
		if (strchr("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.-", *c) == NULL)
			*c = '-';
}

const char *names_check_phase(const char *text)
{
	int16_t phase;
	return phase_parse(text, strlen(text), &phase) ? NULL
	                                               : "a phase such as S1901M, F1912R or W1903A";
}

/* "places" is not a score: it rates by the whole ranking. */
const char *names_rated(size_t i)
{
	if (stmt_scores(i) != NULL)
		return stmt_scores(i);
	return i > 0 && stmt_scores(i - 1) != NULL ? "places" : NULL;
}

const char *names_faults(size_t i)
{
	static const char *const names[] = {"disorder", "aside"};
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

const char *names_press(size_t i)
{
	static const char *const names[] = {"none", "public", "private"};
	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

/* A number above 0 and below 50 with one or two digits before the point and up to three after it,
 * then "%". *end: what follows. */
static bool read_percent(const char *text, const char **end)
{
	static const char digits[] = "0123456789";
	const size_t whole = strspn(text, digits);
	const char *at = text + whole;
	size_t part = 0;

	if (*at == '.') {
		part = strspn(at + 1, digits);
		at += 1 + part;
		if (part == 0)
			return false;
	}

	*end = at + 1;
	const double value = strtod(text, NULL);
	if (*at != '%' || whole < 1 || whole > 2 || part > 3)
		return false;
	return value > 0 && value < 50;
}

const char *names_check_until(const char *text)
{
	static const char test[] = "sprt(";
	const bool sequential = strncmp(text, test, strlen(test)) == 0;
	const char *const after = sequential ? ")" : "";
	const char *end;

	if (read_percent(text + (sequential ? strlen(test) : 0), &end) && strcmp(end, after) == 0)
		return NULL;
	return "2% or sprt(2%), with any number above 0 and below 50 that has at most three decimals";
}

const char *names_role_kinds(size_t i)
{
	return role_kinds[i].name;
}

const char *names_check_role(const char *text)
{
	const size_t length = strlen(text);
	_Static_assert(EXTERNAL_SIZE == 54, "the number in the text below");
	return length > 0 && length < EXTERNAL_SIZE && strncmp(text, "pg_", 3) != 0 &&
	               strspn(text,
	                      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
	                   length
	           ? NULL
	           : "1 to 53 letters, digits and _; pg_ at the beginning is PostgreSQL's own";
}
