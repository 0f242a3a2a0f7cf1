/* grid: settings of a player, crossed: what an experiment varies. What is wrong ends the
 * program. */
#ifndef ARESFARM_CTL_GRID_H
#define ARESFARM_CTL_GRID_H

#include "tournament_request.h"

enum { VALUE_SIZE = 12 };

/* The player in each cell, part by part, and the parts as text. A part with one cell needs at most
 * the text of a player with its settings; each further cell adds at most one value. */
enum { GRID_TEXT_SIZE = REQUEST_CELLS_MOST * (PLAYER_SPEC_SIZE + VALUE_SIZE) };
struct grid {
	int cells;
	struct seat seats[REQUEST_CELLS_MOST];
	char text[GRID_TEXT_SIZE]; /* "; depth=1,2 age=10,20; depth=3"; empty: the player as it is */
};

/* Reads parts separated by semicolons, each with values of settings, which are crossed: "depth=1,2
 * age=10,20; depth=3", or "depth=1..3". "" is a grid of one cell: the player as it is. */
void grid_read(const char *text, const struct seat *base, struct grid *grid);

/* Takes a number, if one begins here. */
MUST_CHECK bool grid_take_number(const char **at, long long *number);

/* Reads a player of the farm, as the value of that option. */
void grid_read_player(const char *option, const char *text, struct seat *seat);

#endif
