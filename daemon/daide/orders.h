/* orders: messages of a client about its turn: SUB, NOT, MIS, GOF, DRW, TME. */
#ifndef ARESFARM_DAIDE_ORDERS_H
#define ARESFARM_DAIDE_ORDERS_H

#include "contest.h"

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

/* YES ( m ) or REJ ( m ), in talk.c. */
void talk_answer(struct client *client, uint16_t answered, const struct daide_message *message);
void talk_accept(struct client *client, const struct daide_message *message);
void talk_reject(struct client *client, const struct daide_message *message);

#endif
