/* sha256: see sha256.h. */
#include "sha256.h"

#include <endian.h>
#include <string.h>

enum { ROUNDS = 64 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t x, int bits)
{
	return x >> bits | x << (32 - bits);
}

static inline uint32_t expand(const uint32_t w[16], int i)
{
	const uint32_t far = w[(i + 1) & 15], near = w[(i + 14) & 15];

	return w[i & 15] + w[(i + 9) & 15] + (rotate(far, 7) ^ rotate(far, 18) ^ far >> 3) +
	       (rotate(near, 17) ^ rotate(near, 19) ^ near >> 10);
}

/* One round; the working variables a to h are s[0] to s[7], turned back by i places instead of moved. */
static inline __attribute__((always_inline)) void turn(uint32_t s[8], int i, uint32_t word)
{
#define S(n) s[((n)-i) & 7]
	const uint32_t a = S(0), e = S(4);
	const uint32_t sum = S(7) + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (S(6) ^ (e & (S(5) ^ S(6)))) + word;

	S(3) += sum;
	S(7) = sum + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & S(1)) | (S(2) & (a | S(1))));
#undef S
}

static void add_block(uint32_t state[8], const uint8_t block[SHA256_BLOCK])
{
	uint32_t w[16], s[8];

	memcpy(w, block, SHA256_BLOCK);
	memcpy(s, state, sizeof s);
#pragma GCC unroll 16
	for (int i = 0; i < 16; i++) {
		w[i] = be32toh(w[i]);
		turn(s, i, w[i] + constants[i]);
	}
	for (int i = 16; i < ROUNDS; i += 16)
#pragma GCC unroll 16
		for (int j = 0; j < 16; j++) {
			w[j] = expand(w, j);
			turn(s, j, w[j] + constants[i + j]);
		}
	for (int i = 0; i < 8; i++)
		state[i] += s[i];
}

/* The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
void sha256_open(struct sha256 *sha)
{
	*sha = (struct sha256){
		.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *sha, const void *bytes, size_t size)
{
	const uint8_t *at = bytes;
	const size_t held = sha->length % SHA256_BLOCK;

	sha->length += size;
	if (held > 0) {
		const size_t room = SHA256_BLOCK - held, taken = size < room ? size : room;
		memcpy(sha->block + held, at, taken);
		if (taken < room)
			return;
		add_block(sha->state, sha->block);
		at += taken;
		size -= taken;
	}
	for (; size >= SHA256_BLOCK; at += SHA256_BLOCK, size -= SHA256_BLOCK)
		add_block(sha->state, at);
	memcpy(sha->block, at, size);
}

void sha256_close(struct sha256 *sha, uint8_t digest[SHA256_SIZE])
{
	static const uint8_t padding[SHA256_BLOCK] = {0x80};
	const uint64_t bits = htobe64(sha->length * 8);
	const size_t held = sha->length % SHA256_BLOCK;

	sha256_add(sha, padding, (held < 56 ? 56 : 120) - held);
	sha256_add(sha, &bits, sizeof bits);
	for (int i = 0; i < 8; i++) {
		const uint32_t word = htobe32(sha->state[i]);
		memcpy(digest + 4 * i, &word, sizeof word);
	}
}
