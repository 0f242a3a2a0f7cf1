/* contest: a game that has begun for its DAIDE clients: its position, its seats, and whom it tells
 * what.
 *
 * The database has the game. What is here follows from its rows, so a server that begins anew makes
 * it again: the boards are folded into the position, and the seats come with their passcodes,
 * orders. Only who is connected is not stored. */
#ifndef ARESFARM_DAIDE_CONTEST_H
#define ARESFARM_DAIDE_CONTEST_H

#include "client.h"
#include "match/match.h"
#include "db/statements/seat/stmt_daide.h"

struct contest_seat {
	bool taken;            /* a client plays it */
	struct client *client; /* NULL: it is not connected */
	bool known;            /* a client has played it since the server began */
	uint64_t peer;         /* the network of the last one, if known */
	int16_t passcode;
	char name[DAIDE_TEXT_SIZE], version[DAIDE_TEXT_SIZE];
	bool asked;        /* it must order in the open phase */
	bool held;         /* NOT ( GOF ): it may change its orders until the deadline */
	bool dirty;        /* its orders are not stored yet */
	bool final;        /* as they were stored last */
	bool late;         /* it missed a deadline, and has ordered nothing since: CCD was told */
	int64_t absent_at; /* since when it is not connected, by clock_ms */
	struct order orders[ADJUSTMENTS_MAX];
	int count;
	int level;                   /* of its language: 0: no press */
	int64_t told_us[POWERS_MAX]; /* when the last message of each power that it was told was sent */
};

struct contest {
	TAILQ_ENTRY(contest) entries;
	int64_t id;
	struct daide_game terms;
	struct match match; /* its board is the open position, or the last that was played */
	struct contest_seat seats[POWERS_MAX];
	int16_t told;              /* the phase of the last NOW */
	int16_t asked;             /* the phase that clients are asked for; -1: the farm plays */
	int16_t heard;             /* the phase from which on messages may not be told yet */
	int64_t letters;           /* how many messages its phase had when they were told; -1: ask */
	int64_t deadline;          /* by clock_ms; 0: none runs */
	int64_t left_s;            /* what was left when TMEs were last looked for */
	int lost_year[POWERS_MAX]; /* when a power lost its last centre; 0: it has some */
	bool over;                 /* it is told; nothing more comes */
};
TAILQ_HEAD(contests, contest);

/* tournament: games of this one only; empty: of any. absent_s: how long a game without deadlines
 * waits for a client that is gone; 0: for ever. */
void contest_open(const char *tournament, int absent_s);

struct contests *contest_all(void);

/* Takes up a game that has begun. NULL: the database has failed, or it is none that can be served.
 */
struct contest *contest_take_up(int64_t id);

/* The game in which a power has a passcode, taken up if it must be; NULL: there is none. *failed:
 * nobody can say, for the database failed. */
struct contest *contest_find(uint8_t power, int16_t passcode, bool *failed);

/* Whether a power of a game was played from this network since the server began. */
bool contest_knows(uint8_t power, uint64_t peer);

/* Seats a client: at the beginning, or when it comes back. */
void contest_seat(struct contest *game, struct client *client, uint8_t power);

/* What a client is told when it takes part: HLO, SCO, NOW, TME; and HLO only. */
void contest_greet(struct contest *game, struct client *client);
void contest_say_hello(struct contest *game, struct client *client);
void contest_say_centres(struct contest *game, struct client *client);
void contest_say_units(struct contest *game, struct client *client);

/* A power is in civil disorder: CCD to everybody. It is no more: NOT ( CCD ). */
void contest_tell_disorder(struct contest *game, uint8_t power);
void contest_tell_order(struct contest *game, uint8_t power);

/* The client of a power is back: NOT ( CCD ) to everybody, TME to it. */
void contest_tell_return(struct contest *game, uint8_t power);

/* A client is gone. */
void contest_leave(struct contest *game, struct client *client);

/* Looks where all games are, tells what was played, and stores what was ordered. It looks once a
 * second, or when it has heard that a turn may have come, at most every few ms. */
void contest_run(bool heard);

/* Once a second: TMEs, and seats that are empty for long. */
void contest_tick(void);

/* Stores the orders of a seat. False: the turn was taken before; they do not count. If the
 * database is away they are stored when it is back. */
MUST_CHECK bool contest_store(struct contest *game, uint8_t power);

/* What has still to be done, in ms; below 0: nothing. */
int contest_timeout(void);

/* Votes for a draw, or takes the vote back. powers: who shares it, as bits; 0: all that survive.
 * False: it was not taken. */
MUST_CHECK bool contest_vote(struct contest *game, uint8_t power, uint8_t powers, bool vote);

/* Whether a power has a unit or a centre. An eliminated one holds nobody up and agrees to nothing.
 */
bool contest_is_alive(const struct contest *game, uint8_t power);

/* Has the farm looked at soon: somebody did something that others wait for. */
void contest_look_soon(void);

/* Tells everybody in a game. */
void contest_tell(struct contest *game, const struct daide_message *message);

/* ORD of a phase, SCO and NOW after it, for one client; false: there is no such phase. */
MUST_CHECK bool contest_tell_past(struct contest *game, struct client *client, int16_t phase);

/* ORD of the last movement phase and of what followed it; false: there is none. */
MUST_CHECK bool contest_tell_last(struct contest *game, struct client *client);

/* What is left of the phase, in s; -1: no deadline runs, or it is too far away to say. */
int contest_left(const struct contest *game);

/* The tokens of the standard map: the only one that is served. */
const struct daide_map *contest_tokens(void);

#endif
