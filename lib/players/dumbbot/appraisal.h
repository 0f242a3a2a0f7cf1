/* appraisal: the values of the places of a map to one power on one board, according to DumbBot.
 *
 * A place is a location for one unit type: Bulgaria is three places, two of them for fleets. All
 * numbers are integers, and quotients are rounded towards 0, so results do not depend on the
 * machine. Source: David Norman, DumbBot, 2003: its first stage. */
#ifndef ARESFARM_APPRAISAL_H
#define ARESFARM_APPRAISAL_H

#include "board/board.h"

/* How far a centre's worth spreads: in steps over borders of a unit type. */
enum { APPRAISAL_DEPTH = 10 };

/* The decisions of a year, which value places differently. Retreats count with the moves before
 * them. */
enum season { SEASON_SPRING, SEASON_FALL, SEASON_WINTER, SEASONS };

struct appraisal_weights {
	int32_t attack[SEASONS], defence[SEASONS];
	int32_t strength, competition;
	bool original; /* compute as the program of 2003 does (original.h) */
};

struct appraisal {
	enum season season;
	int32_t size[POWERS_MAX + 1];            /* of each power, and of POWER_NONE */
	uint8_t near[PROVINCES_MAX][POWERS_MAX]; /* units of each power that can move in */
	int32_t attack[PROVINCES_MAX];  /* of a centre that is not ours: the size of its owner */
	int32_t defence[PROVINCES_MAX]; /* of our centre: the largest other power near it, or 0 */
	uint8_t held[PROVINCES_MAX][POWERS_MAX]; /* the same, as strength and competition count them */
	uint8_t strength[PROVINCES_MAX];         /* our units that can move in */
	uint8_t competition[PROVINCES_MAX];      /* the most such units of one other power */
	int64_t value[UNIT_TYPES][LOCS_MAX];     /* of a place; 0 if no unit of the type can be there */
};

enum season appraisal_season(int16_t phase);

/* c * c + 4 * c + 16 for c centres. */
int32_t appraisal_size(int centres);

void appraisal_open(const struct map *map, const struct board *board, uint8_t power,
                    const struct appraisal_weights *weights, struct appraisal *appraisal);

#endif
