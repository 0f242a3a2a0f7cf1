/* seats: see seats.h. */
#include "seats.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal.h"
#include "base/utf8.h"
#include "player.h"

/* Adds a text as far as there is room. */
static void add(char out[SEATS_SIZE], const char *text)
{
	const size_t length = strlen(out);
	snprintf(out + length, SEATS_SIZE - length, "%s", text);
}

static void add_seat(const struct seat *seat, char out[SEATS_SIZE])
{
	char setting[60];
	bool bracket = false;
	if (seat->player == NULL)
		add(out, "@");
	add(out, seat->player == NULL ? seat->external : seat->player->name);
	for (int i = 0; seat->player != NULL && seat->player->settings[i].name != NULL; i++) {
		if (seat->settings[i] == seat->player->settings[i].normal)
			continue;
		snprintf(setting, sizeof setting, "%s%.40s=%d", bracket ? "," : "(",
		         seat->player->settings[i].name, seat->settings[i]);
		add(out, setting);
		bracket = true;
	}
	add(out, bracket ? ")" : "");
}

/* Cuts behind the last comma that is left, unless that leaves less than half. */
static void cut(char out[SEATS_SIZE], int width)
{
	terminal_cut(out, width);
	char *comma = strrchr(out, ',');
	if (comma != NULL && comma - out > (long)strlen(out) / 2)
		strcpy(comma + 1, "...");
}

char *seats_shorten(const char *seats, int width, char out[SEATS_SIZE])
{
	struct seat seat;
	char error[PLAYER_ERROR_SIZE];
	bool read = true;
	out[0] = '\0';
	for (const char *at = seats; read && *at != '\0'; at += *at == ',') {
		read = seat_parse(at, &at, &seat, error);
		if (read)
			add_seat(&seat, out);
		if (read && *at == ',')
			add(out, ",");
	}
	if (!read)
		snprintf(out, SEATS_SIZE, "%s", seats);
	utf8_clean_line(out);
	if (out[0] != '\0' && terminal_columns(out) > width)
		cut(out, width);
	return out;
}
