/* request: a tournament as someone asks for it: the options of the commands that make one, their
 * names looked up, and the making, in one transaction. Where a function here says no, the reason is
 * printed. */
#ifndef ARESFARM_CTL_REQUEST_H
#define ARESFARM_CTL_REQUEST_H

#include "ctl.h"
#include "player.h"

enum { REQUEST_GAMES_MOST = 10000000, REQUEST_ROUNDS_MOST = 10000, REQUEST_CELLS_MOST = 1000 };

/* Names are still to be looked up. 0 or NULL: not said. */
struct request {
	const char *name, *seats, *rules, *judge, *map;
	const char *power, *player, *grid;
	const char *diplomatic_time, *retreat_time, *adjustment_time;
	int64_t games, seed, rounds, repetitions, times;
	const char
		*words_are; /* what the words behind the name are, one at least; NULL: there are none */
	char **words;
	int word_count;
};
/* The thesis's rules on the standard map, and nothing said. */
struct request request_normal(void);

/* An option with a text, or with a number within limits, named like its field. Name NULL ends a
 * list. */
struct request_option {
	const char *name;
	size_t offset;
	int64_t least, most; /* most 0: a text */
};
#define REQUEST_TEXT(field) #field, offsetof(struct request, field), 0, 0
#define REQUEST_TIME(kind)                                                                         \
#kind "-time", offsetof(struct request, kind##_time), 0, 0 /* see request_create */
#define REQUEST_NUMBER(field, least, most) #field, offsetof(struct request, field), least, most

/* Reads the options, the name and the words behind it. False when all is said and done, with the
 * status. */
__attribute__((warn_unused_result)) bool request_read(int argc, char **argv, const char *usage,
                                                      const struct request_option *options,
                                                      struct request *request, int *status);

/* A letter or digit, then those and _ . - : what the table tournaments takes. */
__attribute__((warn_unused_result)) bool request_name_is_good(const struct request *request);

/* Whether there are a map, a rule set and a judge of these names; builds the map. */
__attribute__((warn_unused_result)) bool request_is_known(const struct request *request,
                                                          struct map *map);

/* Who plays. place: indices into seats, a power after the other, a seating after the other; the
 * games take the seatings in turn. NULL: seats are those of one seating, or two that take all
 * seatings in turn. */
struct lineup {
	const char *text; /* what tournaments.seats says; NULL: the seats, separated by commas */
	const struct seat *seats;
	int seat_count; /* at most LINEUP_SEATS_MAX */
	const uint16_t *place;
	int place_count; /* at most LINEUP_PLACES_MAX */
};
enum {
	LINEUP_SEATS_MAX = REQUEST_CELLS_MOST + 1,
	LINEUP_PLACES_MAX = REQUEST_CELLS_MOST * POWERS_MAX
};

/* Makes the tournament of request->games games, or nothing. The exit status. Times are read here:
 * "90s", "5m", "24h", "3d".
 * */
int request_create(const struct request *request, const struct lineup *lineup);

#endif
