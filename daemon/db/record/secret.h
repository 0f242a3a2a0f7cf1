/* secret: the secret in a link to a seat.
 *
 * The secret is 18 random bytes, 144 bits, as base64url. Anyone who has it can play the seat. The
 * database never gets it: functions of the schema web take the key, the sha256 of the secret, and
 * the database stores the sha256 of the key. schema/functions/links.sql says why there are three
 * values. */
#ifndef ARESFARM_SECRET_H
#define ARESFARM_SECRET_H

#include "digest.h"

enum { SECRET_BYTES = 18, SECRET_SIZE = SECRET_BYTES / 3 * 4 + 1 };

/* Draws a secret from the operating system's random numbers. Aborts if there are none. */
void secret_draw(char secret[SECRET_SIZE]);

/* Whether a text has the form of a secret. */
bool secret_is_formed(const char *text);

/* The key of a secret, and the digest of that key, as stored in farm.links. */
void secret_key(const char *secret, uint8_t key[DIGEST_SIZE]);
void secret_digest(const char *secret, uint8_t digest[DIGEST_SIZE]);

#endif
