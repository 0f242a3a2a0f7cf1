/* listing: see listing.h. */
#include "listing.h"

#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* ── bits ── */

/* Gathers the bits of a word at the places of a set, the lowest first; and the reverse. */
static inline uint64_t gather(uint64_t bits, uint64_t places)
{
	uint64_t gathered = 0;

	for (int n = 0; places; n++, places &= places - 1)
		gathered |= (bits >> __builtin_ctzll(places) & 1) << n;
	return gathered;
}
static inline uint64_t scatter(uint64_t bits, uint64_t places)
{
	uint64_t scattered = 0;

	for (; bits && places; bits >>= 1, places &= places - 1)
		scattered |= -(bits & 1) & places & -places;
	return scattered;
}

/* Most x86 processors have instructions for this, and wide words. Functions that use them are
 * marked. */
#ifdef __x86_64__
#define QUICK __attribute__((target("bmi,bmi2")))
#define WIDE  __attribute__((target("bmi,bmi2,avx512f,avx512bw,avx512vbmi2")))
static inline QUICK uint64_t gather_quick(uint64_t bits, uint64_t places)
{
	return _pext_u64(bits, places);
}
static inline QUICK uint64_t scatter_quick(uint64_t bits, uint64_t places)
{
	return _pdep_u64(bits, places);
}
static inline enum listing_speed find_speed(void)
{
	if (!__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
		return LISTING_PLAIN;
	return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2")
	           ? LISTING_WIDE
	           : LISTING_QUICK;
}
#else
#define QUICK
#define WIDE
#define gather_quick  gather
#define scatter_quick scatter
static inline enum listing_speed find_speed(void)
{
	return LISTING_PLAIN;
}
#endif

typedef uint64_t move_bits(uint64_t bits, uint64_t places);

/* The members of a set by their rank in another of less than 64 members, as bits. */
static inline __attribute__((always_inline)) uint64_t
find_ranks(struct place_set set, struct place_set among, move_bits *gathered)
{
	return gathered(set.bits[0], among.bits[0]) | gathered(set.bits[1], among.bits[1])
	                                                  << __builtin_popcountll(among.bits[0]);
}

/* ── the board ── */

static inline void add_post(struct post_set *set, unsigned index)
{
	set->bits[index / 64] |= UINT64_C(1) << index % 64;
}

void listing_open(const struct vocabulary *vocabulary, const struct board *board,
                  struct listing *listing)
{
	listing->vocabulary = vocabulary;
	listing->speed = find_speed();
	listing->kept = NULL;
	legal_open_chains(vocabulary->map, board, &listing->legal);
	listing->there = (struct post_set){{0}};
	for (int u = 0; u < board->unit_count; u++)
		add_post(&listing->there, vocabulary->index_of[board->unit[u].type][board->unit[u].loc]);
	listing->ferry_count = 0;
	for (int c = 0; c < listing->legal.chain_count; c++) {
		const struct place_set coasts = listing->legal.coasts[c];
		const struct place_set armies = place_set_intersection(coasts, listing->legal.armies);
		if (place_set_is_empty(armies))
			continue;
		listing->ferries[listing->ferry_count++] = (struct ferry){coasts, armies, c};
	}
}

/* ── the words of a unit ── */

/* The legal orders of a unit as words of a mask, beginning with the one of its hold. */
struct words {
	const struct vocabulary_post *post;
	uint64_t *word;
	int32_t first; /* the number of the first bit */
	int last;      /* the last word that may have a bit */
	int chain;     /* of a fleet at sea; else -1 */
	uint8_t home;  /* province */
};

/* Marks numbers: bit n of bits stands for number + n. */
static inline void mark_run(struct words *words, int32_t number, uint64_t bits)
{
	const uint32_t at = (uint32_t)(number - words->first);
	const int n = (int)(at / 64);

	words->word[n] |= bits << at % 64;
	words->word[n + 1] |= bits >> 1 >> (63 - at % 64);
	words->last = MAX(n + 1, words->last);
}

/* Marks the orders with targets of a set. to: the targets that are numbered, from first on. */
static inline __attribute__((always_inline)) void mark_targets(struct words *words, int32_t first,
                                                               struct place_set targets,
                                                               struct place_set to,
                                                               move_bits *gathered)
{
	mark_run(words, first, gathered(targets.bits[0], to.bits[0]));
	mark_run(words, first + __builtin_popcountll(to.bits[0]),
	         gathered(targets.bits[1], to.bits[1]));
}

/* Loops that are unrolled are written out: with a pragma gcc spends nine seconds on this file. */
_Static_assert(VOCABULARY_AT_ONCE == 4, "so many words are marked at once");
_Static_assert(LISTING_SLACK == 16, "so many numbers are written at once");

/* Marks the runs of a word. A run of ones from bit s to bit e is 2^e - 2^s, so the difference of
 * all ends and all starts is all runs. */
static inline __attribute__((always_inline)) void
mark_steady_word(const struct words *words, const struct listing *listing,
                 const struct vocabulary_word *word, move_bits *gathered, move_bits *scattered)
{
	const uint64_t there = gathered(listing->there.bits[word->posts], word->members);
	const uint64_t runs = scattered(there, word->ends) - scattered(there, word->starts);

	words->word[word->word] |= (runs & word->bits) | word->always;
}

/* Marks holds, moves, and supports that need no convoy. */
static inline __attribute__((always_inline)) void mark_steady(const struct words *words,
                                                              const struct listing *listing,
                                                              move_bits *gathered,
                                                              move_bits *scattered)
{
	const struct vocabulary_word *word = listing->vocabulary->helped_words + words->post->words;
	const struct vocabulary_word *const end = word + words->post->word_count;

	do {
		mark_steady_word(words, listing, word++, gathered, scattered);
		mark_steady_word(words, listing, word++, gathered, scattered);
		mark_steady_word(words, listing, word++, gathered, scattered);
		mark_steady_word(words, listing, word++, gathered, scattered);
	} while (word < end);
}

static inline __attribute__((always_inline)) void
mark_ferry_word(const struct words *words, const struct vocabulary_ferry *part,
                const struct place_set *armies, uint64_t bits, int i, move_bits *gathered,
                move_bits *scattered)
{
	const uint64_t there = gathered(armies->bits[part->places[i]], part->members[i]);
	const uint64_t runs = scattered(there, part->ends[i]) - scattered(there, part->starts[i]);

	words->word[part->word[i]] |= runs & bits;
}

/* Marks supports of armies that a chain convoys. */
static inline __attribute__((always_inline)) void
mark_ferry(const struct words *words, const struct vocabulary *v, const struct ferry *ferry,
           move_bits *gathered, move_bits *scattered)
{
	const struct vocabulary_post *post = words->post;
	const uint64_t shores = find_ranks(ferry->coasts, post->shores, gathered);

	for (int f = post->ferries; f < post->ferries + post->ferry_count; f++) {
		const struct vocabulary_ferry *part = &v->ferries[f];
		uint64_t bits[VOCABULARY_AT_ONCE] = {0}, rest = shores;
		for (int first = f * v->shore_rows, row = 0; row < v->shore_rows;
		     row += VOCABULARY_ROWS, rest >>= VOCABULARY_SHORES)
			for (int i = 0; i < VOCABULARY_AT_ONCE; i++)
				bits[i] |= v->shore_bits[first + row + (int)(rest % VOCABULARY_ROWS)][i];
		mark_ferry_word(words, part, &ferry->armies, bits[0], 0, gathered, scattered);
		mark_ferry_word(words, part, &ferry->armies, bits[1], 1, gathered, scattered);
		mark_ferry_word(words, part, &ferry->armies, bits[2], 2, gathered, scattered);
		mark_ferry_word(words, part, &ferry->armies, bits[3], 3, gathered, scattered);
	}
}

/* The same for the chain of a fleet at sea: the other fleets must convoy. */
static inline __attribute__((always_inline)) void mark_own_chain(const struct words *words,
                                                                 const struct listing *listing,
                                                                 uint8_t sea, move_bits *gathered,
                                                                 move_bits *scattered)
{
	struct place_set coasts[UNITS_MAX];
	const int count = legal_split_chain(&listing->legal, sea, words->chain, coasts);

	for (int c = 0; c < count; c++) {
		const struct ferry ferry = {
			coasts[c], place_set_intersection(coasts[c], listing->legal.armies), words->chain};
		mark_ferry(words, listing->vocabulary, &ferry, gathered, scattered);
	}
}

/* Marks moves by convoy of the units of a set, and supports of them, except those of
 * mark_own_chain. words: by unit. */
static inline __attribute__((always_inline)) void mark_ferries(struct words words[],
                                                               const struct listing *listing,
                                                               unit_set units, move_bits *gathered,
                                                               move_bits *scattered)
{
	for (int c = 0; c < listing->ferry_count; c++) {
		const struct ferry *ferry = &listing->ferries[c];
		unit_set near = 0, carried = 0;
		for (unit_set rest = units; rest; unit_set_drop(&rest)) {
			const int u = unit_set_first(rest);
			const bool others = words[u].chain != ferry->chain;
			near |= unit_set_if(
				place_set_intersects(&words[u].post->shores, &ferry->coasts) & others, u);
			carried |= unit_set_if(place_set_has(&ferry->armies, words[u].home), u);
		}
		for (; near; unit_set_drop(&near)) {
			const int u = unit_set_first(near);
			mark_ferry(&words[u], listing->vocabulary, ferry, gathered, scattered);
		}
		for (; carried; unit_set_drop(&carried)) {
			struct words *its = &words[unit_set_first(carried)];
			const struct place_set targets =
				place_set_difference(ferry->coasts, place_set_one(its->home));
			mark_targets(its, its->post->via, targets, its->post->via_to, gathered);
		}
	}
}

static inline __attribute__((always_inline)) void
mark_convoys(struct words *words, const struct listing *listing, move_bits *gathered)
{
	const struct legal *legal = &listing->legal;
	const struct place_set coasts = legal->coasts[words->chain];

	for (struct place_set rest = place_set_intersection(coasts, legal->armies);
	     !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		const struct vocabulary_convoy *convoy =
			&listing->vocabulary->convoys[words->post->sea * legal->map->province_count + home];
		mark_targets(words, convoy->first, coasts, convoy->to, gathered);
	}
}

/* Marks all orders of a unit except those of mark_ferries. word: the one with its hold. */
static inline __attribute__((always_inline)) void mark_unit(struct words *words,
                                                            const struct listing *listing, int u,
                                                            uint64_t *word, move_bits *gathered,
                                                            move_bits *scattered)
{
	const struct unit unit = listing->legal.board->unit[u];
	const struct vocabulary_post *post = vocabulary_post(listing->vocabulary, unit);

	*words = (struct words){
		post, word, post->hold & ~63, post->width - 1, -1, listing->legal.map->province[unit.loc]};
	mark_steady(words, listing, gathered, scattered);
	if (post->sea < 0)
		return;
	words->chain = listing->legal.chain_of[unit.loc];
	mark_own_chain(words, listing, unit.loc, gathered, scattered);
	mark_convoys(words, listing, gathered);
}

/* ── a list ── */

/* Writes the numbers of the bits of a word; returns their end. */
typedef int32_t *list_word_at(int32_t *at, uint64_t bits, int32_t first);

static inline int32_t *list_word(int32_t *at, uint64_t bits, int32_t first)
{
	for (; bits; bits &= bits - 1)
		*at++ = first + __builtin_ctzll(bits);
	return at;
}

#ifdef __x86_64__
/* A few numbers are written without a branch, as their count is unpredictable. */
#define PUT_NEXT(n) (at[n] = first + (int32_t)_tzcnt_u64(bits), bits &= bits - 1)
#define PUT_FOUR(n) (PUT_NEXT(n), PUT_NEXT((n) + 1), PUT_NEXT((n) + 2), PUT_NEXT((n) + 3))
static inline QUICK int32_t *list_word_quick(int32_t *at, uint64_t bits, int32_t first)
{
	int32_t *const end = at + __builtin_popcountll(bits);

	for (;;) {
		PUT_FOUR(0), PUT_FOUR(4), PUT_FOUR(8), PUT_FOUR(12);
		if (!bits)
			return end;
		at += LISTING_SLACK;
	}
}

static const uint8_t places_of_word[64] = {
	0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
	22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
	44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* The same, sixteen at once, with the places gathered as bytes. */
static inline WIDE int32_t *list_word_wide(int32_t *at, uint64_t bits, int32_t first)
{
	const __m512i places = _mm512_loadu_si512(places_of_word);
	__m512i found = _mm512_maskz_compress_epi8(bits, places);
	int32_t *const end = at + __builtin_popcountll(bits);

	for (;; found = _mm512_alignr_epi64(found, found, 2)) {
		const __m512i numbers = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(found));
		_mm512_storeu_si512(at, _mm512_add_epi32(numbers, _mm512_set1_epi32(first)));
		at += LISTING_SLACK;
		if (at >= end)
			return end;
	}
}
#else
#define list_word_quick list_word
#define list_word_wide  list_word
#endif

/* ── all of it ── */

static inline __attribute__((always_inline)) void mark_units(const struct listing *listing,
                                                             unit_set units, uint64_t mask[],
                                                             move_bits *gathered,
                                                             move_bits *scattered)
{
	struct words words[UNITS_MAX];

	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = listing->legal.board->unit[u];
		const int32_t hold = vocabulary_post(listing->vocabulary, unit)->hold;
		mark_unit(&words[u], listing, u, mask + hold / 64, gathered, scattered);
	}
	mark_ferries(words, listing, units, gathered, scattered);
}

/* Words of some units, one unit after the other. So all are listed in one loop, whose branches can
 * be predicted. */
enum { AT_ONCE = 8, ROOM = 2 * VOCABULARY_POST_WORDS_MAX };
struct page {
	int count;
	uint64_t *word; /* where to keep them, or own */
	uint64_t own[ROOM];
	int32_t first[ROOM + AT_ONCE]; /* of each: the number of its first bit */
};

/* The units of a set whose words fit, lowest first; clears the words they use. */
static unit_set open_page(struct page *page, const struct listing *listing, unit_set units)
{
	const struct listing_kept *kept = listing->kept;
	unit_set rest = units;
	int words = 0;

	page->word = kept ? kept->word + kept->at[unit_set_first(units)] : page->own;
	for (; rest && words <= ROOM - VOCABULARY_POST_WORDS_MAX; unit_set_drop(&rest)) {
		const struct unit unit = listing->legal.board->unit[unit_set_first(rest)];
		words += vocabulary_post(listing->vocabulary, unit)->room;
	}
	memset(page->word, 0, (size_t)words * sizeof *page->word);
	page->count = 0;
	return units & ~rest;
}

/* Notes which words of a page are kept for which unit. last: by unit, its last word. */
static void keep_page(struct listing_kept *kept, unit_set units, const int last[UNITS_MAX])
{
	const int before = kept->at[unit_set_first(units)];

	for (; units; unit_set_drop(&units)) {
		const int u = unit_set_first(units);
		kept->at[u + 1] = (uint16_t)(before + last[u] + 1);
	}
}

/* Writes the orders of the units of a page: words, then numbers. mask may be NULL. */
static inline __attribute__((always_inline)) int32_t *
list_page(struct page *page, const struct listing *listing, unit_set units, int32_t *numbers,
          int32_t *ends[], uint64_t mask[], move_bits *gathered, move_bits *scattered,
          list_word_at *list)
{
	int32_t *word_ends[ROOM];
	struct words words[UNITS_MAX];
	int last[UNITS_MAX];

	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		mark_unit(&words[u], listing, u, page->word + page->count, gathered, scattered);
		int32_t *first = page->first + page->count;
		for (int w = 0; w <= words[u].last; w += AT_ONCE)
			for (int i = 0; i < AT_ONCE; i++)
				first[w + i] = words[u].first + 64 * (w + i);
		last[u] = page->count + words[u].last;
		page->count = last[u] + 1;
	}
	mark_ferries(words, listing, units, gathered, scattered);
	for (int w = 0; w < page->count; w++)
		word_ends[w] = numbers = list(numbers, page->word[w], page->first[w]);
	for (int w = 0; w < page->count && mask; w++)
		mask[page->first[w] / 64] |= page->word[w];
	if (listing->kept)
		keep_page(listing->kept, units, last);
	for (unit_set rest = units; rest; unit_set_drop(&rest))
		ends[unit_set_first(rest)] = word_ends[last[unit_set_first(rest)]];
	return numbers;
}

static inline __attribute__((always_inline)) void
list_units(const struct listing *listing, unit_set units, int32_t *numbers, int32_t *ends[],
           uint64_t mask[], move_bits *gathered, move_bits *scattered, list_word_at *list)
{
	struct page page;

	while (units) {
		const unit_set some = open_page(&page, listing, units);
		numbers = list_page(&page, listing, some, numbers, ends, mask, gathered, scattered, list);
		units &= ~some;
	}
}

static void write_plain(const struct listing *listing, unit_set units, int32_t *numbers,
                        int32_t *ends[], uint64_t mask[])
{
	if (numbers)
		list_units(listing, units, numbers, ends, mask, gather, scatter, list_word);
	else
		mark_units(listing, units, mask, gather, scatter);
}

static QUICK void write_quick(const struct listing *listing, unit_set units, int32_t *numbers,
                              int32_t *ends[], uint64_t mask[])
{
	if (numbers)
		list_units(listing, units, numbers, ends, mask, gather_quick, scatter_quick,
		           list_word_quick);
	else
		mark_units(listing, units, mask, gather_quick, scatter_quick);
}

static WIDE void write_wide(const struct listing *listing, unit_set units, int32_t *numbers,
                            int32_t *ends[], uint64_t mask[])
{
	list_units(listing, units, numbers, ends, mask, gather_quick, scatter_quick, list_word_wide);
}

void listing_write(const struct listing *listing, unit_set units, int32_t numbers[],
                   int32_t *ends[UNITS_MAX], uint64_t mask[])
{
	if (listing->speed == LISTING_PLAIN)
		write_plain(listing, units, numbers, ends, mask);
	else if (listing->speed == LISTING_WIDE && numbers)
		write_wide(listing, units, numbers, ends, mask);
	else
		write_quick(listing, units, numbers, ends, mask);
}
