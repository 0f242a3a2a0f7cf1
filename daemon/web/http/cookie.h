/* cookie: what a browser keeps for us: the secret of somebody who has logged in; and the links by
 * which it has opened seats, so that /me can list them. No script sees either.
 *
 * A name has the port, or begins with __Host-: a browser takes that only by https, for this host
 * and for all of its pages. A pure function of its bytes. */
#ifndef ARESFARM_COOKIE_H
#define ARESFARM_COOKIE_H

#include <stdbool.h>

#include "db/record/secret.h"

enum {
	COOKIE_SEATS_MOST = 16,
	COOKIE_SEATS_SIZE = COOKIE_SEATS_MOST * SECRET_SIZE + 1,
	COOKIE_FIELD_SIZE = COOKIE_SEATS_SIZE + 160
};

/* The secret in a field Cookie. False: there is none, or none of such a form. */
MUST_CHECK bool cookie_read(const char *field, bool secure, int port, char secret[SECRET_SIZE]);

/* Writes the field Set-Cookie. An empty secret has the browser forget its own. */
void cookie_print(const char *secret, bool secure, int port, char field[COOKIE_FIELD_SIZE]);

/* The same of seats: the secrets of their links, each with a "." after it, the newest first.
 * Anything else than a secret is left out. */
void cookie_read_seats(const char *field, bool secure, int port, char seats[COOKIE_SEATS_SIZE]);
void cookie_print_seats(const char *seats, bool secure, int port, char field[COOKIE_FIELD_SIZE]);

/* Puts a secret before the others. If there are too many, the oldest one is dropped. */
void cookie_add_seat(char seats[COOKIE_SEATS_SIZE], const char *secret);

#endif
