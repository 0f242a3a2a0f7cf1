/* sha256: the hash of bytes that come piece by piece. Source: FIPS 180-4. */
#ifndef ARESFARM_SHA256_H
#define ARESFARM_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

struct sha256 {
	uint32_t state[8];
	uint64_t length;             /* bytes so far */
	uint8_t block[SHA256_BLOCK]; /* those that do not fill one yet */
};

void sha256_open(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *bytes, size_t size);
void sha256_close(struct sha256 *sha, uint8_t digest[SHA256_SIZE]);

#endif
