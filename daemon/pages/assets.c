/* assets: see assets.h. */
#include "assets.h"

#include <stdlib.h>
#include <string.h>

static const struct asset assets[] = {
#include "assets.inc"
};

const char assets_print[] =
#include "assets_print.inc"
	;

static const struct {
	const char *name;
	const unsigned char *bytes;
	size_t size;
} packed[] = {
#define BYTES(...)        ((const unsigned char[]){__VA_ARGS__})
#define PACKED(name, ...) {name, BYTES(__VA_ARGS__), sizeof BYTES(__VA_ARGS__)},
#include "assets_packed.inc"
#undef PACKED
#undef BYTES
};

const char *asset_packed(const char *name, size_t *size)
{
	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
		if (strcmp(packed[i].name, name) == 0) {
			*size = packed[i].size;
			return (const char *)packed[i].bytes;
		}
	return NULL;
}

const struct asset *asset_find(const char *name)
{
	for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
		if (strcmp(assets[i].name, name) == 0)
			return &assets[i];
	abort(); /* a name in the sources that no file has */
}

const struct asset *asset_at(size_t i)
{
	return i < sizeof assets / sizeof *assets ? &assets[i] : NULL;
}
