/* key: explains the signs of a picture. See paint.h. */
#include "paint.h"

enum { CELLS = 4, CELL = 2980, ROW = 370, SAMPLE = 500 };

/* The shape that a row of the key explains. A row is shown if the scene has such a shape. */
static const struct {
	uint8_t kind, fate;
	const char *words;
} rows[] = {
	{SHAPE_MOVE, FATE_DONE, "moves"},
	{SHAPE_MOVE, FATE_STOPPED, "bounced"},
	{SHAPE_MOVE, FATE_FAILED, "has no way"},
	{SHAPE_ASSIST, FATE_DONE, "supports a move"},
	{SHAPE_SUPPORT, FATE_DONE, "supports a unit"},
	{SHAPE_ASSIST, FATE_CUT, "cut"},
	{SHAPE_ASSIST, FATE_VOID, "void"},
	{SHAPE_ASSIST, FATE_FAILED, "has no effect"},
	{SHAPE_CONVOY, FATE_DONE, "convoys"},
	{SHAPE_BESIDE, FATE_DONE, "could convoy, too"},
	{SHAPE_RETREAT, FATE_DONE, "retreats"},
	{SHAPE_RETREAT, FATE_STOPPED, "retreat bounced"},
	{SHAPE_RETREAT, FATE_FAILED, "cannot retreat"},
	{SHAPE_DISLODGED, FATE_DONE, "dislodged"},
	{SHAPE_BUILD, FATE_DONE, "built"},
	{SHAPE_BUILD, FATE_FAILED, "not built"},
	{SHAPE_REMOVAL, FATE_DONE, "disbands"},
	{SHAPE_REMOVAL, FATE_FAILED, "not disbanded"},
	{SHAPE_CLOSED, FATE_DONE, "closed by a standoff"},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The row that explains a shape. Shapes that look alike share a row, for example all cut
 * supports. */
static int find_row(const struct shape *shape)
{
	int kind = shape->kind, fate = shape->fate;
	if (kind == SHAPE_CONVOY && fate == FATE_CUT)
		fate = FATE_DONE;
	if ((kind == SHAPE_SUPPORT || kind == SHAPE_BESIDE || kind == SHAPE_CONVOY) &&
	    fate != FATE_DONE)
		kind = SHAPE_ASSIST;
	if (kind == SHAPE_DISLODGED)
		fate = FATE_DONE;
	if ((kind == SHAPE_MOVE || kind == SHAPE_RETREAT) && fate > FATE_STOPPED)
		fate = FATE_FAILED;
	for (int r = 0; r < ROWS; r++)
		if (rows[r].kind == kind && rows[r].fate == fate)
			return r;
	return -1;
}

static bool is_line(int row)
{
	const int kind = rows[row].kind;
	return kind == SHAPE_MOVE || kind == SHAPE_ASSIST || kind == SHAPE_SUPPORT ||
	       kind == SHAPE_BESIDE || kind == SHAPE_RETREAT;
}

/* Ends the sample of a cell, and writes what it means. */
static void write_words(struct ink *ink, struct drawing_point at, const char *words)
{
	ink_write(ink, "</g><text class=\"b-ink\" font-size=\"19\" x=\"%t\" y=\"%t\">%s</text>\n",
	          at.x + SAMPLE + 110, at.y + 65, words);
}

/* A row with its sample, in a cell. */
static void paint_row(struct ink *ink, int row, struct drawing_point at)
{
	struct drawing_point line[] = {{at.x, at.y}, {at.x + SAMPLE, at.y}};
	const int middle = at.x + SAMPLE / 2;
	const struct drawing_point stand = {middle, at.y}, corner = {middle + CORNER, at.y - CORNER};
	ink_write(ink, "<g class=\"b-key\">");
	if (is_line(row)) {
		const bool goes = rows[row].kind == SHAPE_MOVE || rows[row].kind == SHAPE_RETREAT;
		if (rows[row].fate != FATE_DONE)
			line[1].x -= 80;
		paint_line(ink, rows[row].kind, rows[row].fate, line, 2);
		paint_end(ink, rows[row].kind, rows[row].fate, line, 2,
		          (struct drawing_point){goes ? line[1].x : middle, at.y});
	} else if (rows[row].kind == SHAPE_REMOVAL || rows[row].kind == SHAPE_CONVOY) {
		const int type = rows[row].kind == SHAPE_CONVOY ? FLEET : ARMY;
		paint_unit(ink, SHAPE_UNIT, FATE_DONE, type, "", stand, corner);
		paint_unit(ink, rows[row].kind, rows[row].fate, type, "", stand, corner);
	} else {
		paint_unit(ink, rows[row].kind, rows[row].fate, ARMY, "", stand, corner);
	}
	write_words(ink, at, rows[row].words);
}

static struct drawing_point find_cell(int cell)
{
	return (struct drawing_point){cell % CELLS * CELL + 150, cell / CELLS * ROW + 280};
}

int paint_key(struct ink *ink, const struct scene *scene)
{
	static const char *const units[UNIT_TYPES] = {"army", "fleet"};
	bool shown[ROWS] = {false};
	int cell = 0;
	for (int i = 0; i < scene->count; i++) {
		const int row = find_row(&scene->shape[i]);
		if (row >= 0)
			shown[row] = true;
	}
	for (int type = 0; type < UNIT_TYPES; type++) {
		struct drawing_point at = find_cell(cell++);
		ink_write(ink, "<g class=\"b-key\">");
		const struct drawing_point stand = {at.x + SAMPLE / 2, at.y};
		paint_unit(ink, SHAPE_UNIT, FATE_DONE, type, "", stand, stand);
		write_words(ink, at, units[type]);
	}
	for (int row = 0; row < ROWS; row++)
		if (shown[row])
			paint_row(ink, row, find_cell(cell++));
	return ((cell + CELLS - 1) / CELLS * ROW + 200) / 10;
}
