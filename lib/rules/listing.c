/* listing: see listing.h. */
#include "listing.h"

#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* ── ranks ── */

/* The members of a set by their rank in another: bit n stands for the n-th. */
static inline uint64_t find_ranks(uint64_t members, uint64_t among)
{
	uint64_t ranks = 0;

	for (uint64_t rest = members & among; rest; rest &= rest - 1)
		ranks |= UINT64_C(1) << __builtin_popcountll(among & ((rest & -rest) - 1));
	return ranks;
}

/* Most x86 processors have an instruction for it, and wide words. What uses them is marked. */
#ifdef __x86_64__
#define QUICK __attribute__((target("avx2,bmi,bmi2")))
static inline QUICK uint64_t extract_ranks(uint64_t members, uint64_t among)
{
	return _pext_u64(members, among);
}
static inline bool has_quick(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
	       __builtin_cpu_supports("bmi2");
}
#else
#define QUICK
#define extract_ranks find_ranks
static inline bool has_quick(void)
{
	return false;
}
#endif

/* ── the board ── */

static inline void add_post(struct post_set *set, unsigned index)
{
	set->bits[index / 64] |= UINT64_C(1) << index % 64;
}

void listing_open(const struct vocabulary *vocabulary, const struct board *board,
                  struct listing *listing)
{
	listing->vocabulary = vocabulary;
	listing->quick = has_quick();
	legal_open(vocabulary->map, board, &listing->legal);
	listing->there = listing->ferried = (struct post_set){{0}};
	for (int u = 0; u < board->unit_count; u++)
		add_post(&listing->there, vocabulary->index_of[board->unit[u].type][board->unit[u].loc]);
	for (struct place_set rest = listing->legal.convoyable; !place_set_is_empty(rest);)
		add_post(&listing->ferried, vocabulary->index_of[ARMY][place_set_pop(&rest)]);
}

/* ── runs ── */

/* What is legal is first put down as runs of up to 64 numbers: bit n stands for first + n. Then all
 * runs are written in one loop, whose branches can be predicted. Runs ascend, and those of a unit
 * follow each other. */
enum {
	SOME = 4, /* helps are copied by so many: what is too many is overwritten */
	RUNS_OF_UNIT = 1 + PLACE_SET_WORDS + UNITS_MAX + SOME + PLACE_SET_WORDS * UNITS_MAX,
	RUNS_MAX = 4 * RUNS_OF_UNIT
};
struct runs {
	int count;
	struct vocabulary_run run[RUNS_MAX];
};

typedef uint64_t find_ranks_in(uint64_t members, uint64_t among);

static inline void add_run(struct runs *runs, int32_t first, uint64_t bits)
{
	runs->run[runs->count++] = (struct vocabulary_run){.bits = bits, .first = first};
}

/* Adds the orders with targets of a set. to: the targets that are numbered, from first on. */
static inline __attribute__((always_inline)) void add_targets(struct runs *runs, int32_t first,
                                                              struct place_set targets,
                                                              struct place_set to,
                                                              find_ranks_in *ranks)
{
	for (int word = 0; word < PLACE_SET_WORDS; word++) {
		add_run(runs, first, ranks(targets.bits[word], to.bits[word]));
		first += __builtin_popcountll(to.bits[word]);
	}
}

/* The supports of an army that fleets could convoy. n: of the help; home: where the army is. */
static inline __attribute__((always_inline)) uint64_t find_ferried(const struct listing *listing,
                                                                   uint8_t sea, int chain, int n,
                                                                   uint8_t home,
                                                                   find_ranks_in *ranks)
{
	const struct legal *legal = &listing->legal;
	const struct place_set to = listing->vocabulary->help_to[n];
	const struct place_set targets = chain >= 0 && place_set_has(&legal->chains[chain].coasts, home)
	                                     ? legal_targets_without(legal, sea, chain, home)
	                                     : legal->targets[home];
	const uint64_t low = ranks(targets.bits[0], to.bits[0]),
				   high = ranks(targets.bits[1], to.bits[1]);

	return (low | high << __builtin_popcountll(to.bits[0])) << listing->vocabulary->helps[n].holds;
}

static inline __attribute__((always_inline)) void
add_supports(struct runs *runs, const struct listing *listing, struct unit unit,
             const struct vocabulary_post *post, int chain, find_ranks_in *ranks)
{
	const struct vocabulary *v = listing->vocabulary;
	const uint16_t *help_of = v->help_of + v->index_of[unit.type][unit.loc] * v->post_count;
	const struct place_set *reach = &v->map->loc[unit.loc].reach[unit.type];
	const uint64_t near = -(uint64_t)place_set_intersects(reach, &listing->legal.shores);
	struct vocabulary_run *run = runs->run + runs->count;
	const uint64_t last = UINT64_C(1) << 63;

	for (int word = 0; word < v->post_words; word++, help_of += 64) {
		const uint64_t ferried = post->ferried.bits[word] & listing->ferried.bits[word] & near;
		const uint64_t all = (post->helped.bits[word] & listing->there.bits[word]) | ferried;
		struct vocabulary_run *at = run;
		uint64_t rest = all;
		do {
#pragma GCC unroll 4
			for (int i = 0; i < SOME; i++, rest &= rest - 1)
				*at++ = v->helps[help_of[__builtin_ctzll(rest | last)]];
		} while (rest);
		run += __builtin_popcountll(all);
		for (rest = ferried; rest; rest &= rest - 1) {
			const int bit = __builtin_ctzll(rest);
			struct vocabulary_run *its = run - __builtin_popcountll(all >> bit);
			its->bits |= find_ferried(listing, unit.loc, chain, help_of[bit], its->home, ranks);
		}
	}
	runs->count = (int)(run - runs->run);
}

static inline __attribute__((always_inline)) void add_convoys(struct runs *runs,
                                                              const struct listing *listing,
                                                              int sea, int chain,
                                                              find_ranks_in *ranks)
{
	const struct legal *legal = &listing->legal;
	const struct place_set coasts = legal->chains[chain].coasts;

	for (struct place_set rest = place_set_intersection(coasts, legal->armies);
	     !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		const struct vocabulary_convoy *convoy =
			&listing->vocabulary->convoys[sea * legal->map->province_count + home];
		add_targets(runs, convoy->first, coasts, convoy->to, ranks);
	}
}

/* Adds the orders of a unit. */
static inline __attribute__((always_inline)) void
add_unit(struct runs *runs, const struct listing *listing, int u, find_ranks_in *ranks)
{
	const struct legal *legal = &listing->legal;
	const struct unit unit = legal->board->unit[u];
	const struct vocabulary_post *post = vocabulary_post(listing->vocabulary, unit);
	const int chain = post->sea < 0 ? -1 : legal_find_chain(legal, unit.loc);

	runs->run[runs->count++] = listing->vocabulary->helps[post->moves];
	if (unit.type == ARMY && place_set_has(&legal->convoyable, unit.loc))
		add_targets(runs, post->via, legal->targets[unit.loc], post->via_to, ranks);
	add_supports(runs, listing, unit, post, chain, ranks);
	if (chain >= 0)
		add_convoys(runs, listing, post->sea, chain, ranks);
}

/* ── a list ── */

/* Few numbers are written without a branch, as their count cannot be predicted. */
enum { FEW = 4 };

static inline int32_t *list_run(int32_t *at, struct vocabulary_run run)
{
	const uint64_t last = UINT64_C(1) << 63;
	int32_t *const end = at + __builtin_popcountll(run.bits);
	uint64_t bits = run.bits;

	for (int n = 0; n < FEW; n++, bits &= bits - 1)
		*at++ = run.first + __builtin_ctzll(bits | last);
	for (; bits; bits &= bits - 1)
		*at++ = run.first + __builtin_ctzll(bits);
	return end;
}

#ifdef __x86_64__
/* Eight bits at once: their places are put together as bytes. */
static inline QUICK int32_t *list_run_quick(int32_t *at, struct vocabulary_run run)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), places = UINT64_C(0x0706050403020100);

	do {
		const uint64_t set = _pext_u64(places, _pdep_u64(run.bits, ones) * UINT8_MAX);
		const __m256i numbers = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)set));
		_mm256_storeu_si256((__m256i *)at, _mm256_add_epi32(numbers, _mm256_set1_epi32(run.first)));
		at += __builtin_popcountll(run.bits & UINT8_MAX);
		run.bits >>= 8;
		run.first += 8;
	} while (run.bits);
	return at;
}
#else
#define list_run_quick list_run
#endif

/* ── a mask ── */

/* The second word is written by itself: both as one would be slow to read for the next run, which
 * often begins in it. */
static inline void mark_run(uint64_t *mask, struct vocabulary_run run)
{
	uint64_t *word = mask + (uint32_t)run.first / 64;
	const unsigned shift = (uint32_t)run.first % 64;

	word[0] |= run.bits << shift;
	*(volatile uint64_t *)&word[1] |= run.bits >> 1 >> (63 - shift);
}

/* ── all of it ── */

/* Where numbers go: a list, a mask, or both. NULL: it is not wanted. */
struct output {
	int32_t *at;
	uint64_t *mask;
};

typedef int32_t *list_run_at(int32_t *at, struct vocabulary_run run);

/* Writes the runs. ends: where each run ends in the list. */
static inline __attribute__((always_inline)) void
write_runs(const struct runs *runs, struct output *out, int32_t *ends[], list_run_at *list)
{
	const struct vocabulary_run *run = runs->run, *const end = run + runs->count;
	uint64_t *const mask = out->mask;
	int32_t *at = out->at;

	for (; !at && run < end; run++)
		mark_run(mask, *run);
	for (; !mask && run < end; run++)
		*ends++ = at = list(at, *run);
	for (; run < end; run++) {
		*ends++ = at = list(at, *run);
		mark_run(mask, *run);
	}
	out->at = at;
}

/* Writes the orders of units of a set, as many units as the room for runs has; returns the other
 * units. */
static inline __attribute__((always_inline)) unit_set
write_some(const struct listing *listing, unit_set units, struct output *out, int32_t *ends[],
           find_ranks_in *ranks, list_run_at *list)
{
	struct runs runs;
	int32_t *run_ends[RUNS_MAX];
	int last[UNITS_MAX];
	unit_set rest = units;

	runs.count = 0;
	for (; rest && runs.count <= RUNS_MAX - RUNS_OF_UNIT; unit_set_drop(&rest)) {
		add_unit(&runs, listing, unit_set_first(rest), ranks);
		last[unit_set_first(rest)] = runs.count - 1;
	}
	write_runs(&runs, out, run_ends, list);
	for (unit_set written = out->at ? units & ~rest : 0; written; unit_set_drop(&written)) {
		const int u = unit_set_first(written);
		ends[u] = run_ends[last[u]];
	}
	return rest;
}

static unit_set write_plain(const struct listing *listing, unit_set units, struct output *out,
                            int32_t *ends[])
{
	return write_some(listing, units, out, ends, find_ranks, list_run);
}

static QUICK unit_set write_quick(const struct listing *listing, unit_set units, struct output *out,
                                  int32_t *ends[])
{
	return write_some(listing, units, out, ends, extract_ranks, list_run_quick);
}

void listing_write(const struct listing *listing, unit_set units, int32_t numbers[],
                   int32_t *ends[UNITS_MAX], uint64_t mask[])
{
	struct output out = {numbers, mask};

	while (units)
		units = listing->quick ? write_quick(listing, units, &out, ends)
		                       : write_plain(listing, units, &out, ends);
}
