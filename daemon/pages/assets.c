/* assets: see assets.h. */
#include "assets.h"

#include <stdlib.h>
#include <string.h>

#include "picture/picture.h"

static const struct asset assets[] = {
#include "assets.inc"
	{"picture.css", "", picture_style},
};

const char assets_print[] =
#include "assets_print.inc"
	;

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
