/* stmt_saved: writes games that were played elsewhere, and reads any game for export. */
#ifndef ARESFARM_STATEMENTS_SAVED_H
#define ARESFARM_STATEMENTS_SAVED_H

#include "db/statements/statements.h"

/* ── writing: in one transaction ── */

/* Makes a tournament without games for recorded ones. rules, judge and users as in struct
 * tournament. */
MUST_CHECK bool stmt_open_recording(struct db *db, const struct tournament *tournament,
                                    int32_t *id);

/* A power's orders of a phase: lines, and for each the reason why it was disregarded, or "-". */
struct recorded_orders {
	int16_t power, phase;
	const char *orders, *problems;
};

struct recording {
	int32_t tournament, number;
	const int32_t *users; /* one per power */
	int power_count;
	const struct stored *boards;
	int board_count;
	const struct recorded_orders *orders;
	int order_count;
	bool over; /* end, digest and summary are valid */
	struct stored_end end;
	uint8_t digest[DIGEST_SIZE];
	const struct summary *summary;
	const char *source, *id, *map, *rules, *note; /* as in the file; rules separated by blanks */
	int64_t written_at;
	const struct terms *terms; /* agreed, and the start if it is not the map's */
	const char *messages;      /* an object with a list for each phase with messages; NULL: none */
	const char *names;         /* of its powers, one per line */
};
MUST_CHECK bool stmt_record_game(struct db *db, const struct recording *game);
MUST_CHECK bool stmt_close_recording(struct db *db, int32_t tournament);

/* ── reading ── */

/* The games of a reference, in the order of their numbers: all of a tournament, or one. No rows: it
 * does not exist. */
MUST_CHECK bool stmt_read_exported(struct db *db, const char *reference, struct db_rows *games);

/* A game to export. If it was played here, recorded is false, and the texts from its file are
 * empty. */
struct exported {
	int64_t game;
	int32_t tournament, map, number;
	char name[STMT_NAME_SIZE];
	struct terms terms; /* rules, judge, and the start if it is not the map's; no seed */
	bool finished, recorded;
	int16_t winner;   /* if finished; POWER_NONE: none */
	int64_t ended_at; /* microseconds since 1970; 0: it did not */
	/* valid until the rows are closed */
	const char *our_map, *state;
	const char *id, *map_name, *rules, *note;
	int64_t written_at;
};
MUST_CHECK bool stmt_next_exported(struct db_rows *games, struct exported *game);

/* The seats of a game, power by power. The texts are valid until the rows are closed. */
struct exported_seat {
	const char *label, *settings; /* the player in full: "ares(depth=2,...)" */
	const char *points;           /* empty: the game is not finished */
	int32_t block;                /* of the game, from 1 */
	const char *seed;             /* of the tournament; empty: secret */
};
MUST_CHECK bool stmt_read_seats(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_seat(struct db_rows *rows, struct exported_seat *seat);

/* At most one row: the messages of a game, if rows cannot represent all messages of its file, as a
 * JSON object with a list for each phase with messages. The text is valid until the rows are
 * closed. */
MUST_CHECK bool stmt_read_messages(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_messages(struct db_rows *rows, const char **messages);

/* The orders of a game that were disregarded: the names of phase and power, and the order. The
 * orders of a phase and power are in sequence. The texts are valid until the rows are closed. */
MUST_CHECK bool stmt_read_disregarded(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_disregarded(struct db_rows *rows, const char **phase, const char **power,
                                      const char **order);

#endif
