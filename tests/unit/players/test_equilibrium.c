/* Equilibria of games: those of the source's tables, others worked out by hand, and random ones, in
 * which neither side may have a better answer. */
#include "players/blackmane/equilibrium.h"
#include "suite.h"

enum { ONE = 900000 }; /* as the planner's payoffs */

static struct matrix work;

static struct equilibrium solve(int rows, int columns, const int32_t payoffs[])
{
	struct equilibrium equilibrium;
	work.rows = rows;
	work.columns = columns;
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++)
			work.payoff[r * CHOICES_MOST + c] = payoffs[r * columns + c];
	equilibrium_find(&work, &equilibrium);
	return equilibrium;
}

/* Chances may be one millionth off: they add up to certainty. */
static bool is_near(uint32_t a, uint32_t b)
{
	return a <= b + 1 && b <= a + 1;
}

TEST(test_by_hand, "by hand")
{
	static const struct {
		const char *about;
		int rows, columns;
		int32_t payoff[25], value;
		uint32_t chance[5];
	} games[] = {
		{"one cell", 1, 1, {7}, 7, {CERTAIN}},
		{"matching pennies", 2, 2, {ONE, -ONE, -ONE, ONE}, 0, {500000, 500000}},
		/* 3/7 of the first row: 2100 * 3/7 - 1400 * 4/7 = 100 = -700 * 3/7 + 700 * 4/7 */
		{"two by two", 2, 2, {2100, -700, -1400, 700}, 99, {428571, 571429}},
		/* the prisoners' choice: the second row is better whatever the other does */
		{"dominated row", 2, 2, {-1, -3, 0, -2}, -2, {0, CERTAIN}},
		{"equal rows: the first", 2, 2, {1, 2, 1, 2}, 1, {CERTAIN, 0}},
		/* row 2 goes first, then column 2, then row 1 */
		{"one after the other", 3, 3, {1, 3, 0, 2, 1, 4, 0, 1, 2}, 1, {333333, 666667, 0}},
		{"saddle point", 3, 3, {4, 2, 5, 1, 1, 9, 9, 0, 3}, 2, {CERTAIN, 0, 0}},
		/* source, table 4.1 */
		{"rock, paper, scissors",
	     3,
	     3,
	     {0, -ONE, ONE, ONE, 0, -ONE, -ONE, ONE, 0},
	     0,
	     {333333, 333333, 333333}},
		/* source, table 4.2: gum is dominated by no row, but by all three together */
		{"rock, paper, scissors, gum",
	     4,
	     4,
	     {0, -ONE, ONE, ONE / 2, ONE, 0, -ONE, ONE / 2, -ONE, ONE, 0, ONE / 2, -ONE / 2, -ONE / 2,
	      -ONE / 2, 0},
	     0,
	     {333333, 333333, 333333, 0}},
		/* rock wins 1, paper 2, scissors 3: 3, 2, 1 parts of 6 balance each column */
		{"weighted",
	     3,
	     3,
	     {0, -100000, 200000, 100000, 0, -300000, -200000, 300000, 0},
	     0,
	     {500000, 333333, 166667}},
		/* five ways to guess one of five: each alike, a fifth of ONE */
		{"guess one of five",
	     5,
	     5,
	     {ONE, 0, 0, 0, 0, 0, ONE, 0, 0, 0, 0, 0, ONE, 0, 0, 0, 0, 0, ONE, 0, 0, 0, 0, 0, ONE},
	     ONE / 5,
	     {200000, 200000, 200000, 200000, 200000}},
	};
	for (int g = 0; g < COUNT(games); g++) {
		const struct equilibrium found = solve(games[g].rows, games[g].columns, games[g].payoff);
		uint64_t sum = 0;
		CHECK(found.payoff <= games[g].value && found.payoff >= games[g].value - 1,
		      "%s: worth %d, not %d", games[g].about, found.payoff, games[g].value);
		for (int r = 0; r < games[g].rows; r++) {
			sum += found.chance[r];
			CHECK(is_near(found.chance[r], games[g].chance[r]), "%s: row %d: %u, not %u",
			      games[g].about, r, found.chance[r], games[g].chance[r]);
		}
		CU_ASSERT_EQUAL(sum, CERTAIN);
	}
}

/* Which games the library solves. */
TEST(test_program, "by program")
{
	static const int32_t rock[] = {0, -1, 1, 1, 0, -1, -1, 1, 0}, pennies[] = {1, -1, -1, 1},
						 saddle[] = {4, 2, 5, 1, 1, 9, 9, 0, 3};
	CU_ASSERT(solve(3, 3, rock).solved_by_program);
	CU_ASSERT(!solve(2, 2, pennies).solved_by_program);
	CU_ASSERT(!solve(3, 3, saddle).solved_by_program);
}

/* What a strategy gets at least, in millionths. */
static int64_t guarantee(int rows, int columns, const int32_t payoffs[], const uint32_t chance[])
{
	int64_t least = INT64_MAX;
	for (int c = 0; c < columns; c++) {
		int64_t sum = 0;
		for (int r = 0; r < rows; r++)
			sum += (int64_t)chance[r] * payoffs[r * columns + c];
		least = sum < least ? sum : least;
	}
	return least;
}

/* Both sides of random games. What the row player is sure to get and what the column player is sure
 * not to lose must meet: then neither has a better answer. */
TEST(test_duality, "both sides")
{
	enum { SIDE = 24, GAMES = 3000, SLACK = 40 };
	struct rng rng = suite_rng(1);
	int by_program = 0, mixed = 0;
	for (int g = 0; g < GAMES; g++) {
		const int rows = 1 + (int)rng_below(&rng, SIDE), columns = 1 + (int)rng_below(&rng, SIDE);
		const uint32_t kinds = 2 + rng_below(&rng, 18); /* few kinds of payoffs: many ties */
		int32_t payoffs[SIDE * SIDE], turned[SIDE * SIDE];
		for (int r = 0; r < rows; r++)
			for (int c = 0; c < columns; c++) {
				const int32_t payoff = (int32_t)rng_below(&rng, kinds) * 100000 - 900000;
				payoffs[r * columns + c] = payoff;
				turned[c * rows + r] = -payoff;
			}
		const struct equilibrium row = solve(rows, columns, payoffs);
		const struct equilibrium column = solve(columns, rows, turned);
		CHECK(abs(row.payoff + column.payoff) <= SLACK, "game %d: %d and %d", g, row.payoff,
		      column.payoff);
		CHECK(guarantee(rows, columns, payoffs, row.chance) >= ((int64_t)row.payoff - 1) * CERTAIN,
		      "game %d: promises too much", g);
		by_program += row.solved_by_program;
		mixed += row.chance[0] > 0 && row.chance[0] < CERTAIN;
	}
	CHECK(by_program > GAMES / 3 && by_program < GAMES && mixed > 100, "%d by program, %d mixed",
	      by_program, mixed);
}

/* The largest game, and the largest payoffs. */
TEST(test_limits, "limits")
{
	static int32_t payoffs[CHOICES_MOST * CHOICES_MOST];
	for (int r = 0; r < CHOICES_MOST; r++)
		for (int c = 0; c < CHOICES_MOST; c++)
			payoffs[r * CHOICES_MOST + c] = r == c ? PAYOFF_MOST : -PAYOFF_MOST;
	const struct equilibrium found = solve(CHOICES_MOST, CHOICES_MOST, payoffs);
	const int32_t value = -PAYOFF_MOST + 2 * (PAYOFF_MOST / CHOICES_MOST);
	CHECK(abs(found.payoff - value) < 100, "worth %d, not %d", found.payoff, value);
	for (int r = 0; r < CHOICES_MOST; r++)
		CHECK(abs((int)found.chance[r] - CERTAIN / CHOICES_MOST) < CHOICES_MOST, "row %d: %u", r,
		      found.chance[r]);
}

SUITE("equilibrium")
