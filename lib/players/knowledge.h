/* knowledge: values that are expensive to compute, kept so that each is computed once.
 *
 * Invariant: a value is a pure function of the map, the kind and the key. So a game is the same
 * with all knowledge, with some and with none; a program without knowledge passes NULL. The name of
 * a kind changes with the function. Everything else that a value depends on, such as the law or a
 * setting, is in the key. The program decides where and how long to keep values (library.c of
 * aresd); several threads may call its find and keep at once. */
#ifndef ARESFARM_KNOWLEDGE_H
#define ARESFARM_KNOWLEDGE_H

#include "board/macros.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KNOWLEDGE_KIND_SIZE = 32, KNOWLEDGE_KEY_MOST = 512, KNOWLEDGE_VALUE_MOST = 4096 };

struct knowledge_key {
	const char *kind;  /* shorter than KNOWLEDGE_KIND_SIZE */
	const void *bytes; /* without padding: equal keys have equal bytes */
	size_t size;       /* at most KNOWLEDGE_KEY_MOST */
};

struct knowledge {
	bool (*find)(struct knowledge *knowledge, const struct knowledge_key *key, void *value,
	             size_t size);
	void (*keep)(struct knowledge *knowledge, const struct knowledge_key *key, const void *value,
	             size_t size, uint64_t cost);
};

/* Copies the value of a key. False: it is not known, or has another size; value is undefined. */
MUST_CHECK static inline bool knowledge_find(struct knowledge *knowledge,
                                             const struct knowledge_key *key, void *value,
                                             size_t size)
{
	return knowledge != NULL && knowledge->find(knowledge, key, value, size);
}

/* Stores the value of a key: at most KNOWLEDGE_VALUE_MOST bytes without padding. cost: the
 * resolutions it took. Cheap values may be kept for a shorter time. */
static inline void knowledge_keep(struct knowledge *knowledge, const struct knowledge_key *key,
                                  const void *value, size_t size, uint64_t cost)
{
	if (knowledge != NULL)
		knowledge->keep(knowledge, key, value, size, cost);
}

#endif
