/* orderset: joins the options of a side's units to the order sets that make sense. For skirmish
 * only. */
#ifndef ARESFARM_ORDERSET_H
#define ARESFARM_ORDERSET_H

#include "skirmish.h"

/* Finds at most `most` sets, those of the lowest ranks first. busy: leaves out sets in which a unit
 * holds that could do something else, given the orders of the others. False: some sets were not
 * found. */
MUST_CHECK bool orderset_find(struct side *side, int most, bool busy);

#endif
