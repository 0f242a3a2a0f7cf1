/* stmt_branches: tournaments that branch from a stored phase of a game. */
#ifndef ARESFARM_STATEMENTS_BRANCHES_H
#define ARESFARM_STATEMENTS_BRANCHES_H

#include "db/statements/statements.h"

enum {
	BRANCH_ARMS_MAX = 26, /* games of a block */
	BRANCH_SAID_SIZE = 1024,
	BRANCH_TEXT_END = '\x1e',
	BRANCH_ORDERS_MAX = BRANCH_ARMS_MAX * ADJUSTMENTS_MAX,
};

/* The game from which a branch starts. */
struct branch_origin {
	char rules[TERMS_NAME_SIZE], map[STMT_NAME_SIZE];
	char press[16];                                  /* none, public, private */
	int32_t users[POWERS_MAX], entrants[POWERS_MAX]; /* by power */
	int power_count;
	bool outside;  /* a person, a role or a player of a saved file played in it */
	bool secret;   /* its seed must not be revealed yet */
	int32_t depth; /* pasts that its tournament already has */
};
MUST_CHECK bool stmt_find_origin(struct db *db, int64_t game, struct branch_origin *origin);

/* What to create. said, powers: a line for each arm, the first for the unaltered games; powers by
 * number, separated by commas. The orders are those of all arms. */
struct branch_request {
	const char *name;
	int64_t game, seed;
	int16_t phase;
	int32_t times;
	const int32_t *users, *entrants; /* for each power of each arm */
	int user_count;
	const char *said, *powers;
	const int32_t *order_arm, *order_power, *order; /* order: order_pack_unit */
	int order_count;
	/* For each arm: the power that sends a message before the orders, or -1; its recipients as
	 * bits, 0: all; and the texts, separated by BRANCH_TEXT_END, which no text contains. */
	const int32_t *senders, *recipients;
	const char *texts;
	int arm_count;
	bool by_chance; /* the rules draw by chance */
};
MUST_CHECK bool stmt_make_branch(struct db *db, const struct branch_request *request);

/* Reads the branch of the game of that number; all 0: its tournament is not a branch. */
MUST_CHECK bool stmt_find_branch(struct db *db, int32_t tournament, int32_t number,
                                 struct branch *branch);

#endif
