/* version: see version.h. */
#include "version.h"

#include <stdio.h>

__attribute__((weak)) const char version_commit[] = "unknown";

const char *version_text(void)
{
	static char text[80];
	snprintf(text, sizeof text, "%s (commit %.50s)", ARESFARM_VERSION, version_commit);
	return text;
}
