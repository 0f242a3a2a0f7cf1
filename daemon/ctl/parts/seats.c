/* seats: see seats.h. */
#include "seats.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "base/utf8.h"
#include "ctl.h"

/* ── as given ── */

/* Different players must have different labels. */
static void check_labels(const char *option, const struct seat seats[], int count)
{
	char label[2][PLAYER_SPEC_SIZE];

	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (!seat_equal(&seats[i], &seats[j]) &&
			    strcmp(seat_print_label(&seats[i], label[0]),
			           seat_print_label(&seats[j], label[1])) == 0)
				ctl_stop("--%s: '%s' would be the label of two different players", option,
				         label[0]);
}

int seats_read(const char *option, const char *text, int most, struct seat seats[])
{
	char error[ERROR_SIZE];
	int count = 0;

	for (const char *at = text;; at++) {
		if (count == most)
			ctl_stop("--%s: must be 2 to %d players, not more", option, most);
		if (!seat_parse(at, &at, &seats[count++], error))
			ctl_stop("--%s: %s", option, error);
		if (*at == '\0')
			break;
	}

	check_labels(option, seats, count);
	if (count < 2)
		ctl_stop("--%s: must be 2 to %d players, not %d", option, most, count);
	return count;
}

int seats_read_farm(const char *option, const char *text, int most, struct seat seats[])
{
	const int count = seats_read(option, text, most, seats);
	char label[2][PLAYER_SPEC_SIZE];

	for (int i = 0; i < count; i++) {
		seat_print_label(&seats[i], label[0]);
		if (seats[i].player == NULL && seats[i].bot[0] == '\0')
			ctl_stop("--%s %s: must be a player of the farm, not an external player", option,
			         label[0]);
		for (int j = 0; j < i; j++)
			if (strcmp(label[0], seat_print_label(&seats[j], label[1])) == 0)
				ctl_stop("--%s: %s is given twice; labels tell equal players apart: "
				         "a=random,b=random",
				         option, label[0]);
	}
	return count;
}

/* ── as printed ── */

/* Cuts after the last comma that fits, unless that leaves less than half. */
static void cut(char out[SEATS_SIZE], int width)
{
	terminal_cut(out, width);
	char *comma = strrchr(out, ',');
	if (comma != NULL && comma - out > (long)strlen(out) / 2)
		strcpy(comma + 1, "...");
}

char *seats_shorten(const char *labels, int width, char out[SEATS_SIZE])
{
	snprintf(out, SEATS_SIZE, "%s", labels);
	utf8_clean_line(out);
	if (out[0] != '\0' && terminal_columns(out) > width)
		cut(out, width);
	return out;
}
