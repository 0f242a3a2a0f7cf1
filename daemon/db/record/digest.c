/* digest: see digest.h. Numbers are hashed in network order, arrays with their counts before them,
 * texts with their terminators. */
#include "digest.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

enum {
	BYTES_MAX = STORED_MAX * (sizeof(int16_t) + sizeof(int32_t)) +
	            (1 + STORED_STAGES) * POWERS_MAX * sizeof(int32_t) + 64
};

/* Bytes that are hashed in one call. */
struct bytes {
	size_t used;
	uint8_t byte[BYTES_MAX];
};

static void put(struct bytes *bytes, const void *at, size_t size)
{
	assert(bytes->used + size <= sizeof bytes->byte);
	memcpy(bytes->byte + bytes->used, at, size);
	bytes->used += size;
}

static void put_int2(struct bytes *bytes, int16_t value)
{
	const uint16_t big = htobe16((uint16_t)value);
	put(bytes, &big, sizeof big);
}

static void put_int4(struct bytes *bytes, int32_t value)
{
	const uint32_t big = htobe32((uint32_t)value);
	put(bytes, &big, sizeof big);
}

static void put_int2s(struct bytes *bytes, const int16_t values[], int count)
{
	put_int4(bytes, count);
	for (int i = 0; i < count; i++)
		put_int2(bytes, values[i]);
}

static void put_int4s(struct bytes *bytes, const int32_t values[], int count)
{
	put_int4(bytes, count);
	for (int i = 0; i < count; i++)
		put_int4(bytes, values[i]);
}

static void add(struct digest *digest, const struct bytes *bytes)
{
	sha256_update(&digest->sha, bytes->used, bytes->byte);
}

static void add_text(struct digest *digest, const char *text)
{
	sha256_update(&digest->sha, strlen(text) + 1, (const uint8_t *)text);
}

void digest_open(struct digest *digest, const struct terms *terms)
{
	struct bytes bytes = {.used = 0};

	put_int4(&bytes, (int32_t)(terms->seed >> 32));
	put_int4(&bytes, (int32_t)terms->seed);
	put_int4(&bytes, terms->number);
	put_int4(&bytes, terms->round_limit);
	if (terms->block != 1) /* stored digests are older than blocks */
		put_int4(&bytes, terms->block);
	sha256_init(&digest->sha);
	add(digest, &bytes);
	add_text(digest, terms->rules);
	add_text(digest, terms->judge);
	add_text(digest, terms->seats);
	if (terms->draw_after > 0) { /* older games had no such rule, and must keep their digests */
		bytes.used = 0;
		put_int4(&bytes, terms->draw_after);
		add_text(digest, "draw after");
		add(digest, &bytes);
	}
	if (terms_have_press(terms)) { /* the same */
		bytes.used = 0;
		put_int2(&bytes, terms->press_rounds);
		add_text(digest, terms->press);
		add(digest, &bytes);
	}
}

void digest_phase(struct digest *digest, const struct stored *stored)
{
	struct bytes bytes;

	bytes.used = 0;
	put_int2(&bytes, stored->phase);
	put_int2s(&bytes, stored->units, stored->unit_count);
	put_int2(&bytes, stored->resolved);
	if (stored->resolved) {
		put_int4s(&bytes, stored->orders, stored->unit_count);
		put_int2(&bytes, stored->stage);
		put_int4s(&bytes, stored->forecasts, stored->power_count);
		put_int4s(&bytes, stored->forecast_stages, stored->forecaster_count * STORED_STAGES);
		put_int2(&bytes, stored->capped);
	}

	add(digest, &bytes);
	add_text(digest, stored->owners);
}

void digest_messages(struct digest *digest, const uint8_t sha256[DIGEST_SIZE])
{
	add_text(digest, "messages");
	sha256_update(&digest->sha, DIGEST_SIZE, sha256);
}

void digest_close(struct digest *digest, const struct stored_end *end, uint8_t sha256[DIGEST_SIZE])
{
	struct bytes bytes = {.used = 0};
	put_int2(&bytes, end->winner);
	put_int2(&bytes, end->phase);
	put_int4(&bytes, end->phases);
	put_int2s(&bytes, end->centres, end->power_count);
	put_int2s(&bytes, end->units, end->power_count);
	if (end->shared != 0) /* older games had no such draws */
		put_int2(&bytes, end->shared);
	add(digest, &bytes);
	sha256_digest(&digest->sha, DIGEST_SIZE, sha256);
}

void digest_texts(const char *const texts[], size_t count, uint8_t sha256[DIGEST_SIZE])
{
	struct digest digest;
	sha256_init(&digest.sha);
	for (size_t i = 0; i < count; i++)
		add_text(&digest, texts[i]);
	sha256_digest(&digest.sha, DIGEST_SIZE, sha256);
}

void digest_start(struct digest *digest)
{
	sha256_init(&digest->sha);
}

void digest_add(struct digest *digest, const void *bytes, size_t size)
{
	sha256_update(&digest->sha, size, bytes);
}

void digest_finish(struct digest *digest, uint8_t sha256[DIGEST_SIZE])
{
	sha256_digest(&digest->sha, DIGEST_SIZE, sha256);
}

void digest_bytes(const void *bytes, size_t size, uint8_t sha256[DIGEST_SIZE])
{
	struct digest digest;
	digest_start(&digest);
	digest_add(&digest, bytes, size);
	digest_finish(&digest, sha256);
}
