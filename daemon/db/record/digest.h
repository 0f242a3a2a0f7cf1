/* digest: the digest of a finished game. It is a sha256 over the game's terms, its rows in the
 * order of their phases, and its end. Times, workers and ids are excluded, so the digest is the
 * same after any history. A worker computes it while it packs the phases, and stores it with the
 * finished game. If a row changes later, the digest no longer matches.
 *
 * Invariant: the hashed bytes never change between versions, because digests are stored. */
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
/* For a game with press: adds the sha256 of its messages (farm.messages_digest), before the end. */
void digest_messages(struct digest *digest, const uint8_t sha256[DIGEST_SIZE]);
void digest_phase(struct digest *digest, const struct stored *stored);
void digest_close(struct digest *digest, const struct stored_end *end, uint8_t sha256[DIGEST_SIZE]);

/* The sha256 of concatenated texts, each with its terminator: for the schema (scripts.h). */
void digest_texts(const char *const texts[], size_t count, uint8_t sha256[DIGEST_SIZE]);

/* The sha256 of bytes in pieces: start, add..., finish. */
void digest_start(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t size);
void digest_finish(struct digest *digest, uint8_t sha256[DIGEST_SIZE]);

/* The sha256 of bytes. */
void digest_bytes(const void *bytes, size_t size, uint8_t sha256[DIGEST_SIZE]);

#endif
