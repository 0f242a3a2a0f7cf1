/* experiment_openings: aresctl experiment openings: the thesis's simulation 2. A tournament with a
 * grid of settings: one power plays with every combination of them. Each combination is a seating.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"

enum { REPETITIONS_MOST = 100000, VALUE_SIZE = 12 };

static struct request asked = {REQUEST_NORMAL};
static const char *power_code, *player_text, *grid_text = "";
static int repetitions;

/* ── the grid: parts, each of values of settings, crossed ── */

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

/* The player in each cell, part by part, and the parts as text. A part of one cell takes no more
 * text than a player with its settings; each further cell takes no more than a value. */
enum { GRID_TEXT_SIZE = REQUEST_CELLS_MOST * (PLAYER_SPEC_SIZE + VALUE_SIZE) };
struct grid {
	int cells;
	struct seat seats[REQUEST_CELLS_MOST];
	char text[GRID_TEXT_SIZE]; /* "; depth=1,2 age=10,20; depth=3"; empty: the player as it is */
};

static bool refuse_grid(const char *at, const char *wanted)
{
	if (*at == '\0')
		ctl_fail("--grid: must have %s at the end, as in 'depth=1,2 age=10,20'", wanted);
	else
		ctl_fail("--grid: must have %s at '%.20s', as in 'depth=1,2 age=10,20'", wanted, at);
	return false;
}

/* Reads one number of an axis; base is the player with settings to try it on. */
static bool read_value(const char **at, struct seat *base, struct axis *axis)
{
	char error[PLAYER_ERROR_SIZE], *end;
	long long value = strtoll(*at, &end, 10);
	if (strchr("-0123456789", **at) == NULL || end == *at)
		return refuse_grid(*at, "a number");
	if (!player_set(base->player, axis->name, axis->length, value, base->settings, error)) {
		ctl_fail("--grid: %s", error);
		return false;
	}
	for (int i = 0; i < axis->count; i++)
		if (axis->values[i] == value) {
			ctl_fail("--grid: %.*s=%lld is given twice", (int)axis->length, axis->name, value);
			return false;
		}
	if (axis->count == REQUEST_CELLS_MOST) {
		ctl_fail("--grid: more than %d cells, the most a grid may have", REQUEST_CELLS_MOST);
		return false;
	}
	axis->values[axis->count++] = (int32_t)value;
	*at = end;
	return true;
}

/* Reads "name=number,number...". */
static bool read_axis(const char **at, struct seat base, struct part *part)
{
	const char *name = *at;
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
	if (length == 0 || name[length] != '=')
		return refuse_grid(name, "setting=number");
	for (int i = 0; i < part->axes; i++)
		if (part->axis[i].length == length && memcmp(part->axis[i].name, name, length) == 0) {
			ctl_fail("--grid: %.*s is given twice", (int)length, name);
			return false;
		}
	/* The settings are different and the player's, so there is room for all. An unknown setting
	 * fails at its first value. */
	struct axis unknown, *axis = part->axes < SETTINGS_MAX ? &part->axis[part->axes] : &unknown;
	*axis = (struct axis){.name = name, .length = length};
	*at += length;
	do {
		++*at;
		if (!read_value(at, &base, axis))
			return false;
	} while (**at == ',');
	part->axes++;
	return strchr(" ;", **at) != NULL ||
	       refuse_grid(*at, "a comma, a space, a semicolon or the end");
}

/* Reads axes separated by spaces, up to a semicolon or the end. room: how many cells the part can
 * have. */
static bool read_part(const char **at, const struct seat *base, int room, struct part *part)
{
	part->axes = 0;
	part->cells = 1;
	do {
		if (!read_axis(at, *base, part))
			return false;
		part->cells *= part->axis[part->axes - 1].count;
		if (part->cells > room) {
			ctl_fail("--grid: more than %d cells, the most a grid may have", REQUEST_CELLS_MOST);
			return false;
		}
		*at += strspn(*at, " ");
	} while (**at != ';' && **at != '\0');
	return true;
}

/* The player in a cell. The last setting changes fastest. */
static struct seat part_seat(const struct part *part, const struct seat *base, int cell)
{
	struct seat seat = *base;
	char error[PLAYER_ERROR_SIZE];
	for (int i = part->axes - 1; i >= 0; i--) {
		const struct axis *axis = &part->axis[i];
		if (!player_set(seat.player, axis->name, axis->length, axis->values[cell % axis->count],
		                seat.settings, error))
			abort(); /* read_value has set it before */
		cell /= axis->count;
	}
	return seat;
}

/* "; depth=1,2 age=10,20" */
static void print_part(const struct part *part, char *text)
{
	for (int i = 0; i < part->axes; i++)
		for (int j = 0; j < part->axis[i].count; j++)
			text += sprintf(text, "%s%.*s%s%d",
			                j > 0   ? ""
			                : i > 0 ? " "
			                        : "; ",
			                j > 0 ? 0 : (int)part->axis[i].length, part->axis[i].name,
			                j > 0 ? "," : "=", part->axis[i].values[j]);
}

/* False when the grid has the cell already: a game must count for one cell. */
static bool add_seat(struct grid *grid, struct seat seat)
{
	char spec[PLAYER_SPEC_SIZE];
	for (int i = 0; i < grid->cells; i++)
		if (memcmp(grid->seats[i].settings, seat.settings, sizeof seat.settings) == 0) {
			ctl_fail("--grid: %s is given twice", seat_print(&seat, spec));
			return false;
		}
	grid->seats[grid->cells++] = seat;
	return true;
}

/* Reads parts separated by semicolons. "" is a grid of one cell: the player as it is. */
static bool grid_read(const char *text, const struct seat *base, struct grid *grid)
{
	static struct part part;
	const char *at = text + strspn(text, " ");
	grid->cells = 0;
	grid->text[0] = '\0';
	if (*at == '\0')
		return add_seat(grid, *base);
	for (;; at += 1 + strspn(at + 1, " ")) {
		if (!read_part(&at, base, REQUEST_CELLS_MOST - grid->cells, &part))
			return false;
		for (int cell = 0; cell < part.cells; cell++)
			if (!add_seat(grid, part_seat(&part, base, cell)))
				return false;
		print_part(&part, grid->text + strlen(grid->text));
		if (*at == '\0')
			return true;
	}
}

/* ── openings ── */

static bool read_player(const char *text, struct seat *seat)
{
	char error[PLAYER_ERROR_SIZE];
	const char *end;
	if (!seat_parse(text, &end, seat, error))
		ctl_fail("--player: %s", error);
	else if (*end != '\0')
		ctl_fail("--player: must be one player, without '%.20s' behind it", end);
	else if (seat->player == NULL)
		ctl_fail("--player %s: must be a player of the farm, not an external player", text);
	else if (seat->label[0] != '\0')
		ctl_fail("--player %s: takes no label: its settings tell the cells apart", text);
	else
		return true;
	return false;
}

/* Seat 0 is the others'; seat 1 + cell is the power's. tournaments.seats gets the text "GER:
 * ares(depth=2,...); depth=1,2; others: random". */
static int create_openings(const struct request *request, const struct map *map, int power,
                           const struct seat *base, const struct grid *grid)
{
	static struct seat seats[LINEUP_SEATS_MAX];
	static uint16_t place[LINEUP_PLACES_MAX];
	static char text[GRID_TEXT_SIZE + 2 * PLAYER_SPEC_SIZE], labels[sizeof text];
	char spec[PLAYER_SPEC_SIZE], error[PLAYER_ERROR_SIZE];
	if (!seat_parse("random", NULL, &seats[0], error))
		return ctl_fail("%s", error);
	for (int cell = 0; cell < grid->cells; cell++) {
		seats[1 + cell] = grid->seats[cell];
		place[cell * map->power_count + power] = (uint16_t)(1 + cell);
	}
	snprintf(text, sizeof text, "%s: %s%s; others: random", power_code, seat_print(base, spec),
	         grid->text);
	snprintf(labels, sizeof labels, "%s: %s%s; others: random", power_code,
	         seat_print_label(base, spec), grid->text);
	return request_create(request, &(struct lineup){.text = text,
	                                                .players = labels,
	                                                .seats = seats,
	                                                .seat_count = 1 + grid->cells,
	                                                .place = place,
	                                                .place_count = grid->cells * map->power_count});
}

static int openings(const struct command *command)
{
	struct map map;
	struct seat base;
	static struct grid grid;
	(void)command;
	if (!ctl_build_map(asked.map, &map) || !read_player(player_text, &base) ||
	    !grid_read(grid_text, &base, &grid))
		return CTL_FAILED;
	const int power = map_find_power(&map, power_code, strlen(power_code));
	asked.games = grid.cells * repetitions;
	if (asked.games > REQUEST_GAMES_MOST)
		return ctl_fail("%d cells, --repetitions %d each: %d games, and %d are the most",
		                grid.cells, repetitions, asked.games, REQUEST_GAMES_MOST);
	return create_openings(&asked, &map, power, &base, &grid);
}

const struct command ctl_experiment_openings = {
	.name = "openings",
	.about = "one power plays with many settings",
	.text =
		"Makes the thesis's simulation 2: one power is played by a player with every combination "
		"of settings, the other powers by random.\n\n"
		"A grid is one part or several, with semicolons between them. A part gives settings their "
		"values, and means every combination of these. The combinations take turns, game by game. "
		"The last setting of a part changes fastest; a part comes after the part before it.\n\n"
		"The thesis's own grid, in 350 games:\n\n"
		"  aresctl experiment openings first --power GER \\\n"
		"    --grid 'age=10 depth=1,2,3; age=20,30 depth=1; age=40 depth=1,2'",
	.arguments = (const struct parameter[]){REQUEST_NAME(asked), {0}},
	.options =
		(const struct parameter[]){
			{.name = "power",
             .value = "POWER",
             .about = "the power, by its code",
             .text = &power_code,
             .choice = names_powers,
             .required = true},
			{.name = "player",
             .value = "PLAYER",
             .about = "its player, maybe with settings that stay the same",
             .text = &player_text,
             .hint = names_players,
             .normal = "ares"},
			{.name = "grid",
             .value = "GRID",
             .about = "the values of settings: 'depth=1,2 age=10,20; depth=3 age=10'",
             .text = &grid_text,
             .otherwise = "the player as it is"},
			{.name = "repetitions",
             .value = "N",
             .about = "games for each combination",
             .number = &repetitions,
             .least = 1,
             .most = REPETITIONS_MOST,
             .normal = "50"},
			REQUEST_ROUNDS(asked, "rounds that a game lasts; 1: only S1901M", .normal = "1"),
			REQUEST_SEED(asked, .normal = "1"),
			{0},
		},
	.run = openings,
};
