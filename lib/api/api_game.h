/* api_game: the game of a handle, for the files of this room. */
#ifndef ARESFARM_API_GAME_H
#define ARESFARM_API_GAME_H

#include "api_play.h"
#include "match/match.h"

/* A phase that was played: its board, and its orders with their powers. */
struct game_phase {
	struct board board;
	int count;
	struct submission orders[];
};

struct ares_game {
	const struct ares_map *map;
	struct match match;
	void *room; /* of the players; NULL: they need none */
	struct board start;
	int32_t count, room_for;
	struct game_phase **played;
	struct game_submitted {
		int count;
		struct order order[ARES_UNITS_MAX];
	} submitted[POWERS_MAX];
};

/* Does the work of ares_game_open; on success error is not written. */
int32_t api_game_make(const struct ares_map *map, const struct ares_game_options *options,
                      struct ares_game **game, struct ares_error *error);

/* The record of phase n, and the board after it. */
bool api_game_record(const struct ares_game *game, int32_t n, struct phase_record *record,
                     struct board *after);

#endif
