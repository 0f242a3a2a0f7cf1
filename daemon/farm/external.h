/* external: seats of somebody outside, between the match and the database: orders that were handed
 * in as text become what a match takes, what it disregards becomes text again, and who is to order
 * gets a turn. */
#ifndef ARESFARM_EXTERNAL_H
#define ARESFARM_EXTERNAL_H

#include "store/statements.h"

/* The orders for one phase of a game. */
struct external {
	int16_t phase;
	struct handed handed;
	struct given given;
	int16_t submission[GIVEN_MAX]; /* parallel to handed: its place in given; -1: it is no order */
	char problem[GIVEN_MAX][ORDER_ERROR_SIZE]; /* parallel to handed: why it is disregarded; empty:
	                                              it counts */
};

/* Fetches what was handed in for the match's board, and gives it to the match. Where nobody was
 * asked yet match->given stays NULL. False when the database failed. */
__attribute__((warn_unused_result)) bool external_fetch(struct external *external, struct db *db,
                                                        int64_t worker, const struct claim *claim,
                                                        struct match *match);

/* Learns from the match, which has just played them, what it disregarded. */
void external_learn(struct external *external);

/* Into a batch, behind the boards. played: the problems of orders that were, whose turns are over.
 * asked: turns for these powers, as bits; the game waits. */
__attribute__((warn_unused_result)) bool external_send_played(const struct external *external,
                                                              struct db *db, int64_t worker,
                                                              const struct claim *claim);
__attribute__((warn_unused_result)) bool external_send_asked(struct db *db, int64_t worker,
                                                             const struct claim *claim,
                                                             const struct match *match,
                                                             uint8_t asked);

#endif
