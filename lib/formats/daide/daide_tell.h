/* daide_tell: messages of a DAIDE server about a map, a position and a phase that was played. */
#ifndef ARESFARM_DAIDE_TELL_H
#define ARESFARM_DAIDE_TELL_H

#include "daide_order.h"

/* MDF: the map. */
void daide_tell_map(struct daide_message *message, const struct daide_map *tokens);

/* SCO: the owners of centres. A power without a centre is left out. */
void daide_tell_centres(struct daide_message *message, const struct daide_map *tokens,
                        const struct board *board);

/* NOW: the phase and all units; dislodged units with their possible retreats. */
void daide_tell_units(struct daide_message *message, const struct daide_map *tokens,
                      const struct board *board);

/* MIS: the units or orders for which a power must still give orders. given: its orders so far. MIS
 * alone: none. Returns the number of missing orders. */
int daide_tell_missing(struct daide_message *message, const struct daide_map *tokens,
                       const struct board *board, uint8_t power, const struct order given[],
                       int count);

/* The ORD messages of a phase, one by one. Begin with {0}. False: there are no more. Refused builds
 * have no message; builds that were not ordered are reported as waived. */
struct daide_orders {
	int order;  /* the next order of the record */
	int power;  /* then the next power whose waives are reported */
	int waived; /* waives of this power that were reported */
};
bool daide_tell_order(struct daide_message *message, const struct daide_map *tokens,
                      const struct phase_record *record, struct daide_orders *next);

#endif
