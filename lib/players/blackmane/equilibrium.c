/* equilibrium: see equilibrium.h.
 *
 * Why lp_solve. Of the libraries of Debian 12 that a permissive program may use, CLP calls the
 * machine's BLAS and LAPACK, and perturbs problems at random, so its results are not the same
 * everywhere. lp_solve is plain C, and calls nothing for these games.
 *
 * What is allowed here and nowhere else in lib: the library allocates its model and frees it.
 *
 * Threads: the library keeps a table of functions, which the first call fills. So one thread at a
 * time calls it.
 *
 * Machines: doubles are used only for what the library returns. They are shares of certainty, and
 * become millionths; from there on all is integers. Payoffs are small integers after scaling, games
 * have at most some dozens of rows, so the shares are exact to about 1e-12; a pivot is chosen by
 * differences above 1e-9 or by the sequence of columns. Shares that are fractions of small numbers
 * are never so close to 0.4999 of a millionth that 1e-12 could turn the rounding. A result that the
 * library calls anything but optimal, or that guarantees less than the best row does by itself, is
 * not used. */
#include "equilibrium.h"

#include <assert.h>
#include <lpsolve/lp_lib.h>
#include <stdlib.h>

#include "board/macros.h"

/* The game that is left, and which rows it has. */
struct rest {
	struct matrix *matrix;
	uint8_t row[CHOICES_MOST];
};

static int32_t *row_of(struct matrix *matrix, int row)
{
	return matrix->payoff + row * CHOICES_MOST;
}

/* ── dominated rows and columns ── */

/* Equal rows dominate each other; the last goes first. */
static bool row_dominates(struct matrix *matrix, int better, int worse)
{
	const int32_t *a = row_of(matrix, better), *b = row_of(matrix, worse);

	for (int c = 0; c < matrix->columns; c++)
		if (a[c] < b[c])
			return false;
	return true;
}

static bool column_dominates(struct matrix *matrix, int better, int worse)
{
	const int32_t *cell = matrix->payoff;

	for (int r = 0; r < matrix->rows; r++, cell += CHOICES_MOST)
		if (cell[better] > cell[worse])
			return false;
	return true;
}

static bool is_dominated(struct matrix *matrix, int i, int count,
                         bool (*dominates)(struct matrix *, int, int))
{
	for (int other = 0; other < count; other++)
		if (other != i && dominates(matrix, other, i))
			return true;
	return false;
}

static void remove_row(struct rest *rest, int row)
{
	struct matrix *matrix = rest->matrix;

	matrix->rows--;
	for (int r = row; r < matrix->rows; r++) {
		rest->row[r] = rest->row[r + 1];
		for (int c = 0; c < matrix->columns; c++)
			row_of(matrix, r)[c] = row_of(matrix, r + 1)[c];
	}
}

static void remove_column(struct matrix *matrix, int column)
{
	matrix->columns--;
	for (int r = 0; r < matrix->rows; r++)
		for (int c = column; c < matrix->columns; c++)
			row_of(matrix, r)[c] = row_of(matrix, r)[c + 1];
}

/* Domination is transitive, so one pass in any sequence finds all dominated rows. Rows that go can
 * leave columns dominated, and the other way round. */
static void remove_dominated(struct rest *rest)
{
	struct matrix *matrix = rest->matrix;
	int before;

	do {
		before = matrix->rows + matrix->columns;
		for (int r = matrix->rows - 1; r >= 0; r--)
			if (is_dominated(matrix, r, matrix->rows, row_dominates))
				remove_row(rest, r);
		for (int c = matrix->columns - 1; c >= 0; c--)
			if (is_dominated(matrix, c, matrix->columns, column_dominates))
				remove_column(matrix, c);
	} while (matrix->rows + matrix->columns < before);
}

/* ── games solved directly ── */

/* The row that guarantees most by itself; of equals the one that gets most in sum, then the first.
 */
static int find_safest(struct matrix *matrix, int32_t *guaranteed)
{
	int64_t best_sum = 0;
	int best = -1;

	for (int r = 0; r < matrix->rows; r++) {
		int32_t least = row_of(matrix, r)[0];
		int64_t sum = 0;
		for (int c = 0; c < matrix->columns; c++) {
			const int32_t payoff = row_of(matrix, r)[c];
			least = MIN(payoff, least);
			sum += payoff;
		}
		if (best < 0 || least > *guaranteed || (least == *guaranteed && sum > best_sum)) {
			best = r;
			best_sum = sum;
			*guaranteed = least;
		}
	}
	return best;
}

/* The least that the column player can lose for certain. */
static int32_t find_ceiling(struct matrix *matrix)
{
	int32_t ceiling = PAYOFF_MOST;

	for (int c = 0; c < matrix->columns; c++) {
		int32_t most = -PAYOFF_MOST;
		for (int r = 0; r < matrix->rows; r++)
			most = MAX(row_of(matrix, r)[c], most);
		ceiling = MIN(most, ceiling);
	}
	return ceiling;
}

/* Two by two, without a saddle point. */
static void mix_two(struct matrix *matrix, uint32_t chance[])
{
	const int64_t a = row_of(matrix, 0)[0], b = row_of(matrix, 0)[1];
	const int64_t c = row_of(matrix, 1)[0], d = row_of(matrix, 1)[1];
	const int64_t first = llabs(d - c), both = llabs(a - b - c + d);

	chance[0] = (uint32_t)((first * CERTAIN + both / 2) / both);
	chance[1] = CERTAIN - chance[0];
}

/* ── linear programming ── */

/* Rounds shares to millionths of their sum. The sums from the first share to each are rounded, so
 * all millionths together are CERTAIN. */
static void round_shares(const double shares[], int count, uint32_t chance[])
{
	double sum = 0, so_far = 0;
	uint32_t used = 0;

	for (int i = 0; i < count; i++)
		sum += MAX(shares[i], 0);
	for (int i = 0; i < count; i++) {
		so_far += MAX(shares[i], 0);
		chance[i] = (uint32_t)(so_far / sum * CERTAIN + 0.5001) - used;
		used += chance[i];
	}
}

/* The column player's program: the largest sum of weights with which no row gets more than 1, all
 * payoffs being raised above 0. Its dual values are the row player's weights. A model that cannot
 * be made for lack of memory ends the program: another answer would be another game. */
static lprec *write_program(struct matrix *matrix)
{
	int32_t low = PAYOFF_MOST, high = -PAYOFF_MOST;
	REAL column[CHOICES_MOST + 1] = {1};
	lprec *program = make_lp(matrix->rows, 0);

	if (!program)
		abort();
	for (int r = 0; r < matrix->rows; r++)
		for (int c = 0; c < matrix->columns; c++) {
			const int32_t payoff = row_of(matrix, r)[c];
			low = MIN(payoff, low);
			high = MAX(payoff, high);
		}
	set_verbose(program, NEUTRAL);
	set_maxim(program);
	set_scaling(program, 0);
	set_simplextype(program, SIMPLEX_PRIMAL_PRIMAL);
	for (int r = 1; r <= matrix->rows; r++)
		if (!set_constr_type(program, r, LE) || !set_rh(program, r, 1))
			abort();
	for (int c = 0; c < matrix->columns; c++) {
		for (int r = 0; r < matrix->rows; r++)
			column[r + 1] = 1 + (double)(row_of(matrix, r)[c] - low) / (high - low);
		if (!add_column(program, column))
			abort();
	}
	return program;
}

/* False: the library has no solution. */
static bool mix_by_program(struct matrix *matrix, uint32_t chance[])
{
	bool solved = false;

#pragma omp critical(lp_solve)
	{
		lprec *program = write_program(matrix);
		REAL *duals;
		solved = solve(program) == OPTIMAL && get_ptr_sensitivity_rhs(program, &duals, NULL, NULL);
		if (solved)
			round_shares(duals, matrix->rows, chance);
		delete_lp(program);
	}
	return solved;
}

/* ── the game ── */

/* The least that the row player gets if rows are played with these chances; rounded towards 0, so
 * that it is the same for both sides. */
static int32_t guarantee(struct matrix *matrix, const uint32_t chance[])
{
	int64_t least = INT64_MAX;

	for (int c = 0; c < matrix->columns; c++) {
		int64_t sum = 0;
		for (int r = 0; r < matrix->rows; r++)
			sum += (int64_t)chance[r] * row_of(matrix, r)[c];
		least = MIN(sum, least);
	}
	return (int32_t)(least / CERTAIN);
}

static void mix(struct matrix *matrix, struct equilibrium *equilibrium, uint32_t chance[])
{
	int32_t safe = 0;
	const int safest = find_safest(matrix, &safe);
	bool mixed = false;

	if (safe == find_ceiling(matrix)) {
		/* a saddle point */
	} else if (matrix->rows == 2 && matrix->columns == 2) {
		mix_two(matrix, chance);
		mixed = true;
	} else {
		mixed = mix_by_program(matrix, chance);
		equilibrium->solved_by_program = mixed;
	}
	equilibrium->payoff = mixed ? guarantee(matrix, chance) : safe;
	if (mixed && equilibrium->payoff >= safe)
		return;
	equilibrium->payoff = safe;
	for (int r = 0; r < matrix->rows; r++)
		chance[r] = r == safest ? CERTAIN : 0;
}

void equilibrium_find(struct matrix *matrix, struct equilibrium *equilibrium)
{
	struct rest rest = {.matrix = matrix};
	uint32_t chance[CHOICES_MOST] = {0};
	const int rows = matrix->rows;

	assert(rows > 0 && rows <= CHOICES_MOST && matrix->columns > 0 &&
	       matrix->columns <= CHOICES_MOST);
	for (int r = 0; r < rows; r++) {
		rest.row[r] = (uint8_t)r;
		equilibrium->chance[r] = 0;
	}
	equilibrium->solved_by_program = false;
	remove_dominated(&rest);
	mix(matrix, equilibrium, chance);
	for (int r = 0; r < matrix->rows; r++)
		equilibrium->chance[rest.row[r]] = chance[r];
}
