/* fault: whom an error of the database concerns. Each SQLSTATE is in one class.
 *
 * An error that is not in the table concerns the server. So no game is blamed for an error that
 * nobody has thought of. */
#ifndef ARESFARM_FAULT_H
#define ARESFARM_FAULT_H

#include "db.h"

enum fault {
	FAULT_SERVER,     /* the server, the schema or this process: the same call may work later */
	FAULT_CONNECTION, /* this connection: another one may work */
	FAULT_GAME,       /* what was to be stored or read: the same call fails again */
	FAULT_REFUSED,    /* the fence: this worker's claim is void (RF001) */
	FAULT_TAKEN,      /* the fence: a user cancelled the game or put it aside (RF002) */
};

enum fault fault_of_sqlstate(const char *sqlstate); /* five characters, or empty */
enum fault fault_find(const struct db *db);         /* of the call that failed last */

/* Whether a fault is that this process has no memory for what the server sends. libpq tells so by
 * words only; a server that has no memory gives an SQLSTATE. */
bool fault_is_starved(const char *sqlstate, const char *message);

#endif
