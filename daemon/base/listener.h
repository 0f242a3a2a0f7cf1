/* listener: the socket that a server listens on, and the options for its address and limits. */
#ifndef ARESFARM_LISTENER_H
#define ARESFARM_LISTENER_H

#include "base/options/options.h"

enum { LISTENER_ERROR_SIZE = 256 };

struct listener {
	const char *place;     /* "ADDRESS:PORT", both numeric: "127.0.0.1:8027", "[::1]:0" */
	int connections, each; /* limits: in total, per address (0: none) */
};

/* The rows of a program's options that fill a struct listener. standard: the default address. */
#define OPTIONS_LISTEN(listener, standard)                                                         \
	OPTION_TEXT("listen", "PLACE", &(listener).place,                                              \
	            "where to listen, ADDRESS:PORT in figures; port 0: any that is free",              \
	            .normal = standard)
#define OPTIONS_CONNECTIONS(listener)                                                              \
	OPTION_NUMBER("connections", "N", &(listener).connections, 1, 100000,                          \
	              "connections at once; more wait", .normal = "2000"),                             \
		OPTION_NUMBER("each", "N", &(listener).each, 0, 100000,                                    \
	                  "connections at once of one address; 0: any number", .normal = "0")

/* Listens, and raises the limit of open files as far as the connections need it and the system
 * allows. port: the actual port if 0 was requested. False, with one line in error, on failure. */
MUST_CHECK bool listener_open(const struct listener *listener, int *fd, int *port,
                              char error[LISTENER_ERROR_SIZE]);

/* Prints the address on standard output: "listening on SCHEME127.0.0.1:8027END". */
void listener_say(const struct listener *listener, int port, const char *scheme, const char *end);

#endif
