/* bench_values: knowledge in the memory of one process, for one thread. It forgets nothing. */
#ifndef ARESFARM_SHELF_H
#define ARESFARM_SHELF_H

#include "knowledge.h"

#include <stdint.h>

struct shelf {
	struct knowledge knowledge; /* first: find and keep get its address */
	struct volume *volume;      /* in the sequence in which they came */
	uint32_t *slot;             /* by hash: number of a volume, plus 1; 0: free */
	size_t count, room, slots;  /* slots: a power of 2, or 0 */
	uint64_t bytes;             /* of keys and values */
	uint64_t asked, found;
};

void shelf_open(struct shelf *shelf);
void shelf_close(struct shelf *shelf);

#endif
