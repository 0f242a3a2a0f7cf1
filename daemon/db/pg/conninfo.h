/* conninfo: a connection string of libpq, as a user gives it. */
#ifndef ARESFARM_CONNINFO_H
#define ARESFARM_CONNINFO_H

#include <stdbool.h>

#include "board/macros.h"

enum { CONNINFO_ERROR_SIZE = 200 };

/* Whether conninfo may be on a command line, which every user can see. It must be the name of a
 * database, or a valid connection string of libpq without a password. The error does not repeat any
 * of it. */
MUST_CHECK bool conninfo_check(const char *conninfo, char error[CONNINFO_ERROR_SIZE]);

/* The parameters with which libpq would connect, from this string and the environment, as a string
 * for other programs: KEYWORD='VALUE' ..., or a URL. Defaults and passwords are omitted. host:
 * replaces the string's host unless NULL. False if the string is invalid or the result does not
 * fit. */
enum { CONNINFO_TEXT_SIZE = 8192 };
MUST_CHECK bool conninfo_print(const char *conninfo, const char *host, bool url,
                               char text[CONNINFO_TEXT_SIZE]);

#endif
