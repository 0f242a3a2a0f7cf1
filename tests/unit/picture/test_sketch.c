/* Boards as text: on every map, at every width, each province has one cell, no two overlap or
 * touch, and all lie on the grid, about where they lie on the page. What stands in cells.
 *
 * BOARDS=N random boards (60). SEED draws them. */
#include "odd_maps.h"
#include "picture/picture.h"
#include "picture/sketch.h"
#include "suite.h"

static struct picture_map picture;
static struct sketch sketch, again;

/* The parts of a sketch in its lines; a blank where there is none. */
static char grid[2 * PROVINCES_MAX][SKETCH_WIDTH_MAX + 1];
static uint64_t digest = SUITE_DIGEST; /* of all sketches */

static const char *province_text(const struct map *map, const char *code)
{
	static char text[4 * SKETCH_TEXT_SIZE];
	const uint8_t province = map_find(map, code, strlen(code));
	text[0] = '\0';
	for (int i = 0; i < sketch.count; i++)
		if (sketch.part[i].province == province)
			strcat(text, sketch.part[i].text);
	return text;
}

/* Draws a board, and holds the sketch to all that must be true of each. */
static void draw(const struct map *map, const struct board *board, int width)
{
	bool named[PROVINCES_MAX] = {false};
	int units = 0, dislodged = 0;
	sketch_draw(map, &picture.drawing, board, width, &sketch);
	sketch_draw(map, &picture.drawing, board, width, &again);
	CHECK(memcmp(&sketch, &again, sizeof sketch) == 0, "width %d: not the same twice", width);
	CHECK(sketch.width == MAX(SKETCH_WIDTH_MIN, MIN(width, SKETCH_WIDTH_MAX)), "width %d: %d",
	      width, sketch.width);
	memset(grid, ' ', sizeof grid);
	grid[COUNT(grid) - 1][SKETCH_WIDTH_MAX] = '\0'; /* strspn ends there */
	for (int i = 0; i < sketch.count; i++) {
		const struct sketch_part *const part = &sketch.part[i];
		const int length = (int)strlen(part->text);
		CHECK(part->line >= 0 && part->line < sketch.height && part->column >= 0 &&
		          part->column + length <= sketch.width,
		      "width %d: '%s' at %d, %d", width, part->text, part->line, part->column);
		if (part->line < 0 || part->line >= COUNT(grid) || part->column < 0 ||
		    part->column + length > SKETCH_WIDTH_MAX)
			continue;
		char *const at = &grid[part->line][part->column];
		CHECK(strspn(at, " ") >= (size_t)length, "width %d: '%s' over '%.*s'", width, part->text,
		      length, at);
		memcpy(at, part->text, (size_t)length);
		if (part->kind == SKETCH_UNIT) {
			units++;
		} else if (part->kind == SKETCH_DISLODGED) {
			dislodged++;
		} else {
			CHECK(!named[part->province], "'%s' twice", part->text);
			named[part->province] = true;
			/* a cell does not touch the one before it */
			CHECK(part->column == 0 || at[-1] == ' ', "width %d: '%s' touches", width, part->text);
			for (int c = 0; c < 3; c++)
				CHECK((at[c] | 0x20) == map->loc[part->province].code[c], "'%s'", part->text);
		}
	}
	digest = suite_digest(digest, grid, sizeof grid);
	for (int p = 0; p < map->province_count; p++)
		CHECK(named[p], "width %d: no %s", width, map->loc[p].code);
	CHECK(units == board->unit_count && dislodged == board->retreat_count, "%d units, %d dislodged",
	      units, dislodged);
}

/* Units anywhere, owners as they come, and in a retreat phase dislodged ones. */
static struct board random_board(const struct map *map, struct rng *rng)
{
	struct board board;
	board_clear(&board);
	board.phase = SPRING_RETREATS;
	for (int i = 0; i < 30; i++) {
		struct unit unit = {.power = (uint8_t)rng_below(rng, (uint32_t)map->power_count),
		                    .type = (uint8_t)rng_below(rng, UNIT_TYPES),
		                    .loc = (uint8_t)rng_below(rng, (uint32_t)map->loc_count)};
		if (map->loc[unit.loc].exit_count[unit.type] == 0)
			continue;
		if (!board_add(map, &board, unit) && rng_below(rng, 2) == 0)
			(void)!board_add_retreat(map, &board, (struct retreat){unit, LOC_NONE});
	}
	for (int p = 0; p < map->province_count; p++)
		board.owner[p] = (uint8_t)rng_below(rng, POWERS_MAX + 1);
	return board;
}

TEST(test_every_map, "every map")
{
	struct rng rng = suite_rng(1);
	for (const struct map_source *source = map_sources; source->name != NULL; source++) {
		const struct map *const map = suite_find_map(source->name);
		struct board board;
		picture_open(&picture, map);
		board_start(map, &board);
		for (int width = 0; width < 250; width += width < 90 ? 1 : 29)
			draw(map, &board, width);
		for (long i = suite_number("BOARDS", 30); i > 0; i--) {
			const struct board drawn = random_board(map, &rng);
			draw(map, &drawn, 20 + (int)rng_below(&rng, 240));
		}
	}
}

TEST(test_odd_maps, "odd maps")
{
	struct rng rng = suite_rng(2);
	for (int i = 0; i < ODD_MAPS; i++) {
		const struct map *const map = odd_map(i);
		picture_open(&picture, map);
		for (int width = 10; width < 120; width += 7) {
			const struct board board = random_board(map, &rng);
			draw(map, &board, width);
		}
	}
}

static int line_of(const char *code)
{
	for (int i = 0; i < sketch.count; i++)
		if (sketch.part[i].province == suite_loc(code))
			return sketch.part[i].line;
	return -1;
}

static int column_of(const char *code)
{
	for (int i = 0; i < sketch.count; i++)
		if (sketch.part[i].province == suite_loc(code))
			return sketch.part[i].column;
	return -1;
}

/* A reader must know Europe again: what lies far to the west or north does so here. */
TEST(test_europe, "Europe")
{
	static const int widths[] = {79, 80, 120, 200};
	static const struct {
		const char *west, *east;
	} rows[] = {{"por", "mar"}, {"lon", "ber"}, {"ber", "mos"}, {"nao", "nth"}, {"wes", "ion"},
	            {"ven", "bud"}, {"bud", "sev"}, {"con", "arm"}, {"par", "mun"}, {"bre", "par"}};
	static const struct {
		const char *north, *south;
	} columns[] = {{"nwg", "nth"}, {"edi", "lon"}, {"lon", "par"}, {"par", "mar"}, {"swe", "ber"},
	               {"ber", "vie"}, {"vie", "nap"}, {"stp", "sev"}, {"rum", "gre"}, {"nap", "ion"}};
	struct board board;
	picture_open(&picture, suite_map());
	board_start(suite_map(), &board);
	for (int w = 0; w < COUNT(widths); w++) {
		draw(suite_map(), &board, widths[w]);
		for (int i = 0; i < COUNT(rows); i++)
			CHECK(column_of(rows[i].west) < column_of(rows[i].east), "%d: %s, %s", widths[w],
			      rows[i].west, rows[i].east);
		for (int i = 0; i < COUNT(columns); i++)
			CHECK(line_of(columns[i].north) < line_of(columns[i].south), "%d: %s, %s", widths[w],
			      columns[i].north, columns[i].south);
		CHECK(widths[w] > 80 || sketch.height <= 40, "%d lines", sketch.height);
	}
}

TEST(test_cells, "cells")
{
	static const struct {
		const char *code, *text;
	} rows[] = {{"par", "Par*fA"},    {"stp", "Stp*rF/s"}, {"nth", "NTH"},     {"bur", "Bur"},
	            {"mun", "Mun*gA!iF"}, {"ank", "Ank*tF"},   {"bul", "Bul*aF/e"}};
	struct board board = suite_board("FRA A par, RUS F stp/sc, GER A mun, TUR F ank, AUS F bul/ec");
	board.phase = SPRING_RETREATS;
	suite_dislodge(&board, "ITA F mun");
	suite_own(&board, "par ENG");
	picture_open(&picture, suite_map());
	draw(suite_map(), &board, 79);
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(strcmp(province_text(suite_map(), rows[i].code), rows[i].text) == 0, "%s: '%s'",
		      rows[i].code, province_text(suite_map(), rows[i].code));
	for (int i = 0; i < sketch.count; i++)
		if (sketch.part[i].province == suite_loc("par"))
			CHECK(sketch.part[i].power ==
			          suite_power(sketch.part[i].kind == SKETCH_UNIT ? "FRA" : "ENG"),
			      "'%s' is %d's", sketch.part[i].text, sketch.part[i].power);
}

TEST(test_sketches_are_the_same, "sketches are the same")
{
	suite_same(digest, UINT64_C(0x6a7983d46af75c7d));
}

SUITE("sketch")
