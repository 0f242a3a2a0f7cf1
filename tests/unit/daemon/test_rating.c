/* The fit of strengths is right: by hand, and by how often its intervals have the truth. */
#include "db/record/rating.h"

#include <math.h>

#include "suite.h"

enum { BLOCKS = 40, PLAYERS = 3 };

/* In 12 games of two players one wins 9, and each has half a game won and half a game lost besides.
 * The likelihood's slope is 0. */
TEST(test_slope_by_hand, "the slope is 0")
{
	struct rating_row row[24];
	double strength[2], covariance[4] = {NAN, NAN, NAN, NAN}; /* it need not be cleared */
	for (int i = 0; i < 24; i++)
		row[i] = (struct rating_row){.block = i / 2,
		                             .choice = i / 2,
		                             .player = i % 2,
		                             .seats = 1,
		                             .share = (i / 2 < 9) == (i % 2 == 0)};
	const struct rating_rows rows = {row, 24, 2};
	rating_fit(&rows, strength, covariance);
	const double had = 12 / (1 + exp(strength[1] - strength[0])) + 1 / (1 + exp(-strength[0]));
	CHECK(fabs(had - 9.5) < 1e-9, "%.12f", had);
	CHECK(fabs(strength[0] + strength[1]) < 1e-9, "%.12f", strength[0] + strength[1]);

	/* The sandwich: H is the negated Hessian, M the sum of the squared slopes of the 12 blocks, and
	 * of what each has won and lost besides. All of H, M and the result are (a b; b a). */
	const double part = 1 / (1 + exp(-strength[0])), won = 1 / (1 + exp(-2 * strength[0]));
	const double game = won * (1 - won), rest = part * (1 - part);
	const double inverse = rest * (rest + 24 * game); /* the determinant of H */
	const double a = (12 * game + rest) / inverse, b = 12 * game / inverse;
	const double square = (9 * (1 - won) * (1 - won) + 3 * won * won) * 12 / 11;
	const double own = square + ((1 - part) * (1 - part) + part * part) / 2;
	const double expected[] = {own * (a * a + b * b) - 2 * a * b * square,
	                           2 * a * b * own - (a * a + b * b) * square};
	for (int i = 0; i < 4; i++)
		CHECK(fabs(covariance[i] - expected[i == 1 || i == 2]) < 1e-9, "%d: %.12f", i,
		      covariance[i]);
}

/* Who wins a game, by these chances. */
static int draw(struct rng *rng, const double weight[PLAYERS])
{
	double left = rng_below(rng, 1 << 30) / (double)(1 << 30) * (weight[0] + weight[1] + weight[2]);
	int winner = 0;
	while (winner < PLAYERS - 1 && left >= weight[winner])
		left -= weight[winner++];
	return winner;
}

/* Blocks of two games. Half of them have the same winner twice. */
static void draw_games(struct rng *rng, const double weight[PLAYERS],
                       struct rating_row row[2 * BLOCKS * PLAYERS])
{
	int winner = 0;
	for (int game = 0; game < 2 * BLOCKS; game++) {
		if (game % 2 == 0 || rng_below(rng, 2) == 0)
			winner = draw(rng, weight);
		for (int p = 0; p < PLAYERS; p++)
			row[game * PLAYERS + p] = (struct rating_row){
				.block = game / 2, .choice = game, .player = p, .seats = 1, .share = p == winner};
	}
}

/* RUNS tournaments of 40 blocks of two games are drawn from known strengths. Half of the blocks
 * have the same winner twice, so the variance is half as large again as that of independent games.
 * Over all runs, the square of how far off a rating is must be its variance, and the interval must
 * have the true rating in 95 %. With the game as the unit, the error is too small by that half. */
TEST(test_coverage, "intervals have the truth")
{
	static struct rating_row row[2 * BLOCKS * PLAYERS];
	static const double truth[PLAYERS] = {0.6, 0, -0.6};
	const double weight[PLAYERS] = {exp(0.6), 1, exp(-0.6)};
	const double t[PLAYERS] = {2.0227, 2.0227, 2.0227}; /* Student's, of 39 degrees */
	const int runs = (int)suite_number("RUNS", 2000);
	const double elo = 400 / log(10);
	double squares = 0, inflation = 0;
	int covered = 0, stranger;
	struct rng rng = suite_rng(1);
	for (int run = 0; run < runs; run++) {
		struct rating by_block[PLAYERS], by_game[PLAYERS];
		const struct rating_rows rows = {row, 2 * BLOCKS * PLAYERS, PLAYERS};
		draw_games(&rng, weight, row);
		CU_ASSERT_TRUE_FATAL(rating_find(&rows, -1, t, by_block, &stranger));
		for (size_t i = 0; i < rows.count; i++)
			row[i].block = row[i].choice;
		CU_ASSERT_TRUE_FATAL(rating_find(&rows, -1, t, by_game, &stranger));
		for (int p = 0; p < PLAYERS; p++) {
			const double off = by_block[p].rating - elo * truth[p];
			squares += pow(off / by_block[p].error, 2);
			inflation += pow(by_block[p].error / by_game[p].error, 2);
			covered += by_block[p].low <= elo * truth[p] && elo * truth[p] <= by_block[p].high;
		}
	}
	const double n = PLAYERS * runs;
	printf("\n    %d runs: %.1f %% of the intervals have the truth\n", runs, 100 * covered / n);
	/* the three are not independent: they count as two */
	CHECK(fabs(squares / n - 1) < 0.06 + 4 * sqrt(1.1 / runs), "squares %.3f", squares / n);
	CHECK(covered / n > 0.95 - 4 * sqrt(0.0475 / 2 / runs), "covered %.3f", covered / n);
	CHECK(fabs(inflation / n - 1.5) < 0.1 + 1 / sqrt(runs), "inflation %.3f", inflation / n);
}

TEST(test_apart, "players who never met")
{
	const struct rating_row row[] = {
		{.block = 0, .choice = 0, .player = 0, .seats = 1, .share = 1},
		{.block = 0, .choice = 0, .player = 2, .seats = 1, .share = 0},
		{.block = 1, .choice = 1, .player = 1, .seats = 1, .share = 1},
		{.block = 1, .choice = 1, .player = 3, .seats = 1, .share = 0},
	};
	const double t[] = {2, 2, 2, 2};
	struct rating rating[4];
	int stranger = -1;
	CU_ASSERT_FALSE(rating_find(&(struct rating_rows){row, 4, 4}, -1, t, rating, &stranger));
	CU_ASSERT_EQUAL(stranger, 1);
}

SUITE("rating")
