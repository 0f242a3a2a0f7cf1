/* daide_tell: what a server of DAIDE clients tells of a map, a position and a phase that was
 * played. */
#ifndef ARESFARM_DAIDE_TELL_H
#define ARESFARM_DAIDE_TELL_H

#include "daide_order.h"

/* MDF: the map. */
void daide_tell_map(struct daide_message *message, const struct daide_map *tokens);

/* SCO: who owns which centre. A power without one is left out. */
void daide_tell_centres(struct daide_message *message, const struct daide_map *tokens,
                        const struct board *board);

/* NOW: the phase and all units; dislodged ones with the places that they may go to. */
void daide_tell_units(struct daide_message *message, const struct daide_map *tokens,
                      const struct board *board);

/* MIS: what a power has still to order. given: its orders so far. A bare MIS: nothing. Returns how
 * many orders are missing. */
int daide_tell_missing(struct daide_message *message, const struct daide_map *tokens,
                       const struct board *board, uint8_t power, const struct order given[],
                       int count);

/* The ORD messages of a phase, one by one. Begin with {0}. False: there are no more. Builds that
 * were refused have none; builds that were not ordered are waived. */
struct daide_orders {
	int order;  /* the next order of the record */
	int power;  /* then the next power whose waives are told */
	int waived; /* waives of this power that were told */
};
bool daide_tell_order(struct daide_message *message, const struct daide_map *tokens,
                      const struct phase_record *record, struct daide_orders *next);

#endif
