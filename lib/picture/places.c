/* places: writes a map, and the ways of its units, as JSON for scripts. See picture.h. */
#include "picture.h"

/* ── a map ── */

static void write_place(struct ink *ink, const struct picture_map *picture, int loc)
{
	const struct drawing_place *place = &picture->drawing.place[loc];

	ink_write(ink, "{\"code\":%j,\"name\":%j", picture->map->loc[loc].code,
	          picture->map->loc[loc].name);
	ink_write(ink, ",\"x\":%t,\"y\":%t,\"dx\":%t,\"dy\":%t}", place->unit.x, place->unit.y,
	          place->dislodged.x, place->dislodged.y);
}

/* Writes the provinces that any unit reaches from a province or its coasts. */
static void write_neighbours(struct ink *ink, const struct map *map, int province)
{
	const struct place_set near = map_neighbours(map, (uint8_t)province);
	const char *before = "";

	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&near, (uint8_t)p)) {
			ink_write(ink, "%s%d", before, p);
			before = ",";
		}
}

static void write_province(struct ink *ink, const struct picture_map *picture, int province)
{
	static const char *const kinds[] = {[LAND] = "land", [COAST] = "coast", [WATER] = "sea"};
	const struct map *map = picture->map;
	const struct drawing_point unit = picture->drawing.place[province].unit;

	ink_write(ink, "%s\n{\"code\":%j,\"name\":%j", province > 0 ? "," : "", map->loc[province].code,
	          map->loc[province].name);
	ink_write(ink, ",\"kind\":\"%s\",\"centre\":%s,\"home\":", kinds[map->loc[province].terrain],
	          map->centre[province] ? "true" : "false");
	if (map->centre[province] && map->owner[province] < map->power_count)
		ink_write(ink, "%d", map->owner[province]);
	else
		ink_write(ink, "null");

	ink_write(ink, ",\"x\":%t,\"y\":%t,\"places\":[", unit.x, unit.y);
	write_place(ink, picture, province);
	for (int i = 0; i < map->coast_count[province]; i++) {
		ink_write(ink, ",");
		write_place(ink, picture, map->coasts[province][i]);
	}

	ink_write(ink, "],\"near\":[");
	write_neighbours(ink, map, province);
	ink_write(ink, "]}");
}

void picture_ink_powers(const struct map *map, struct ink *ink)
{
	ink_write(ink, "\"powers\":[");
	for (int p = 0; p < map->power_count; p++)
		ink_write(ink, "%s%j", p > 0 ? "," : "", map->power[p]);
	ink_write(ink, "],\"colours\":[");
	for (int p = 0; p < map->power_count; p++)
		ink_write(ink, "%s%d", p > 0 ? "," : "", picture_colour(map, p));
	ink_write(ink, "],\"signs\":[");
	for (int p = 0; p < map->power_count; p++) {
		char sign[PICTURE_SIGN_SIZE];
		picture_sign(map, p, sign);
		ink_write(ink, "%s%j", p > 0 ? "," : "", sign);
	}
	ink_write(ink, "]");
}

void picture_ink_places(const struct picture_map *picture, struct ink *ink)
{
	static const char *const kinds[ORDER_KINDS] = {
#define ORDER(kind, action, form) action,
#include "board/orders.def"
#undef ORDER
	};
	const struct map *map = picture->map;

	ink_write(ink, "{");
	picture_ink_powers(map, ink);
	ink_write(ink, ",\"kinds\":[");
	for (int k = 0; k < ORDER_KINDS; k++)
		ink_write(ink, "%s\"%s\"", k > 0 ? "," : "", kinds[k]);
	ink_write(ink, "],\"codes\":[");
	for (int l = 0; l < map->loc_count; l++)
		ink_write(ink, "%s%j", l > 0 ? "," : "", map->loc[l].code);
	ink_write(ink, "],\"provinces\":[");
	for (int p = 0; p < map->province_count; p++)
		write_province(ink, picture, p);
	ink_write(ink, "]}\n");
}

/* ── ways ── */

/* A list of ways that is being written. */
struct ways {
	struct ink *ink;
	bool any;
};

static void write_way(struct ways *ways, struct drawing_point from, struct drawing_point to)
{
	if (from.x == to.x && from.y == to.y)
		return;
	ink_write(ways->ink, "%s\"%p\":\"%p\"", ways->any ? "," : "", to, from);
	ways->any = true;
}

/* Writes the way of a unit whose order moved it. */
static void write_order_way(struct ways *ways, const struct picture_map *picture,
                            const struct phase_record *record, int n)
{
	const struct drawing_place *place = picture->drawing.place;
	const struct order order = record->orders.order[n];

	if (record->results[n] != RESULT_SUCCEEDS)
		return;
	if (order.from >= picture->map->loc_count || order.to >= picture->map->loc_count)
		return; /* an order without a way, or stored data that is not an order */
	if (order.kind == ORDER_MOVE)
		write_way(ways, place[order.from].unit, place[order.to].unit);
	if (order.kind == ORDER_RETREAT)
		write_way(ways, place[order.from].dislodged, place[order.to].unit);
}

void picture_ink_ways(const struct picture_map *picture, const struct phase_record *record,
                      const struct board *next, struct ink *ink)
{
	const struct drawing_place *place = picture->drawing.place;
	struct ways ways = {.ink = ink};

	ink_write(ink, "{");
	for (int i = 0; i < record->orders.count; i++)
		write_order_way(&ways, picture, record, i);
	for (int i = 0; next != NULL && i < next->retreat_count; i++) {
		const uint8_t loc = next->retreat[i].unit.loc;
		write_way(&ways, place[loc].unit, place[loc].dislodged);
	}
	ink_write(ink, "}");
}
