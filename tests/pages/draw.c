/* draw: the first phase of each case of a file, as a picture: draw_boards FILE FOLDER writes
 * FOLDER/ID.svg. A case that names no owners has those of the map's start.
 *
 * The boards of tests/pages/boards.cases are those by which the look of pictures is judged: look at
 * them after each change of it. */
#include "formats/cases/cases.h"
#include "picture/picture.h"
#include "game/resolve.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[256 * 1024], svg[PICTURE_SIZE];

__attribute__((noreturn)) static void fail(const char *what, const char *why)
{
	fprintf(stderr, "draw_boards: %s: %s\n", what, why);
	exit(2);
}

static size_t read_file(const char *name)
{
	FILE *in = fopen(name, "r");
	if (in == NULL)
		fail(name, strerror(errno));
	const size_t length = fread(text, 1, sizeof text, in);
	fclose(in);
	if (length == sizeof text)
		fail(name, "it is too long");
	return length;
}

static void write_file(const char *folder, const char *id, size_t length)
{
	char name[512];
	snprintf(name, sizeof name, "%s/%s.svg", folder, id);
	FILE *out = fopen(name, "w");
	if (out == NULL || fwrite(svg, 1, length, out) != length || fclose(out) != 0)
		fail(name, strerror(errno));
}

/* ── orders ── */

static void order_moves(const struct map *map, const struct case_phase *phase,
                        struct phase_orders *orders)
{
	const struct board *board = &phase->before;
	orders->count = board->unit_count;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		orders->power[u] = unit.power;
		orders->order[u] = order_hold(unit.type, unit.loc);
		for (int i = 0; i < phase->order_count; i++)
			if (map->loc[phase->orders[i].order.from].province == map->loc[unit.loc].province) {
				orders->order[u] = phase->orders[i].order;
				orders->order[u].from = unit.loc;
			}
	}
}

static void order_retreats(struct variant variant, const struct case_phase *phase,
                           struct phase_orders *orders)
{
	enum verdict verdicts[CASE_ORDERS_MAX];
	orders->count = phase->before.retreat_count;
	retreat_verify(variant, &phase->before, phase->orders, phase->order_count, orders->order,
	               verdicts);
}

static void order_adjustments(const struct case_phase *phase, struct phase_orders *orders)
{
	orders->count = phase->order_count;
	for (int i = 0; i < phase->order_count; i++) {
		orders->order[i] = phase->orders[i].order;
		orders->power[i] = phase->orders[i].power;
	}
}

/* ── pictures ── */

static void draw(const struct picture_map *picture, struct test_case *c, const char *folder)
{
	static struct phase_record record;
	static struct phase_orders orders;
	const struct game game = {picture->map, rules_find("standard"), 1, 1};
	struct case_phase *phase = &c->phases[0];
	struct board next, start;
	bool owned = false;
	memset(&orders, 0, sizeof orders);
	board_start(picture->map, &start);
	for (int p = 0; p < picture->map->province_count; p++)
		owned |= phase->before.owner[p] != POWER_NONE;
	if (!owned)
		memcpy(phase->before.owner, start.owner, sizeof start.owner);
	if (phase_is_movement(phase->before.phase))
		order_moves(picture->map, phase, &orders);
	else if (phase_is_winter(phase->before.phase))
		order_adjustments(phase, &orders);
	else
		order_retreats(rules_variant(game.rules, picture->map), phase, &orders);
	if (!resolve_replay(&game, judges[0], &phase->before, &orders, &record, &next))
		fail(c->id, "it cannot be played");
	const size_t length = picture_write(picture, &record, c->id, svg, sizeof svg);
	if (length > sizeof svg)
		fail(c->id, "the picture is too large");
	write_file(folder, c->id, length);
}

int main(int argc, char **argv)
{
	static struct map map;
	static struct picture_map picture;
	static struct test_case c;
	const struct map_source *source = map_source_find("standard");
	struct case_reader reader = {.map = &map};
	char error[ERROR_SIZE];
	const char *at = text;
	enum case_event event;

	if (argc != 3)
		fail("FILE FOLDER", "two words are needed");
	if (!map_build(&map, source->rows, source->count, error))
		fail(source->name, error);
	picture_open(&picture, &map);
	const char *const end = text + read_file(argv[1]);
	while ((event = cases_read(&reader, &at, end, &c)) == CASE_READ)
		draw(&picture, &c, argv[2]);
	if (event == CASE_MALFORMED) {
		fprintf(stderr, "draw_boards: %s, line %ld: %s\n", argv[1], reader.line, reader.error);
		return 2;
	}
	return 0;
}
