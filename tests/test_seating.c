/* Who plays which power: every block gives every player every power once; pairs and threes of
 * powers are spread evenly. */
#include "seating.h"
#include "suite.h"

static void test_a_block_has_every_power_once_a_player(void)
{
	for (int powers = 2; powers <= POWERS_MAX; powers++)
		for (int entrants = 2; entrants <= powers; entrants++) {
			const int cycle = seating_cycle(powers, entrants);
			CHECK(cycle % entrants == 0 && cycle <= SEATING_CYCLE_MAX, "%d games of %d players",
			      cycle, entrants);
			for (int block = 0; block < cycle; block += entrants) {
				uint8_t had[POWERS_MAX] = {0}, player[POWERS_MAX];
				for (int game = block; game < block + entrants; game++) {
					seating_deal(powers, entrants, game, player);
					for (int k = 0; k < powers; k++)
						had[k] |= (uint8_t)(1 << player[k]);
				}
				for (int k = 0; k < powers; k++)
					CHECK(had[k] == (1 << entrants) - 1, "%d players: power %d in block of game %d",
					      entrants, k, block);
			}
		}
}

/* A pair of games is a seating and its complement; so after any even number of games both entrants
 * had each power equally often. */
static void test_two_players_exchange(void)
{
	uint8_t one[POWERS_MAX], other[POWERS_MAX];
	for (int game = 0; game < 128; game += 2) {
		seating_deal(7, 2, game, one);
		seating_deal(7, 2, game + 1, other);
		for (int k = 0; k < 7; k++)
			CHECK(one[k] + other[k] == 1, "power %d of game %d", k, game);
	}
	seating_deal(7, 2, 0, one);
	CHECK(memcmp(one, (uint8_t[]){0, 0, 1, 0, 1, 1, 0}, 7) == 0, "the first game");
}

static void test_two_powers(void)
{
	uint8_t player[POWERS_MAX];
	CU_ASSERT_EQUAL(seating_cycle(2, 2), 2);
	for (int game = 0; game < 8; game++) {
		seating_deal(2, 2, game, player);
		CHECK(player[0] == game % 2 && player[1] == 1 - game % 2, "game %d", game);
	}
}

static void test_a_cycle_of_two_has_every_seating_once(void)
{
	for (int powers = 3; powers <= POWERS_MAX; powers++) {
		bool seen[1 << POWERS_MAX] = {false};
		for (int game = 0; game < seating_cycle(powers, 2); game++) {
			uint8_t player[POWERS_MAX];
			unsigned bits = 0;
			seating_deal(powers, 2, game, player);
			for (int k = 0; k < powers; k++)
				bits |= (unsigned)player[k] << k;
			CHECK(!seen[bits], "%d powers, game %d: seating %x again", powers, game, bits);
			seen[bits] = true;
		}
		CU_ASSERT_EQUAL(seating_cycle(powers, 2), 1 << powers);
	}
}

/* Any three powers have each of their 8 seatings twice in 16 games. */
static void test_threes_are_even_after_16_games(void)
{
	for (int first = 0; first < 128; first += 16)
		for (int three = 0; three < 7 * 7 * 7; three++) {
			const int a = three / 49, b = three / 7 % 7, c = three % 7;
			int count[8] = {0};
			for (int game = first; a < b && b < c && game < first + 16; game++) {
				uint8_t player[POWERS_MAX];
				seating_deal(7, 2, game, player);
				count[player[a] | player[b] << 1 | player[c] << 2]++;
			}
			for (int i = 0; a < b && b < c && i < 8; i++)
				CHECK(count[i] == 2, "powers %d %d %d from game %d: %d times", a, b, c, first,
				      count[i]);
		}
}

/* Over the cycle: how often two powers have entrants that are `ahead` apart. */
static int count_ahead(int powers, int entrants, int a, int b, int ahead)
{
	uint8_t player[POWERS_MAX];
	int count = 0;
	for (int game = 0; game < seating_cycle(powers, entrants); game++) {
		seating_deal(powers, entrants, game, player);
		count += (player[b] - player[a] + entrants) % entrants == ahead;
	}
	return count;
}

/* Each pair of powers has one player equally often, and each two different ones. */
static void test_pairs_of_powers_are_even(void)
{
	for (int powers = 3; powers <= POWERS_MAX; powers += 2)
		for (int entrants = 3; entrants <= powers; entrants++) {
			const int same = count_ahead(powers, entrants, 0, 1, 0);
			const int different = count_ahead(powers, entrants, 0, 1, 1);
			for (int pair = 0; pair < powers * powers; pair++) {
				const int a = pair / powers, b = pair % powers;
				for (int ahead = 0; a < b && ahead < entrants; ahead++)
					CHECK(count_ahead(powers, entrants, a, b, ahead) == (ahead ? different : same),
					      "%d players, powers %d and %d of %d, %d ahead", entrants, a, b, powers,
					      ahead);
			}
		}
}

/* No player has two powers more than another in a game. */
static void test_many_players_have_as_many_powers(void)
{
	for (int powers = 3; powers <= POWERS_MAX; powers++)
		for (int entrants = 3; entrants <= powers; entrants++)
			for (int game = 0; game < seating_cycle(powers, entrants); game++) {
				uint8_t player[POWERS_MAX];
				int has[POWERS_MAX] = {0};
				seating_deal(powers, entrants, game, player);
				for (int k = 0; k < powers; k++)
					has[player[k]]++;
				for (int i = 0; i < entrants; i++)
					CHECK(has[i] >= powers / entrants && has[i] <= powers / entrants + 1,
					      "%d players at %d powers, game %d: player %d has %d", entrants, powers,
					      game, i, has[i]);
			}
}

int main(void)
{
	CU_TestInfo tests[] = {
		{"in a block every player has every power once",
	     test_a_block_has_every_power_once_a_player},
		{"two entrants exchange their powers", test_two_players_exchange},
		{"two players on two powers", test_two_powers},
		{"a cycle of two entrants has every seating once",
	     test_a_cycle_of_two_has_every_seating_once},
		{"threes of powers are even after 16 games", test_threes_are_even_after_16_games},
		{"pairs of powers are even after a cycle", test_pairs_of_powers_are_even},
		{"three entrants and more have equally many powers", test_many_players_have_as_many_powers},
		CU_TEST_INFO_NULL,
	};
	return suite_run("seating", tests);
}
