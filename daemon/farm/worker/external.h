/* external: the seats of external players, between the match and the database. Submitted orders are
 * unpacked for the match, which gives a reason for each disregarded one. A power that must order
 * gets a turn.
 *
 * Invariant: submitted orders are never trusted. The match checks them like those of any player. */
#ifndef ARESFARM_EXTERNAL_H
#define ARESFARM_EXTERNAL_H

#include "db/statements/statements.h"

/* The orders for one phase of a game. */
struct external {
	int16_t phase;
	struct submitted submitted;
	struct votes votes; /* if orders were submitted, and not only external players can vote */
	struct given given;
	int16_t submission[GIVEN_MAX]; /* parallel to submitted: its place in given; -1: not an order */
	const char *problem[GIVEN_MAX]; /* parallel to submitted: why it is disregarded; NULL: it counts
	                                 */
};

/* Fetches the orders submitted for the match's board. False if the database failed. */
MUST_CHECK bool external_fetch(struct external *external, struct db *db, int64_t worker,
                               const struct claim *claim, const struct match *match);

/* Unpacks the fetched orders, and gives them to the match. If no power has been asked yet,
 * match->given is NULL; if the powers agreed on an end, the match is over. */
void external_read(struct external *external, struct match *match);

/* Records which orders the match has disregarded. Call it just after the match has played them. */
void external_learn(struct external *external);

/* Adds to a batch, after the boards. send_played: the problems of the played orders, whose turns
 * are over. send_asked: a turn for each of these powers, as bits; the game then waits. */
MUST_CHECK bool external_send_played(const struct external *external, struct db *db, int64_t worker,
                                     const struct claim *claim);
MUST_CHECK bool external_send_asked(struct db *db, int64_t worker, const struct claim *claim,
                                    const struct match *match, uint8_t asked);

#endif
