/* lobby: games that wait for DAIDE clients, and the clients that wait for them to begin.
 *
 * A table is a game whose @daide seats are not yet taken. A client that sends NME gets a seat at
 * the oldest matching table. When every seat of a table has a client that has accepted the map, the
 * game begins: the database seats them all at once. Waiting clients are not stored: a client that
 * leaves before the beginning only frees its seat. */
#ifndef ARESFARM_DAIDE_LOBBY_H
#define ARESFARM_DAIDE_LOBBY_H

#include "board/macros.h"
#include "client.h"

/* tournament: only its games; empty: any. patience_s: time for YES ( MAP ), in seconds. */
void lobby_open(const char *tournament, int patience_s);

/* Looks for tables, once a second or after a notification (heard); begins games that are
 * complete. */
void lobby_run(bool heard);

/* Once a second: frees the seats of clients that do not accept the map. */
void lobby_tick(void);

/* Seats a client by its name: a power, a tournament or a game of it, before colons ("ENG:Bot",
 * "evening:Bot", "evening/3:FRA:Bot"), or the whole name. False: there is no free seat. */
MUST_CHECK bool lobby_seat(struct client *client);

/* Makes a client observe the oldest table, else the oldest game, of those that its name asks for.
 * False: there is neither. */
MUST_CHECK bool lobby_watch(struct client *client);

/* A client has accepted the map, or has left. */
void lobby_accept(struct client *client);
void lobby_leave(struct client *client);

#endif
