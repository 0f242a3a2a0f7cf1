/* ctl_experiment: aresctl experiment: the thesis's simulations. Simulation 1, the test cases, is
 * ctl_experiment_cases; simulation 2, the openings, is a tournament of a grid of settings, each a
 * seating; simulation 3 one of the 128 seatings of two players. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"

enum { REPETITIONS_MOST = 100000, TIMES_MOST = 10000, VALUE_SIZE = 12 };

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

/* The player in each cell, a part after the other, and the parts as text. A part of one cell takes
 * no more text than a player with its settings, and a cell more no more than a value. */
enum { GRID_TEXT_SIZE = REQUEST_CELLS_MOST * (PLAYER_SPEC_SIZE + VALUE_SIZE) };
struct grid {
	int cells;
	struct seat seats[REQUEST_CELLS_MOST];
	char text[GRID_TEXT_SIZE]; /* "; depth=1,2 age=10,20; depth=3"; empty: the player as it is */
};

static bool refuse_grid(const char *at, const char *wanted)
{
	ctl_fail("--grid: '%.20s' where %s belongs, as in 'depth=1,2 age=10,20'", at, wanted);
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
	/* settings are all different and the player's, so there is room; an unknown one never gets
	 * behind its first value */
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

/* Reads axes separated by spaces, up to a semicolon or the end; room: how many cells there may be.
 */
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

/* The player in a cell; the last setting given runs fastest. */
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

/* False, having said so, when a cell is there already: every game is to count for one. */
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

/* Parts separated by semicolons; "" is a grid of the player as it is. */
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

static const char openings_usage[] =
	"usage: aresctl experiment openings NAME --power POWER [OPTION...]\n\n"
	"One power is played by a player with every combination of settings, the others by random.\n\n"
	"  --power POWER      the power, by its code: GER\n"
	"  --player PLAYER    the player, maybe with settings that stay the same (default ares)\n"
	"  --grid GRID        values of settings: 'depth=1,2 age=10,20; depth=3 age=10' (default: the "
    "player as it is)\n"
	"  --repetitions N    games for each combination (default 50)\n"
	"  --rounds N         rounds a game lasts (default 1: S1901M alone)\n"
	"  --seed S           what chance begins with (default 1)\n\n"
	"The combinations take turns, game by game; the last setting of the grid runs fastest, a part "
    "behind a semicolon\n"
	"comes after the one before it. The thesis's simulation 2:\n"
	"  --power GER --grid 'age=10 depth=1,2,3; age=20,30 depth=1; age=40 depth=1,2'\n";

static const struct request_option openings_options[] = {
	{REQUEST_TEXT(power)},
	{REQUEST_TEXT(player)},
	{REQUEST_TEXT(grid)},
	{REQUEST_NUMBER(repetitions, 1, REPETITIONS_MOST)},
	{REQUEST_NUMBER(rounds, 1, REQUEST_ROUNDS_MOST)},
	{REQUEST_NUMBER(seed, 0, INT64_MAX)},
	{0},
};

/* Its number, or -1 once it is printed which there are. */
static int find_power(const struct map *map, const char *code)
{
	char known[POWERS_MAX * (sizeof *map->power + 1) + 1] = "";
	for (int power = 0; power < map->power_count; power++) {
		if (strcmp(map->power[power], code) == 0)
			return power;
		sprintf(known + strlen(known), "%s%s", power > 0 ? ", " : "", map->power[power]);
	}
	ctl_fail("--power %s: there is none of that name; known: %s", code, known);
	return -1;
}

static bool read_player(const char *text, struct seat *seat)
{
	char error[PLAYER_ERROR_SIZE];
	const char *end;
	if (!seat_parse(text, &end, seat, error))
		ctl_fail("--player: %s", error);
	else if (*end != '\0')
		ctl_fail("--player: '%.20s' behind the one player that belongs there", end);
	else if (seat->player == NULL)
		ctl_fail("--player: %s is somebody outside, and a player of the farm belongs there", text);
	else
		return true;
	return false;
}

/* Seat 0 is the others'; seat 1 + cell is the power's. tournaments.seats says "GER:
 * ares(depth=2,...); depth=1,2; others: random". */
static int create_openings(const struct request *request, const struct map *map, int power,
                           const struct seat *base, const struct grid *grid)
{
	static struct seat seats[LINEUP_SEATS_MAX];
	static uint16_t place[LINEUP_PLACES_MAX];
	static char text[GRID_TEXT_SIZE + 2 * PLAYER_SPEC_SIZE];
	char spec[PLAYER_SPEC_SIZE], error[PLAYER_ERROR_SIZE];
	if (!seat_parse("random", NULL, &seats[0], error))
		return ctl_fail("%s", error);
	for (int cell = 0; cell < grid->cells; cell++) {
		seats[1 + cell] = grid->seats[cell];
		place[cell * map->power_count + power] = (uint16_t)(1 + cell);
	}
	snprintf(text, sizeof text, "%s: %s%s; others: random", request->power, seat_print(base, spec),
	         grid->text);
	return request_create(request, &(struct lineup){.text = text,
	                                                .seats = seats,
	                                                .seat_count = 1 + grid->cells,
	                                                .place = place,
	                                                .place_count = grid->cells * map->power_count});
}

static int experiment_openings(int argc, char **argv)
{
	struct request request = request_normal();
	struct map map;
	struct seat base;
	static struct grid grid;
	int status;
	request.player = "ares";
	request.grid = "";
	request.repetitions = 50;
	request.rounds = 1;
	if (!request_read(argc, argv, openings_usage, openings_options, &request, &status))
		return status;
	if (!request_name_is_good(&request))
		return CTL_FAILED;
	if (request.power == NULL)
		return ctl_fail("openings: --power POWER is missing; --help says more");
	int power = request_is_known(&request, &map) ? find_power(&map, request.power) : -1;
	if (power < 0 || !read_player(request.player, &base) || !grid_read(request.grid, &base, &grid))
		return CTL_FAILED;
	request.games = grid.cells * request.repetitions;
	if (request.games > REQUEST_GAMES_MOST)
		return ctl_fail("%d cells, --repetitions %lld each: %lld games, and %d are the most",
		                grid.cells, (long long)request.repetitions, (long long)request.games,
		                REQUEST_GAMES_MOST);
	return create_openings(&request, &map, power, &base, &grid);
}

/* ── tournament ── */

static const char tournament_usage[] =
	"usage: aresctl experiment tournament NAME [--times N] [--seed S]\n\n"
	"The thesis's tournament: Ares at depth 2 and age 10, and random, in every seating.\n\n"
	"  --times N    how many games in each of the 128 seatings (default 8)\n"
	"  --seed S     what chance begins with (default 1)\n";

static const struct request_option tournament_options[] = {
	{REQUEST_NUMBER(times, 1, TIMES_MOST)},
	{REQUEST_NUMBER(seed, 0, INT64_MAX)},
	{0},
};

static int experiment_tournament(int argc, char **argv)
{
	struct request request = request_normal();
	struct map map;
	struct seat seats[2];
	char error[PLAYER_ERROR_SIZE];
	int status;
	request.times = 8;
	if (!request_read(argc, argv, tournament_usage, tournament_options, &request, &status))
		return status;
	if (!request_name_is_good(&request) || !request_is_known(&request, &map))
		return CTL_FAILED;
	if (!seat_parse("ares(depth=2,age=10)", NULL, &seats[0], error) ||
	    !seat_parse("random", NULL, &seats[1], error))
		return ctl_fail("%s", error);
	request.games = request.times << map.power_count;
	return request_create(&request, &(struct lineup){.seats = seats, .seat_count = 2});
}

int ctl_experiment(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		puts("usage: aresctl experiment openings NAME --power POWER [OPTION...]\n"
		     "       aresctl experiment tournament NAME [--times N] [--seed S]\n"
		     "       aresctl experiment cases NAME [OPTION...] FILE.cases...\n\n"
		     "aresctl experiment openings --help says more. aresd plays the first two; sql/thesis/ "
		     "has the thesis's "
		     "tables.");
		return CTL_DONE;
	}
	if (argc > 1 && strcmp(argv[1], "openings") == 0)
		return experiment_openings(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "tournament") == 0)
		return experiment_tournament(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "cases") == 0)
		return ctl_experiment_cases(argc - 1, argv + 1);
	return ctl_fail("experiment: openings, tournament or cases belongs there, not %s",
	                argc > 1 ? argv[1] : "nothing");
}
