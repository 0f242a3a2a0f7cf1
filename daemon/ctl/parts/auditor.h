/* auditor: what one thread of aresctl verify owns: a connection, and the audit of its current game.
 * It prints the findings of a portion into a text. */
#ifndef ARESFARM_CTL_AUDITOR_H
#define ARESFARM_CTL_AUDITOR_H

#include <stdio.h>

#include "db/record/audit.h"
#include "db/statements/statements.h"

/* undigested: finished games without a digest. tallies: workers whose row of the table tallies
 * differs */
struct tally {
	int64_t games, phases, differing, undigested, tallies;
};

/* Games that one thread takes at once; or whole: the checks of the tournament as a whole. */
struct portion {
	const struct scope *scope;
	int32_t first, last;
	bool whole;
};

struct auditor {
	bool players, json; /* choose all orders again; print JSON */
	struct db *db;
	struct map map;
	int32_t map_id;   /* of map; 0: none is loaded */
	struct room room; /* of the players */
	FILE *out;
	struct tally tally; /* of the current portion */
	struct stored stored;
	bool summed, readable; /* the current game has a summary; `summary` is valid */
	struct summary summary;
	struct game_row game;
	struct audit audit;
	char error[DB_MESSAGE_SIZE]; /* empty: db_fault has it */
};

/* Audits a portion, prints its findings to out and counts them in tally. False if the audit
 * failed. */
MUST_CHECK bool auditor_audit(struct auditor *auditor, const struct portion *portion);

#endif
