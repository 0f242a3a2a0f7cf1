/* Who plays which power: every block gives every player every power equally often; pairs and threes
 * of powers, and players who meet, are spread evenly. SEED=1 is what seatings are drawn from.
 * promise: Equal players come out as equal */
#include "match/seating.h"
#include "suite.h"

static uint8_t player[SEATING_CYCLE_MAX][POWERS_MAX];

/* Deals a cycle into player. How many games it has. */
static int deal(struct seating seating)
{
	seating_deal(&seating, player);
	return seating_cycle(&seating);
}

/* Each kind of seating of these maps, in turn; first with powers = 0. False: that was the last. */
static bool next_kind(struct seating *seating)
{
	if (seating->powers == 0)
		*seating = (struct seating){.powers = 2, .entrants = 2, .seed = suite_seed()};
	else if (seating->entrants == 2 && seating->team < seating->powers - 1)
		seating->team++;
	else if (seating->entrants < SEATING_ENTRANTS_MAX) {
		seating->team = 0;
		seating->entrants++;
	} else {
		seating->powers++;
		seating->entrants = 2;
	}
	return seating->powers <= POWERS_MAX;
}

/* ── all kinds ── */

/* A game that is created later has the players that it would have had: the seatings of a seed stay
 * the same. A change of this number changes what seeds mean, so NEWS must say it. */
TEST(test_golden_digest, "the golden digest")
{
	uint64_t digest = SUITE_DIGEST;
	for (struct seating seating = {0}; next_kind(&seating);) {
		seating.seed = 1;
		for (int game = 0, cycle = deal(seating); game < cycle; game++)
			digest = suite_digest(digest, player[game], (size_t)seating.powers);
	}
	CHECK(digest == UINT64_C(0x0d5ebd33bd09c54e), "the digest is now 0x%016llx",
	      (unsigned long long)digest);
}

TEST(test_a_block_is_even, "in a block every player has every power equally often")
{
	int kinds = 0;
	for (struct seating seating = {0}; next_kind(&seating); kinds++) {
		const int cycle = deal(seating), block = seating_block(&seating);
		CHECK(block <= SEATING_ENTRANTS_MAX && cycle <= SEATING_CYCLE_MAX && cycle % block == 0,
		      "%d games in blocks of %d", cycle, block);
		for (int first = 0; first < cycle; first += block) {
			int had[SEATING_ENTRANTS_MAX][POWERS_MAX] = {0};
			for (int game = first; game < first + block; game++)
				for (int k = 0; k < seating.powers; k++)
					had[player[game][k]][k]++;
			for (int k = 1; k < seating.powers * seating.entrants; k++) {
				const int who = k % seating.entrants, power = k / seating.entrants;
				CHECK(had[who][power] == had[who][0] && had[who][0] > 0,
				      "%d players, %d powers, team %d: player %d had power %d %d times in the "
				      "block from game %d",
				      seating.entrants, seating.powers, seating.team, who, power, had[who][power],
				      first);
			}
		}
	}
	CU_ASSERT_EQUAL(kinds, 6 * 25 + 1 + 2 + 3 + 4 + 5 + 6);
}

/* ── two players ── */

/* A pair of games is a seating and its complement; so after any even number of games both entrants
 * had each power equally often. */
TEST(test_two_players_exchange, "two entrants exchange their powers")
{
	const int games = deal((struct seating){.powers = 7, .entrants = 2});
	CU_ASSERT_EQUAL(games, 128);
	for (int game = 0; game < games; game += 2)
		for (int k = 0; k < 7; k++)
			CHECK(player[game][k] + player[game + 1][k] == 1, "power %d of game %d", k, game);
	CHECK(memcmp(player[0], (uint8_t[]){0, 0, 1, 0, 1, 1, 0}, 7) == 0, "the first game");
}

/* Whether there is this seating of two players: player 1 has the powers whose bits are set. Two
 * players of two powers never play both themselves. */
static bool is_seating(const struct seating *seating, unsigned bits)
{
	const int first = seating->powers - __builtin_popcount(bits);
	if (seating->team > 0)
		return first == seating->team;
	return seating->powers > 2 || first == 1;
}

/* Both without teams and of each size of team: every seating that there is, once. */
TEST(test_a_cycle_of_two_has_every_seating_once, "a cycle of two entrants has every seating once")
{
	for (struct seating seating = {0}; next_kind(&seating);) {
		bool seen[1 << POWERS_MAX] = {false};
		if (seating.entrants > 2)
			continue;
		const int games = deal(seating);
		int all = 0;
		for (int game = 0; game < games; game++) {
			unsigned bits = 0;
			for (int k = 0; k < seating.powers; k++)
				bits |= (unsigned)player[game][k] << k;
			CHECK(!seen[bits], "%d powers, team %d, game %d: seating %x again", seating.powers,
			      seating.team, game, bits);
			seen[bits] = true;
			CHECK(is_seating(&seating, bits), "%d powers, team %d, game %d: seating %x",
			      seating.powers, seating.team, game, bits);
		}
		for (int bits = 0; bits < 1 << seating.powers; bits++)
			all += is_seating(&seating, (unsigned)bits);
		CU_ASSERT_EQUAL(games, all);
	}
}

/* Any three powers have each of their 8 seatings twice in 16 games. */
TEST(test_threes_are_even_after_16_games, "threes of powers are even after 16 games")
{
	deal((struct seating){.powers = 7, .entrants = 2});
	for (int first = 0; first < 128; first += 16)
		for (int three = 0; three < 7 * 7 * 7; three++) {
			const int a = three / 49, b = three / 7 % 7, c = three % 7;
			int count[8] = {0};
			for (int game = first; a < b && b < c && game < first + 16; game++)
				count[player[game][a] | player[game][b] << 1 | player[game][c] << 2]++;
			for (int i = 0; a < b && b < c && i < 8; i++)
				CHECK(count[i] == 2, "powers %d %d %d from game %d: %d times", a, b, c, first,
				      count[i]);
		}
}

/* ── teams ── */

/* In every prefix the powers were in the team equally often, within one game. */
TEST(test_teams_are_even_in_every_prefix, "teams are even in every prefix")
{
	for (struct seating seating = {0}; next_kind(&seating);) {
		int had[POWERS_MAX] = {0};
		const int games = seating.team > 0 ? deal(seating) : 0;
		for (int game = 0; game < games; game++) {
			int least = games, most = 0;
			for (int k = 0; k < seating.powers; k++) {
				had[k] += player[game][k] == 0;
				least = had[k] < least ? had[k] : least;
				most = had[k] > most ? had[k] : most;
			}
			CHECK(most - least <= 1, "team %d of %d powers: %d and %d of %d games", seating.team,
			      seating.powers, least, most, game + 1);
		}
	}
}

/* What a user counts on: one against six needs seven games, three against four too. */
TEST(test_blocks_of_teams, "blocks of teams")
{
	static const int expected[][4] = {/* powers, team, block, cycle */
	                                  {7, 1, 7, 7},  {7, 2, 7, 21}, {7, 3, 7, 35}, {7, 6, 7, 7},
	                                  {5, 1, 5, 5},  {5, 2, 5, 10}, {2, 1, 2, 2},  {6, 3, 2, 20},
	                                  {6, 2, 3, 15}, {4, 2, 2, 6},  {4, 3, 4, 4}};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const int *e = expected[i];
		const struct seating seating = {.powers = e[0], .entrants = 2, .team = e[1]};
		CHECK(seating_block(&seating) == e[2] && seating_cycle(&seating) == e[3],
		      "%d of %d: blocks of %d, a cycle of %d", e[1], e[0], seating_block(&seating),
		      seating_cycle(&seating));
	}
}

/* ── three players and more ── */

/* Over the cycle that was dealt: how often two powers have entrants that are `ahead` apart. */
static int count_ahead(int games, int entrants, int a, int b, int ahead)
{
	int count = 0;
	for (int game = 0; game < games; game++)
		count += (player[game][b] - player[game][a] + entrants) % entrants == ahead;
	return count;
}

/* Each pair of powers has one player equally often, and each two different ones. */
TEST(test_pairs_of_powers_are_even, "pairs of powers are even after a cycle")
{
	for (int powers = 3; powers <= POWERS_MAX; powers += 2)
		for (int entrants = 3; entrants <= powers; entrants++) {
			const int games = deal((struct seating){.powers = powers, .entrants = entrants});
			const int same = count_ahead(games, entrants, 0, 1, 0);
			const int different = count_ahead(games, entrants, 0, 1, 1);
			for (int pair = 0; pair < powers * powers; pair++) {
				const int a = pair / powers, b = pair % powers;
				for (int ahead = 0; a < b && ahead < entrants; ahead++)
					CHECK(count_ahead(games, entrants, a, b, ahead) == (ahead ? different : same),
					      "%d players, powers %d and %d of %d, %d ahead", entrants, a, b, powers,
					      ahead);
			}
		}
}

/* No player has two powers more than another in a game. */
TEST(test_many_players_have_as_many_powers, "three entrants and more have equally many powers")
{
	for (int powers = 3; powers <= POWERS_MAX; powers++)
		for (int entrants = 3; entrants <= powers; entrants++) {
			const int games = deal((struct seating){.powers = powers, .entrants = entrants});
			for (int game = 0; game < games; game++) {
				int has[POWERS_MAX] = {0};
				for (int k = 0; k < powers; k++)
					has[player[game][k]]++;
				for (int i = 0; i < entrants; i++)
					CHECK(has[i] >= powers / entrants && has[i] <= powers / entrants + 1,
					      "%d players at %d powers, game %d: player %d has %d", entrants, powers,
					      game, i, has[i]);
			}
		}
}

/* ── more players than powers ── */

/* Counts who meets whom in a block; nobody meets himself. */
static void meet(const struct seating *seating, int first,
                 int met[SEATING_ENTRANTS_MAX][SEATING_ENTRANTS_MAX])
{
	for (int game = first; game < first + seating->entrants; game++)
		for (int pair = 0; pair < seating->powers * seating->powers; pair++) {
			const int a = pair / seating->powers, b = pair % seating->powers;
			met[player[game][a]][player[game][b]] += a != b;
			CHECK(a == b || player[game][a] != player[game][b], "game %d: player %d twice", game,
			      player[game][a]);
		}
}

static void check_meetings(const struct seating *seating, int first, int worst[],
                           int met[SEATING_ENTRANTS_MAX][SEATING_ENTRANTS_MAX])
{
	int least = INT32_MAX, most = 0;
	for (int i = 0; i < seating->entrants; i++)
		for (int j = 0; j < i; j++) {
			least = met[i][j] < least ? met[i][j] : least;
			most = met[i][j] > most ? met[i][j] : most;
		}
	worst[most - least < 4 ? most - least : 4]++;
	CHECK(most - least <= SEATING_MEETINGS_APART,
	      "%d players at %d powers, seed %llu: met %d to %d times after %d games",
	      seating->entrants, seating->powers, (unsigned long long)seating->seed, least, most,
	      first + seating->entrants);
}

TEST(test_everybody_meets_everybody, "more entrants than powers: everybody meets everybody")
{
	int worst[5] = {0};
	for (struct seating seating = {0}; next_kind(&seating);) {
		int met[SEATING_ENTRANTS_MAX][SEATING_ENTRANTS_MAX] = {{0}};
		const int games = seating.entrants > seating.powers ? deal(seating) : 0;
		for (int first = 0; first < games; first += seating.entrants) {
			meet(&seating, first, met);
			check_meetings(&seating, first, worst, met);
		}
	}
	printf("apart by 0 to 3: %d %d %d %d blocks ", worst[0], worst[1], worst[2], worst[3]);
}

/* In a block that is under way, nobody has played many games more than another. */
TEST(test_a_part_of_a_block, "a part of a block")
{
	for (struct seating seating = {0}; next_kind(&seating);) {
		const int games = seating.entrants > seating.powers ? deal(seating) : 0;
		int played[SEATING_ENTRANTS_MAX] = {0};
		for (int game = 0; game < games; game++) {
			int least = games, most = 0;
			for (int k = 0; k < seating.powers; k++)
				played[player[game][k]]++;
			for (int i = 0; i < seating.entrants; i++) {
				least = played[i] < least ? played[i] : least;
				most = played[i] > most ? played[i] : most;
			}
			CHECK(most - least <= 5, "%d players at %d powers: %d to %d games of %d",
			      seating.entrants, seating.powers, least, most, game + 1);
		}
	}
}

/* The same seed gives the same seatings; another one, others. */
TEST(test_seeds, "seeds")
{
	static uint8_t again[SEATING_CYCLE_MAX][POWERS_MAX];
	const struct seating seating = {.powers = 7, .entrants = 12, .seed = suite_seed()},
						 other = {.powers = 7, .entrants = 12, .seed = suite_seed() + 1};
	const int games = deal(seating);
	seating_deal(&seating, again);
	CHECK(memcmp(player, again, (size_t)games * sizeof *again) == 0, "the same seed");
	seating_deal(&other, again);
	CHECK(memcmp(player, again, 12 * sizeof *again) != 0, "another seed");
}

SUITE("seating")
