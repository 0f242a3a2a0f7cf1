/* secret: see secret.h. */
#include "secret.h"

#include <assert.h>
#include <string.h>
#include <sys/random.h>

/* RFC 4648, section 5. */
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void secret_draw(char secret[SECRET_SIZE])
{
	uint8_t bytes[SECRET_BYTES];
	const ssize_t drawn = getrandom(bytes, sizeof bytes, 0);
	assert(drawn == sizeof bytes);
	for (int i = 0, at = 0; i < SECRET_BYTES; i += 3, at += 4) {
		const unsigned three =
			(unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2];
		for (int k = 0; k < 4; k++)
			secret[at + k] = letters[three >> (18 - 6 * k) & 63];
	}
	secret[SECRET_SIZE - 1] = '\0';
	explicit_bzero(bytes, sizeof bytes);
}

bool secret_is_formed(const char *text)
{
	return strlen(text) == SECRET_SIZE - 1 && strspn(text, letters) == SECRET_SIZE - 1;
}

void secret_key(const char *secret, uint8_t key[DIGEST_SIZE])
{
	digest_bytes(secret, strlen(secret), key);
}

void secret_digest(const char *secret, uint8_t digest[DIGEST_SIZE])
{
	uint8_t key[DIGEST_SIZE];
	secret_key(secret, key);
	digest_bytes(key, sizeof key, digest);
	explicit_bzero(key, sizeof key);
}
