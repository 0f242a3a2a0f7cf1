/* value_cache: values by key in memory, until it is full.
 *
 * Values are only added, and stay where they are until the shelf is cleared. A shelf begins without
 * memory and asks for it in blocks. It is full when it has all that it may have, or when there is
 * no more. */
#ifndef ARESFARM_SHELF_H
#define ARESFARM_SHELF_H

#include <stdint.h>

#include "knowledge.h"

struct volume {
	uint64_t hash;
	uint32_t uses, told; /* how often it was found, and of how many of these the database knows */
	uint16_t section, key_size, value_size;
	bool cheap;      /* it is never given to the database */
	uint8_t bytes[]; /* the key, then the value */
};

struct shelf {
	size_t most, used; /* bytes, all in all */
	struct shelf_block *blocks;
	uint8_t *free; /* in the newest block */
	size_t left;
	struct volume **slots;
	size_t slot_count, count; /* slot_count is a power of two, or 0 */
};

void shelf_open(struct shelf *shelf, size_t most);

/* Gives all memory back; the shelf is empty. */
void shelf_clear(struct shelf *shelf);

/* The value of a key, or NULL. A section is a number for a map and a kind; key->kind is not read.
 */
struct volume *shelf_find(const struct shelf *shelf, uint16_t section,
                          const struct knowledge_key *key);

/* Adds a value whose key is not there. NULL: the shelf is full. */
struct volume *shelf_add(struct shelf *shelf, uint16_t section, const struct knowledge_key *key,
                         const void *value, size_t size);

#endif
