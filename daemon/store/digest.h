/* digest: the digest of a finished game, a sha256 over its terms, its rows in the order of their
 * phases and its end; times, workers and ids left out, so that it is the same after any history. It
 * is carried along as phases are packed and stored with the game when it is finished; whatever is
 * changed in the rows later does not fit it.
 *
 * The bytes that are hashed are what digests already stored were made of: they stay as they are. */
#ifndef ARESFARM_DIGEST_H
#define ARESFARM_DIGEST_H

#include <nettle/sha2.h>

#include "stored.h"
#include "terms.h"

enum { DIGEST_SIZE = SHA256_DIGEST_SIZE };

struct digest {
	struct sha256_ctx sha;
};

void digest_open(struct digest *digest, const struct terms *terms);
void digest_phase(struct digest *digest, const struct stored *stored);
void digest_close(struct digest *digest, const struct stored_end *end, uint8_t sha256[DIGEST_SIZE]);

#endif
