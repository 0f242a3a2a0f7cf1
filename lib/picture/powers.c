/* powers: the colour and the letters of a power in pictures. See picture.h. */
#include <string.h>

#include "picture.h"

/* The powers that have the first colours of the style, in its sequence. */
static const char *const known[POWERS_MAX] = {"AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"};

static int find_known(const struct map *map, int power)
{
	for (int i = 0; i < POWERS_MAX; i++)
		if (strcmp(map->power[power], known[i]) == 0)
			return i;
	return POWER_NONE;
}

int picture_colour(const struct map *map, int power)
{
	bool taken[POWERS_MAX] = {false};
	int colour = POWER_NONE;

	if (power >= map->power_count)
		return POWER_NONE;
	for (int p = 0; p < map->power_count; p++)
		if ((colour = find_known(map, p)) != POWER_NONE)
			taken[colour] = true;
	if ((colour = find_known(map, power)) != POWER_NONE)
		return colour;

	/* the others have the remaining colours, in sequence */
	for (int p = 0; p <= power; p++) {
		if (find_known(map, p) != POWER_NONE)
			continue;
		for (colour = 0; taken[colour];)
			colour++;
		taken[colour] = true;
	}
	return colour;
}

void picture_sign(const struct map *map, int power, char sign[PICTURE_SIGN_SIZE])
{
	bool shared = false;

	memset(sign, 0, PICTURE_SIGN_SIZE);
	if (power >= map->power_count)
		return;
	for (int p = 0; p < map->power_count; p++)
		shared |= p != power && strncmp(map->power[p], map->power[power], 2) == 0;
	strncpy(sign, map->power[power], shared ? PICTURE_SIGN_SIZE - 1 : 2);
	for (char *at = sign + 1; *at != '\0'; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
}
