/* store: knowledge in memory, for tests of what players share. */
#ifndef ARESFARM_STORE_H
#define ARESFARM_STORE_H

#include "players/knowledge.h"
#include "suite.h"

enum { ENTRIES_MAX = 20000, KEY_MAX = 128, VALUE_MAX = 400 };

/* Keeps everything, or some of it, and counts. */
struct store {
	struct knowledge knowledge; /* first */
	const char *kind;
	int forgets; /* every which value it forgets; 0: none */
	int count, asked, found;
	struct entry {
		size_t key_size, size;
		uint8_t key[KEY_MAX];
		uint8_t value[VALUE_MAX];
	} entry[ENTRIES_MAX];
};
static struct store store;

static inline bool store_find(struct knowledge *knowledge, const struct knowledge_key *key,
                              void *value, size_t size)
{
	struct store *own = (struct store *)knowledge;
	CU_ASSERT(strcmp(key->kind, own->kind) == 0);
	CU_ASSERT_FATAL(key->size <= KEY_MAX && size <= VALUE_MAX);
	own->asked++;
	for (int e = 0; e < own->count; e++)
		if (own->entry[e].key_size == key->size && own->entry[e].size == size &&
		    memcmp(own->entry[e].key, key->bytes, key->size) == 0) {
			memcpy(value, own->entry[e].value, size);
			own->found++;
			return true;
		}
	memset(value, 0xa5, size); /* undefined */
	return false;
}

static inline void store_keep(struct knowledge *knowledge, const struct knowledge_key *key,
                              const void *value, size_t size, uint64_t cost)
{
	(void)cost;

	struct store *own = (struct store *)knowledge;
	if (own->forgets > 0 && own->asked % own->forgets == 0)
		return;
	CU_ASSERT_FATAL(own->count < ENTRIES_MAX);
	struct entry *entry = &own->entry[own->count++];
	entry->key_size = key->size;
	entry->size = size;
	memcpy(entry->key, key->bytes, key->size);
	memcpy(entry->value, value, size);
}

/* Empties it. kind: the only one that is to come. */
static inline void store_open(const char *kind, int forgets)
{
	store.knowledge = (struct knowledge){store_find, store_keep};
	store.kind = kind;
	store.forgets = forgets;
	store.count = store.asked = store.found = 0;
}

#endif
