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

/* Most x86 processors have instructions for this, and wide words. What uses them is marked. */
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
	legal_open(vocabulary->map, board, &listing->legal);
	listing->there = (struct post_set){{0}};
	for (int u = 0; u < board->unit_count; u++)
		add_post(&listing->there, vocabulary->index_of[board->unit[u].type][board->unit[u].loc]);
	int rank = 0;
	for (struct place_set rest = listing->legal.convoyable; !place_set_is_empty(rest);)
		listing->ferried[rank++] = vocabulary->index_of[ARMY][place_set_pop(&rest)];
}

/* ── the words of a unit ── */

/* The legal orders of a unit as words of a mask, from the one with its hold on. */
struct words {
	uint64_t *word;
	int32_t first; /* the number of the first bit */
	int last;      /* the last word that may have a bit */
};

/* Marks numbers: bit n of bits stands for number + n. */
static inline void mark_run(struct words *words, int32_t number, uint64_t bits)
{
	const uint32_t at = (uint32_t)(number - words->first);
	const int n = (int)(at / 64);

	words->word[n] |= bits << at % 64;
	words->word[n + 1] |= bits >> 1 >> (63 - at % 64);
	words->last = n + 1 > words->last ? n + 1 : words->last;
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

/* Marks holds, moves, and supports that need no convoy. A run of ones from bit s to bit e is 2^e -
 * 2^s, so the difference of all ends and all starts is all runs. */
static inline __attribute__((always_inline)) void
mark_steady(struct words *words, const struct listing *listing, const struct vocabulary_post *post,
            move_bits *gathered, move_bits *scattered)
{
	const struct vocabulary_word *word = listing->vocabulary->helped_words + post->words;
	const struct vocabulary_word *const end = word + post->word_count;

	do {
		const uint64_t there = gathered(listing->there.bits[word->posts], word->members);
		const uint64_t runs = scattered(there, word->ends) - scattered(there, word->starts);
		words->word[word->word] |= (runs & word->bits) | word->always;
	} while (++word < end);
	words->last = word[-1].word;
}

/* Marks supports of moves by convoy to some targets. */
static inline __attribute__((always_inline)) void mark_help(struct words *words,
                                                            const struct vocabulary_help *help,
                                                            struct place_set targets,
                                                            move_bits *gathered)
{
	const uint64_t low = gathered(targets.bits[0], help->to.bits[0]),
				   high = gathered(targets.bits[1], help->to.bits[1]);

	mark_run(words, help->first + help->holds, low | high << help->lows);
}

/* The armies that a unit could support if fleets convoy them, by rank. */
static inline __attribute__((always_inline)) uint64_t
find_ferried(const struct listing *listing, const struct vocabulary_post *post, move_bits *gathered)
{
	const struct legal *legal = &listing->legal;
	const uint64_t near = -(uint64_t)place_set_intersects(&post->ferried_to, &legal->shores);

	return find_ranks(post->ferried, legal->convoyable, gathered) & near;
}

/* Marks supports of moves by convoy, of a fleet at sea: the other fleets must convoy. */
static inline __attribute__((always_inline)) void
mark_ferried_at_sea(struct words *words, const struct listing *listing, struct unit unit,
                    const struct vocabulary_post *post, int chain, move_bits *gathered)
{
	const struct vocabulary *v = listing->vocabulary;
	const uint16_t *help_of = v->help_of + post->index * v->post_count;
	uint64_t rest = find_ferried(listing, post, gathered);
	struct place_set coasts[UNITS_MAX];

	if (!rest)
		return;
	const int count = legal_chains_without(&listing->legal, unit.loc, chain, coasts);
	for (; rest && count > 0; rest &= rest - 1) {
		const int index = listing->ferried[__builtin_ctzll(rest)];
		mark_help(words, &v->helps[help_of[index]], legal_join(coasts, count, v->post_at[index]),
		          gathered);
	}
}

/* Supports of moves by convoy, of units that are not at sea: who supports which army. They are put
 * down first and marked in one loop, whose branches can be predicted. */
enum { SOME = 4 }; /* so many are put down at once: what is too many is overwritten */
struct pair {
	uint8_t giver, rank;
};
struct pairs {
	int count;
	struct pair pair[UNITS_MAX * UNITS_MAX + SOME];
	struct words giver[UNITS_MAX];
	const uint16_t *help_of[UNITS_MAX]; /* of the giver's post */
};

static inline __attribute__((always_inline)) void
add_pairs(struct pairs *pairs, const struct listing *listing, const struct vocabulary_post *post,
          int u, struct words *words, move_bits *gathered)
{
	const struct vocabulary *v = listing->vocabulary;
	const uint16_t *help_of = v->help_of + post->index * v->post_count;
	const uint64_t all = find_ferried(listing, post, gathered), last = UINT64_C(1) << 63;
	struct pair *pair = pairs->pair + pairs->count;
	uint64_t rest = all;

	do {
#pragma GCC unroll 4
		for (int i = 0; i < SOME; i++, rest &= rest - 1)
			*pair++ = (struct pair){(uint8_t)u, (uint8_t)__builtin_ctzll(rest | last)};
	} while (rest);
	pairs->count += __builtin_popcountll(all);
	pairs->giver[u] = *words;
	pairs->help_of[u] = help_of;
	if (!all)
		return;
	const int index = listing->ferried[63 - __builtin_clzll(all)];
	const int end = (v->helps[help_of[index]].first - words->first) / 64 + 1;
	words->last = end > words->last ? end : words->last;
}

static inline __attribute__((always_inline)) void
mark_pairs(struct pairs *pairs, const struct listing *listing, move_bits *gathered)
{
	const struct vocabulary *v = listing->vocabulary;

	for (int i = 0; i < pairs->count; i++) {
		const struct pair pair = pairs->pair[i];
		const int index = listing->ferried[pair.rank];
		mark_help(&pairs->giver[pair.giver], &v->helps[pairs->help_of[pair.giver][index]],
		          listing->legal.targets[v->post_at[index]], gathered);
	}
}

static inline __attribute__((always_inline)) void mark_convoys(struct words *words,
                                                               const struct listing *listing,
                                                               int sea, int chain,
                                                               move_bits *gathered)
{
	const struct legal *legal = &listing->legal;
	const struct place_set coasts = legal->coasts[chain];

	for (struct place_set rest = place_set_intersection(coasts, legal->armies);
	     !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		const struct vocabulary_convoy *convoy =
			&listing->vocabulary->convoys[sea * legal->map->province_count + home];
		mark_targets(words, convoy->first, coasts, convoy->to, gathered);
	}
}

static inline __attribute__((always_inline)) void
mark_unit(struct words *words, const struct listing *listing, int u, struct pairs *pairs,
          move_bits *gathered, move_bits *scattered)
{
	const struct legal *legal = &listing->legal;
	const struct unit unit = legal->board->unit[u];
	const struct vocabulary_post *post = vocabulary_post(listing->vocabulary, unit);

	mark_steady(words, listing, post, gathered, scattered);
	if (post->sea < 0) {
		if (unit.type == ARMY && place_set_has(&legal->convoyable, unit.loc))
			mark_targets(words, post->via, legal->targets[unit.loc], post->via_to, gathered);
		add_pairs(pairs, listing, post, u, words, gathered);
	} else {
		const int chain = legal_find_chain(legal, unit.loc);
		mark_ferried_at_sea(words, listing, unit, post, chain, gathered);
		mark_convoys(words, listing, post->sea, chain, gathered);
	}
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
/* Few numbers are written without a branch, as their count cannot be predicted. */
static inline QUICK int32_t *list_word_quick(int32_t *at, uint64_t bits, int32_t first)
{
	int32_t *const end = at + __builtin_popcountll(bits);

	for (;;) {
#pragma GCC unroll 16
		for (int n = 0; n < LISTING_SLACK; n++, bits &= bits - 1)
			at[n] = first + (int32_t)_tzcnt_u64(bits);
		if (!bits)
			return end;
		at += LISTING_SLACK;
	}
}

static const uint8_t places_of_word[64] = {
	0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
	22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
	44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* The same, sixteen at once: their places are put together as bytes. */
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
	struct pairs pairs;

	pairs.count = 0;
	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = listing->legal.board->unit[u];
		const int32_t hold = vocabulary_post(listing->vocabulary, unit)->hold;
		struct words words = {mask + hold / 64, hold & ~63, 0};
		mark_unit(&words, listing, u, &pairs, gathered, scattered);
	}
	mark_pairs(&pairs, listing, gathered);
}

/* Words of some units, one unit after the other. So all are listed in one loop, whose branches can
 * be predicted. */
enum { AT_ONCE = 8, ROOM = 2 * VOCABULARY_POST_WORDS_MAX };
struct page {
	int count;
	uint64_t word[ROOM];
	int32_t first[ROOM + AT_ONCE]; /* of each: the number of its first bit */
};

/* The units of a set whose words have room, the lowest first; clears the words they take. */
static unit_set open_page(struct page *page, const struct listing *listing, unit_set units)
{
	unit_set rest = units;
	int words = 0;

	for (; rest && words <= ROOM - VOCABULARY_POST_WORDS_MAX; unit_set_drop(&rest)) {
		const struct vocabulary_post *post =
			vocabulary_post(listing->vocabulary, listing->legal.board->unit[unit_set_first(rest)]);
		words += post->disband / 64 - post->hold / 64 + 2;
	}
	memset(page->word, 0, (size_t)words * sizeof *page->word);
	page->count = 0;
	return units & ~rest;
}

/* Writes the orders of the units of a page: words, then numbers. mask may be NULL. */
static inline __attribute__((always_inline)) int32_t *
list_page(struct page *page, const struct listing *listing, unit_set units, int32_t *numbers,
          int32_t *ends[], uint64_t mask[], move_bits *gathered, move_bits *scattered,
          list_word_at *list)
{
	int32_t *word_ends[ROOM];
	struct pairs pairs;
	int last[UNITS_MAX];

	pairs.count = 0;
	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = listing->legal.board->unit[u];
		const int32_t hold = vocabulary_post(listing->vocabulary, unit)->hold;
		struct words words = {page->word + page->count, hold & ~63, 0};
		mark_unit(&words, listing, u, &pairs, gathered, scattered);
		int32_t *first = page->first + page->count;
		for (int w = 0; w <= words.last; w += AT_ONCE)
			for (int i = 0; i < AT_ONCE; i++)
				first[w + i] = words.first + 64 * (w + i);
		last[u] = page->count + words.last;
		page->count = last[u] + 1;
	}
	mark_pairs(&pairs, listing, gathered);
	for (int w = 0; w < page->count; w++)
		word_ends[w] = numbers = list(numbers, page->word[w], page->first[w]);
	for (int w = 0; w < page->count && mask; w++)
		mask[page->first[w] / 64] |= page->word[w];
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
