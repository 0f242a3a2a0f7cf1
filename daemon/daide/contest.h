/* contest: a game that has begun for its DAIDE clients: its position, its seats, and what each
 * client has been told.
 *
 * The game is in the database, and a restarted server rebuilds this state from its rows: the
 * position from the stored phases, the seats with their passcodes and orders. Only connections are
 * not stored. */
#ifndef ARESFARM_DAIDE_CONTEST_H
#define ARESFARM_DAIDE_CONTEST_H

#include "client.h"
#include "match/match.h"
#include "db/statements/seat/stmt_daide.h"

struct contest_seat {
	bool taken;            /* a client plays it */
	struct client *client; /* NULL: it is not connected */
	bool known;            /* a client has played it since the server began */
	uint64_t peer;         /* the network of the last client, if known */
	int16_t passcode;
	char name[DAIDE_TEXT_SIZE], version[DAIDE_TEXT_SIZE];
	bool asked;        /* it must give orders in the open phase */
	bool held;         /* NOT ( GOF ): it may change its orders until the deadline */
	bool dirty;        /* its orders are not stored yet */
	bool final;        /* they were stored as final */
	bool late;         /* it missed a deadline and has given no order since: CCD was sent */
	int64_t absent_at; /* when it disconnected, by clock_ms */
	struct order orders[ADJUSTMENTS_MAX];
	int count;
	int level; /* of its language; 0: no press */
	int64_t
		told_us[POWERS_MAX]; /* when the last message of each power that it has received was sent */
};

struct contest {
	TAILQ_ENTRY(contest) entries;
	int64_t id;
	struct daide_game terms;
	struct match match; /* its board is the open position, or the last one */
	struct contest_seat seats[POWERS_MAX];
	int16_t told;     /* the phase of the last NOW */
	int16_t asked;    /* the phase for which clients give orders; -1: the farm plays */
	int16_t heard;    /* messages of this phase and later ones may not be sent yet */
	int64_t letters;  /* the number of messages in the phase when they were last sent; -1: ask */
	int64_t deadline; /* by clock_ms; 0: none */
	int64_t left_s;   /* the time left when TMEs were last checked */
	int lost_year[POWERS_MAX]; /* when a power lost its last centre; 0: it has centres */
	bool over;                 /* the end was sent; nothing follows */
};
TAILQ_HEAD(contests, contest);

/* tournament: only its games; empty: any. absent_s: how long a game without deadlines waits for a
 * client that has disconnected, in seconds; 0: for ever. */
void contest_open(const char *tournament, int absent_s);

struct contests *contest_all(void);

/* Loads a game that has begun. NULL: the database failed, or the game cannot be served. */
struct contest *contest_take_up(int64_t id);

/* The game in which a power has a passcode, loaded if necessary; NULL: there is none, or, with
 * *failed, the database failed. */
struct contest *contest_find(uint8_t power, int16_t passcode, bool *failed);

/* Whether a power of a game was played from this network since the server began. */
bool contest_knows(uint8_t power, uint64_t peer);

/* Seats a client at the beginning, or when it reconnects. */
void contest_seat(struct contest *game, struct client *client, uint8_t power);

/* Sends what a client gets when it joins: HLO, SCO, NOW, TME; or HLO only. */
void contest_greet(struct contest *game, struct client *client);
void contest_say_hello(struct contest *game, struct client *client);

/* A power is in civil disorder: CCD to all clients. It no longer is: NOT ( CCD ). */
void contest_tell_disorder(struct contest *game, uint8_t power);
void contest_tell_order(struct contest *game, uint8_t power);

/* The client of a power has reconnected: NOT ( CCD ) to all clients, TME to it. */
void contest_tell_return(struct contest *game, uint8_t power);

/* A client has disconnected. */
void contest_leave(struct contest *game, struct client *client);

/* Reads the state of all games, sends what was played, and stores new orders. It reads once a
 * second, or after a notification (heard), at most every few ms. */
void contest_run(bool heard);

/* Once a second: sends TMEs, and handles seats that have long been empty. */
void contest_tick(void);

/* Stores the orders of a seat. False: the turn was taken before, so they do not count. If the
 * database is unavailable, they are stored when it is back. */
MUST_CHECK bool contest_store(struct contest *game, uint8_t power);

/* Time until there is work to do, in ms; below 0: there is none. */
int contest_timeout(void);

/* Votes for a draw, or withdraws the vote. powers: who shares it, as bits; 0: all survivors. False:
 * the vote was not accepted. */
MUST_CHECK bool contest_vote(struct contest *game, uint8_t power, uint8_t powers, bool vote);

/* Whether a power has a unit or a centre. The game does not wait for an eliminated power, and its
 * vote is not needed. */
bool contest_is_alive(const struct contest *game, uint8_t power);

/* Makes the next read of the farm early: a client did something that others wait for. */
void contest_look_soon(void);

/* Sends a message to all clients of a game. */
void contest_tell(struct contest *game, const struct daide_message *message);

/* Sends ORD of a phase, and SCO and NOW after it, to one client; false: there is no such phase. */
MUST_CHECK bool contest_tell_past(struct contest *game, struct client *client, int16_t phase);

/* Sends ORD of the last movement phase and of the phases after it; false: there is none. */
MUST_CHECK bool contest_tell_last(struct contest *game, struct client *client);

/* Time left in the phase, in seconds; -1: there is no deadline, or it is too far away for TME. */
int contest_left(const struct contest *game);

/* The tokens of the standard map, the only map that is served. */
const struct daide_map *contest_tokens(void);

/* Whether games of a map and a rule set can be served. */
bool contest_is_served(const char *map, const char *rules_name);

#endif
