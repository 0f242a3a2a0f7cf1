/* bot_positions: positions of all kinds, in which a bot is tried. They come from games between fast
 * players of the farm. The same seed gives the same positions. */
#ifndef ARESFARM_BOT_POSITIONS_H
#define ARESFARM_BOT_POSITIONS_H

#include "bots/message.h"

enum { BOT_POSITIONS = 100 };

enum bot_position_kind {
	POSITION_OPENING, /* the first phases, all powers alive */
	POSITION_MOVEMENT,
	POSITION_CONVOY, /* a unit of the power can be convoyed, or can convoy */
	POSITION_RETREAT,
	POSITION_BUILD,
	POSITION_REMOVAL,
	POSITION_ELIMINATED, /* movement; some power has no unit left */
	POSITION_KINDS,
};
extern const char *const bot_position_names[POSITION_KINDS];

struct bot_position {
	enum bot_position_kind kind;
	uint8_t power;
	struct board board;
	bool any; /* a phase came before: last is valid */
	struct phase_record last;
	struct history history; /* all phases before */
};

/* Fills in all positions, each power in turn, as far as positions exist. rules: the standard
 * ones. */
void bot_positions_find(const struct map *map, const struct rules *rules, uint64_t seed,
                        struct bot_position positions[BOT_POSITIONS]);

#endif
