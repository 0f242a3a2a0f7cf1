/* The drawing of the standard map shows its borders: areas touch on the page where a unit may go
 * from one to the other, and nowhere else. What stands on the page does not collide. A broken
 * drawing is refused.
 *
 * The outlines are painted on a grid, in their sequence, as a page shows them; then neighbouring
 * cells of the grid are counted. */
#include "picture/drawing.h"
#include "suite.h"

enum {
	FINE = 2, /* cells of the grid in a unit of the page */
	WIDTH = 1200 * FINE,
	HEIGHT = 960 * FINE,
	CROSSINGS_MAX = 400,
	POINTS_MAX = 20000,
	SEEN = 5 * FINE,        /* so long is a border that a reader sees */
	UNSEEN = 1 * FINE,      /* and so long at most where areas meet at a corner */
	BARRED = PROVINCES_MAX, /* in place of a province: what no unit enters */
	BRIDGE,                 /* and the first bridge; others follow */
	AREAS = BRIDGE + 12,
};

static uint8_t grid[HEIGHT][WIDTH];
static int length[AREAS][AREAS]; /* of borders, in cells */
static struct drawing drawing;
static int bridges;

static void read_standard(void)
{
	char error[ERROR_SIZE] = "";
	CU_ASSERT_STRING_EQUAL_FATAL(drawing_sources[0].name, "standard");
	CHECK(drawing_read(&drawing, suite_map(), drawing_sources[0].text, error), "%s", error);
}

/* The edges of a path, from point to point. */
static int read_edges(const struct drawing_outline *outline, struct drawing_point edges[][2])
{
	struct drawing_pen pen = drawing_pen(outline);
	struct drawing_point first = {0, 0}, last = {0, 0};
	int count = 0;
	for (; drawing_pen_next(&pen); last = pen.point) {
		CU_ASSERT_FATAL(count < POINTS_MAX - 1);
		if (!pen.starts || count > 0) {
			edges[count][0] = last;
			edges[count++][1] = pen.starts ? first : pen.point;
		}
		if (pen.starts)
			first = pen.point;
	}
	edges[count][0] = last;
	edges[count++][1] = first;
	return count;
}

static int by_value(const void *a, const void *b)
{
	return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* Paints a path with a number, by the even-odd rule. */
static void paint(const struct drawing_outline *outline, uint8_t number)
{
	static struct drawing_point edges[POINTS_MAX][2];
	const int count = read_edges(outline, edges);
	for (int row = 0; row < HEIGHT; row++) {
		const double y = (row + 0.5) * 10 / FINE;
		double crossing[CROSSINGS_MAX];
		int crossings = 0;
		for (int i = 0; i < count; i++) {
			const bool down = edges[i][0].y < edges[i][1].y;
			const struct drawing_point a = edges[i][!down], b = edges[i][down];
			if ((a.y > y) == (b.y > y))
				continue;
			CU_ASSERT_FATAL(crossings < CROSSINGS_MAX);
			crossing[crossings++] = a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y);
		}
		qsort(crossing, (size_t)crossings, sizeof *crossing, by_value);
		for (int i = 0; i + 1 < crossings; i += 2)
			for (int column = 0; column < WIDTH; column++) {
				const double x = (column + 0.5) * 10 / FINE;
				if (x >= crossing[i] && x < crossing[i + 1])
					grid[row][column] = number;
			}
	}
}

static void paint_all(void)
{
	if (bridges > 0)
		return;
	memset(grid, BARRED, sizeof grid);
	for (int i = 0; i < drawing.outline_count; i++) {
		const struct drawing_outline *outline = &drawing.outline[i];
		const bool province = outline->kind == DRAWN_SEA || outline->kind == DRAWN_LAND;
		const bool bridge = outline->kind == DRAWN_BRIDGE;
		CU_ASSERT_FATAL(BRIDGE + bridges < AREAS);
		paint(outline, province ? outline->areas[0] : bridge ? BRIDGE + bridges++ : BARRED);
	}
	for (int row = 0; row + 1 < HEIGHT; row++)
		for (int column = 0; column + 1 < WIDTH; column++) {
			const uint8_t here = grid[row][column];
			const uint8_t beside[] = {grid[row][column + 1], grid[row + 1][column]};
			for (int i = 0; i < COUNT(beside); i++) {
				length[here][beside[i]]++;
				length[beside[i]][here] += here != beside[i];
			}
		}
}

static bool map_joins(uint8_t a, uint8_t b)
{
	const struct map *map = suite_map();
	for (int l = 0; l < map->loc_count; l++)
		for (int type = 0; map->loc[l].province == a && type < UNIT_TYPES; type++)
			if (place_set_has(&map->loc[l].reach[type], b))
				return true;
	return false;
}

static bool bridge_joins(uint8_t a, uint8_t b)
{
	for (int i = 0, bridge = BRIDGE; i < drawing.outline_count; i++) {
		const struct drawing_outline *outline = &drawing.outline[i];
		if (outline->kind != DRAWN_BRIDGE)
			continue;
		if (((outline->areas[0] == a && outline->areas[1] == b) ||
		     (outline->areas[0] == b && outline->areas[1] == a)) &&
		    length[a][bridge] >= SEEN && length[b][bridge] >= SEEN)
			return true;
		bridge++;
	}
	return false;
}

TEST(test_neighbours, "neighbours touch, others do not")
{
	const struct map *map = suite_map();
	read_standard();
	paint_all();
	for (uint8_t a = 0; a < map->province_count; a++)
		for (uint8_t b = (uint8_t)(a + 1); b < map->province_count; b++) {
			const char *one = map->loc[a].code, *other = map->loc[b].code;
			if (map_joins(a, b))
				CHECK(length[a][b] >= SEEN || bridge_joins(a, b), "%s - %s: %d cells", one, other,
				      length[a][b]);
			else
				CHECK(length[a][b] <= UNSEEN, "%s - %s do not border each other: %d cells", one,
				      other, length[a][b]);
		}
}

static uint8_t area_at(struct drawing_point point)
{
	const int x = point.x * FINE / 10, y = point.y * FINE / 10;
	return x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT ? grid[y][x] : BARRED;
}

static int distance(struct drawing_point a, struct drawing_point b)
{
	const int x = a.x - b.x, y = a.y - b.y;
	int d = 0;
	while ((d + 1) * (d + 1) <= x * x + y * y)
		d++;
	return d;
}

/* How much of a unit's disc, with a radius of 12, lies in an area: per cent. */
static int disc_inside(struct drawing_point unit, uint8_t area)
{
	int inside = 0, all = 0;
	for (int y = -120; y <= 120; y += 5)
		for (int x = -120; x <= 120; x += 5)
			if (x * x + y * y <= 120 * 120) {
				all++;
				inside += area_at((struct drawing_point){unit.x + x, unit.y + y}) == area;
			}
	return 100 * inside / all;
}

/* A fleet on a coast stands on land and water: its province and one that it may go to. */
static bool stands_on_coast(uint8_t coast)
{
	const struct map *map = suite_map();
	const struct drawing_point unit = drawing.place[coast].unit;
	int water = 0;
	for (uint8_t p = 0; p < map->province_count; p++)
		if (map->loc[p].terrain == WATER && map_adjacent(map, FLEET, coast, p))
			water += disc_inside(unit, p);
	return water >= 10 && disc_inside(unit, map->loc[coast].province) >= 10;
}

/* Units and centres stand in their areas, coasts' fleets at theirs; all is on the page. */
TEST(test_places, "places")
{
	const struct map *map = suite_map();
	read_standard();
	paint_all();
	for (uint8_t l = 0; l < map->loc_count; l++) {
		const struct drawing_place *place = &drawing.place[l];
		const struct drawing_point points[] = {place->unit, place->dislodged, place->label};
		const bool coast = map->loc[l].province != l;
		for (int i = 0; i < (coast ? 2 : 3); i++)
			CHECK(points[i].x >= 80 && points[i].y >= 80 && points[i].x <= drawing.page.x - 80 &&
			          points[i].y <= drawing.page.y - 80,
			      "%s: %d,%d is off the page", map->loc[l].code, points[i].x, points[i].y);
		if (!coast)
			CHECK(disc_inside(place->unit, l) >= 95, "the unit of %s does not fit: %d per cent",
			      map->loc[l].code, disc_inside(place->unit, l));
		else
			CHECK(stands_on_coast(l), "the fleet of %s stands elsewhere", map->loc[l].code);
		if (!coast && map->centre[l])
			CHECK(area_at(place->centre) == l, "the centre of %s is elsewhere", map->loc[l].code);
	}
}

/* A unit's disc has a radius of 12: no two units overlap, no centre mark lies under a unit. */
TEST(test_collisions, "collisions")
{
	const struct map *map = suite_map();
	read_standard();
	for (uint8_t a = 0; a < map->loc_count; a++)
		for (uint8_t b = 0; b < map->loc_count; b++) {
			const struct drawing_place *one = &drawing.place[a], *other = &drawing.place[b];
			const char *from = map->loc[a].code, *to = map->loc[b].code;
			const bool same = map->loc[a].province == map->loc[b].province;
			if (!same)
				CHECK(distance(one->unit, other->unit) >= 240, "units of %s, %s", from, to);
			if (b < map->province_count && map->centre[b])
				CHECK(distance(one->unit, other->centre) >= 155, "unit of %s, centre of %s", from,
				      to);
			if (b < map->province_count)
				CHECK(distance(one->unit, other->label) >= 165 ||
				          abs(one->unit.y - other->label.y) >= 160,
				      "unit of %s, label of %s", from, to);
			if (a < b && b < map->province_count)
				CHECK(abs(one->label.x - other->label.x) >= 250 ||
				          abs(one->label.y - other->label.y) >= 100,
				      "labels of %s, %s", from, to);
			if (a < map->province_count && b < map->province_count && map->centre[b])
				CHECK(abs(one->label.x - other->centre.x) >= 160 ||
				          abs(one->label.y - other->centre.y) >= 85,
				      "label of %s, centre of %s", from, to);
			if (a == b)
				CHECK(distance(one->unit, one->dislodged) >= 200, "dislodged in %s", from);
		}
}

TEST(test_broken_drawings, "broken drawings")
{
	static const struct {
		const char *text, *error;
	} broken[] = {
		{"", "adr has no place"},
		{"weather\tfine\n", "line 1: there is no such record"},
		{"page\t1\n", "line 1: there are too few or too many fields"},
		{"page\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\n",
	     "line 1: there are too few or too many fields"},
		{"page\t12\t9x\n", "line 1: a number is none"},
		{"page\t12\t-\n", "line 1: a number is none"},
		{"page\t12\t9\ncoast\tpar\t1\t2\t3\t4\n", "line 2: a province is not a coast"},
		{"area\tstp/nc\t1\t2\t3\t4\t5\t6\t7\t8\n", "line 1: a coast is not an area"},
		{"area\txyz\t1\t2\t3\t4\t5\t6\t7\t8\n", "line 1: a code is not on the map"},
		{"coast\tstp/nc\t1\t2\t3\t4\ncoast\tstp/nc\t1\t2\t3\t4\n",
	     "line 2: the location has a place already"},
		{"land\tpar\tM1 2l3 4 5-6z\nland\tpar\tM1 2l3 4 5-6z\n",
	     "line 2: the area has an outline already"},
		{"land\tadr\tM1 2l3 4 5-6z\n", "line 1: land is drawn as sea, or sea as land"},
		{"sea\tpar\tM1 2l3 4 5-6z\n", "line 1: land is drawn as sea, or sea as land"},
		{"land\tspa/nc\tM1 2l3 4 5-6z\n", "line 1: a coast has no outline"},
		{"bridge\tpar\txyz\tM1 2l3 4 5-6z\n", "line 1: a code is not on the map"},
		{"lake\t\n", "line 1: the path is none"},
		{"lake\tl3 4z\n", "line 1: the path is none"},
		{"lake\tM1 2z\n", "line 1: the path is none"},
		{"lake\tM1 2l3 4 5\n", "line 1: the path is none"},
		{"lake\tM1 2l3 4 5 6\n", "line 1: the path is none"},
		{"lake\tM1 2l3 4z\n", "line 1: the path is none"},
		{"lake\tM1 2l3 4 5 6z7\n", "line 1: the path is none"},
		{"lake\tM1 2l3 4 5 6z onload=\n", "line 1: the path is none"},
	};
	for (int i = 0; i < COUNT(broken); i++) {
		char error[ERROR_SIZE] = "";
		CU_ASSERT(!drawing_read(&drawing, suite_map(), broken[i].text, error));
		CHECK(strcmp(error, broken[i].error) == 0, "%s: %s", broken[i].error, error);
	}
}

TEST(test_paths, "paths")
{
	static const struct drawing_outline outline = {.path = "M1 2.5l-.5.5 3-4zM7 8l1 0 0 1z",
	                                               .length = 30};
	static const struct {
		int x, y;
		bool starts;
	} points[] = {{10, 25, true}, {5, 30, false},  {35, -10, false},
	              {70, 80, true}, {80, 80, false}, {80, 90, false}};
	struct drawing_pen pen = drawing_pen(&outline);
	for (int i = 0; i < COUNT(points); i++) {
		CU_ASSERT(drawing_pen_next(&pen));
		CHECK(pen.point.x == points[i].x && pen.point.y == points[i].y &&
		          pen.starts == points[i].starts,
		      "point %d: %d,%d", i, pen.point.x, pen.point.y);
	}
	CU_ASSERT(!drawing_pen_next(&pen) && pen.at == pen.end);
}

SUITE("drawing")
