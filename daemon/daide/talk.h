/* talk: handles messages of clients and answers them. */
#ifndef ARESFARM_DAIDE_TALK_H
#define ARESFARM_DAIDE_TALK_H

#include "contest.h"

/* Handles a message: checks its brackets, then its syntax, then the state, and each order last. */
void talk_take(struct client *client, const struct daide_message *message);

/* A client has left or is about to: frees its seat, or tells the other clients of its game. */
void talk_leave(struct client *client);

/* Answers YES ( m ) or REJ ( m ). */
void talk_answer(struct client *client, bool accepted, const struct daide_message *message);

/* Must be called before all other functions here. */
void talk_open(void);

/* ── messages about a turn: orders.c ── */

/* Whether it plays in a game whose clients may give orders now. */
bool orders_may(const struct client *client);

void orders_take(struct client *client, const struct daide_message *message);

/* An order without SUB and brackets, by which old programs correct a refused order: "( ENG FLT LON
 * ) HLD", "ENG FLT EDI WVE". False: it is not an order, or none may be given now. */
bool orders_take_bare(struct client *client, const struct daide_message *message);
void orders_take_not(struct client *client, const struct daide_message *message);
void orders_take_missing(struct client *client, const struct daide_message *message);
void orders_take_ready(struct client *client, const struct daide_message *message);
void orders_take_draw(struct client *client, const struct daide_message *message);
void orders_take_time(struct client *client, const struct daide_message *message);

#endif
