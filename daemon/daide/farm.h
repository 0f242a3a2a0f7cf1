/* farm: the connection to the database, which is reopened when it is lost. Meanwhile games wait and
 * clients stay connected. */
#ifndef ARESFARM_DAIDE_FARM_H
#define ARESFARM_DAIDE_FARM_H

#include "db/statements/seat/stmt_daide.h"
#include "db/target.h"

/* Connects for the first time. False, with the reason in error. */
MUST_CHECK bool farm_open(const struct target *target, char error[DB_MESSAGE_SIZE]);
void farm_close(void);

/* The connection, reopened if the time to retry has come; NULL: there is none. */
struct db *farm_db(void);

/* Logs that a call has failed, and closes a lost connection, if there is one. Always returns
 * false. */
bool farm_failed(void);

/* A descriptor that is readable when the server has sent something, or -1. */
int farm_descriptor(void);

/* Reads notifications from the server. True: there may be a new turn. */
bool farm_hear(void);

/* The number of connections so far. If it has changed, the caller must read everything again. */
unsigned farm_generation(void);

/* Ends every wait for the database, because the program must end. */
void farm_stop(void);

#endif
