/* backup: writes a tournament to a file. aresctl prune also does so before it drops one. */
#ifndef ARESFARM_CTL_BACKUP_H
#define ARESFARM_CTL_BACKUP_H

#include "exchange/archive.h"

/* Writes a tournament, and reports it. Returns the exit status; if it is not CTL_DONE, the file is
 * as it was before, or does not exist. */
int backup_write(const char *tournament, const char *path);

#endif
