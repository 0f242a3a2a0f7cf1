/* cookie: what a browser keeps of somebody who has logged in: a secret, and nothing else.
 *
 * Its name has the port, or begins with __Host-: a browser takes that only by https, for this host
 * and for all of its pages. A pure function of its bytes. */
#ifndef ARESFARM_COOKIE_H
#define ARESFARM_COOKIE_H

#include <stdbool.h>

#include "db/record/secret.h"

enum { COOKIE_FIELD_SIZE = 160 };

/* The secret in a field Cookie. False: there is none, or none of such a form. */
__attribute__((warn_unused_result)) bool cookie_read(const char *field, bool secure, int port,
                                                     char secret[SECRET_SIZE]);

/* Writes the field Set-Cookie. An empty secret has the browser forget its own. */
void cookie_print(const char *secret, bool secure, int port, char field[COOKIE_FIELD_SIZE]);

#endif
