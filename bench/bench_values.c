/* bench_values: see bench_values.h. A hash table with open addresses, at most half full. */
#include "bench_values.h"
#include "bench_program.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_LEAST = 1 << 12, KIND_END = 1 };

struct store_entry {
	uint64_t hash;
	size_t key_size, value_size;
	unsigned char *bytes; /* kind, zero, key, value */
};

static void *grow(void *old, size_t size)
{
	void *bytes = realloc(old, size);

	if (!bytes)
		bench_fail("out of memory");
	return bytes;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
	return hash;
}

static uint64_t hash_key(const struct knowledge_key *key)
{
	const uint64_t hash = hash_bytes(
		hash_bytes(UINT64_C(0xcbf29ce484222325), key->kind, strlen(key->kind) + KIND_END),
		key->bytes, key->size);

	return hash ^ hash >> 32;
}

static bool is_key(const struct store_entry *entry, uint64_t hash, const struct knowledge_key *key)
{
	const size_t kind = strlen(key->kind) + KIND_END;

	return entry->hash == hash && entry->key_size == kind + key->size &&
	       memcmp(entry->bytes, key->kind, kind) == 0 &&
	       memcmp(entry->bytes + kind, key->bytes, key->size) == 0;
}

/* The slot of a key, or the free one where it belongs. */
static size_t find_slot(const struct value_store *store, uint64_t hash,
                        const struct knowledge_key *key)
{
	size_t s = hash & (store->slots - 1);

	while (store->slot[s] && !is_key(&store->entry[store->slot[s] - 1], hash, key))
		s = (s + 1) & (store->slots - 1);
	return s;
}

static void widen(struct value_store *store)
{
	store->slots = store->slots ? 2 * store->slots : SLOTS_LEAST;
	store->slot = grow(store->slot, store->slots * sizeof *store->slot);
	memset(store->slot, 0, store->slots * sizeof *store->slot);
	for (size_t v = 0; v < store->count; v++) {
		size_t s = store->entry[v].hash & (store->slots - 1);
		while (store->slot[s])
			s = (s + 1) & (store->slots - 1);
		store->slot[s] = (uint32_t)v + 1;
	}
	store->room = store->slots / 2;
	store->entry = grow(store->entry, store->room * sizeof *store->entry);
}

static bool find(struct knowledge *knowledge, const struct knowledge_key *key, void *value,
                 size_t size)
{
	struct value_store *store = (struct value_store *)knowledge;

	store->asked++;
	if (store->count == 0)
		return false;
	const uint32_t number = store->slot[find_slot(store, hash_key(key), key)];
	if (number == 0 || store->entry[number - 1].value_size != size)
		return false;
	memcpy(value, store->entry[number - 1].bytes + store->entry[number - 1].key_size, size);
	store->found++;
	return true;
}

static void keep(struct knowledge *knowledge, const struct knowledge_key *key, const void *value,
                 size_t size, uint64_t cost)
{
	(void)cost;

	struct value_store *store = (struct value_store *)knowledge;
	const uint64_t hash = hash_key(key);
	const size_t kind = strlen(key->kind) + KIND_END;

	if (store->count == store->room)
		widen(store);
	const size_t s = find_slot(store, hash, key);
	if (store->slot[s])
		return;
	struct store_entry entry = {hash, kind + key->size, size, grow(NULL, kind + key->size + size)};
	memcpy(entry.bytes, key->kind, kind);
	memcpy(entry.bytes + kind, key->bytes, key->size);
	memcpy(entry.bytes + entry.key_size, value, size);
	store->entry[store->count++] = entry;
	store->slot[s] = (uint32_t)store->count;
	store->bytes += key->size + size;
}

void value_store_open(struct value_store *store)
{
	*store = (struct value_store){.knowledge = {find, keep}};
}

void value_store_close(struct value_store *store)
{
	for (size_t v = 0; v < store->count; v++)
		free(store->entry[v].bytes);
	free(store->entry);
	free(store->slot);
	value_store_open(store);
}
