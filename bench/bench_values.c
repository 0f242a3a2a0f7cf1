/* bench_values: see bench_values.h. A hash table with open addresses, at most half full. */
#include "bench_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_LEAST = 1 << 12, KIND_END = 1 };

struct volume {
	uint64_t hash;
	size_t key_size, value_size;
	unsigned char *bytes; /* kind, zero, key, value */
};

static void *grow(void *old, size_t size)
{
	void *bytes = realloc(old, size);

	if (!bytes) {
		fprintf(stderr, "shelf: out of memory\n");
		exit(2);
	}
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

static bool is_key(const struct volume *volume, uint64_t hash, const struct knowledge_key *key)
{
	const size_t kind = strlen(key->kind) + KIND_END;

	return volume->hash == hash && volume->key_size == kind + key->size &&
	       memcmp(volume->bytes, key->kind, kind) == 0 &&
	       memcmp(volume->bytes + kind, key->bytes, key->size) == 0;
}

/* The slot of a key, or the free one where it belongs. */
static size_t find_slot(const struct shelf *shelf, uint64_t hash, const struct knowledge_key *key)
{
	size_t s = hash & (shelf->slots - 1);

	while (shelf->slot[s] && !is_key(&shelf->volume[shelf->slot[s] - 1], hash, key))
		s = (s + 1) & (shelf->slots - 1);
	return s;
}

static void widen(struct shelf *shelf)
{
	shelf->slots = shelf->slots ? 2 * shelf->slots : SLOTS_LEAST;
	shelf->slot = grow(shelf->slot, shelf->slots * sizeof *shelf->slot);
	memset(shelf->slot, 0, shelf->slots * sizeof *shelf->slot);
	for (size_t v = 0; v < shelf->count; v++) {
		size_t s = shelf->volume[v].hash & (shelf->slots - 1);
		while (shelf->slot[s])
			s = (s + 1) & (shelf->slots - 1);
		shelf->slot[s] = (uint32_t)v + 1;
	}
	shelf->room = shelf->slots / 2;
	shelf->volume = grow(shelf->volume, shelf->room * sizeof *shelf->volume);
}

static bool find(struct knowledge *knowledge, const struct knowledge_key *key, void *value,
                 size_t size)
{
	struct shelf *shelf = (struct shelf *)knowledge;

	shelf->asked++;
	if (shelf->count == 0)
		return false;
	const uint32_t number = shelf->slot[find_slot(shelf, hash_key(key), key)];
	if (number == 0 || shelf->volume[number - 1].value_size != size)
		return false;
	memcpy(value, shelf->volume[number - 1].bytes + shelf->volume[number - 1].key_size, size);
	shelf->found++;
	return true;
}

static void keep(struct knowledge *knowledge, const struct knowledge_key *key, const void *value,
                 size_t size, uint64_t cost)
{
	(void)cost;

	struct shelf *shelf = (struct shelf *)knowledge;
	const uint64_t hash = hash_key(key);
	const size_t kind = strlen(key->kind) + KIND_END;

	if (shelf->count == shelf->room)
		widen(shelf);
	const size_t s = find_slot(shelf, hash, key);
	if (shelf->slot[s])
		return;
	struct volume volume = {hash, kind + key->size, size, grow(NULL, kind + key->size + size)};
	memcpy(volume.bytes, key->kind, kind);
	memcpy(volume.bytes + kind, key->bytes, key->size);
	memcpy(volume.bytes + volume.key_size, value, size);
	shelf->volume[shelf->count++] = volume;
	shelf->slot[s] = (uint32_t)shelf->count;
	shelf->bytes += key->size + size;
}

void shelf_open(struct shelf *shelf)
{
	*shelf = (struct shelf){.knowledge = {find, keep}};
}

void shelf_close(struct shelf *shelf)
{
	for (size_t v = 0; v < shelf->count; v++)
		free(shelf->volume[v].bytes);
	free(shelf->volume);
	free(shelf->slot);
	shelf_open(shelf);
}
