/* farm: the connection to the database, which is made again when it is lost. Meanwhile games wait
 * and clients stay. */
#ifndef ARESFARM_DAIDE_FARM_H
#define ARESFARM_DAIDE_FARM_H

#include "db/statements/seat/stmt_daide.h"
#include "db/target.h"

/* Connects for the first time. False, with why in error. */
MUST_CHECK bool farm_open(const struct target *target, char error[DB_MESSAGE_SIZE]);
void farm_close(void);

/* The connection, made again if it is time to; NULL: there is none. */
struct db *farm_db(void);

/* A call has failed: says so, and gives a lost connection up. Always false. */
bool farm_failed(void);

/* A descriptor that is readable when the server has something to say, or -1. */
int farm_descriptor(void);

/* Takes what the server says. Whether a turn may have come. */
bool farm_hear(void);

/* How often the connection was made: anyone who finds another number looks at everything anew. */
unsigned farm_generation(void);

/* Makes every wait for the database end: the program must. */
void farm_stop(void);

#endif
