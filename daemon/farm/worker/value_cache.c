/* value_cache: see value_cache.h. */
#include "value_cache.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 18, SLOTS_LEAST = 1 << 10 };

struct value_block {
	struct value_block *next;
	_Alignas(8) uint8_t bytes[BLOCK_SIZE];
};

void value_cache_open(struct value_cache *cache, size_t most)
{
	*cache = (struct value_cache){.most = most};
}

void value_cache_clear(struct value_cache *cache)
{
	while (cache->blocks != NULL) {
		struct value_block *next = cache->blocks->next;
		free(cache->blocks);
		cache->blocks = next;
	}
	free(cache->slots);
	value_cache_open(cache, cache->most);
}

/* FNV-1a (Fowler, Noll and Vo). Its low bits are the worst, so the high ones are mixed in. */
static uint64_t hash_key(uint16_t section, const struct knowledge_key *key)
{
	const uint64_t prime = UINT64_C(0x100000001b3);
	uint64_t hash = (UINT64_C(0xcbf29ce484222325) ^ section) * prime;
	for (const uint8_t *at = key->bytes, *end = at + key->size; at < end; at++)
		hash = (hash ^ *at) * prime;
	return hash ^ hash >> 32;
}

/* The slot of a key, or the free one where it belongs. There must be a free slot. */
static struct cached_value **find_slot(const struct value_cache *cache, uint64_t hash,
                                       uint16_t section, const struct knowledge_key *key)
{
	size_t i = hash & (cache->slot_count - 1);
	for (; cache->slots[i] != NULL; i = (i + 1) & (cache->slot_count - 1)) {
		const struct cached_value *entry = cache->slots[i];
		if (entry->hash == hash && entry->section == section && entry->key_size == key->size &&
		    memcmp(entry->bytes, key->bytes, key->size) == 0)
			break;
	}
	return &cache->slots[i];
}

struct cached_value *value_cache_find(const struct value_cache *cache, uint16_t section,
                                      const struct knowledge_key *key)
{
	if (cache->slot_count == 0)
		return NULL;
	return *find_slot(cache, hash_key(section, key), section, key);
}

/* ── adding ── */

static bool may_have(const struct value_cache *cache, size_t size)
{
	return size <= cache->most && cache->used <= cache->most - size;
}

/* Twice as many slots. */
static bool grow_slots(struct value_cache *cache)
{
	const size_t count = cache->slot_count > 0 ? 2 * cache->slot_count : SLOTS_LEAST;
	const size_t more = (count - cache->slot_count) * sizeof *cache->slots;
	struct cached_value **slots = may_have(cache, more) ? calloc(count, sizeof *slots) : NULL;

	if (slots == NULL)
		return false;
	for (size_t i = 0; i < cache->slot_count; i++) {
		if (cache->slots[i] == NULL)
			continue;
		size_t at = cache->slots[i]->hash & (count - 1);
		while (slots[at] != NULL)
			at = (at + 1) & (count - 1);
		slots[at] = cache->slots[i];
	}

	free(cache->slots);
	cache->slots = slots;
	cache->slot_count = count;
	cache->used += more;
	return true;
}

static bool add_block(struct value_cache *cache)
{
	struct value_block *block = may_have(cache, sizeof *block) ? malloc(sizeof *block) : NULL;
	if (block == NULL)
		return false;
	block->next = cache->blocks;
	cache->blocks = block;
	cache->free = block->bytes;
	cache->left = sizeof block->bytes;
	cache->used += sizeof *block;
	return true;
}

struct cached_value *value_cache_add(struct value_cache *cache, uint16_t section,
                                     const struct knowledge_key *key, const void *value,
                                     size_t size)
{
	const size_t needed = (sizeof(struct cached_value) + key->size + size + 7) & ~(size_t)7;

	if ((4 * (cache->count + 1) > 3 * cache->slot_count && !grow_slots(cache)) ||
	    (needed > cache->left && !add_block(cache)))
		return NULL;

	const uint64_t hash = hash_key(section, key);
	struct cached_value *entry = (struct cached_value *)cache->free;
	*entry = (struct cached_value){.hash = hash,
	                               .section = section,
	                               .key_size = (uint16_t)key->size,
	                               .value_size = (uint16_t)size};
	memcpy(entry->bytes, key->bytes, key->size);
	memcpy(entry->bytes + key->size, value, size);
	*find_slot(cache, hash, section, key) = entry;
	cache->free += needed;
	cache->left -= needed;
	cache->count++;

	return entry;
}
