/* vocabularies: all maps that tests play on, with their vocabularies. */
#ifndef ARESFARM_VOCABULARIES_H
#define ARESFARM_VOCABULARIES_H

#include "odd_maps.h"
#include "rules/vocabulary.h"
#include "suite.h"

/* The maps that are compiled in, then the odd ones. NULL: there are no more. */
static inline const struct map *vocabularies_map(int i)
{
	int count = 0;

	while (map_sources[count].name)
		count++;
	if (i < count)
		return suite_find_map(map_sources[i].name);
	return i - count < ODD_MAPS ? odd_map(i - count) : NULL;
}

/* The vocabulary of such a map. It stays until the program ends. */
static inline const struct vocabulary *vocabularies_of(const struct map *map)
{
	static const struct vocabulary *made[16];
	int i = 0;

	while (i < COUNT(made) && made[i] && made[i]->map != map)
		i++;
	if (!made[i]) {
		void *room = aligned_alloc(64, vocabulary_size(map));
		SUITE_MUST(room != NULL, "room");
		made[i] = vocabulary_open(map, room);
	}
	return made[i];
}

#endif
