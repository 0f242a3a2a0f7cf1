/* table_turn: pivots a table, as \crosstabview does (documentation of psql). */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/* The place of the first column of that name, or -1 with an error. */
static int find_column(const struct table *flat, const char *name, char error[TABLE_ERROR_SIZE])
{
	for (int column = 0; column < flat->columns; column++)
		if (strcmp(flat->name[column], name) == 0)
			return column;
	snprintf(error, TABLE_ERROR_SIZE, "the answer has no column %s", name);
	return -1;
}

static bool is_same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The distinct values of a column of the flat table, by the row where each first occurs. */
struct heads {
	int *row; /* the first row of each */
	int count;
};

static struct heads find_heads(const struct table *flat, int column)
{
	struct heads heads = {heap_get((size_t)flat->rows, sizeof *heads.row), 0};
	for (int row = 0; row < flat->rows; row++) {
		int i = 0;
		while (i < heads.count &&
		       !is_same(*table_cell(flat, heads.row[i], column), *table_cell(flat, row, column)))
			i++;
		if (i == heads.count)
			heads.row[heads.count++] = row;
	}
	return heads;
}

/* Sorts heads by the numbers of a column in their rows; the sort is stable. */
static void sort_heads(const struct table *flat, struct heads *heads, int order)
{
	for (int i = 1; i < heads->count; i++)
		for (int j = i; j > 0; j--) {
			const char *a = *table_cell(flat, heads->row[j - 1], order);
			const char *b = *table_cell(flat, heads->row[j], order);
			if (a == NULL || b == NULL || atof(a) <= atof(b))
				break;
			const int row = heads->row[j];
			heads->row[j] = heads->row[j - 1];
			heads->row[j - 1] = row;
		}
}

static int find_head(const struct table *flat, const struct heads *heads, int column, int row)
{
	int i = 0;
	while (!is_same(*table_cell(flat, heads->row[i], column), *table_cell(flat, row, column)))
		i++;
	return i;
}

/* The places in the flat table of the columns that a cross names. */
struct places {
	int rows, columns, cells;
};

static bool fill(const struct table *flat, const struct places *at, const struct heads *down,
                 const struct heads *across, struct table *turned)
{
	table_open(turned, down->count, 1 + across->count);
	bool *taken = heap_get((size_t)flat->rows * (size_t)turned->columns, sizeof *taken);
	bool single = true;
	turned->name[0] = flat->name[at->rows];
	turned->kind[0] = flat->kind[at->rows];

	for (int i = 0; i < across->count; i++) {
		const char *name = *table_cell(flat, across->row[i], at->columns);
		turned->name[1 + i] = name != NULL ? name : "";
		turned->kind[1 + i] = flat->kind[at->cells];
	}

	for (int i = 0; i < down->count; i++)
		*table_cell(turned, i, 0) = *table_cell(flat, down->row[i], at->rows);
	for (int row = 0; row < flat->rows; row++) {
		const int y = find_head(flat, down, at->rows, row);
		const int x = 1 + find_head(flat, across, at->columns, row);
		single &= !taken[y * turned->columns + x];
		taken[y * turned->columns + x] = true;
		*table_cell(turned, y, x) = *table_cell(flat, row, at->cells);
	}

	free(taken);
	return single;
}

bool table_turn(const struct table *flat, const struct table_cross *cross, struct table *turned,
                char error[TABLE_ERROR_SIZE])
{
	const struct places at = {find_column(flat, cross->rows, error),
	                          find_column(flat, cross->columns, error),
	                          find_column(flat, cross->cells, error)};
	const int order = cross->order != NULL ? find_column(flat, cross->order, error) : 0;

	memset(turned, 0, sizeof *turned);
	if (at.rows < 0 || at.columns < 0 || at.cells < 0 || order < 0)
		return false;
	struct heads down = find_heads(flat, at.rows), across = find_heads(flat, at.columns);
	bool done = across.count < TABLE_CROSSED_MOST;
	if (!done)
		snprintf(error, TABLE_ERROR_SIZE, "the answer has %d columns, too many", across.count);
	if (done && cross->order != NULL)
		sort_heads(flat, &across, order);
	if (done && !fill(flat, &at, &down, &across, turned)) {
		snprintf(error, TABLE_ERROR_SIZE, "the answer has two values for one cell");
		table_close(turned);
		done = false;
	}

	free(down.row);
	free(across.row);
	return done;
}
