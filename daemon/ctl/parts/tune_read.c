/* tune_read: see tune.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune_read.h"

enum { SCALE_NONE = INT32_MIN }; /* no perturbation is given */

__attribute__((format(printf, 2, 3))) static bool fail(char error[TUNE_ERROR_SIZE],
                                                       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error, TUNE_ERROR_SIZE, format, args);
	va_end(args);
	return false;
}

/* Reads a number, if one begins here. */
static bool take_number(const char **at, long long *number)
{
	char *end;

	*number = strtoll(*at, &end, 10);
	if (strchr("-0123456789", **at) == NULL || end == *at)
		return false;
	*at = end;
	return true;
}

/* Reads "=0..100/10", or nothing, after a setting's name. */
static bool read_range(const char **at, long long *low, long long *high, long long *scale)
{
	if (**at != '=')
		return true;
	++*at;
	if (!take_number(at, low) || strncmp(*at, "..", 2) != 0)
		return false;
	*at += 2;
	if (!take_number(at, high))
		return false;
	if (**at != '/')
		return true;
	++*at;
	return take_number(at, scale);
}

/* The index of a player's setting, from 0; the number of settings if it has none of that name. */
static int find_setting(const struct player *player, const char *name, size_t length)
{
	int i = 0;

	while (player->settings[i].name != NULL &&
	       (strlen(player->settings[i].name) != length ||
	        memcmp(player->settings[i].name, name, length) != 0))
		i++;
	return i;
}

/* Whether the setting of that name can have a value. */
static bool try_value(const struct player *player, const char *name, size_t length, long long value,
                      char error[TUNE_ERROR_SIZE])
{
	int32_t settings[SETTINGS_MAX] = {0};
	char why[ERROR_SIZE];

	return player_set(player, name, length, value, settings, why) || fail(error, "%s", why);
}

/* Adds a setting, whose name is known. */
static bool add_setting(struct tuning *tuning, const struct seat *start, int place, long long low,
                        long long high, long long scale, char error[TUNE_ERROR_SIZE])
{
	const struct player_setting *setting = &start->player->settings[place];
	const long long most = high - low < 2 ? 1 : (high - low) / 2;

	for (int i = 0; i < tuning->tuned_count; i++)
		if (tuning->tuned[i] == place + 1)
			return fail(error, "%s is given twice", setting->name);
	if (low >= high)
		return fail(error, "%s=%lld..%lld: the second number must be greater", setting->name, low,
		            high);
	if (scale != SCALE_NONE && (scale < 1 || scale > most))
		return fail(error, "%s=%lld..%lld/%lld: must be perturbed by 1 to %lld", setting->name, low,
		            high, scale, most);
	if (start->settings[place] < low || start->settings[place] > high)
		return fail(error, "%s begins with %d, which is outside of %lld..%lld", setting->name,
		            start->settings[place], low, high);
	const int i = tuning->tuned_count++;
	tuning->tuned[i] = place + 1;
	tuning->lows[i] = (int32_t)low;
	tuning->highs[i] = (int32_t)high;
	if (scale == SCALE_NONE)
		scale = high - low >= 20 ? (high - low) / 10 : 1;
	tuning->scales[i] = (int32_t)scale;
	return true;
}

/* Reads "near=0..100/10", or "near". */
static bool read_setting(const char **at, const struct seat *start, struct tuning *tuning,
                         char error[TUNE_ERROR_SIZE])
{
	const struct player *player = start->player;
	const char *name = *at;
	const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
	long long scale = SCALE_NONE;

	if (length == 0)
		return fail(error, "'%.20s' must begin with the name of a setting, as in 'near=0..100'",
		            name);
	const int place = find_setting(player, name, length);
	if (player->settings[place].name == NULL)
		return try_value(player, name, length, 0, error);
	long long low = player->settings[place].least, high = player->settings[place].most;
	*at += length;
	if (!read_range(at, &low, &high, &scale) || strchr(" ", **at) == NULL)
		return fail(error, "'%.40s' must be like near=0..100 or near=0..100/10", name);
	return try_value(player, name, length, low, error) &&
	       try_value(player, name, length, high, error) &&
	       add_setting(tuning, start, place, low, high, scale, error);
}

/* All settings of the player. */
static void tell_settings(const struct seat *start, struct tuning *tuning)
{
	const struct player *player = start->player;
	size_t used = 0;

	tuning->setting_count = 0;
	tuning->names[0] = '\0';
	for (int i = 0; player->settings[i].name != NULL; i++) {
		used += (size_t)snprintf(tuning->names + used, sizeof tuning->names - used, "%s%s",
		                         i > 0 ? "\t" : "", player->settings[i].name);
		tuning->normals[i] = player->settings[i].normal;
		tuning->laters[i] = player->later > 0 && i >= player->later;
		tuning->starts[i] = start->settings[i];
		tuning->setting_count++;
	}
}

bool tune_read(const char *text, const struct seat *start, struct tuning *tuning,
               char error[TUNE_ERROR_SIZE])
{
	const char *at = text + strspn(text, " ");

	tuning->tuned_count = 0;
	tell_settings(start, tuning);
	do {
		if (!read_setting(&at, start, tuning, error))
			return false;
		at += strspn(at, " ");
	} while (*at != '\0');
	return true;
}

char *tune_print(const struct tuning *tuning, const struct player *player,
                 char text[STMT_ASKED_SIZE])
{
	size_t used = 0;

	for (int place = 1; place <= tuning->setting_count; place++)
		for (int i = 0; i < tuning->tuned_count; i++)
			if (tuning->tuned[i] == place)
				used += (size_t)snprintf(text + used, STMT_ASKED_SIZE - used, "%s%s=%d..%d/%d",
				                         used > 0 ? " " : "", player->settings[place - 1].name,
				                         tuning->lows[i], tuning->highs[i], tuning->scales[i]);
	return text;
}
