/* word: a bit for each of LANES order sets; word_target.h comes before it. */
#ifndef ARESFARM_JUDGES_LANES_WORD_H
#define ARESFARM_JUDGES_LANES_WORD_H

#include <stdbool.h>
#include <stdint.h>
#if LANES == 64
#ifdef __x86_64__
#include <emmintrin.h>
#endif
typedef uint64_t word;
#else
#ifdef __x86_64__
#include <immintrin.h>
#endif
typedef uint64_t word __attribute__((vector_size(LANES / 8)));
#endif

enum { WORD_PARTS = LANES / 64 };

static inline word none(void)
{
	return (word){0};
}
static inline word all(void)
{
	return ~none();
}

/* Whether any bit is set. */
static inline bool any(word w)
{
#if LANES == 64
	return w != 0;
#elif LANES == 256 && defined __x86_64__
	return !_mm256_testz_si256((__m256i)w, (__m256i)w);
#elif LANES == 512 && defined __x86_64__
	return _mm512_test_epi64_mask((__m512i)w, (__m512i)w) != 0;
#else
	uint64_t parts = 0;
	for (int i = 0; i < WORD_PARTS; i++)
		parts |= w[i];
	return parts != 0;
#endif
}

/* The first lanes. */
static inline word first_lanes(int count)
{
	uint64_t parts[WORD_PARTS];
	word w;

	for (int i = 0; i < WORD_PARTS; i++)
		parts[i] = count >= 64 * (i + 1) ? ~UINT64_C(0)
		           : count > 64 * i      ? (UINT64_C(1) << count % 64) - 1
		                                 : 0;
	__builtin_memcpy(&w, parts, sizeof w);
	return w;
}

/* Bit `plane` of each of 64 places. */
#ifdef __x86_64__
/* A shift moves the bit to the sign, which packing keeps. */
static inline uint64_t plane_bits(const uint16_t *places, int plane)
{
	const __m128i shift = _mm_cvtsi32_si128(15 - plane);
	uint64_t bits = 0;

	for (int i = 0; i < 4; i++) {
		const __m128i *from = (const __m128i *)(places + 16 * i);
		const __m128i low = _mm_sll_epi16(_mm_loadu_si128(from), shift),
					  high = _mm_sll_epi16(_mm_loadu_si128(from + 1), shift);
		bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << 16 * i;
	}
	return bits;
}
#else
static inline uint64_t plane_bits(const uint16_t *places, int plane)
{
	uint64_t bits = 0;

	for (int i = 0; i < 64; i++)
		bits |= (uint64_t)(places[i] >> plane & 1) << i;
	return bits;
}
#endif

/* Bits of 64 places below `count` planes; those of a plane are `step` numbers apart in `bits`. */
#if LANES == 512 && defined __x86_64__
static inline void split_places(const uint16_t *places, int count, uint64_t *bits, int step)
{
	const __m512i low = _mm512_loadu_si512(places), high = _mm512_loadu_si512(places + 32);

	for (int plane = 0; plane < count; plane++) {
		const __m512i bit = _mm512_set1_epi16((short)(1 << plane));
		const uint64_t below = _mm512_test_epi16_mask(low, bit),
					   above = _mm512_test_epi16_mask(high, bit);
		bits[plane * step] = below | above << 32;
	}
}
#elif LANES == 256 && defined __x86_64__
/* Packing swaps the middle quarters. */
static inline __m256i pack_bytes(const uint16_t *places)
{
	const __m256i byte = _mm256_set1_epi16(0xff);
	const __m256i low = _mm256_loadu_si256((const __m256i *)places),
				  high = _mm256_loadu_si256((const __m256i *)(places + 16));
	const __m256i packed =
		_mm256_packus_epi16(_mm256_and_si256(low, byte), _mm256_and_si256(high, byte));

	return _mm256_permute4x64_epi64(packed, 0xd8);
}

static inline void split_places(const uint16_t *places, int count, uint64_t *bits, int step)
{
	const __m256i low = pack_bytes(places), high = pack_bytes(places + 32);

	for (int plane = 0; plane < count && plane < 8; plane++) {
		const __m128i shift = _mm_cvtsi32_si128(7 - plane);
		const uint32_t below = (uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(low, shift)),
					   above = (uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(high, shift));
		bits[plane * step] = below | (uint64_t)above << 32;
	}
	for (int plane = 8; plane < count; plane++)
		bits[plane * step] = plane_bits(places, plane);
}
#else
static inline void split_places(const uint16_t *places, int count, uint64_t *bits, int step)
{
	for (int plane = 0; plane < count; plane++)
		bits[plane * step] = plane_bits(places, plane);
}
#endif

/* The planes of the numbers of 64 lanes as bytes; planes are `step` numbers apart. At most eight.
 */
#if LANES == 512 && defined __x86_64__
static inline void write_bytes(const uint64_t planes[], int step, int count, uint8_t bytes[64])
{
	__m512i sum = _mm512_setzero_si512();

	for (int plane = 0; plane < count; plane++)
		sum =
			_mm512_or_si512(sum, _mm512_maskz_set1_epi8(planes[plane * step], (char)(1 << plane)));
	_mm512_storeu_si512(bytes, sum);
}
#elif LANES == 256 && defined __x86_64__
/* Each of 32 bits is moved to a byte of its own, and isolated there. */
static inline __m256i spread_bits(uint32_t bits)
{
	const __m256i source =
		_mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
	const __m256i own = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
	const __m256i copied = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), source);

	return _mm256_cmpeq_epi8(_mm256_and_si256(copied, own), own);
}

static inline void write_bytes(const uint64_t planes[], int step, int count, uint8_t bytes[64])
{
	__m256i low = _mm256_setzero_si256(), high = low;

	for (int plane = 0; plane < count; plane++) {
		const __m256i one = _mm256_set1_epi8((char)(1 << plane));
		const uint64_t bits = planes[plane * step];
		low = _mm256_or_si256(low, _mm256_and_si256(one, spread_bits((uint32_t)bits)));
		high = _mm256_or_si256(high, _mm256_and_si256(one, spread_bits((uint32_t)(bits >> 32))));
	}
	_mm256_storeu_si256((__m256i *)bytes, low);
	_mm256_storeu_si256((__m256i *)(bytes + 32), high);
}
#else
/* Eight bits as eight bytes of 0 or 1. */
static inline uint64_t spread(uint64_t bits)
{
	const uint64_t apart =
		(bits & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);

	return (apart + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

static inline void write_bytes(const uint64_t planes[], int step, int count, uint8_t bytes[64])
{
	for (int lane = 0; lane < 64; lane += 8) {
		uint64_t eight = 0;
		for (int plane = 0; plane < count; plane++)
			eight |= spread(planes[plane * step] >> lane) << plane;
		if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
			eight = __builtin_bswap64(eight);
		__builtin_memcpy(&bytes[lane], &eight, sizeof eight);
	}
}
#endif

#endif
