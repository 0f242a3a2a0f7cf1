/* drawing_standard: the text of the standard map's drawing, for tests. */
#ifndef ARESFARM_TESTS_DRAWING_STANDARD_H
#define ARESFARM_TESTS_DRAWING_STANDARD_H

#include "picture/drawing.h"

#include <stdlib.h>
#include <string.h>

static inline const char *drawing_standard(void)
{
	for (const struct drawing_source *source = drawing_sources; source->name; source++)
		if (strcmp(source->name, "standard") == 0)
			return source->text;
	abort();
}

#endif
