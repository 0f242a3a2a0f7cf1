/* build: winter, which brings the number of a power's units to the number of its centres.
 *
 * Source: rulebook 2000, "Gaining and losing units"; DATC 4.D, 6.I and 6.J; thesis 3.2.7 for its
 * random winter. */
#ifndef ARESFARM_BUILD_H
#define ARESFARM_BUILD_H

#include "judges/judge.h"
#include "rules/law.h"
#include "board/rng.h"

enum {
	ADJUSTMENTS_MAX = UNITS_MAX
}; /* orders of one power to build, disband or waive: all its units may have to go */

/* How many units a power may build, at most as many as it has sites for. Below zero: how many it
 * must remove. */
int build_allowance(const struct map *map, const struct board *board, uint8_t power);

/* The same for all powers, of a board whose centres and units are counted. */
void build_allowances(const struct map *map, const struct board *board,
                      const int centres[POWERS_MAX], const int units[POWERS_MAX],
                      int allowances[POWERS_MAX]);

/* The same, of any board. */
void build_count_allowances(const struct map *map, const struct board *board,
                            int allowances[POWERS_MAX]);

/* The vacant home centres a power owns. Returns how many. */
int build_sites(const struct map *map, const struct board *board, uint8_t power,
                uint8_t sites[PROVINCES_MAX]);

/* The places in a centre where a fleet may be built: its coasts, or the centre itself. Returns how
 * many; 0 inland. */
int build_fleet_places(const struct map *map, uint8_t site, uint8_t places[COASTS_MAX]);

/* Carries out what powers ordered, each as far as it is allowed: one result an adjustment. Where
 * there are more orders than may be, 4.D.4 to 4.D.6 choose. Units still due for removal are left to
 * civil disorder (disorder.h). next may be board; its phase is untouched. */
void build_resolve(struct variant variant, const struct board *board,
                   const struct submission adjustments[], int count, enum result results[],
                   struct board *next);

/* An adjustment with its type and coast as build_resolve reads them. One that is refused comes back
 * as it was. */
struct submission build_complete(struct variant variant, const struct board *board,
                                 struct submission adjustment);

/* Whether a power may give this order where no other order is given, and names all of it: what a
 * player must submit. */
bool build_allows(struct variant variant, const struct board *board, struct submission adjustment);

/* Draws adjustments for players that have no function for them: sites, types, coasts and surplus
 * units by chance; none is waived. Returns how many. */
int build_orders_randomly(const struct map *map, const struct board *board, uint8_t power,
                          struct rng *rng, struct submission adjustments[ADJUSTMENTS_MAX]);

/* The thesis's winter (3.2.7). First every power with more units than centres loses units by
 * chance. Then every power with fewer builds on vacant home centres that it owns, as far as they
 * go; chance draws place, type and coast. Each power draws from its own stream, for adjustments in
 * the board's phase. */
void build_randomly(const struct map *map, struct board *board, uint64_t seed, uint32_t block);

#endif
