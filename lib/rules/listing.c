/* listing: see listing.h. */
#include "listing.h"

#include <string.h>

static inline void add_post(struct post_set *set, unsigned index)
{
	set->bits[index / 64] |= UINT64_C(1) << index % 64;
}

void listing_open(const struct vocabulary *vocabulary, const struct board *board,
                  struct listing *listing)
{
	listing->vocabulary = vocabulary;
	legal_open(vocabulary->map, board, &listing->legal);
	listing->there = listing->ferried = (struct post_set){{0}};
	for (int u = 0; u < board->unit_count; u++)
		add_post(&listing->there, vocabulary->index_of[board->unit[u].type][board->unit[u].loc]);
	for (struct place_set rest = listing->legal.convoyable; !place_set_is_empty(rest);)
		add_post(&listing->ferried, vocabulary->index_of[ARMY][place_set_pop(&rest)]);
}

/* ── runs of numbers ── */

/* What numbers are written to, and how. A run is up to 64 numbers: bit n stands for first + n. All
 * functions are inlined. */
struct taker {
	void *out;
	void (*range)(void *out, int32_t first, int count); /* 1 to 63 in sequence */
	void (*run)(void *out, int32_t first, uint64_t bits);
	void (*help)(void *out, const struct vocabulary_help *help); /* the numbers always legal */
};

/* The members of a set by their rank in another: bit n stands for the n-th. */
static inline uint64_t find_ranks(uint64_t members, uint64_t among)
{
	uint64_t ranks = 0;

	for (uint64_t rest = members & among; rest; rest &= rest - 1)
		ranks |= UINT64_C(1) << __builtin_popcountll(among & ((rest & -rest) - 1));
	return ranks;
}

/* Takes the orders with targets of a set. to: the targets that are numbered, from first on. */
static inline __attribute__((always_inline)) void
take_targets(struct taker taker, int32_t first, struct place_set targets, struct place_set to)
{
	for (int word = 0; word < PLACE_SET_WORDS; word++) {
		taker.run(taker.out, first, find_ranks(targets.bits[word], to.bits[word]));
		first += __builtin_popcountll(to.bits[word]);
	}
}

/* The supports of an army in a province that fleets could convoy. n: of the help. */
static __attribute__((noinline)) uint64_t
find_ferried(const struct listing *listing, struct unit unit, int chain, int n, uint8_t home)
{
	const struct legal *legal = &listing->legal;
	const struct vocabulary_help *help = &listing->vocabulary->helps[n];
	const struct place_set to = listing->vocabulary->help_to[n];
	const struct place_set targets = chain >= 0 && place_set_has(&legal->chains[chain].coasts, home)
	                                     ? legal_targets_without(legal, unit.loc, chain, home)
	                                     : legal->targets[home];
	const uint64_t low = find_ranks(targets.bits[0], to.bits[0]),
				   high = find_ranks(targets.bits[1], to.bits[1]);

	return help->always | (low | high << __builtin_popcountll(to.bits[0])) << help->holds;
}

static inline __attribute__((always_inline)) void
take_supports(struct taker taker, const struct listing *listing, struct unit unit,
              const struct vocabulary_post *post, int chain)
{
	const struct vocabulary *v = listing->vocabulary;
	const uint16_t *help_of = v->help_of + post->index * v->post_count;
	const struct place_set *reach = &v->map->loc[unit.loc].reach[unit.type];
	const uint64_t near = -(uint64_t)place_set_intersects(reach, &listing->legal.shores);

	for (int word = 0; word < v->post_words; word++, help_of += 64) {
		const uint64_t ferried = post->ferried.bits[word] & listing->ferried.bits[word] & near;
		uint64_t rest = (post->helped.bits[word] & listing->there.bits[word]) | ferried;
		for (; rest; rest &= rest - 1) {
			const int bit = __builtin_ctzll(rest);
			const int n = help_of[bit];
			const struct vocabulary_help *help = &v->helps[n];
			if (ferried >> bit & 1)
				taker.run(taker.out, help->first,
				          find_ferried(listing, unit, chain, n, v->loc_of[word * 64 + bit]));
			else
				taker.help(taker.out, help);
		}
	}
}

static inline __attribute__((always_inline)) void
take_convoys(struct taker taker, const struct listing *listing, int sea, int chain)
{
	const struct legal *legal = &listing->legal;
	const struct place_set coasts = legal->chains[chain].coasts;

	for (struct place_set rest = place_set_intersection(coasts, legal->armies);
	     !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		const struct vocabulary_convoy *convoy =
			&listing->vocabulary->convoys[sea * legal->map->province_count + home];
		take_targets(taker, convoy->first, coasts, convoy->to);
	}
}

static inline __attribute__((always_inline)) void take_unit(struct taker taker,
                                                            const struct listing *listing, int u)
{
	const struct legal *legal = &listing->legal;
	const struct unit unit = legal->board->unit[u];
	const struct vocabulary_post *post = vocabulary_post(listing->vocabulary, unit);
	const int chain = post->sea < 0 ? -1 : legal_find_chain(legal, unit.loc);

	taker.range(taker.out, post->hold, post->via - post->hold);
	if (unit.type == ARMY && place_set_has(&legal->convoyable, unit.loc))
		take_targets(taker, post->via, legal->targets[unit.loc], post->via_to);
	take_supports(taker, listing, unit, post, chain);
	if (chain >= 0)
		take_convoys(taker, listing, post->sea, chain);
}

/* ── a list ── */

/* Few numbers are written without a branch, as their count cannot be predicted. */
enum { FEW = 4 };

static inline void list_range(void *out, int32_t first, int count)
{
	int32_t *at = *(int32_t **)out;

	for (int i = 0; i < count; i += LISTING_SLACK)
		for (int n = 0; n < LISTING_SLACK; n++)
			at[i + n] = first + i + n;
	*(int32_t **)out = at + count;
}

static inline void list_run(void *out, int32_t first, uint64_t bits)
{
	const uint64_t last = UINT64_C(1) << 63;
	int32_t *at = *(int32_t **)out;

	*(int32_t **)out = at + __builtin_popcountll(bits);
	for (int n = 0; n < FEW; n++, bits &= bits - 1)
		*at++ = first + __builtin_ctzll(bits | last);
	for (; bits; bits &= bits - 1)
		*at++ = first + __builtin_ctzll(bits);
}

static inline void list_help(void *out, const struct vocabulary_help *help)
{
	int32_t **at = out;

	_Static_assert(HELP_NUMBERS == (int)LISTING_SLACK, "so many numbers are written at once");
	if (__builtin_expect(help->count > HELP_NUMBERS, 0)) {
		list_run(out, help->first, help->always);
		return;
	}
	memcpy(*at, help->numbers, sizeof help->numbers);
	*at += help->count;
}

int listing_numbers(const struct listing *listing, int u, int32_t numbers[])
{
	int32_t *at = numbers;

	take_unit((struct taker){&at, list_range, list_run, list_help}, listing, u);
	return (int)(at - numbers);
}

/* ── a mask ── */

static inline void mark_run(void *out, int32_t first, uint64_t bits)
{
	uint64_t *mask = (uint64_t *)out + (uint32_t)first / 64;
	const unsigned shift = (uint32_t)first % 64;

	mask[0] |= bits << shift;
	mask[1] |= bits >> 1 >> (63 - shift);
}

static inline void mark_range(void *out, int32_t first, int count)
{
	mark_run(out, first, (UINT64_C(1) << count) - 1);
}

static inline void mark_help(void *out, const struct vocabulary_help *help)
{
	uint64_t *mask = (uint64_t *)out + help->word;

	mask[0] |= help->bits[0];
	mask[1] |= help->bits[1];
}

void listing_mask(const struct listing *listing, unit_set units, uint64_t mask[])
{
	memset(mask, 0, (size_t)listing->vocabulary->words * sizeof *mask);
	for (unit_set rest = units; rest; unit_set_drop(&rest))
		take_unit((struct taker){mask, mark_range, mark_run, mark_help}, listing,
		          unit_set_first(rest));
}
