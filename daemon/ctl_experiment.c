/* ctl_experiment: aresctl experiment: the thesis's simulations as tournaments. Simulation 2, the openings, is a grid of
 * settings, each a seating; simulation 3 is the 128 seatings of two players. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctl_wish.h"

enum { REPETITIONS_MOST = 100000, TIMES_MOST = 10000, TEXT_SIZE = 32768 };

/* ── the grid: values of settings, crossed ── */

/* One setting's values, as given. */
struct axis {
	const char *name;
	size_t length;
	int count;
	int32_t values[WISH_CELLS_MOST];
};

struct grid {
	int axes, cells;
	struct axis axis[SETTINGS_MAX];
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
	if (axis->count == WISH_CELLS_MOST) {
		ctl_fail("--grid: more than %d cells, the most a grid may have", WISH_CELLS_MOST);
		return false;
	}
	axis->values[axis->count++] = (int32_t)value;
	*at = end;
	return true;
}

/* Reads "name=number,number...". */
static bool read_axis(const char **at, struct seat base, struct grid *grid)
{
	const char *name = *at;
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
	if (length == 0 || name[length] != '=')
		return refuse_grid(name, "setting=number");
	for (int i = 0; i < grid->axes; i++)
		if (grid->axis[i].length == length && memcmp(grid->axis[i].name, name, length) == 0) {
			ctl_fail("--grid: %.*s is given twice", (int)length, name);
			return false;
		}
	/* settings are all different and the player's, so there is room; an unknown one never gets behind its first value */
	struct axis unknown, *axis = grid->axes < SETTINGS_MAX ? &grid->axis[grid->axes] : &unknown;
	*axis = (struct axis){.name = name, .length = length};
	*at += length;
	do {
		++*at;
		if (!read_value(at, &base, axis))
			return false;
	} while (**at == ',');
	grid->axes++;
	return **at == ' ' || **at == '\0' || refuse_grid(*at, "a comma, a space or the end");
}

/* Settings separated by spaces; "" is a grid of the player as it is. */
static bool grid_read(const char *text, const struct seat *base, struct grid *grid)
{
	grid->axes = 0;
	grid->cells = 1;
	for (const char *at = text + strspn(text, " "); *at != '\0'; at += strspn(at, " ")) {
		if (!read_axis(&at, *base, grid))
			return false;
		grid->cells *= grid->axis[grid->axes - 1].count;
		if (grid->cells > WISH_CELLS_MOST) {
			ctl_fail("--grid: more than %d cells, the most a grid may have", WISH_CELLS_MOST);
			return false;
		}
	}
	return true;
}

/* The player in a cell; the last setting given runs fastest. */
static struct seat grid_seat(const struct grid *grid, const struct seat *base, int cell)
{
	struct seat seat = *base;
	char error[PLAYER_ERROR_SIZE];
	for (int i = grid->axes - 1; i >= 0; i--) {
		const struct axis *axis = &grid->axis[i];
		if (!player_set(seat.player, axis->name, axis->length, axis->values[cell % axis->count], seat.settings, error))
			abort(); /* grid_read has set it before */
		cell /= axis->count;
	}
	return seat;
}

/* ── openings ── */

static const char openings_usage[] =
	"usage: aresctl experiment openings NAME --power POWER [OPTION...]\n\n"
	"One power is played by a player with every combination of settings, the others by random.\n\n"
	"  --power POWER      the power, by its code: GER\n"
	"  --player PLAYER    the player, maybe with settings that stay the same (default ares)\n"
	"  --grid GRID        values of settings: 'depth=1,2,3 age=10,20' (default: the player as it is)\n"
	"  --repetitions N    games for each combination (default 50)\n"
	"  --rounds N         rounds a game lasts (default 1: S1901M alone)\n"
	"  --seed S           what chance begins with (default 1)\n\n"
	"The combinations take turns, game by game; the last setting of the grid runs fastest.\n";

static const struct wish_option openings_options[] = {
	{WISH_TEXT(power)},
	{WISH_TEXT(player)},
	{WISH_TEXT(grid)},
	{WISH_NUMBER(repetitions, 1, REPETITIONS_MOST)},
	{WISH_NUMBER(rounds, 1, WISH_ROUNDS_MOST)},
	{WISH_NUMBER(seed, 0, INT64_MAX)},
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
	else
		return true;
	return false;
}

/* "GER: ares(depth=2,...); depth=1,2 age=10,20; others: random", as tournaments.seats has it. */
static void print_openings(const struct wish *wish, const struct seat *base, const struct grid *grid,
                           char text[TEXT_SIZE])
{
	char spec[PLAYER_SPEC_SIZE];
	int used = sprintf(text, "%s: %s", wish->power, seat_print(base, spec));
	for (int i = 0; i < grid->axes; i++)
		for (int j = 0; j < grid->axis[i].count; j++)
			used += sprintf(text + used, "%s%.*s%s%d",
			                j > 0   ? ""
			                : i > 0 ? " "
			                        : "; ",
			                j > 0 ? 0 : (int)grid->axis[i].length, grid->axis[i].name, j > 0 ? "," : "=",
			                grid->axis[i].values[j]);
	sprintf(text + used, "; others: random");
}
/* A value takes 12 characters at most, and the axes of a grid that is not too large have fewer than 2 * WISH_CELLS_MOST. */
_Static_assert(TEXT_SIZE >= 2 * WISH_CELLS_MOST * 12 + 2 * PLAYER_SPEC_SIZE, "room for every grid");

/* Seat 0 is the others'; seat 1 + cell is the power's. */
static int create_openings(const struct wish *wish, const struct map *map, int power, const struct seat *base,
                           const struct grid *grid)
{
	static struct seat seats[LINEUP_SEATS_MAX];
	static uint16_t place[LINEUP_PLACES_MAX];
	char text[TEXT_SIZE], error[PLAYER_ERROR_SIZE];
	if (!seat_parse("random", NULL, &seats[0], error))
		return ctl_fail("%s", error);
	for (int cell = 0; cell < grid->cells; cell++) {
		seats[1 + cell] = grid_seat(grid, base, cell);
		place[cell * map->power_count + power] = (uint16_t)(1 + cell);
	}
	print_openings(wish, base, grid, text);
	return wish_create(wish, &(struct lineup){.text = text,
	                                          .seats = seats,
	                                          .seat_count = 1 + grid->cells,
	                                          .place = place,
	                                          .place_count = grid->cells * map->power_count});
}

static int experiment_openings(int argc, char **argv)
{
	struct wish wish = wish_normal();
	struct map map;
	struct seat base;
	static struct grid grid;
	int status;
	wish.player = "ares";
	wish.grid = "";
	wish.repetitions = 50;
	wish.rounds = 1;
	if (!wish_read(argc, argv, openings_usage, openings_options, &wish, &status))
		return status;
	if (!wish_name_is_good(&wish))
		return CTL_FAILED;
	if (wish.power == NULL)
		return ctl_fail("openings: --power POWER is missing; --help says more");
	int power = wish_is_known(&wish, &map) ? find_power(&map, wish.power) : -1;
	if (power < 0 || !read_player(wish.player, &base) || !grid_read(wish.grid, &base, &grid))
		return CTL_FAILED;
	wish.games = grid.cells * wish.repetitions;
	if (wish.games > WISH_GAMES_MOST)
		return ctl_fail("%d cells, --repetitions %lld each: %lld games, and %d are the most", grid.cells,
		                (long long)wish.repetitions, (long long)wish.games, WISH_GAMES_MOST);
	return create_openings(&wish, &map, power, &base, &grid);
}

/* ── tournament ── */

static const char tournament_usage[] =
	"usage: aresctl experiment tournament NAME [--times N] [--seed S]\n\n"
	"The thesis's tournament: Ares at depth 2 and age 10, and random, in every seating.\n\n"
	"  --times N    how many games in each of the 128 seatings (default 8)\n"
	"  --seed S     what chance begins with (default 1)\n";

static const struct wish_option tournament_options[] = {
	{WISH_NUMBER(times, 1, TIMES_MOST)},
	{WISH_NUMBER(seed, 0, INT64_MAX)},
	{0},
};

static int experiment_tournament(int argc, char **argv)
{
	struct wish wish = wish_normal();
	struct map map;
	struct seat seats[2];
	char error[PLAYER_ERROR_SIZE];
	int status;
	wish.times = 8;
	if (!wish_read(argc, argv, tournament_usage, tournament_options, &wish, &status))
		return status;
	if (!wish_name_is_good(&wish) || !wish_is_known(&wish, &map))
		return CTL_FAILED;
	if (!seat_parse("ares(depth=2,age=10)", NULL, &seats[0], error) || !seat_parse("random", NULL, &seats[1], error))
		return ctl_fail("%s", error);
	wish.games = wish.times << map.power_count;
	return wish_create(&wish, &(struct lineup){.seats = seats, .seat_count = 2});
}

int ctl_experiment(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		puts("usage: aresctl experiment openings NAME --power POWER [OPTION...]\n"
		     "       aresctl experiment tournament NAME [--times N] [--seed S]\n\n"
		     "aresctl experiment openings --help says more. aresd plays them; sql/thesis/ has the thesis's tables.");
		return CTL_DONE;
	}
	if (argc > 1 && strcmp(argv[1], "openings") == 0)
		return experiment_openings(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "tournament") == 0)
		return experiment_tournament(argc - 1, argv + 1);
	return ctl_fail("experiment: openings or tournament belongs there, not %s", argc > 1 ? argv[1] : "nothing");
}
