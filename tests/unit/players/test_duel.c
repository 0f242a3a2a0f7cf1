/* What is computed of games for two: values that are known by hand, and equilibria from which no
 * answer gains. */
#include "policy.h"
#include "suite.h"

#include <math.h>

enum { STATES_MAX = 20000, START = DUEL_WON };

/* An army each, and three centres: two of them win. */
static const struct map_row three[] = {
	{"mid", "Middle", "land", "yes", "", "", "nor sou wes", "", ""},
	{"nor", "North", "land", "yes", "NOR", "A", "mid wes", "", ""},
	{"sou", "South", "land", "yes", "SOU", "A", "mid wes", "", ""},
	{"wes", "West", "land", "no", "", "", "mid nor sou", "", ""},
};

/* Two armies each, and five centres: three of them win. */
static const struct map_row five[] = {
	{"cen", "Centre", "land", "yes", "", "", "nea nwe sea swe", "", ""},
	{"nea", "North-east", "land", "yes", "NOR", "A", "cen nwe sea", "", ""},
	{"nwe", "North-west", "land", "yes", "NOR", "A", "cen nea swe", "", ""},
	{"sea", "South-east", "land", "yes", "SOU", "A", "cen nea swe", "", ""},
	{"swe", "South-west", "land", "yes", "SOU", "A", "cen nwe sea", "", ""},
};

static struct map map;
static struct duel duel;
static float *policy, *best;
static double *truth, *value;

static void *need(size_t count, size_t size)
{
	void *room = calloc(count, size);

	SUITE_MUST(room, "out of memory");
	return room;
}

/* Lists the game and solves it. */
static void open(const struct map_row rows[], int count)
{
	char error[ERROR_SIZE];
	struct policy_effort effort;

	SUITE_MUST(map_build(&map, rows, (size_t)count, error) && duel_open(&duel, &map, STATES_MAX),
	           rows[0].name);
	policy = need((size_t)duel.kind_count, sizeof *policy);
	best = need((size_t)duel.kind_count, sizeof *best);
	truth = need(duel.count, sizeof *truth);
	value = need(duel.count, sizeof *value);
	policy_solve(&duel, policy, truth, &effort);
}

static void close(void)
{
	free(policy);
	free(best);
	free(truth);
	free(value);
	duel_close(&duel);
}

/* The true value of the position in which the armies are there, and own what they own at first. */
static double find_truth(enum phase_kind phase, const char *north, const char *south)
{
	for (uint32_t s = START; s < duel.count; s++) {
		const struct board *board = &duel.state[s].board;
		const int armies[] = {board_find(&map, board, map_find(&map, north, 3)),
		                      board_find(&map, board, map_find(&map, south, 3))};
		if (phase_kind(board->phase) == phase && armies[0] >= 0 && armies[1] >= 0 &&
		    board->unit[armies[0]].power == 0 && board->unit[armies[1]].power == 1 &&
		    memcmp(board->owner, duel.state[START].board.owner, sizeof board->owner) == 0)
			return truth[s];
	}
	CU_FAIL("the position cannot come");
	return NAN;
}

static void check_value(double found, double right)
{
	CHECK(fabs(found - right) < 10 * POLICY_RESIDUAL, "%.6f, not %.6f", found, right);
}

static void observe(const char *spec)
{
	struct seat seat;
	char error[ERROR_SIZE];

	SUITE_MUST(seat_parse(spec, NULL, &seat, error), error);
	CU_ASSERT(policy_observe(&duel, &seat, suite_seed(), 0, 4, policy));
}

TEST(test_by_hand, "values are those found by hand")
{
	open(three, COUNT(three));
	check_value(truth[START], 0);
	/* North stays in the middle, and nobody can take its home. */
	check_value(find_truth(FALL_MOVES, "mid", "sou"), POLICY_LASTS);
	/* North goes to the middle or to South's home. South is at home, and bars one of them: then
	 * nothing changes. */
	const double again = find_truth(SPRING_MOVES, "wes", "sou");
	CHECK(fabs(again) < POLICY_LASTS - 0.01, "next spring decides: %.6f", again);
	check_value(find_truth(FALL_MOVES, "wes", "sou"), POLICY_LASTS * (1 + again) / 2);
	/* Where all hold, a game is a draw. An answer takes the middle in the first year. */
	observe("holdbot");
	policy_value(&duel, (const float *[]){policy, policy}, SIDES, value, NULL);
	check_value(value[START], 0);
	policy_value(&duel, (const float *[]){policy, policy}, 1, value, best);
	check_value(value[START], -POLICY_LASTS);
	close();
}

/* What a side gains at the start by the best answer to a policy, over what two policies give. */
static double find_gain(int side)
{
	policy_value(&duel, (const float *[]){policy, policy}, SIDES, value, NULL);
	const double given = value[START];
	policy_value(&duel, (const float *[]){policy, policy}, side, value, best);
	return side == 0 ? value[START] - given : given - value[START];
}

TEST(test_equilibrium, "nobody gains from an equilibrium")
{
	open(five, COUNT(five));
	check_value(truth[START], 0);
	CHECK(policy_loss(&duel, policy, truth) < 10 * POLICY_RESIDUAL, "decisions lose");
	for (int side = 0; side < SIDES; side++)
		CHECK(find_gain(side) < 10 * POLICY_RESIDUAL, "side %d gains %.6f", side, find_gain(side));
	policy_make_even(&duel, policy);
	for (int k = 0; k < duel.kind_count; k++)
		CHECK(policy[k] > 0, "no joint order is of kind %d", k);
	CHECK(policy_loss(&duel, policy, truth) > 0.1, "decisions by chance lose nothing");
	for (int side = 0; side < SIDES; side++)
		CHECK(find_gain(side) > 0.1, "side %d gains %.6f from chance", side, find_gain(side));
	close();
}

/* All that a player orders, in moves, retreats and winters, is among the joint orders; and the
 * best answer to what it did is worth what it promised. */
TEST(test_player, "players' orders are among the joint orders")
{
	open(five, COUNT(five));
	observe("randbot");
	policy_value(&duel, (const float *[]){policy, policy}, 0, value, best);
	const double promised = value[START];
	policy_value(&duel, (const float *[]){best, policy}, SIDES, value, NULL);
	check_value(value[START], promised);
	CHECK(promised > 0.1, "randbot loses %.6f only", promised);
	close();
}

SUITE("duel")
