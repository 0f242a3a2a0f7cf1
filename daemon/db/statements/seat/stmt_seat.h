/* stmt_seat: what the player of a seat does: for a link by the functions of schema web, with the
 * rights of the group role farm_web; for a role by the functions of schema api, in the role's own
 * session. A call returns false on failure; db_fault has the reason: its SQLSTATE is
 * STMT_SEAT_CLOSED if the door is invalid.
 *
 * Returned texts are JSON, from malloc; NULL: out of memory. */
#ifndef ARESFARM_STATEMENTS_SEAT_H
#define ARESFARM_STATEMENTS_SEAT_H

#include "db/record/digest.h"
#include "stmt_web.h"
#include "db/record/stored.h"

#define STMT_SEAT_CLOSED "RF004"

enum { STMT_TIME_SIZE = 32, STMT_PROBLEM_SIZE = 400, STMT_POWER_SIZE = 8 };
enum { STMT_PULSE_SIZE = 33, STMT_PULSE_HALF = 16, STMT_LINES_SIZE = 8 * 1024 };

/* What opens a seat: the key of a link; or, if game is not 0, the power there of a role that has
 * logged in. */
struct seat_door {
	uint8_t key[DIGEST_SIZE];
	int64_t game;
	char power[STMT_POWER_SIZE];
};

/* From here on the session has only the rights of farm_web. It may write within these rights. */
MUST_CHECK bool stmt_seat_bind(struct db *db);

/* Listens for events at seats. *listening false: the server's queue is too full, and no
 * notifications will come. */
MUST_CHECK bool stmt_seat_listen(struct db *db, bool *listening);

/* A text that changes whenever there is anything new at the seat; "": the door is invalid. For many
 * seats at once: keys concatenated; pulses parallel to them. */
MUST_CHECK bool stmt_seat_pulses(struct db *db, const uint8_t *keys, int count,
                                 char pulses[][STMT_PULSE_SIZE]);

/* The same for one seat. */
MUST_CHECK bool stmt_seat_pulse(struct db *db, const struct seat_door *door,
                                char pulse[STMT_PULSE_SIZE]);

/* How the player may write, and how many messages it may read: a member of an object. */
MUST_CHECK bool stmt_seat_press(struct db *db, const struct seat_door *door, char **text);

/* The seat, its turn, all powers of its game, and the played phases: members of an object, without
 * its braces. */
MUST_CHECK bool stmt_seat_state(struct db *db, const struct seat_door *door, char **text);

/* Submitted orders, one per line. results: an array; stored: none has a problem; problem: why all
 * of them were rejected; else empty. */
struct seat_orders {
	const char *lines, *phase; /* phase: "": the one in play */
	bool final, stored;
	char *results;
	char given[STMT_LINES_SIZE]; /* as they were understood, one per line */
	char problem[STMT_PROBLEM_SIZE];
};
MUST_CHECK bool stmt_seat_submit(struct db *db, const struct seat_door *door,
                                 struct seat_orders *orders);

/* problem: why it could not be done; else empty. */
MUST_CHECK bool stmt_seat_reopen(struct db *db, const struct seat_door *door, const char *phase,
                                 char problem[STMT_PROBLEM_SIZE]);

/* A page of 100 of the messages that the seat's player may read, from 1: an array. */
MUST_CHECK bool stmt_seat_messages(struct db *db, const struct seat_door *door, int32_t sheet,
                                   char **text);

/* Sends a message. to: powers, one per line; "": all. problem: why it was not sent; else empty. */
MUST_CHECK bool stmt_seat_write(struct db *db, const struct seat_door *door, const char *to,
                                const char *text, char problem[STMT_PROBLEM_SIZE]);

/* Votes for a wish of farm.votes, or withdraws the vote. among: for a vote to end: the powers that
 * share the game, one per line; "": all survivors. problem: why it was rejected; else empty. */
MUST_CHECK bool stmt_seat_vote(struct db *db, const struct seat_door *door, const char *wish,
                               bool vote, const char *among, char problem[STMT_PROBLEM_SIZE]);

/* The position in play, packed as in stored.h. */
struct seat_board {
	int64_t game;
	int32_t map;
	int16_t power;
	bool waits; /* else the game waits for no player, and the rest is invalid */
	struct stored open;
	int32_t due;
	char lines[STMT_LINES_SIZE]; /* the seat's orders; "": none */
};
MUST_CHECK bool stmt_seat_board(struct db *db, const struct seat_door *door,
                                struct seat_board *board);

/* What a hint depends on besides the position. legal: the orders that the seat may give, one per
 * line, from malloc; NULL: out of memory. */
struct seat_terms {
	bool hints; /* the game allows them */
	int32_t due;
	char rules[STMT_NAME_SIZE];
	char *legal;
};
MUST_CHECK bool stmt_seat_terms(struct db *db, const struct seat_door *door,
                                struct seat_terms *terms);

/* ── for a host ── */

MUST_CHECK bool stmt_seat_links(struct db *db, const struct seat_door *door, char **text);

/* Creates a link to the seat of a power, by the digest of its key. hand_over: the seat of a player
 * of the farm, which becomes a person's; else the seat of a person. */
struct seat_link {
	int64_t link; /* 0: none */
	char expires[2 * STMT_TIME_SIZE], problem[STMT_PROBLEM_SIZE];
};
MUST_CHECK bool stmt_seat_invite(struct db *db, const struct seat_door *door, const char *power,
                                 bool hand_over, const uint8_t digest[DIGEST_SIZE],
                                 struct seat_link *made);
MUST_CHECK bool stmt_seat_unlink(struct db *db, const struct seat_door *door, int64_t link,
                                 bool *done);

/* Creates a game like this one. player: the farm's player there; "": the same as here. game 0: none
 * was created. */
MUST_CHECK bool stmt_seat_again(struct db *db, const struct seat_door *door, const char *power,
                                const char *player, const uint8_t digest[DIGEST_SIZE],
                                int64_t *game, char problem[STMT_PROBLEM_SIZE]);

/* Creates another link to the game that followed this one. game 0: there is none. */
MUST_CHECK bool stmt_seat_follow(struct db *db, const struct seat_door *door,
                                 const uint8_t digest[DIGEST_SIZE], int64_t *game,
                                 char problem[STMT_PROBLEM_SIZE]);

/* ── links, for aresctl invite ── */

/* A link to create: to the seat of a power, valid for this number of seconds. host: it may also
 * create and withdraw links to the seats of people in its game, and play again. */
struct link_wish {
	int64_t game;
	const char *power;
	int seconds;
	bool host;
};

/* Creates a link by the digest of its key. problem: why it was not created; else empty. */
struct made_link {
	int64_t link;
	char expires[STMT_TIME_SIZE], problem[STMT_PROBLEM_SIZE];
};
MUST_CHECK bool stmt_make_link(struct db *db, const struct link_wish *wish,
                               const uint8_t digest[DIGEST_SIZE], struct made_link *made);

/* The links of a game, or all for game 0. Times may be empty. state: open, expired, withdrawn, or
 * over with the game. */
struct listed_link {
	int64_t link;
	char game[STMT_NAME_SIZE + 12], power[STMT_POWER_SIZE], seat[STMT_NAME_SIZE],
		state[STMT_TIME_SIZE], expires[STMT_TIME_SIZE], used[STMT_TIME_SIZE],
		made_by[STMT_NAME_SIZE];
};
MUST_CHECK bool stmt_list_links(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_link(struct db_rows *rows, struct listed_link *listed);
MUST_CHECK bool stmt_print_links(struct db *db, int64_t game, FILE *out);

/* Withdraws a link; for link 0 all links of a game, or of one power there. Gives their number. */
MUST_CHECK bool stmt_withdraw_links(struct db *db, int64_t link, int64_t game, const char *power,
                                    int64_t *links);

#endif
