/* player: what a player is, its settings, and the table of players (players.def).
 *
 * A player is one file ending in a const struct player, and one line in players.def. It is a pure
 * function: same call, same orders. It owns no memory between calls; what it needs it asks for as
 * scratch. */
#ifndef ARESFARM_PLAYER_H
#define ARESFARM_PLAYER_H

#include "game.h"

enum { SETTINGS_MAX = 8, PLAYER_SPEC_SIZE = 160, PLAYER_ERROR_SIZE = 200, EXTERNAL_SIZE = 54 };

struct player_setting {
	const char *name; /* NULL ends the list */
	int32_t least, most, normal;
	const char *about;
};

struct player_call {
	const struct map *map;
	const struct rules *rules;
	const struct judge *judge; /* for forecasts */
	const struct board *board;
	const int32_t *settings; /* parallel to the player's list */
	uint64_t seed;
	uint32_t number; /* number in the tournament, from 1 */
	uint8_t power;
	uint64_t (*clock)(
		void);     /* nanoseconds, monotonic, for nothing but efforts; NULL: all times are 0 */
	void *scratch; /* scratch_size bytes, aligned for anything; contents undefined */
};

/* What a decision cost; stored with the board. */
struct player_effort {
	uint32_t
		forecasts[STAGES]; /* resolutions asked of the judge, by the stage that concluded them */
	uint64_t forecast_ns;  /* what they took, all together */
	uint64_t nodes;        /* places of its search it came to; 0 for players that do not search */
	bool capped;           /* a limit on the effort was reached */
};

struct player {
	const char *name;
	const char *about;                     /* one line */
	const struct player_setting *settings; /* at most SETTINGS_MAX, then a name of NULL */
	size_t (*scratch_size)(const int32_t settings[]); /* NULL: needs none */
	/* Orders for the power's own units: writes orders[i] for those i alone. */
	void (*order)(const struct player_call *call, struct order orders[UNITS_MAX],
	              struct player_effort *effort);
	/* In a retreat phase: orders[i] for those of the power's own units that are dislodged, parallel
	 * to board->retreat. NULL: at random. */
	void (*retreat)(const struct player_call *call, struct order orders[RETREATS_MAX]);
	/* In winter, where build_allowance is not 0: builds, removals and waives; returns how many.
	 * NULL: at random. */
	int (*adjust)(const struct player_call *call, struct submission adjustments[ADJUSTMENTS_MAX]);
};

extern const struct player *const players[]; /* NULL ends it */
const struct player *player_find(const char *name, size_t length);

/* Sets one setting by name. False, with what is wrong and what would be right, for an unknown name
 * or a value out of range. */
__attribute__((warn_unused_result)) bool player_set(const struct player *player, const char *name,
                                                    size_t length, int64_t value,
                                                    int32_t settings[],
                                                    char error[PLAYER_ERROR_SIZE]);
void player_set_normal(const struct player *player, int32_t settings[]);

/* Who sits at a seat: a player with its settings, or somebody outside, whose orders a match is
 * handed. */
struct seat {
	const struct player *player; /* NULL: somebody outside */
	int32_t settings[SETTINGS_MAX];
	char external[EXTERNAL_SIZE]; /* who, by name; else empty */
};

/* Reads "ares(depth=2,age=10)", "random" or, for somebody outside, "@alice"; settings not named are
 * the normal ones. Stops at a comma outside the brackets or the end; *end, where given, is where it
 * stopped. False, with what was wrong and what would be right in error. */
__attribute__((warn_unused_result)) bool
seat_parse(const char *text, const char **end, struct seat *seat, char error[PLAYER_ERROR_SIZE]);

/* The full specification, every setting named: "ares(depth=2,age=10,mutations=8,...)", "random". */
char *seat_print(const struct seat *seat, char text[PLAYER_SPEC_SIZE]);

#endif
