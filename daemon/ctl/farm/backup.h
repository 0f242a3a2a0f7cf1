/* backup: writes a tournament to a file. aresctl prune does so, too, before it drops one. */
#ifndef ARESFARM_CTL_BACKUP_H
#define ARESFARM_CTL_BACKUP_H

#include "exchange/archive.h"

/* Writes a tournament, and says so. The exit status; when it is not CTL_DONE, there is no such
 * file, or the one that was there before. */
int backup_write(const char *tournament, const char *path);

#endif
