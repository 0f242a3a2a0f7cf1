/* web_address: where the web server of the private cluster serves: the file "web" beside the
 * cluster. The server holds a lock on it while it runs, so a file without one says nothing. */
#ifndef ARESFARM_WEB_ADDRESS_H
#define ARESFARM_WEB_ADDRESS_H

#include "db/local/cluster.h"

enum { WEB_ADDRESS_SIZE = 128 };

/* Notes the address for as long as this process runs, unless another server has. Where the folder
 * cannot be written to, nothing is noted. */
void web_address_note(const struct cluster *cluster, const char *address);

/* The address that was noted by a server that runs. False: there is none. */
bool web_address_find(const struct cluster *cluster, char address[WEB_ADDRESS_SIZE]);

#endif
