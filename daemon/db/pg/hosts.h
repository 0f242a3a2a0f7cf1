/* hosts: the servers that a connection string names, as libpq stores them: three comma-separated
 * lists with one entry per server. */
#ifndef ARESFARM_HOSTS_H
#define ARESFARM_HOSTS_H

#include <stdbool.h>

#include "board/macros.h"

enum { HOSTS_SIZE = 2048 };

struct hosts {
	char host[HOSTS_SIZE];     /* names, or folders of sockets */
	char hostaddr[HOSTS_SIZE]; /* addresses; an empty one is looked up by the name */
	char port[HOSTS_SIZE];     /* one for all, or one each; empty: libpq's default port */
};

/* The server that libpq tried last: PQhost, PQhostaddr, PQport. */
struct hosts_place {
	const char *host, *address, *port;
};

/* The servers that libpq would try next: the other addresses of this name, then the following
 * servers. False if none is left. */
MUST_CHECK bool hosts_after(const struct hosts *hosts, struct hosts_place place,
                            struct hosts *rest);

#endif
