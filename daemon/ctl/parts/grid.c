/* grid: see grid.h. */
#include "grid.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A long grid has several lines. */
#define WHITE " \t\n"

/* One setting's values, as given. */
struct axis {
	const char *name;
	size_t length;
	int count;
	int32_t values[REQUEST_CELLS_MOST];
};

struct part {
	int axes, cells;
	struct axis axis[SETTINGS_MAX];
};

_Noreturn static void refuse_grid(const char *at, const char *wanted)
{
	if (*at == '\0')
		ctl_stop("--grid: must have %s at the end, as in 'depth=1,2 age=10,20'", wanted);
	ctl_stop("--grid: must have %s at '%.20s', as in 'depth=1,2 age=10,20'", wanted, at);
}

/* Adds a value to an axis; base is the player with settings to try it on. */
static void add_value(struct seat *base, struct axis *axis, long long value)
{
	char error[ERROR_SIZE];

	if (!player_set(base->player, axis->name, axis->length, value, base->settings, error))
		ctl_stop("--grid: %s", error);

	for (int i = 0; i < axis->count; i++)
		if (axis->values[i] == value)
			ctl_stop("--grid: %.*s=%lld is given twice", (int)axis->length, axis->name, value);

	if (axis->count == REQUEST_CELLS_MOST)
		ctl_stop("--grid: more than %d cells, the most a grid may have", REQUEST_CELLS_MOST);

	axis->values[axis->count++] = (int32_t)value;
}

bool grid_take_number(const char **at, long long *number)
{
	char *end;
	*number = strtoll(*at, &end, 10);
	if (strchr("-0123456789", **at) == NULL || end == *at)
		return false;
	*at = end;
	return true;
}

static void read_number(const char **at, long long *number)
{
	if (!grid_take_number(at, number))
		refuse_grid(*at, "a number");
}

/* Reads "5", or "1..3" for 1, 2 and 3. */
static void read_values(const char **at, struct seat *base, struct axis *axis)
{
	long long first, last;

	read_number(at, &first);
	add_value(base, axis, first);
	if (strncmp(*at, "..", 2) != 0)
		return;

	const char *after = *at += 2;
	read_number(at, &last);
	if (last <= first)
		refuse_grid(after, "a greater number");

	while (first++ < last)
		add_value(base, axis, first);
}

/* Reads "name=number,number..number,...". */
static void read_axis(const char **at, struct seat base, struct part *part)
{
	const char *name = *at;
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");

	if (length == 0 || name[length] != '=')
		refuse_grid(name, "setting=number");
	for (int i = 0; i < part->axes; i++)
		if (part->axis[i].length == length && memcmp(part->axis[i].name, name, length) == 0)
			ctl_stop("--grid: %.*s is given twice", (int)length, name);

	/* The settings are different and the player's, so there is room for all. An unknown setting
	 * fails at its first value. */
	struct axis unknown, *axis = part->axes < SETTINGS_MAX ? &part->axis[part->axes] : &unknown;
	*axis = (struct axis){.name = name, .length = length};
	*at += length;

	do {
		++*at;
		read_values(at, &base, axis);
	} while (**at == ',');

	part->axes++;
	if (strchr(WHITE ";", **at) == NULL)
		refuse_grid(*at, "a comma, a space, a semicolon or the end");
}

/* Reads axes separated by spaces, up to a semicolon or the end. room: the most cells that the part
 * can have. */
static void read_part(const char **at, const struct seat *base, int room, struct part *part)
{
	part->axes = 0;
	part->cells = 1;
	do {
		read_axis(at, *base, part);
		part->cells *= part->axis[part->axes - 1].count;
		if (part->cells > room)
			ctl_stop("--grid: more than %d cells, the most a grid may have", REQUEST_CELLS_MOST);
		*at += strspn(*at, WHITE);
	} while (**at != ';' && **at != '\0');
}

/* The player in a cell. The last setting changes fastest. */
static struct seat part_seat(const struct part *part, const struct seat *base, int cell)
{
	struct seat seat = *base;
	char error[ERROR_SIZE];
	for (int i = part->axes - 1; i >= 0; i--) {
		const struct axis *axis = &part->axis[i];
		const bool set = player_set(seat.player, axis->name, axis->length,
		                            axis->values[cell % axis->count], seat.settings, error);
		assert(set); /* add_value has set it before */
		cell /= axis->count;
	}
	return seat;
}

/* "; depth=1,2 age=10,20" */
static void print_part(const struct part *part, char *text)
{
	for (int i = 0; i < part->axes; i++) {
		text += sprintf(text, "%s%.*s", i > 0 ? " " : "; ", (int)part->axis[i].length,
		                part->axis[i].name);
		for (int j = 0; j < part->axis[i].count; j++)
			text += sprintf(text, "%c%d", j > 0 ? ',' : '=', part->axis[i].values[j]);
	}
}

/* A game must count for one cell. */
static void add_seat(struct grid *grid, struct seat seat)
{
	char spec[PLAYER_SPEC_SIZE];
	for (int i = 0; i < grid->cells; i++)
		if (memcmp(grid->seats[i].settings, seat.settings, sizeof seat.settings) == 0)
			ctl_stop("--grid: %s is given twice", seat_print(&seat, spec));
	grid->seats[grid->cells++] = seat;
}

void grid_read(const char *text, const struct seat *base, struct grid *grid)
{
	static struct part part;
	const char *at = text + strspn(text, WHITE);

	grid->cells = 0;
	grid->text[0] = '\0';
	if (*at == '\0') {
		add_seat(grid, *base);
		return;
	}
	for (;; at += 1 + strspn(at + 1, WHITE)) {
		read_part(&at, base, REQUEST_CELLS_MOST - grid->cells, &part);
		for (int cell = 0; cell < part.cells; cell++)
			add_seat(grid, part_seat(&part, base, cell));
		print_part(&part, grid->text + strlen(grid->text));
		if (*at == '\0')
			return;
	}
}

void grid_read_player(const char *option, const char *text, struct seat *seat)
{
	char error[ERROR_SIZE];
	const char *end;

	if (!seat_parse(text, &end, seat, error))
		ctl_stop("--%s: %s", option, error);
	if (*end != '\0')
		ctl_stop("--%s: must be one player, without '%.20s' after it", option, end);
	if (seat->player == NULL && (seat->bot[0] == '\0' || strcmp(option, "against") != 0))
		ctl_stop("--%s %s: must be a player of the farm, not an external player", option, text);
	if (seat->label[0] != '\0')
		ctl_stop("--player %s: takes no label: its settings name it", text);
}
