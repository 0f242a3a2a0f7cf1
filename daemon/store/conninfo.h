/* conninfo: a connection string of libpq, as a user gives it. */
#ifndef ARESFARM_CONNINFO_H
#define ARESFARM_CONNINFO_H

#include <stdbool.h>

enum { CONNINFO_ERROR_SIZE = 200 };

/* Whether conninfo may stand on a command line, where everybody can see it. It must be the name of
 * a database, or a connection string that libpq can read and that holds no password. The error
 * repeats nothing of it. */
__attribute__((warn_unused_result)) bool conninfo_check(const char *conninfo,
                                                        char error[CONNINFO_ERROR_SIZE]);

#endif
