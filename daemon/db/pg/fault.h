/* fault: what an error of the database affects. Each SQLSTATE is in one class.
 *
 * An error that is not in the table counts as the server's, so no game is blamed for an unforeseen
 * error. */
#ifndef ARESFARM_FAULT_H
#define ARESFARM_FAULT_H

#include "db.h"

enum fault {
	FAULT_SERVER,     /* the server, the schema or this process: the same call may work later */
	FAULT_CONNECTION, /* this connection: another one may work */
	FAULT_GAME,       /* the data to store or read: the same call fails again */
	FAULT_REFUSED,    /* the fence: this worker's claim is void (RF001) */
	FAULT_TAKEN,      /* the fence: a user cancelled or quarantined the game (RF002) */
};

enum fault fault_of_sqlstate(const char *sqlstate); /* five characters, or empty */
enum fault fault_find(const struct db *db);         /* of the last failed call */

/* Whether this process ran out of memory for a result. libpq reports this by its message only; a
 * server that runs out of memory sends an SQLSTATE. */
bool fault_is_starved(const char *sqlstate, const char *message);

#endif
