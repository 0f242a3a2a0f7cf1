/* seating: see seating.h. */
#include "seating.h"

#include <assert.h>
#include <string.h>

#include "board/rng.h"

/* ── two players ── */

/* Words of the simplex code, and so half of the Hamming code: bit k of word w is the parity of w &
 * (k + 1). Their complements are the other half. Word 0 would give all powers to one player, so it
 * comes last. */
enum { WORDS = 8, COSETS = 8 };

/* A coset is the code with one bit changed: the place of this bit, from 1; 0: none. In this order,
 * 2^n games on n powers have every seating once. */
static const uint8_t leader[COSETS] = {0, 2, 4, 6, 7, 5, 3, 1};

static void deal_two(int powers, int game, uint8_t player[])
{
	/* With two powers each player has one in every game: a player does not play against itself. */
	const unsigned pair = powers > 2 ? (unsigned)game / 2 % (WORDS * COSETS) : 2;
	const unsigned word = WORDS - 1 - pair % WORDS;

	for (int k = 0; k < powers; k++) {
		const bool second = __builtin_parity(word & (unsigned)(k + 1));
		const bool changed = leader[pair / WORDS] == k + 1;
		player[k] = second ^ changed ^ (game % 2 == 0);
	}
}

/* ── three players and more ── */

/* The number of powers that change places; if `powers` is even, the last one stays. */
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

/* ── more players than powers ── */

/* met: for each distance d from 1 on, how often players at distance d have met. If a set has n
 * pairs at distance d, all such players meet n times in its block. */
enum { DRAWS = 1024 };

/* Draws an ordered set of as many players as there are powers. */
static void draw_set(struct rng *rng, int powers, int entrants, uint8_t set[POWERS_MAX])
{
	uint8_t left[SEATING_ENTRANTS_MAX];
	for (int i = 0; i < entrants; i++)
		left[i] = (uint8_t)i;
	for (int k = 0; k < powers; k++) {
		const uint32_t i = rng_below(rng, (uint32_t)(entrants - k));
		set[k] = left[i];
		left[i] = left[entrants - k - 1];
	}
}

static void count_meetings(const uint8_t set[], int powers, int entrants,
                           int met[SEATING_ENTRANTS_MAX])
{
	for (int i = 0; i < powers; i++)
		for (int k = 0; k < powers; k++)
			met[(set[k] - set[i] + entrants) % entrants] += i != k;
}

/* The set that balances earlier meetings best. Adds its meetings to met. */
static void choose_set(struct rng *rng, int powers, int entrants, int met[SEATING_ENTRANTS_MAX],
                       uint8_t set[POWERS_MAX])
{
	int least = INT32_MAX;
	for (int draw = 0; draw < DRAWS; draw++) {
		uint8_t drawn[POWERS_MAX];
		int then[SEATING_ENTRANTS_MAX], squares = 0;
		memcpy(then, met, sizeof then);
		draw_set(rng, powers, entrants, drawn);
		count_meetings(drawn, powers, entrants, then);
		for (int d = 1; d < entrants; d++)
			squares += then[d] * then[d];
		if (squares < least) {
			least = squares;
			memcpy(set, drawn, sizeof drawn);
		}
	}
	count_meetings(set, powers, entrants, met);
}

/* The shift of a set for the next game of a block, chosen so that players with the fewest games in
 * it play. left: the unused shifts of the block, as bits. */
static int choose_move(const uint8_t set[], int powers, int entrants, uint32_t left,
                       const int played[])
{
	int best = -1, least = INT32_MAX;
	for (int move = 0; move < entrants; move++) {
		int games = 0;
		for (int k = 0; k < powers; k++)
			games += played[(set[k] + move) % entrants];
		if ((left >> move & 1) != 0 && games < least) {
			least = games;
			best = move;
		}
	}
	return best;
}

static void deal_crowd(const struct seating *seating, uint8_t player[][POWERS_MAX])
{
	const int powers = seating->powers, entrants = seating->entrants;
	int met[SEATING_ENTRANTS_MAX] = {0};
	for (int game = 0; game < seating_cycle(seating); game += entrants) {
		struct rng rng = rng_open(seating->seed, (uint32_t)(game / entrants), 0, 0, RNG_SEATINGS);
		int played[SEATING_ENTRANTS_MAX] = {0};
		uint32_t left = (1U << entrants) - 1;
		uint8_t set[POWERS_MAX] = {0};
		choose_set(&rng, powers, entrants, met, set);
		for (int n = 0; n < entrants; n++) {
			const int move = choose_move(set, powers, entrants, left, played);
			left ^= 1U << move;
			for (int k = 0; k < powers; k++) {
				player[game + n][k] = (uint8_t)((set[k] + move) % entrants);
				played[player[game + n][k]]++;
			}
		}
	}
}

/* ── teams ── */

enum { TEAMS_MAX = 35 }; /* choices of 3 powers of 7 */

/* The search for a sequence of teams. A team is a set of powers, as bits. */
struct search {
	int powers, count;
	uint8_t team[TEAMS_MAX];   /* all of them, ascending */
	uint8_t chosen[TEAMS_MAX]; /* the sequence so far, by their places in team */
	bool used[TEAMS_MAX];
	int had[POWERS_MAX];                  /* games in which the power was in the team */
	int together[POWERS_MAX][POWERS_MAX]; /* the same of two powers; the first is the greater */
};

/* Adds a team to the counts of its powers, or with n = -1 subtracts it. */
static void count_team(struct search *search, uint8_t team, int n)
{
	for (int a = 0; a < search->powers; a++) {
		search->had[a] += team >> a & 1 ? n : 0;
		for (int b = 0; b < a; b++)
			search->together[a][b] += team >> a & team >> b & 1 ? n : 0;
	}
}

/* How often the powers of a team were together before; -1 if it cannot follow, as a power would be
 * two games ahead of another. */
static int weigh_team(const struct search *search, uint8_t team)
{
	int least = INT32_MAX, most = 0, weight = 0;
	for (int a = 0; a < search->powers; a++) {
		const int had = search->had[a] + (team >> a & 1);
		least = MIN(had, least);
		most = MAX(had, most);
		for (int b = 0; b < a; b++)
			weight += team >> a & team >> b & 1 ? search->together[a][b] : 0;
	}
	return most - least > 1 ? -1 : weight;
}

/* The next team to try, in the order of weight and then place, after the one of this weight and
 * place; both get the new ones. False: there is none. */
static bool next_team(const struct search *search, int *weight, int *place)
{
	int best = -1, least = INT32_MAX;
	for (int i = 0; i < search->count; i++) {
		const int w = search->used[i] ? -1 : weigh_team(search, search->team[i]);
		if (w >= 0 && (w > *weight || (w == *weight && i > *place)) && w < least) {
			least = w;
			best = i;
		}
	}
	*weight = least;
	*place = best;
	return best >= 0;
}

/* Finds the rest of a sequence, from team number n on. It rarely backtracks: for seven powers it
 * tries 56 teams to find 35. */
static bool find_teams(struct search *search, int n)
{
	int weight = -1, place = -1;
	if (n == search->count)
		return true;
	while (next_team(search, &weight, &place)) {
		search->used[place] = true;
		search->chosen[n] = (uint8_t)place;
		count_team(search, search->team[place], 1);
		if (find_teams(search, n + 1))
			return true;
		count_team(search, search->team[place], -1);
		search->used[place] = false;
	}
	return false;
}

static int count_teams(int powers, int size)
{
	int count = 1;
	for (int i = 1; i <= size; i++)
		count = count * (powers - size + i) / i;
	return count;
}

static void deal_teams(const struct seating *seating, uint8_t player[][POWERS_MAX])
{
	struct search search = {.powers = seating->powers};
	for (unsigned team = 0; team < 1U << seating->powers; team++)
		if (__builtin_popcount(team) == seating->team)
			search.team[search.count++] = (uint8_t)team;
	const bool found = find_teams(&search, 0);
	assert(found);
	(void)found;
	for (int game = 0; game < search.count; game++)
		for (int k = 0; k < seating->powers; k++)
			player[game][k] = !(search.team[search.chosen[game]] >> k & 1);
}

/* ── all ── */

static int common_divisor(int a, int b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

int seating_block(const struct seating *seating)
{
	return seating->team == 0 ? seating->entrants
	                          : seating->powers / common_divisor(seating->powers, seating->team);
}

int seating_cycle(const struct seating *seating)
{
	const int powers = seating->powers, entrants = seating->entrants, q = moving(powers);

	if (seating->team > 0)
		return count_teams(powers, seating->team);
	if (entrants > powers)
		return SEATING_CYCLE_MAX / entrants * entrants;
	if (powers == 2)
		return 2;
	return entrants == 2 ? 1 << powers : entrants * q * (q - 1) * halves(entrants);
}

void seating_deal(const struct seating *seating, uint8_t player[SEATING_CYCLE_MAX][POWERS_MAX])
{
	const int powers = seating->powers, entrants = seating->entrants;
	assert(powers >= 2 && powers <= POWERS_MAX);
	assert(entrants >= 2 && entrants <= SEATING_ENTRANTS_MAX);
	assert(seating->team == 0 || (entrants == 2 && seating->team < powers));
	if (seating->team > 0)
		deal_teams(seating, player);
	else if (entrants > powers)
		deal_crowd(seating, player);
	else
		for (int game = 0; game < seating_cycle(seating); game++)
			if (entrants == 2)
				deal_two(powers, game, player[game]);
			else
				deal_many(powers, entrants, game, player[game]);
}
