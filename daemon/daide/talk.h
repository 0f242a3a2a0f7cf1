/* talk: handles messages of clients and answers them. */
#ifndef ARESFARM_DAIDE_TALK_H
#define ARESFARM_DAIDE_TALK_H

#include "client.h"

/* Handles a message: checks its brackets, then its syntax, then the state, and each order last. */
void talk_take(struct client *client, const struct daide_message *message);

/* A client has left or is about to: frees its seat, or tells the other clients of its game. */
void talk_leave(struct client *client);

/* Must be called before all other functions here. */
void talk_open(void);

#endif
