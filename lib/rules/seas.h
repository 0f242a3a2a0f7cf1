/* seas: whether a set of seas connects two coasts, so that a convoy is possible. */
#ifndef ARESFARM_SEAS_H
#define ARESFARM_SEAS_H

#include "board/board.h"
#include "law.h"

/* The seas over which the law lets armies be convoyed, independent of the orders of fleets (4.E.1).
 */
struct place_set seas_open(struct variant variant, const struct board *board);

/* The provinces that seas of a set connect with a province, which is not included. */
struct place_set seas_targets(const struct map *map, const struct place_set *seas, uint8_t home);

/* Whether seas of a set connect two coastal provinces. */
bool seas_join(const struct map *map, const struct place_set *seas, uint8_t home, uint8_t target);

/* Whether a route over seas of a set from one province to another can pass one of them, `by`. */
bool seas_route_by(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                   uint8_t target);

/* The coastal provinces to which a route over seas of a set from `home` can pass one of them, `by`.
 */
struct place_set seas_targets_by(const struct map *map, const struct place_set *seas, uint8_t by,
                                 uint8_t home);

/* Whether some route over seas of a set needs one of them, `by`: the other seas of that route do
 * not connect the provinces. A search that would take too long returns true. */
bool seas_route_needs(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                      uint8_t target);

/* Writes a shortest route over places of a set from one province to another, in travel order; the
 * search goes breadth first, back from the target. Returns their number; 0: there is no route. */
int seas_find_route(const struct map *map, struct place_set seas, uint8_t home, uint8_t target,
                    uint8_t route[LOCS_MAX]);

#endif
