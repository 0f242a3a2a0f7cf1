/* talk: what a client says, and what it is answered. */
#ifndef ARESFARM_DAIDE_TALK_H
#define ARESFARM_DAIDE_TALK_H

#include "client.h"

/* Takes a message: brackets, grammar, then the state of things, each order last. */
void talk_take(struct client *client, const struct daide_message *message);

/* A client is gone, or will be: frees its seat, or tells the others of its game. */
void talk_leave(struct client *client);

/* Before all others. */
void talk_open(void);

#endif
