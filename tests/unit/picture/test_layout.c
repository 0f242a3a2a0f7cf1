/* The boxes of maps without a drawing: on the page, none over another, the same each time. */
#include "picture/layout.h"
#include "odd_maps.h"
#include "suite.h"

static void check_layout(const struct map *map, const char *name)
{
	struct drawing drawing, other;
	layout_draw(map, &drawing);
	layout_draw(map, &other);
	CU_ASSERT(memcmp(&drawing, &other, sizeof drawing) == 0);
	for (int a = 0; a < map->province_count; a++) {
		const struct drawing_point one = layout_box(&drawing, a);
		CHECK(one.x >= LAYOUT_WIDTH / 2 && one.y >= LAYOUT_HEIGHT / 2 &&
		          one.x <= drawing.page.x - LAYOUT_WIDTH / 2 &&
		          one.y <= drawing.page.y - LAYOUT_HEIGHT / 2,
		      "%s is off the page of %s", map->loc[a].code, name);
		for (int b = 0; b < a; b++) {
			const struct drawing_point two = layout_box(&drawing, b);
			CHECK(abs(one.x - two.x) >= LAYOUT_WIDTH || abs(one.y - two.y) >= LAYOUT_HEIGHT,
			      "%s and %s overlap on %s", map->loc[a].code, map->loc[b].code, name);
		}
	}
}

TEST(test_maps, "maps")
{
	for (const struct map_source *source = map_sources; source->name != NULL; source++)
		check_layout(suite_find_map(source->name), source->name);
}

TEST(test_odd_maps, "odd maps")
{
	for (int i = 0; i < ODD_MAPS; i++)
		check_layout(odd_map(i), odd_maps[i]);
}

SUITE("layout")
