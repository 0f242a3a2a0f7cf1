/* value_cache: values by key in memory, until it is full.
 *
 * Values are only added, and stay where they are until the cache is cleared. A cache starts without
 * memory and allocates it in blocks. It is full when it reaches its limit, or when an allocation
 * fails. */
#ifndef ARESFARM_VALUE_CACHE_H
#define ARESFARM_VALUE_CACHE_H

#include <stdint.h>

#include "players/knowledge.h"

struct cached_value {
	uint64_t hash;
	uint32_t uses, told; /* number of hits, and of hits that were reported to the database */
	uint16_t section, key_size, value_size;
	bool cheap;      /* never stored in the database */
	uint8_t bytes[]; /* the key, then the value */
};

struct value_cache {
	size_t most, used; /* total bytes */
	struct value_block *blocks;
	uint8_t *free; /* in the newest block */
	size_t left;
	struct cached_value **slots;
	size_t slot_count, count; /* slot_count is a power of two, or 0 */
};

void value_cache_open(struct value_cache *cache, size_t most);

/* Frees all memory and empties the cache. */
void value_cache_clear(struct value_cache *cache);

/* The value of a key, or NULL. A section is a number for a map and a kind; key->kind is not read.
 */
struct cached_value *value_cache_find(const struct value_cache *cache, uint16_t section,
                                      const struct knowledge_key *key);

/* Adds a value; its key must not be there. NULL: the cache is full. */
struct cached_value *value_cache_add(struct value_cache *cache, uint16_t section,
                                     const struct knowledge_key *key, const void *value,
                                     size_t size);

#endif
