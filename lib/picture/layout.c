/* layout: see layout.h.
 *
 * Stress is the difference between distances on the page and on the map, which are counted in steps
 * of any unit. Each area moves in turn to where its own stress is least. Several starts are tried,
 * and the result with the least stress is used. Then overlapping boxes are moved apart. */
#include "layout.h"

#include <math.h>
#include <string.h>

enum {
	BEGINNINGS = 6,
	LAYOUT_SWEEPS = 80,
	PARTINGS = 400,
	STEP = 1700,   /* length of a step of the map on the page */
	BOX_GAP = 260, /* between boxes */
	MARGIN = 300,  /* around them */
	LABEL_UP = 180,
	UNIT_DOWN = 95,
	UNIT_ASIDE = 300,
	CENTRE_ASIDE = 380,
	COAST_ASIDE = 290,
};

struct spot {
	double x, y;
};

struct layout_plan {
	int count;
	uint8_t steps[PROVINCES_MAX][PROVINCES_MAX];
	struct spot spot[PROVINCES_MAX];
};

bool layout_joins(const struct map *map, enum unit_type type, int a, int b)
{
	for (int l = 0; l < map->loc_count; l++) {
		const int here = map->loc[l].province;
		if ((here == a && place_set_has(&map->loc[l].reach[type], (unsigned)b)) ||
		    (here == b && place_set_has(&map->loc[l].reach[type], (unsigned)a)))
			return true;
	}
	return false;
}

/* Counts the steps between any two provinces. Unconnected parts of a map are placed apart. */
static void count_steps(const struct map *map, struct layout_plan *plan)
{
	const int n = plan->count = map->province_count;
	const uint8_t apart = 8;
	memset(plan->steps, apart, sizeof plan->steps);
	for (int l = 0; l < map->loc_count; l++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int e = 0; e < map->loc[l].exit_count[type]; e++) {
				const int a = map->loc[l].province;
				const int b = map->loc[map->loc[l].exits[type][e]].province;
				plan->steps[a][b] = plan->steps[b][a] = 1;
			}
	for (int by = 0; by < n; by++)
		for (int a = 0; a < n; a++)
			for (int b = 0; b < n; b++)
				if (plan->steps[a][by] + plan->steps[by][b] < plan->steps[a][b])
					plan->steps[a][b] = (uint8_t)(plan->steps[a][by] + plan->steps[by][b]);
}

/* Places the provinces on a ring, in one of several sequences. */
static void begin(struct layout_plan *plan, int beginning)
{
	static const struct spot turn = {0.995004165278026, 0.0998334166468282}; /* 0.1 radians */
	struct spot at = {1, 0};
	const int turns = 1 + beginning * 7;
	for (int i = 0; i < plan->count; i++) {
		const double radius = plan->count * 0.2 + 0.05 * (i % 5);
		plan->spot[i] = (struct spot){at.x * radius, at.y * radius};
		for (int t = 0; t < turns; t++)
			at = (struct spot){at.x * turn.x - at.y * turn.y, at.x * turn.y + at.y * turn.x};
	}
}

static double distance(struct spot a, struct spot b)
{
	const double x = a.x - b.x, y = a.y - b.y, d = sqrt(x * x + y * y);
	return MAX(d, 0.001);
}

/* Moves each province to where its stress is least while the others are fixed. */
static void sweep(struct layout_plan *plan)
{
	for (int i = 0; i < plan->count; i++) {
		struct spot sum = {0, 0};
		double weights = 0;
		for (int j = 0; j < plan->count; j++) {
			if (j == i)
				continue;
			const double wanted = plan->steps[i][j], weight = 1 / (wanted * wanted);
			const double pull = wanted / distance(plan->spot[i], plan->spot[j]);
			sum.x += weight * (plan->spot[j].x + pull * (plan->spot[i].x - plan->spot[j].x));
			sum.y += weight * (plan->spot[j].y + pull * (plan->spot[i].y - plan->spot[j].y));
			weights += weight;
		}
		if (weights > 0)
			plan->spot[i] = (struct spot){sum.x / weights, sum.y / weights};
	}
}

static double measure_stress(const struct layout_plan *plan)
{
	double stress = 0;
	for (int i = 0; i < plan->count; i++)
		for (int j = 0; j < i; j++) {
			const double wanted = plan->steps[i][j];
			const double off = distance(plan->spot[i], plan->spot[j]) - wanted;
			stress += off * off / (wanted * wanted);
		}
	return stress;
}

static void find_spots(struct layout_plan *plan)
{
	struct spot best[PROVINCES_MAX] = {{0, 0}};
	double least = -1;
	for (int beginning = 0; beginning < BEGINNINGS; beginning++) {
		begin(plan, beginning);
		for (int s = 0; s < LAYOUT_SWEEPS; s++)
			sweep(plan);
		const double stress = measure_stress(plan);
		if (least < 0 || stress < least) {
			least = stress;
			memcpy(best, plan->spot, sizeof best);
		}
	}
	memcpy(plan->spot, best, sizeof best);
}

/* Moves two overlapping boxes apart by the shorter way. Returns whether they overlapped. */
static bool part(struct spot *a, struct spot *b)
{
	const double width = LAYOUT_WIDTH + BOX_GAP, height = LAYOUT_HEIGHT + BOX_GAP;
	const double x = b->x - a->x, y = b->y - a->y;
	const double over_x = width - (x < 0 ? -x : x), over_y = height - (y < 0 ? -y : y);
	if (over_x <= 0.5 || over_y <= 0.5)
		return false;
	if (over_x / width < over_y / height) {
		const double by = (x < 0 ? -over_x : over_x) / 2;
		a->x -= by;
		b->x += by;
	} else {
		const double by = (y < 0 ? -over_y : over_y) / 2;
		a->y -= by;
		b->y += by;
	}
	return true;
}

static void part_all(struct layout_plan *plan)
{
	bool parted = true;
	for (int i = 0; i < plan->count; i++)
		plan->spot[i] = (struct spot){plan->spot[i].x * STEP, plan->spot[i].y * STEP};
	for (int round = 0; round < PARTINGS && parted; round++) {
		parted = false;
		for (int i = 0; i < plan->count; i++)
			for (int j = 0; j < i; j++)
				parted |= part(&plan->spot[j], &plan->spot[i]);
	}
}

static struct drawing_point aside(struct drawing_point box, int x, int y)
{
	return (struct drawing_point){box.x + x, box.y + y};
}

static void place(const struct map *map, const struct layout_plan *plan, struct spot corner,
                  struct drawing *drawing)
{
	for (int l = 0; l < map->loc_count; l++) {
		const int p = map->loc[l].province;
		const struct drawing_point box = {(int)(plan->spot[p].x - corner.x + 0.5),
		                                  (int)(plan->spot[p].y - corner.y + 0.5)};
		const bool coast = l != p, first = coast && map->coasts[p][0] == l;
		int x = 0;
		if (coast)
			x = first ? -COAST_ASIDE : COAST_ASIDE;
		drawing->place[l] = (struct drawing_place){
			.unit = aside(box, x, UNIT_DOWN),
			.label = aside(box, 0, -LABEL_UP),
			.centre = aside(box, CENTRE_ASIDE, -LABEL_UP),
			.dislodged = aside(box, coast ? x / 4 : UNIT_ASIDE, UNIT_DOWN + (coast ? 120 : 40)),
		};
	}
}

void layout_draw(const struct map *map, struct drawing *drawing)
{
	struct layout_plan plan;
	struct spot low, high;
	memset(drawing, 0, sizeof *drawing);
	count_steps(map, &plan);
	find_spots(&plan);
	part_all(&plan);
	low = high = plan.spot[0];
	for (int i = 1; i < plan.count; i++) {
		const struct spot s = plan.spot[i];
		low = (struct spot){MIN(s.x, low.x), MIN(s.y, low.y)};
		high = (struct spot){MAX(s.x, high.x), MAX(s.y, high.y)};
	}
	const double x = MARGIN + LAYOUT_WIDTH / 2, y = MARGIN + LAYOUT_HEIGHT / 2;
	double wider = 12000 - (high.x - low.x + 2 * x);
	wider = wider > 0 ? wider / 2 : 0;
	low = (struct spot){low.x - x - wider, low.y - y};
	high = (struct spot){high.x + x + wider, high.y + y};
	drawing->page = (struct drawing_point){(int)(high.x - low.x), (int)(high.y - low.y)};
	place(map, &plan, low, drawing);
}

struct drawing_point layout_box(const struct drawing *drawing, int province)
{
	return aside(drawing->place[province].label, 0, LABEL_UP);
}
