/* web_address: the address of the private cluster's web server, in the file "web" beside the
 * cluster. The server locks it while it runs, so a file without a lock is stale. */
#ifndef ARESFARM_WEB_ADDRESS_H
#define ARESFARM_WEB_ADDRESS_H

#include "db/local/cluster.h"

enum { WEB_ADDRESS_SIZE = 128 };

/* Publishes the address while this process runs, unless another server has published its own. If
 * the folder is not writable, nothing happens. */
void web_address_note(const struct cluster *cluster, const char *address);

/* The address that a running server has published. False: there is none. */
bool web_address_find(const struct cluster *cluster, char address[WEB_ADDRESS_SIZE]);

#endif
