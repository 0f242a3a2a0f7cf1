/* stmt_press: messages of games, for workers and for export. */
#ifndef ARESFARM_STATEMENTS_PRESS_H
#define ARESFARM_STATEMENTS_PRESS_H

#include "db/statements/statements.h"

/* The sha256 of a game's messages (farm.messages_digest). The game must have press. */
__attribute__((warn_unused_result)) bool stmt_digest_messages(struct db *db, int64_t game,
                                                              uint8_t sha256[DIGEST_SIZE]);

/* The messages of a game that the session may read, a row for each recipient, phase by phase. */
struct exported_message {
	const char *phase;         /* its name */
	int16_t sender, recipient; /* powers; recipient POWER_NONE: all */
	const char *text;
	int64_t sent_us; /* since 1970; none of the game is the same */
};
__attribute__((warn_unused_result)) bool stmt_read_press(struct db *db, int64_t game,
                                                         struct db_rows *rows);
__attribute__((warn_unused_result)) bool stmt_next_press(struct db_rows *rows,
                                                         struct exported_message *message);

#endif
