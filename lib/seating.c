/* seating: see seating.h. */
#include "seating.h"

#include <assert.h>

/* ── two players ── */

/* Words of the simplex code, and so half of the Hamming code: bit k of word w is the parity of w &
 * (k + 1). The other half are their complements. Word 0 would give all powers to one player, so it
 * comes last. */
enum { WORDS = 8, COSETS = 8 };

/* A coset is the code with one bit changed: the bit whose place, from 1, stands here; 0: none. They
 * stand in an order in which 2^n games on n powers have every seating once. */
static const uint8_t leader[COSETS] = {0, 2, 4, 6, 7, 5, 3, 1};

static void deal_two(int powers, int game, uint8_t player[])
{
	/* Of two powers each player has one in every game: a game against oneself tells nothing. */
	const unsigned pair = powers > 2 ? (unsigned)game / 2 % (WORDS * COSETS) : 2;
	const unsigned word = WORDS - 1 - pair % WORDS;

	for (int k = 0; k < powers; k++) {
		const bool second = __builtin_parity(word & (unsigned)(k + 1));
		const bool changed = leader[pair / WORDS] == k + 1;
		player[k] = second ^ changed ^ (game % 2 == 0);
	}
}

/* ── three players and more ── */

/* So many powers change places among each other; of an even number the last one stays. */
static int moving(int powers)
{
	return powers - 1 + powers % 2;
}

/* Five players on seven powers: two of them have two powers. These two are neighbours in the first
 * half of the blocks, and are not in the second. */
static int halves(int entrants)
{
	return entrants == 5 ? 2 : 1;
}

static void deal_many(int powers, int entrants, int game, uint8_t player[])
{
	static const uint8_t roots[POWERS_MAX + 1] = {[3] = 2, [5] = 2, [7] = 3}; /* primitive */
	const int q = moving(powers), block = game / entrants;
	const int step = block / (q * (q - 1)) % halves(entrants) + 1;
	int factor = 1;

	for (int n = block % (q - 1); n > 0; n--)
		factor = factor * roots[q] % q;
	for (int s = 0; s < powers; s++) {
		const int place = s < q ? (factor * s + block) % q : s;
		player[s] = (uint8_t)((place % entrants * step + game) % entrants);
	}
}

/* ── both ── */

int seating_cycle(int powers, int entrants)
{
	const int q = moving(powers);

	if (powers == 2)
		return 2;
	return entrants == 2 ? 1 << powers : entrants * q * (q - 1) * halves(entrants);
}

void seating_deal(int powers, int entrants, int game, uint8_t player[POWERS_MAX])
{
	assert(entrants >= 2 && entrants <= powers && powers <= POWERS_MAX);
	if (entrants == 2)
		deal_two(powers, game, player);
	else
		deal_many(powers, entrants, game, player);
}
