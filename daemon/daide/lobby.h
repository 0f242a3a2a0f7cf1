/* lobby: games that wait for DAIDE clients, and the clients that wait for them to begin.
 *
 * A table is a game whose seats @daide nobody has yet. A client that says NME gets a seat of the
 * oldest table that suits it. When every seat of a table has a client that has taken the map, the
 * game begins: the database seats them all at once. Who waits is stored nowhere: before the
 * beginning a client that goes only frees its seat. */
#ifndef ARESFARM_DAIDE_LOBBY_H
#define ARESFARM_DAIDE_LOBBY_H

#include "board/must_check.h"
#include "client.h"

/* Only games of this tournament; empty: any. patience_s: how long a client may take for YES ( MAP
 * ).
 */
void lobby_open(const char *tournament, int patience_s);

/* Looks for tables, once a second or when something was heard; begins games that are complete. */
void lobby_run(bool heard);

/* Once a second: anyone who does not take the map frees its seat. */
void lobby_tick(void);

/* Seats a client by its name: a power, a tournament or a game of it, before colons ("ENG:Bot",
 * "evening:Bot", "evening/3:FRA:Bot"), or the whole name. False: there is no free seat. */
MUST_CHECK bool lobby_seat(struct client *client);

/* Has a client look on: at the oldest table, else at the oldest game, of those that its name asks
 * for. False: there is neither. */
MUST_CHECK bool lobby_watch(struct client *client);

/* A client has taken the map, or is gone. */
void lobby_accept(struct client *client);
void lobby_leave(struct client *client);

#endif
