/* terms: the terms of a game: rules, judge, seed and players, from its tournament and its seats in
 * the database. The same terms give the same game. */
#ifndef ARESFARM_TERMS_H
#define ARESFARM_TERMS_H

#include "board/macros.h"
#include "match/match.h"

enum { TERMS_NAME_SIZE = 64, TERMS_SEATS_SIZE = 2048, TERMS_PRESS_SIZE = 8 };
enum { TERMS_SUBSTITUTE_SIZE = 512 };
enum { TERMS_ERROR_SIZE = 2 * ERROR_SIZE };

/* How a game branches from another one, whose phases it shares up to there. */
struct branch {
	int16_t phase;   /* the first of its own; 0 without any past: all are its own */
	int order_count; /* orders of that phase that replace those of its players */
	int16_t power[ADJUSTMENTS_MAX * POWERS_MAX];
	int32_t order[ADJUSTMENTS_MAX * POWERS_MAX]; /* order_pack_unit; parallel to power */
	int past_count;                              /* struct past, by columns */
	int16_t before[MATCH_PASTS_MAX];
	int64_t seed[MATCH_PASTS_MAX];
	int32_t block[MATCH_PASTS_MAX];
};

struct terms {
	int32_t map, number, round_limit; /* map: maps.id */
	int32_t block;                    /* games in a block: they draw the same random numbers */
	int32_t draw_after;               /* years; 0: never */
	bool agreed; /* the powers agreed on an end in phase agreed_in; not in a claim: read later */
	int16_t agreed_in, shared; /* shared: as in struct match */
	int64_t seed;
	char rules[TERMS_NAME_SIZE], judge[TERMS_NAME_SIZE];
	/* A line for each power: player, tab, settings as JSON and, if it is not 0, tab and the
	 * entrant; or "@" and the role of an external player; "@" alone is a person. The player of a
	 * bot's seat is "bot:" and its name. */
	char seats[TERMS_SEATS_SIZE];
	/* How players may write to each other (tournaments.press), and the number of rounds of messages
	 * that the bots have before a movement phase. */
	char press[TERMS_PRESS_SIZE];
	int16_t press_rounds;
	/* The player that orders for absent external players, as a line of seats; empty: none. */
	char substitute[TERMS_SUBSTITUTE_SIZE];
	/* The chosen initial position, packed as a row of boards; valid if started. Otherwise the game
	 * begins with the map's own. */
	bool started;
	int16_t start_phase, start_units[UNITS_MAX];
	int start_unit_count;
	char start_owners[PROVINCES_MAX + 1];
	struct branch branch; /* read separately; all 0: not a branch */
};

/* Whether players may write to each other. */
bool terms_have_press(const struct terms *terms);

/* Makes a match at its beginning, without players or scratch memory. False, with the reason in
 * error, if this program lacks the rules or the judge, or the game cannot begin with its position.
 * The match points into terms. */
MUST_CHECK bool terms_open_match(const struct terms *terms, const struct map *map,
                                 struct match *match, char error[TERMS_ERROR_SIZE]);

/* Seats the players. False, with the reason in error, if this program lacks a player or the player
 * rejects the settings. */
MUST_CHECK bool terms_seat(const struct terms *terms, struct match *match,
                           char error[TERMS_ERROR_SIZE]);

/* The scratch and memory of the players, reused from match to match. The caller frees bytes. */
struct room {
	void *bytes;
	size_t size; /* of bytes; 0: none yet */
};

/* Gives room, which grows if needed, to the match. False if there is not enough memory. */
MUST_CHECK bool terms_give_room(struct match *match, struct room *room);

#endif
