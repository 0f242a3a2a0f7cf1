/* seats: the seats of a tournament, as a user gives them, and abbreviated. */
#ifndef ARESFARM_CTL_SEATS_H
#define ARESFARM_CTL_SEATS_H

#include "players/player.h"

/* Reads players, separated by commas, as the value of that option: 2 or more. Different players
 * have different labels. Returns how many there are; what is wrong ends the program. */
int seats_read(const char *option, const char *text, int most, struct seat seats[]);

/* The same, but all must be players of the farm, with different labels. */
int seats_read_farm(const char *option, const char *text, int most, struct seat seats[]);

/* Writes labels of players, "ares(depth=2),random". A list that is wider than the columns is cut,
 * after a comma if there is one, and ends in "...". Control characters become question marks.
 * Returns out. */
enum { SEATS_SIZE = 2100 };
char *seats_shorten(const char *labels, int width, char out[SEATS_SIZE]);

#endif
