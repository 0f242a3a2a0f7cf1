/* message: writes the messages to a bot as lines of JSON. doc/bots.md has the protocol. */
#ifndef ARESFARM_MESSAGE_H
#define ARESFARM_MESSAGE_H

#include "history.h"
#include "letters.h"
#include "match/votes.h"

enum { BOT_PROTOCOL = 1 };

/* A line with its newline. The caller frees bytes. */
struct message {
	char *bytes;
	size_t size;
};

/* A question to a bot, with all that it needs to answer. */
struct bot_question {
	const struct map *map;
	int32_t map_id; /* maps.id, or any number that identifies the map */
	const struct rules *rules;
	const struct board *board;
	const struct phase_record *last; /* the phase before; NULL: none was played */
	const struct history *history;   /* all phases before; NULL: not sent */
	int32_t tournament;              /* tournaments.id, or any number that identifies it */
	int32_t game, block;             /* numbers in the tournament, from 1 */
	int64_t seed;    /* of this seat in this block; below 2^53, which any JSON parser can read */
	int round_limit; /* as in struct match */
	uint8_t power;
	uint8_t entrant;           /* as in struct seat */
	const struct votes *votes; /* of external players, for the board; NULL: there was no vote */
	/* For a game with press: */
	const char *press;             /* public or private; NULL: the game has no press */
	const struct letters *letters; /* since the last movement phase, of all powers */
	int16_t round, rounds;         /* round 0: the question is for orders, else for messages */
};

/* The end of a bot's game. */
struct bot_end {
	const struct map *map;
	const struct board *board; /* the final one */
	const struct game_verdict *verdict;
	int32_t tournament, game; /* as in the question */
	power_set powers;         /* of the bot */
};

/* The orders that the power of a question may give (turn_orders). */
struct bot_legal {
	struct order *order; /* the caller frees it */
	int count;
};
struct bot_legal bot_list_legal(const struct bot_question *question);

/* Each writes a line, which must be freed. id: of the question. */
void message_hello(const struct map *map, int seconds, struct message *message);
void message_phase(const struct bot_question *question, int64_t id, const struct bot_legal *legal,
                   int seconds, struct message *message);
void message_over(const struct bot_end *end, struct message *message);

#endif
