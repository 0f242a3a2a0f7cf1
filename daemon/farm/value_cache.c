/* value_cache: see value_cache.h. */
#include "value_cache.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 18, SLOTS_LEAST = 1 << 10 };

struct shelf_block {
	struct shelf_block *next;
	_Alignas(8) uint8_t bytes[BLOCK_SIZE];
};

void shelf_open(struct shelf *shelf, size_t most)
{
	*shelf = (struct shelf){.most = most};
}

void shelf_clear(struct shelf *shelf)
{
	while (shelf->blocks != NULL) {
		struct shelf_block *next = shelf->blocks->next;
		free(shelf->blocks);
		shelf->blocks = next;
	}
	free(shelf->slots);
	shelf_open(shelf, shelf->most);
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
static struct volume **find_slot(const struct shelf *shelf, uint64_t hash, uint16_t section,
                                 const struct knowledge_key *key)
{
	size_t i = hash & (shelf->slot_count - 1);
	for (; shelf->slots[i] != NULL; i = (i + 1) & (shelf->slot_count - 1)) {
		const struct volume *volume = shelf->slots[i];
		if (volume->hash == hash && volume->section == section && volume->key_size == key->size &&
		    memcmp(volume->bytes, key->bytes, key->size) == 0)
			break;
	}
	return &shelf->slots[i];
}

struct volume *shelf_find(const struct shelf *shelf, uint16_t section,
                          const struct knowledge_key *key)
{
	if (shelf->slot_count == 0)
		return NULL;
	return *find_slot(shelf, hash_key(section, key), section, key);
}

/* ── adding ── */

static bool may_have(const struct shelf *shelf, size_t size)
{
	return size <= shelf->most && shelf->used <= shelf->most - size;
}

/* Twice as many slots. */
static bool grow_slots(struct shelf *shelf)
{
	const size_t count = shelf->slot_count > 0 ? 2 * shelf->slot_count : SLOTS_LEAST;
	const size_t more = (count - shelf->slot_count) * sizeof *shelf->slots;
	struct volume **slots = may_have(shelf, more) ? calloc(count, sizeof *slots) : NULL;
	if (slots == NULL)
		return false;
	for (size_t i = 0; i < shelf->slot_count; i++) {
		if (shelf->slots[i] == NULL)
			continue;
		size_t at = shelf->slots[i]->hash & (count - 1);
		while (slots[at] != NULL)
			at = (at + 1) & (count - 1);
		slots[at] = shelf->slots[i];
	}
	free(shelf->slots);
	shelf->slots = slots;
	shelf->slot_count = count;
	shelf->used += more;
	return true;
}

static bool add_block(struct shelf *shelf)
{
	struct shelf_block *block = may_have(shelf, sizeof *block) ? malloc(sizeof *block) : NULL;
	if (block == NULL)
		return false;
	block->next = shelf->blocks;
	shelf->blocks = block;
	shelf->free = block->bytes;
	shelf->left = sizeof block->bytes;
	shelf->used += sizeof *block;
	return true;
}

struct volume *shelf_add(struct shelf *shelf, uint16_t section, const struct knowledge_key *key,
                         const void *value, size_t size)
{
	const size_t needed = (sizeof(struct volume) + key->size + size + 7) & ~(size_t)7;
	if ((4 * (shelf->count + 1) > 3 * shelf->slot_count && !grow_slots(shelf)) ||
	    (needed > shelf->left && !add_block(shelf)))
		return NULL;
	const uint64_t hash = hash_key(section, key);
	struct volume *volume = (struct volume *)shelf->free;
	*volume = (struct volume){.hash = hash,
	                          .section = section,
	                          .key_size = (uint16_t)key->size,
	                          .value_size = (uint16_t)size};
	memcpy(volume->bytes, key->bytes, key->size);
	memcpy(volume->bytes + key->size, value, size);
	*find_slot(shelf, hash, section, key) = volume;
	shelf->free += needed;
	shelf->left -= needed;
	shelf->count++;
	return volume;
}
