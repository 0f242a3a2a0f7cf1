/* seats: the seats of a tournament, as short as they can be told. */
#ifndef ARESFARM_CTL_SEATS_H
#define ARESFARM_CTL_SEATS_H

/* Writes labels of players, "ares(depth=2),random". A list that is wider than so many columns is
 * cut, behind a comma where there is one, and ends in "...". Control characters become question
 * marks. Returns out. */
enum { SEATS_SIZE = 2100 };
char *seats_shorten(const char *players, int width, char out[SEATS_SIZE]);

#endif
