/* stmt_daide: the statements of aresdaide, by the functions of schema/daide.sql. A call returns
 * false on failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_DAIDE_H
#define ARESFARM_STATEMENTS_DAIDE_H

#include "db/pg/db.h"
#include "db/record/stored.h"

enum {
	DAIDE_TABLES_MAX = 256,
	DAIDE_TEXT_SIZE = 64,
	DAIDE_PLAYERS_SIZE = POWERS_MAX * DAIDE_TEXT_SIZE,
	DAIDE_PROBLEM_SIZE = 160,
	DAIDE_LETTER_SIZE = 4097,
};

/* Takes the rights of farm_daide, and listens for turns. */
MUST_CHECK bool stmt_daide_bind(struct db *db);

/* A game that waits for clients. */
struct daide_table {
	int64_t game;
	int32_t number;
	int32_t seats; /* powers, as bits */
	char name[DAIDE_TEXT_SIZE], map[DAIDE_TEXT_SIZE], rules[DAIDE_TEXT_SIZE];
};
MUST_CHECK bool stmt_daide_lobby(struct db *db, const char *tournament,
                                 struct daide_table tables[DAIDE_TABLES_MAX], int *count);

/* Seats clients. names and versions: lines, parallel to powers. begun false: it cannot begin, or
 * has already begun. passcodes: by power. */
MUST_CHECK bool stmt_daide_begin(struct db *db, int64_t game, const int32_t powers[], int count,
                                 const char *names, const char *versions, bool *begun,
                                 int16_t passcodes[]);

/* The games that have begun and are not over, at most `most`. tournament: only of this one; empty:
 * of any. */
MUST_CHECK bool stmt_daide_live(struct db *db, const char *tournament, int64_t games[], int most,
                                int *count);

/* The open game in which a power has a passcode; 0: there is none. tournament: as above. */
MUST_CHECK bool stmt_daide_find(struct db *db, const char *tournament, int16_t power,
                                int16_t passcode, int64_t *game);

/* The constant properties of a game. */
struct daide_game {
	char tournament[DAIDE_TEXT_SIZE], map[DAIDE_TEXT_SIZE], rules[DAIDE_TEXT_SIZE];
	char players[DAIDE_PLAYERS_SIZE]; /* one line per power */
	int32_t number;
	int32_t move_s, retreat_s, build_s; /* for a turn; 0: no limit */
	bool started;                       /* it begins with this position instead of the map's */
	char press[16];                     /* none, public, private */
	int16_t start_phase, start_units[UNITS_MAX];
	int start_unit_count;
	char start_owners[PROVINCES_MAX + 1];
};
MUST_CHECK bool stmt_daide_game(struct db *db, int64_t game, bool *found, struct daide_game *terms);

/* A client of a game, and what it has done in the open phase. */
struct daide_seat {
	int16_t power, passcode;
	char name[DAIDE_TEXT_SIZE], version[DAIDE_TEXT_SIZE];
	bool asked, final;
	int32_t orders[ADJUSTMENTS_MAX]; /* order_pack_unit */
	int order_count;
};
MUST_CHECK bool stmt_daide_seats(struct db *db, int64_t game, struct daide_seat seats[POWERS_MAX],
                                 int *count);

/* The state of a game. phase: the open one, or -1. left_ms: until the deadline, or -1. letters: the
 * number of messages in the phase. shared: the powers that share its draw, as bits; 0: all
 * survivors. */
struct daide_state {
	int64_t game;
	char state[16];
	int16_t phase, winner, shared;
	int64_t left_ms, letters;
};
MUST_CHECK bool stmt_daide_states(struct db *db, const int64_t games[], int count,
                                  struct db_rows *rows);
MUST_CHECK bool stmt_daide_next_state(struct db_rows *rows, struct daide_state *state);

/* The phases of a game from `since` on, at most `most`. */
MUST_CHECK bool stmt_daide_phases(struct db *db, int64_t game, int16_t since, int32_t most,
                                  struct db_rows *rows);
MUST_CHECK bool stmt_daide_next_phase(struct db_rows *rows, struct stored *stored);

/* Submits all orders of a power, packed by order_pack_unit. problem: empty, or why they are
 * rejected. */
MUST_CHECK bool stmt_daide_submit(struct db *db, int64_t game, int16_t power, int16_t phase,
                                  const int32_t orders[], int count, bool final,
                                  char problem[DAIDE_PROBLEM_SIZE]);

/* Votes for a draw, or withdraws the vote. powers: who shares it, as bits; 0: all survivors. Not
 * *taken: the turn is over, or these powers cannot share it. */
MUST_CHECK bool stmt_daide_vote(struct db *db, int64_t game, int16_t power, int16_t phase,
                                int16_t powers, bool vote, bool *taken);

/* Sends a message. powers: codes of the recipients, separated by commas; empty: all. problem:
 * empty, or why it is not sent. */
MUST_CHECK bool stmt_daide_send(struct db *db, int64_t game, int16_t power, const char *powers,
                                const char *text, char problem[DAIDE_PROBLEM_SIZE]);

/* The messages to clients that become readable in this phase or later, in the order of sending: for
 * each power those after told_us, in µs since 1970. */
struct daide_letter {
	int16_t sender, recipients; /* recipients: as bits; 0: all */
	char text[DAIDE_LETTER_SIZE];
	int64_t sent_us;
};
MUST_CHECK bool stmt_daide_letters(struct db *db, int64_t game, int16_t since,
                                   const int64_t told_us[POWERS_MAX], struct db_rows *rows);
MUST_CHECK bool stmt_daide_next_letter(struct db_rows *rows, struct daide_letter *letter);

#endif
