/* stmt_links: links to seats, in the table links. A call returns false on failure; db_fault has the
 * reason. */
#ifndef ARESFARM_STATEMENTS_LINKS_H
#define ARESFARM_STATEMENTS_LINKS_H

#include "db/statements/statements.h"

enum { STMT_TIME_SIZE = 32, STMT_PROBLEM_SIZE = 400, STMT_POWER_SIZE = 8 };

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
