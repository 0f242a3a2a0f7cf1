/* stmt_replay: what a replay of a game shows in addition to its boards. */
#ifndef ARESFARM_STATEMENTS_REPLAY_H
#define ARESFARM_STATEMENTS_REPLAY_H

#include "db/statements/statements.h"

/* The terms of a game, and how it ended. */
struct replay_terms {
	char rules[STMT_NAME_SIZE], judge[STMT_NAME_SIZE], map[STMT_NAME_SIZE];
	bool finished;
	int16_t winner;              /* of a finished game; POWER_NONE: a draw */
	char users[STMT_SEATS_SIZE]; /* a line for each power: the player with all its settings */
};
MUST_CHECK bool stmt_find_replay_terms(struct db *db, int64_t game, bool *found,
                                       struct replay_terms *terms);

/* A message to all in a finished game. Rows are in the order of phases, and within a phase in the
 * order of sending; statements.h says how to read them. The texts are valid until the next row. */
struct told_message {
	int16_t phase;
	const char *power, *text;
};
MUST_CHECK bool stmt_read_told(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_told(struct db_rows *rows, struct told_message *message);

/* A fault of a power's bot; or, with no kind, the third one, since which the power is in civil
 * disorder. Rows are in the order of phases; statements.h says how to read them. The texts are
 * valid until the next row. */
struct told_fault {
	int16_t phase;
	const char *power, *kind;
};
MUST_CHECK bool stmt_read_told_faults(struct db *db, int64_t game, struct db_rows *rows);
MUST_CHECK bool stmt_next_told_fault(struct db_rows *rows, struct told_fault *fault);

/* How long the players thought in a phase. Rows are in the order of phases; statements.h says how
 * to read them. */
struct think_times {
	int16_t phase;
	int power_count;
	int64_t
		think_ns[POWERS_MAX]; /* 0: the power had nothing to decide, or is played from outside */
};
MUST_CHECK bool stmt_read_think_times(struct db *db, int32_t tournament, int64_t game,
                                      struct db_rows *rows);
MUST_CHECK bool stmt_next_think_times(struct db_rows *rows, struct think_times *times);

#endif
