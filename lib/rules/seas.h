/* seas: whether a set of seas joins two coasts, so that a convoy could go there. */
#ifndef ARESFARM_SEAS_H
#define ARESFARM_SEAS_H

#include "board/board.h"
#include "law.h"

/* The seas over which armies could be convoyed by law, whatever the fleets are ordered (4.E.1). */
struct place_set seas_open(struct variant variant, const struct board *board);

/* The seas of a set that a chain joins with one of them, itself among them. */
struct place_set seas_chain(const struct map *map, const struct place_set *seas, uint8_t sea);

/* The coastal provinces round the seas of a set. */
struct place_set seas_coasts(const struct map *map, const struct place_set *seas);

/* The provinces that chains of seas of a set join with one: it is not among them. */
struct place_set seas_targets(const struct map *map, const struct place_set *seas, uint8_t home);

/* Whether a chain of seas of a set joins two coastal provinces. */
bool seas_join(const struct map *map, const struct place_set *seas, uint8_t home, uint8_t target);

/* Whether a route over seas of a set from one province to another can pass one of them, `by`. */
bool seas_route_by(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                   uint8_t target);

/* The coastal provinces to which a route over seas of a set from `home` can pass one of them, `by`.
 */
struct place_set seas_targets_by(const struct map *map, const struct place_set *seas, uint8_t by,
                                 uint8_t home);

/* Whether some route over seas of a set needs one of them, `by`: the other seas of that route do
 * not join the provinces. A search that takes too long answers that one does. */
bool seas_route_needs(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                      uint8_t target);

#endif
