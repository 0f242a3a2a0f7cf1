/* fuzz: a fuzz target is a function that gets bytes and must survive them. libFuzzer calls it in
 * `make fuzz`, the driver of this folder in `make check`. */
#ifndef ARESFARM_FUZZ_H
#define ARESFARM_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/map.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Like assert, but it checks in every build. */
#define MUST(condition)                                                                            \
	do {                                                                                           \
		if (!(condition)) {                                                                        \
			fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);          \
			abort();                                                                               \
		}                                                                                          \
	} while (0)

/* The map of a name that is compiled in, or NULL. */
static inline const struct map *fuzz_find_map(const char *name)
{
	static struct map maps[16];
	const struct map_source *source = map_source_find(name);
	char error[ERROR_SIZE];
	if (source == NULL)
		return NULL;
	MUST(source - map_sources < 16);
	struct map *map = &maps[source - map_sources];
	if (map->loc_count == 0)
		MUST(map_build(map, source->rows, source->count, error));
	return map;
}

static inline const struct map *fuzz_map(void)
{
	return fuzz_find_map("standard");
}

#endif
