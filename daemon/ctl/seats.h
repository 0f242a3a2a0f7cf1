/* seats: the seats of a tournament, as short as they can be told. */
#ifndef ARESFARM_CTL_SEATS_H
#define ARESFARM_CTL_SEATS_H

/* Writes seats, "ares(depth=2,age=10,...),random", with only those settings that differ from the
 * normal ones. A text that is no list of seats is written as it is. One that is wider than so many
 * columns is cut, behind a comma where there is one, and ends in "...". Control characters become
 * question marks. Returns out. */
enum { SEATS_SIZE = 2100 };
char *seats_shorten(const char *seats, int width, char out[SEATS_SIZE]);

#endif
