/* stmt_press: messages of games, for workers and for export. */
#ifndef ARESFARM_STATEMENTS_PRESS_H
#define ARESFARM_STATEMENTS_PRESS_H

#include "db/statements/statements.h"

/* The sha256 of a game's messages (farm.messages_digest). The game must have press. */
MUST_CHECK bool stmt_digest_messages(struct db *db, int64_t game, uint8_t sha256[DIGEST_SIZE]);

/* The messages in a claim's game from a phase on, in sequence. */
struct heard {
	int16_t phase, round, sender, recipients; /* recipients: as bits; 0: all */
	char text[4097];
};
MUST_CHECK bool stmt_read_heard(struct db *db, int64_t worker, const struct claim *claim,
                                int16_t since, struct db_rows *rows);
MUST_CHECK bool stmt_next_heard(struct db_rows *rows, struct heard *heard);

/* The messages of bots before the orders of a phase, in sequence. Between db_batch_begin and
 * db_batch_end, under the claim; like stmt_send_fault. */
struct said {
	const struct claim *claim;
	int16_t phase;
	int count;
	int16_t *round, *sender, *recipients; /* parallel; recipients as above */
	char *texts;                          /* separated by STMT_SAID_END, which no text contains */
};
#define STMT_SAID_END '\x1e'
MUST_CHECK bool stmt_send_said(struct db *db, int64_t worker, const struct said *said);
MUST_CHECK bool stmt_prepare_press(struct db *db);

/* The messages of a game that the session may read, a row for each recipient, phase by phase. */
struct exported_message {
	const char *phase;         /* its name */
	int16_t sender, recipient; /* powers; recipient POWER_NONE: all */
	const char *text;
	int64_t sent_us; /* since 1970; unique in the game */
};
MUST_CHECK bool stmt_read_press(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_press(struct db_rows *rows, struct exported_message *message);

#endif
