/* ctl_wish: a tournament as someone asks for it: the options of the commands that make one, their names looked up, and
 * the making, in one transaction. Where a function here says no, the reason is printed. */
#ifndef ARESFARM_CTL_WISH_H
#define ARESFARM_CTL_WISH_H

#include "ctl.h"
#include "player.h"

enum { WISH_GAMES_MOST = 10000000, WISH_ROUNDS_MOST = 10000, WISH_CELLS_MOST = 1000 };

/* Names are still to be looked up. 0 or NULL: not said. */
struct wish {
	const char *name, *seats, *rules, *judge, *map;
	const char *power, *player, *grid;
	const char *diplomatic_time, *retreat_time, *adjustment_time;
	int64_t games, seed, rounds, repetitions, times;
	const char *words_are; /* what the words behind the name are, one at least; NULL: there are none */
	char **words;
	int word_count;
};
/* The thesis's rules on the standard map, and nothing said. */
struct wish wish_normal(void);

/* An option with a text, or with a number within limits, named like its field. Name NULL ends a list. */
struct wish_option {
	const char *name;
	size_t offset;
	int64_t least, most; /* most 0: a text */
};
#define WISH_TEXT(field)                #field, offsetof(struct wish, field), 0, 0
#define WISH_TIME(kind)                 #kind "-time", offsetof(struct wish, kind##_time), 0, 0 /* see wish_create */
#define WISH_NUMBER(field, least, most) #field, offsetof(struct wish, field), least, most

/* Reads the options, the name and the words behind it. False when all is said and done, with the status. */
__attribute__((warn_unused_result)) bool wish_read(int argc, char **argv, const char *usage,
                                                   const struct wish_option *options, struct wish *wish, int *status);

/* A letter or digit, then those and _ . - : what the table tournaments takes. */
__attribute__((warn_unused_result)) bool wish_name_is_good(const struct wish *wish);

/* Whether there are a map, a rule set and a judge of these names; builds the map. */
__attribute__((warn_unused_result)) bool wish_is_known(const struct wish *wish, struct map *map);

/* Who plays. place: indices into seats, a power after the other, a seating after the other; the games take the seatings in
 * turn. NULL: seats are those of one seating, or two that take all seatings in turn. */
struct lineup {
	const char *text; /* what tournaments.seats says; NULL: the seats, separated by commas */
	const struct seat *seats;
	int seat_count; /* at most LINEUP_SEATS_MAX */
	const uint16_t *place;
	int place_count; /* at most LINEUP_PLACES_MAX */
};
enum { LINEUP_SEATS_MAX = WISH_CELLS_MOST + 1, LINEUP_PLACES_MAX = WISH_CELLS_MOST * POWERS_MAX };

/* Makes the tournament of wish->games games, or nothing. The exit status. Times are read here: "90s", "5m", "24h", "3d".
 * */
int wish_create(const struct wish *wish, const struct lineup *lineup);

#endif
