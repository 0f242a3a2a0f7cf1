/* sketch: see sketch.h.
 *
 * Each cell is put at the free place nearest to its position on the page. Then cells move and swap
 * places as long as that brings them nearer. Distances are in columns; a line is as high as two
 * columns are wide. */
#include "sketch.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
	NAME_WIDTH = 4,  /* "Par*" */
	UNIT_WIDTH = 2,  /* "fA" */
	COAST_WIDTH = 2, /* "/s" */
	DISLODGED_WIDTH = 3,
	CELL_GAP = 1, /* columns between cells */
	LINE = 2,     /* height of a line, in columns */
	ROOMS = 2,    /* grid size, as a multiple of what cells need */
	SKETCH_SWEEPS = 40,
	LINES_MAX = 2 * PROVINCES_MAX, /* each has room for a cell, so there is always a place */
};

struct cell {
	int width;                  /* including the gap */
	int wish_line, wish_column; /* its position on the page */
	int line, column;           /* where it is; line -1: not placed yet */
};

struct grid {
	int width, count;
	struct cell cell[PROVINCES_MAX];
	bool taken[LINES_MAX][SKETCH_WIDTH_MAX + CELL_GAP];
};

/* ── the position of cells on the page ── */

static int cell_width(const struct map *map, const struct board *board, int province)
{
	const bool dislodged = board_find_retreat(map, board, (uint8_t)province) >= 0;
	const int coast = map->coast_count[province] > 0 ? COAST_WIDTH : 0;
	return NAME_WIDTH + UNIT_WIDTH + coast + CELL_GAP + (dislodged ? DISLODGED_WIDTH + coast : 0);
}

/* The bounding box of the provinces of the drawing, so that no line is only margin. */
static void find_corners(const struct drawing *drawing, int count, struct drawing_point *low,
                         struct drawing_point *high)
{
	*low = *high = drawing->place[0].unit;
	for (int p = 1; p < count; p++) {
		const struct drawing_point at = drawing->place[p].unit;
		*low = (struct drawing_point){MIN(at.x, low->x), MIN(at.y, low->y)};
		*high = (struct drawing_point){MAX(at.x, high->x), MAX(at.y, high->y)};
	}
}

static int scale(int at, int from, int to)
{
	return from > 0 ? (int)(((int64_t)at * to * 2 + from) / (2 * (int64_t)from)) : 0;
}

static void plan(const struct map *map, const struct drawing *drawing, const struct board *board,
                 struct grid *grid)
{
	struct drawing_point low, high;
	int columns = 0;
	find_corners(drawing, map->province_count, &low, &high);
	grid->count = map->province_count;
	for (int p = 0; p < grid->count; p++)
		columns += grid->cell[p].width = cell_width(map, board, p);
	const int wide = high.x - low.x, tall = high.y - low.y;
	const int shape = scale(tall, wide, grid->width / LINE);
	const int room = ROOMS * columns / grid->width + 1;
	const int lines = MAX(shape, room);
	const int most = MIN(lines, LINES_MAX);
	for (int p = 0; p < grid->count; p++) {
		struct cell *const cell = &grid->cell[p];
		const struct drawing_point at = drawing->place[p].unit;
		cell->line = -1;
		cell->wish_line = scale(at.y - low.y, tall, most - 1);
		cell->wish_column = scale(at.x - low.x, wide, grid->width + CELL_GAP - cell->width);
	}
}

/* ── placing cells ── */

static int off_wish(const struct cell *cell, int line, int column)
{
	const int down = LINE * (line - cell->wish_line), aside = column - cell->wish_column;
	return down * down + aside * aside;
}

static void take(struct grid *grid, const struct cell *cell, bool taken)
{
	memset(&grid->taken[cell->line][cell->column], taken, (size_t)cell->width);
}

/* Whether a place is free. The gap of the last cell of a line may be beyond the grid. */
static bool is_free(const struct grid *grid, const struct cell *cell, int line, int column)
{
	return column >= 0 && column + cell->width <= grid->width + CELL_GAP &&
	       memchr(&grid->taken[line][column], true, (size_t)cell->width) == NULL;
}

/* Moves a cell to the free place nearest to its own. Returns whether it has moved. */
static bool settle(struct grid *grid, struct cell *cell)
{
	const int line = cell->line, column = cell->column;
	int least = -1;
	if (line >= 0)
		take(grid, cell, false);
	for (int l = 0; l < LINES_MAX; l++)
		for (int c = 0; c + cell->width <= grid->width + CELL_GAP; c++) {
			const int away = off_wish(cell, l, c);
			if ((least >= 0 && away >= least) || !is_free(grid, cell, l, c))
				continue;
			least = away;
			cell->line = l;
			cell->column = c;
		}
	assert(least >= 0);
	take(grid, cell, true);
	return cell->line != line || cell->column != column;
}

/* Swaps two cells of the same width if that reduces their total distance. */
static bool change(struct cell *a, struct cell *b)
{
	if (a->width != b->width ||
	    off_wish(a, a->line, a->column) + off_wish(b, b->line, b->column) <=
	        off_wish(a, b->line, b->column) + off_wish(b, a->line, a->column))
		return false;
	const int line = a->line, column = a->column;
	a->line = b->line;
	a->column = b->column;
	b->line = line;
	b->column = column;
	return true;
}

static void settle_all(struct grid *grid)
{
	bool moved = true;
	for (int sweep = 0; sweep < SKETCH_SWEEPS && moved; sweep++) {
		moved = false;
		for (int a = 0; a < grid->count; a++)
			moved |= settle(grid, &grid->cell[a]);
		for (int a = 0; a < grid->count; a++)
			for (int b = 0; b < a; b++)
				moved |= change(&grid->cell[a], &grid->cell[b]);
	}
}

/* Removes repeated empty lines. Returns the remaining number of lines. */
static int squeeze(struct grid *grid)
{
	int lines = 0, moved[LINES_MAX];
	bool above = false; /* whether the line above has cells */
	for (int l = 0; l < LINES_MAX; l++) {
		const bool used = memchr(grid->taken[l], true, sizeof grid->taken[l]) != NULL;
		moved[l] = lines;
		lines += used || above;
		above = used;
	}
	for (int p = 0; p < grid->count; p++)
		grid->cell[p].line = moved[grid->cell[p].line];
	return lines - !above;
}

/* ── the contents of cells ── */

static int add(struct sketch *sketch, struct sketch_part part, const char *text)
{
	assert(sketch->count < SKETCH_PARTS_MAX);
	snprintf(part.text, sizeof part.text, "%s", text);
	sketch->part[sketch->count++] = part;
	return part.column + (int)strlen(part.text);
}

static int add_name(struct sketch *sketch, const struct map *map, const struct board *board,
                    struct sketch_part part)
{
	char text[SKETCH_TEXT_SIZE];
	const bool water = map->loc[part.province].terrain == WATER;
	snprintf(text, sizeof text, "%.3s%s", map->loc[part.province].code,
	         map->centre[part.province] ? "*" : "");
	for (int i = 0; i < 3 && text[i] != '\0'; i++)
		if (water || i == 0)
			text[i] = (char)toupper((unsigned char)text[i]);
	part.kind = water ? SKETCH_WATER : SKETCH_LAND;
	if (map->centre[part.province])
		part.kind = SKETCH_CENTRE;
	part.power = board->owner[part.province];
	add(sketch, part, text);
	return part.column + NAME_WIDTH;
}

static int add_unit(struct sketch *sketch, const struct map *map, struct unit unit,
                    struct sketch_part part)
{
	char text[SKETCH_TEXT_SIZE];
	const bool known = unit.power < map->power_count;
	const char *const coast = strchr(map->loc[unit.loc].code, '/');
	snprintf(text, sizeof text, "%s%c%c%.2s", part.kind == SKETCH_DISLODGED ? "!" : "",
	         known ? tolower((unsigned char)map->power[unit.power][0]) : '?',
	         unit.type == ARMY ? 'A' : 'F', coast != NULL ? coast : "");
	part.power = unit.power;
	return add(sketch, part, text);
}

static void add_cell(struct sketch *sketch, const struct map *map, const struct board *board,
                     struct sketch_part part)
{
	const int unit = board_find(map, board, part.province);
	const int retreat = board_find_retreat(map, board, part.province);
	part.column = (int16_t)add_name(sketch, map, board, part);
	part.kind = SKETCH_UNIT;
	if (unit >= 0)
		part.column = (int16_t)add_unit(sketch, map, board->unit[unit], part);
	part.kind = SKETCH_DISLODGED;
	if (retreat >= 0)
		add_unit(sketch, map, board->retreat[retreat].unit, part);
}

void sketch_draw(const struct map *map, const struct drawing *drawing, const struct board *board,
                 int width, struct sketch *sketch)
{
	struct grid grid = {.width = width};

	if (width < SKETCH_WIDTH_MIN)
		grid.width = SKETCH_WIDTH_MIN;
	if (width > SKETCH_WIDTH_MAX)
		grid.width = SKETCH_WIDTH_MAX;
	memset(sketch, 0, sizeof *sketch);
	sketch->width = grid.width;
	plan(map, drawing, board, &grid);
	settle_all(&grid);
	sketch->height = squeeze(&grid);
	for (int p = 0; p < grid.count; p++) {
		const struct cell *const cell = &grid.cell[p];
		add_cell(sketch, map, board,
		         (struct sketch_part){.province = (uint8_t)p,
		                              .line = (int16_t)cell->line,
		                              .column = (int16_t)cell->column});
	}
}
