/* experiment_grid: aresctl experiment grid: whole games of a player with many settings against one
 * opponent. Each cell of the grid is a tournament of two players, NAME-1, NAME-2 and so on, with
 * the same seed: aresctl query grid compares them. */
#include <stdio.h>
#include <string.h>

#include "ctl/parts/grid.h"

enum { CELLS_MOST = 200 };

static struct request asked = {.seed = 1};
static const char *player_text, *opponent_text, *grid_text;
static struct map map;
static struct grid grid;
static struct seat opponent;

static const char *check_name(const char *text)
{
	return request_check_name(text, "-200");
}

static void describe_cell(int cell, char suffix[REQUEST_SUFFIX_SIZE], struct request *request,
                          struct lineup *lineup)
{
	static struct seat seats[2];

	(void)request;
	snprintf(suffix, REQUEST_SUFFIX_SIZE, "-%d", cell + 1);
	seats[0] = grid.seats[cell];
	seats[1] = opponent;
	*lineup = (struct lineup){.seats = seats, .seat_count = 2, .turns = map.power_count};
}

static int create(void)
{
	struct seat base;

	request_open(&asked, &map);
	grid_read_player("player", player_text, &base);
	grid_read_player("against", opponent_text, &opponent);
	grid_read(grid_text, &base, &grid);

	if (grid.text[0] == '\0')
		return ctl_fail("--grid: must have settings, as in 'depth=1,2 age=10,20'");
	if (grid.cells > CELLS_MOST)
		return ctl_fail("--grid: %d cells, and %d are the most", grid.cells, CELLS_MOST);
	for (int cell = 0; cell < grid.cells; cell++)
		if (opponent.player == base.player &&
		    memcmp(opponent.settings, grid.seats[cell].settings, sizeof opponent.settings) == 0)
			return ctl_fail("--against %s: cell %d of the grid is the same player", opponent_text,
			                cell + 1);

	request_create_cells(&asked, grid.cells, describe_cell);

	ctl_say("%d tournaments of %d games, %s-1 to %s-%d; then: aresctl query grid %s\n", grid.cells,
	        asked.games, asked.name, asked.name, grid.cells, asked.name);
	return CTL_DONE;
}

const struct command ctl_experiment_grid = {
	.name = "grid",
	.about = "whole games of a player with many settings against an opponent",
	.text =
		"Compares many settings of a player in whole games. Each combination is a cell: a "
		"tournament of two players, NAME-1, NAME-2 and so on. In it the player and the opponent "
		"exchange their powers in pairs of games. All cells have the same seed.\n\n"
		"A grid is one part or several, with semicolons between them. A part gives settings their "
		"values, and means every combination of these. 1..3 means 1, 2 and 3.\n\n"
		"  aresctl experiment grid depths --grid 'depth=1..3 age=5,10' --against random \\\n"
		"    --games 128 --rules standard\n"
		"  aresd --until-done\n"
		"  aresctl query grid depths",
	.arguments = PARAMETERS(
		ARGUMENT("NAME", &asked.name, "the grid's name", .check = check_name, .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("grid", "GRID", &grid_text,
                    "the values of settings: 'depth=1..3 age=5,10; depth=4 age=5'",
                    .required = true),
		OPTION_TEXT("against", "PLAYER", &opponent_text, "the opponent, maybe with settings",
                    .hint = names_players, .required = true),
		OPTION_TEXT("player", "PLAYER", &player_text,
                    "the player whose settings vary, maybe with settings that stay the same",
                    .hint = names_players, .normal = "ares"),
		OPTION_NUMBER("games", "N", &asked.games, 1, REQUEST_GAMES_MOST / CELLS_MOST,
                      "games of each cell; 128 have every seating once", .normal = "128"),
		REQUEST_COMPARISON(asked)),
	.run = create,
};
