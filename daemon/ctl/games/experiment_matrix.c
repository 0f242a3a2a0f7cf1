/* experiment_matrix: aresctl experiment matrix: every player's team against every other player.
 * Each ordered pair of players is a cell: a tournament with teams (seating.h), NAME-ROW-COLUMN,
 * with the same seed. The command makes the cells that are missing. */
#include <stdio.h>
#include <string.h>

#include "ctl/parts/tournament_request.h"
#include "ctl/parts/seats.h"

enum { PLAYERS_MOST = 20 };

static struct request asked = {.seed = 1, .silent = true};
static const char *players_text;
static int team;
static struct map map;
static struct seat seats[PLAYERS_MOST];
static int count;

static const char *check_name(const char *text)
{
	return request_check_name(text, "-20-20");
}

/* Row by row, without the diagonal. */
static void describe_cell(int cell, char suffix[REQUEST_SUFFIX_SIZE], struct request *request,
                          struct lineup *lineup)
{
	static struct seat pair[2];
	const int row = cell / (count - 1), other = cell % (count - 1);
	const int column = other < row ? other : other + 1;

	(void)request;
	snprintf(suffix, REQUEST_SUFFIX_SIZE, "-%d-%d", row + 1, column + 1);
	pair[0] = seats[row];
	pair[1] = seats[column];
	*lineup =
		(struct lineup){.seats = pair, .seat_count = 2, .turns = map.power_count, .team = team};
}

static int create(void)
{
	request_open(&asked, &map);
	if (team >= map.power_count)
		return ctl_fail("--team %d: must be less than the %d powers of the map", team,
		                map.power_count);

	count = seats_read_farm("players", players_text, PLAYERS_MOST, seats);
	request_create_cells(&asked, count * (count - 1), describe_cell);

	request_tell_rest(&asked, &(struct lineup){.turns = map.power_count, .team = team});
	ctl_say("%d tournaments of %d games, %s-1-2 to %s-%d-%d; then:\n"
	        "  aresctl query matrix %s\n",
	        count * (count - 1), asked.games, asked.name, asked.name, count, count - 1, asked.name);
	return CTL_DONE;
}

const struct command ctl_experiment_matrix = {
	.name = "matrix",
	.about = "every player with one power against every other with the rest",
	.text =
		"Sets every player against every other one: the first has one power of each game, the "
		"second has all others. The team of one, or of as many as --team says, goes round all "
		"powers, so a block of games is even: seven games for one power of seven. Each cell is a "
		"tournament, NAME-1-2 for the first player against the second. All cells have the same "
		"seed.\n\n"
		"The same command again makes what is missing; with more players at the end of --players, "
		"their cells.\n\n"
		"  aresctl experiment matrix all --players dumbbot,randbot,random --rules standard\n"
		"  aresd --until-done\n"
		"  aresctl query matrix all",
	.arguments = PARAMETERS(
		ARGUMENT("NAME", &asked.name, "the matrix's name", .check = check_name, .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("players", "PLAYERS", &players_text,
                    "the players, separated by commas: 2 to 20", .hint = names_players,
                    .required = true),
		OPTION_NUMBER("team", "K", &team, 1, POWERS_MAX - 1,
                      "how many powers the first player of a cell has", .normal = "1"),
		OPTION_NUMBER(
			"games", "N", &asked.games, 1, REQUEST_GAMES_MOST / (PLAYERS_MOST * (PLAYERS_MOST - 1)),
			"games of each cell; 210 are whole blocks for 2, 5 and 7 powers", .normal = "210"),
		REQUEST_COMPARISON(asked)),
	.run = create,
};
