/* stored_print: a stored row as text, for people. It prints every row that stored_unpack accepts.
 * Invalid values are printed as "?". */
#ifndef ARESFARM_STORED_PRINT_H
#define ARESFARM_STORED_PRINT_H

#include <stdio.h>

#include "stored.h"

/* An unpacked row. */
struct stored_row {
	struct board board;
	struct phase_orders orders;
	int32_t outcomes[PHASE_ORDERS_MAX];
};

/* Prints each power with its user, centres and units, then its orders and their results. seats: a
 * line with the user's name for each power. A power without a line has no name. */
void stored_print(FILE *out, const struct map *map, const struct stored_row *row,
                  const char *seats);

#endif
