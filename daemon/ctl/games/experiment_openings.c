/* experiment_openings: aresctl experiment openings: the thesis's simulation 2. A tournament with a
 * grid of settings: one power plays with every combination of them. Each combination is a seating.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctl/parts/grid.h"

enum { REPETITIONS_MOST = 100000 };

static struct request asked = {REQUEST_NORMAL};
static const char *power_code, *player_text, *grid_text = "";
static int repetitions;

/* ── openings ── */

/* Seat 0 is the others'; seat 1 + cell is the power's. tournaments.seats gets the text "GER:
 * ares(depth=2,...); depth=1,2; others: random". */
static void create_openings(const struct request *request, const struct map *map, int power,
                            const struct seat *base, const struct grid *grid)
{
	static struct seat seats[LINEUP_SEATS_MAX];
	static uint16_t place[LINEUP_PLACES_MAX];
	static char text[GRID_TEXT_SIZE + 2 * PLAYER_SPEC_SIZE], labels[sizeof text];
	char spec[PLAYER_SPEC_SIZE], error[ERROR_SIZE];

	const bool parsed = seat_parse("random", NULL, &seats[0], error);
	assert(parsed);
	for (int cell = 0; cell < grid->cells; cell++) {
		seats[1 + cell] = grid->seats[cell];
		place[cell * map->power_count + power] = (uint16_t)(1 + cell);
	}

	snprintf(text, sizeof text, "%s: %s%s; others: random", power_code, seat_print(base, spec),
	         grid->text);
	snprintf(labels, sizeof labels, "%s: %s%s; others: random", power_code,
	         seat_print_label(base, spec), grid->text);
	request_create(request, &(struct lineup){.text = text,
	                                         .players = labels,
	                                         .seats = seats,
	                                         .seat_count = 1 + grid->cells,
	                                         .place = place,
	                                         .place_count = grid->cells * map->power_count});
}

static int openings(void)
{
	struct map map;
	struct seat base;
	static struct grid grid;

	ctl_build_map(asked.map, &map);
	grid_read_player("player", player_text, &base);
	grid_read(grid_text, &base, &grid);

	const int power = map_find_power(&map, power_code, strlen(power_code));
	asked.games = grid.cells * repetitions;
	if (asked.games > REQUEST_GAMES_MOST)
		return ctl_fail("%d cells, --repetitions %d each: %d games, and %d are the most",
		                grid.cells, repetitions, asked.games, REQUEST_GAMES_MOST);

	create_openings(&asked, &map, power, &base, &grid);
	return CTL_DONE;
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
	.arguments = PARAMETERS(REQUEST_NAME(asked)),
	.options =
		PARAMETERS(OPTION_TEXT("power", "POWER", &power_code, "the power, by its code",
                               .choice = names_powers, .required = true),
                   OPTION_TEXT("player", "PLAYER", &player_text,
                               "its player, maybe with settings that stay the same",
                               .hint = names_players, .normal = "ares"),
                   OPTION_TEXT("grid", "GRID", &grid_text,
                               "the values of settings: 'depth=1,2 age=10,20; depth=3 age=10'",
                               .otherwise = "the player as it is"),
                   OPTION_NUMBER("repetitions", "N", &repetitions, 1, REPETITIONS_MOST,
                                 "games for each combination", .normal = "50"),
                   REQUEST_ROUNDS(asked, "rounds that a game lasts; 1: only S1901M", .normal = "1"),
                   REQUEST_SEED(asked, .normal = "1")),
	.run = openings,
};
