/* seats: see seats.h. */
#include "seats.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal.h"
#include "base/utf8.h"

/* Cuts behind the last comma that is left, unless that leaves less than half. */
static void cut(char out[SEATS_SIZE], int width)
{
	terminal_cut(out, width);
	char *comma = strrchr(out, ',');
	if (comma != NULL && comma - out > (long)strlen(out) / 2)
		strcpy(comma + 1, "...");
}

char *seats_shorten(const char *players, int width, char out[SEATS_SIZE])
{
	snprintf(out, SEATS_SIZE, "%s", players);
	utf8_clean_line(out);
	if (out[0] != '\0' && terminal_columns(out) > width)
		cut(out, width);
	return out;
}
