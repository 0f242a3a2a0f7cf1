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
}; /* orders of one power to build, disband or waive: it may have to remove all its units */

/* The number of units that a power may build, at most its number of sites. If negative, the number
 * that it must remove. */
int build_allowance(const struct map *map, const struct board *board, uint8_t power);

/* The same for all powers, of a board whose centres and units are counted. */
void build_allowances(const struct map *map, const struct board *board,
                      const int centres[POWERS_MAX], const int units[POWERS_MAX],
                      int allowances[POWERS_MAX]);

/* The same, of any board. */
void build_count_allowances(const struct map *map, const struct board *board,
                            int allowances[POWERS_MAX]);

/* Whether any power may build or must remove units. */
bool build_is_due(const struct map *map, const struct board *board);

/* The most builds that a power can choose from. */
enum { BUILDS_MAX = PROVINCES_MAX * (1 + COASTS_MAX) };

/* Writes the vacant home centres a power owns. Returns their number. */
int build_sites(const struct map *map, const struct board *board, uint8_t power,
                uint8_t sites[PROVINCES_MAX]);

/* Writes the locations of a centre where a fleet may be built: its coasts, or the centre itself.
 * Returns their number; 0 inland. */
int build_fleet_places(const struct map *map, uint8_t site, uint8_t places[COASTS_MAX]);

/* Lists the builds that a power can choose from: at each site an army, then its fleets. Returns
 * their number. */
int build_list(const struct map *map, const struct board *board, uint8_t power,
               struct order builds[BUILDS_MAX]);

/* Carries out the adjustments of the powers as far as they are allowed, with one result per
 * adjustment. If there are too many, 4.D.4 to 4.D.6 choose. Civil disorder (disorder.h) removes the
 * units that are still due for removal. next may be board; its phase does not change. */
void build_resolve(struct variant variant, const struct board *board,
                   const struct submission adjustments[], int count, enum result results[],
                   struct board *next);

/* An adjustment completed with type and coast as build_resolve completes it. A refused one is
 * returned unchanged. */
struct submission build_complete(struct variant variant, const struct board *board,
                                 struct submission adjustment);

/* Whether the adjustment is complete and legal if it is the only one of its power. Players must
 * submit such orders. */
bool build_allows(struct variant variant, const struct board *board, struct submission adjustment);

/* Draws adjustments for players that have no function for them: sites, types, coasts and surplus
 * units at random; no build is waived. Returns their number. */
int build_orders_randomly(const struct map *map, const struct board *board, uint8_t power,
                          struct rng *rng, struct submission adjustments[ADJUSTMENTS_MAX]);

/* The thesis's winter (3.2.7). First, every power with more units than centres loses random units.
 * Then every power with fewer units builds on the vacant home centres that it owns, as long as
 * there are any; place, type and coast are random. Each power draws from its own stream, for
 * adjustments in the board's phase. */
void build_randomly(const struct map *map, struct board *board, uint64_t seed, uint32_t block);

#endif
