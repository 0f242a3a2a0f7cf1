/* conninfo: a connection string of libpq, as a user gives it. */
#ifndef ARESFARM_CONNINFO_H
#define ARESFARM_CONNINFO_H

#include <stdbool.h>

#include "board/must_check.h"

enum { CONNINFO_ERROR_SIZE = 200 };

/* Whether conninfo may stand on a command line, where everybody can see it. It must be the name of
 * a database, or a connection string that libpq can read and that holds no password. The error
 * repeats nothing of it. */
MUST_CHECK bool conninfo_check(const char *conninfo, char error[CONNINFO_ERROR_SIZE]);

/* What libpq would connect to by this string and the environment, as a string for other programs:
 * KEYWORD='VALUE' ..., or a URL. What is as libpq has it normally is left out, and so are
 * passwords. host: takes the place of the string's; NULL: does not. False when it cannot be read or
 * has no room. */
enum { CONNINFO_TEXT_SIZE = 8192 };
MUST_CHECK bool conninfo_print(const char *conninfo, const char *host, bool url,
                               char text[CONNINFO_TEXT_SIZE]);

#endif
