/* bench_values: knowledge in the memory of one process, for one thread. It forgets nothing. */
#ifndef ARESFARM_BENCH_VALUES_H
#define ARESFARM_BENCH_VALUES_H

#include "players/knowledge.h"

#include <stdint.h>

struct value_store {
	struct knowledge knowledge; /* first: find and keep get its address */
	struct store_entry *entry;  /* in the sequence in which they came */
	uint32_t *slot;             /* by hash: number of an entry, plus 1; 0: free */
	size_t count, room, slots;  /* slots: a power of 2, or 0 */
	uint64_t bytes;             /* of keys and values */
	uint64_t asked, found;
};

void value_store_open(struct value_store *store);
void value_store_close(struct value_store *store);

#endif
