#include "drawing.h"

#include <stdio.h>
#include <string.h>

enum { FIELDS_MAX = 10, NUMBER_MAX = 100000 };

/* A line of a drawing, and where its values go. */
struct record {
	struct drawing *drawing;
	const struct map *map;
	struct field {
		const char *text;
		size_t length;
	} field[FIELDS_MAX];
	int count;
	enum drawing_kind kind; /* of an outline */
	struct place_set placed, outlined;
	const char *wrong; /* the fault of the line; NULL: none so far */
};

/* Reads a number with at most one decimal as tenths. Stops at the first other character. */
static bool read_number(const char **at, const char *end, int *tenths)
{
	const char *c = *at;
	bool minus = c < end && *c == '-', digits = false;
	int value = 0;
	for (c += minus; c < end && *c >= '0' && *c <= '9' && value < NUMBER_MAX; c++, digits = true)
		value = value * 10 + (*c - '0');
	value *= 10;
	if (c < end && *c == '.') {
		c++;
		digits = c < end && *c >= '0' && *c <= '9';
		if (digits)
			value += *c++ - '0';
	}
	*at = c;
	*tenths = minus ? -value : value;
	return digits;
}

static bool read_pair(const char **at, const char *end, struct drawing_point *pair)
{
	if (!read_number(at, end, &pair->x))
		return false;
	*at += *at < end && **at == ' ';
	return read_number(at, end, &pair->y);
}

struct drawing_pen drawing_pen(const struct drawing_outline *outline)
{
	return (struct drawing_pen){.at = outline->path, .end = outline->path + outline->length};
}

bool drawing_pen_next(struct drawing_pen *pen)
{
	const char *at = pen->at;
	struct drawing_point step;

	if (at < pen->end && *at == 'z')
		at = ++pen->at;
	pen->starts = at < pen->end && *at == 'M';
	at += pen->starts || (at < pen->end && (*at == 'l' || *at == ' '));
	if (at == pen->end || !read_pair(&at, pen->end, &step))
		return false;
	pen->point =
		pen->starts ? step : (struct drawing_point){pen->point.x + step.x, pen->point.y + step.y};
	pen->at = at;
	return true;
}

/* Whether an outline is a path from its beginning to its end. */
static bool is_path(const struct drawing_outline *outline)
{
	struct drawing_pen pen = drawing_pen(outline);
	int points = 0;
	while (drawing_pen_next(&pen)) {
		points = pen.starts ? 1 : points + 1;
		if (points == 1 && !pen.starts)
			return false;
		if (pen.at == pen.end || (*pen.at == 'z' && points < 3))
			return false;
	}
	return pen.at == pen.end && points > 0;
}

static void refuse_record(struct record *r, const char *wrong)
{
	r->wrong = r->wrong == NULL ? wrong : r->wrong;
}

static uint8_t read_code(struct record *r, int field)
{
	uint8_t loc = map_find(r->map, r->field[field].text, r->field[field].length);
	if (loc == LOC_NONE)
		refuse_record(r, "a code is not on the map");
	return loc;
}

/* Two fields, each a number. */
static struct drawing_point read_point(struct record *r, int field)
{
	struct drawing_point point = {0, 0};
	for (int i = 0; i < 2; i++) {
		const char *at = r->field[field + i].text, *end = at + r->field[field + i].length;
		if (!read_number(&at, end, i == 0 ? &point.x : &point.y) || at != end)
			refuse_record(r, "a number is none");
	}
	return point;
}

/* Sets the place of a location; false if it has one already. */
static bool put_place(struct record *r, uint8_t loc)
{
	if (loc == LOC_NONE)
		return false;
	if (place_set_has(&r->placed, loc))
		refuse_record(r, "the location has a place already");
	place_set_add(&r->placed, loc);
	return true;
}

static void read_page(struct record *r)
{
	r->drawing->page = read_point(r, 1);
}

static void read_area(struct record *r)
{
	const uint8_t loc = read_code(r, 1);
	if (!put_place(r, loc))
		return;
	if (r->map->loc[loc].province != loc)
		refuse_record(r, "a coast is not an area");
	r->drawing->place[loc] = (struct drawing_place){read_point(r, 2), read_point(r, 4),
	                                                read_point(r, 6), read_point(r, 8)};
}

static void read_coast(struct record *r)
{
	const uint8_t loc = read_code(r, 1);
	if (!put_place(r, loc))
		return;
	if (r->map->loc[loc].province == loc)
		refuse_record(r, "a province is not a coast");
	r->drawing->place[loc] =
		(struct drawing_place){.unit = read_point(r, 2), .dislodged = read_point(r, 4)};
}

/* Reads an outline; the fields before the path name its areas. */
static void read_outline(struct record *r)
{
	struct drawing_outline *outline = &r->drawing->outline[r->drawing->outline_count];
	const int areas = r->count - 2;
	if (r->drawing->outline_count == DRAWING_OUTLINES_MAX) {
		refuse_record(r, "there are too many outlines");
		return;
	}
	r->drawing->outline_count++;
	*outline = (struct drawing_outline){.kind = r->kind, .areas = {LOC_NONE, LOC_NONE}};
	outline->path = r->field[areas + 1].text;
	outline->length = r->field[areas + 1].length;
	for (int i = 0; i < areas; i++)
		outline->areas[i] = read_code(r, i + 1);
	if (!is_path(outline))
		refuse_record(r, "the path is none");
}

/* Reads the outline of a province, whose terrain must fit the kind. */
static void read_province(struct record *r)
{
	const uint8_t loc = read_code(r, 1);
	if (loc == LOC_NONE)
		return;
	if (r->map->loc[loc].province != loc)
		refuse_record(r, "a coast has no outline");
	if ((r->map->loc[loc].terrain == WATER) != (r->kind == DRAWN_SEA))
		refuse_record(r, "land is drawn as sea, or sea as land");
	if (place_set_has(&r->outlined, loc))
		refuse_record(r, "the area has an outline already");
	place_set_add(&r->outlined, loc);
	read_outline(r);
}

static const struct {
	const char *name;
	int fields;
	void (*read)(struct record *r);
	enum drawing_kind outline; /* if it is one */
} kinds[] = {
	{"page", 3, read_page, 0},
	{"area", 10, read_area, 0},
	{"coast", 6, read_coast, 0},
	{"sea", 3, read_province, DRAWN_SEA},
	{"lake", 2, read_outline, DRAWN_LAKE},
	{"outside", 2, read_outline, DRAWN_OUTSIDE},
	{"land", 3, read_province, DRAWN_LAND},
	{"bridge", 4, read_outline, DRAWN_BRIDGE},
};

/* Splits a line at its tabs; false if it has too many fields. */
static bool split_line(struct record *r, const char *line, size_t length)
{
	r->count = 0;
	while (r->count < FIELDS_MAX) {
		const char *tab = memchr(line, '\t', length);
		const size_t width = tab == NULL ? length : (size_t)(tab - line);
		r->field[r->count++] = (struct field){line, width};
		if (tab == NULL)
			return true;
		line += width + 1;
		length -= width + 1;
	}
	return false;
}

static void read_line(struct record *r, const char *line, size_t length)
{
	const bool fits = split_line(r, line, length);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].name) == r->field[0].length &&
		    memcmp(kinds[i].name, line, r->field[0].length) == 0) {
			r->kind = kinds[i].outline;
			if (fits && r->count == kinds[i].fields)
				kinds[i].read(r);
			else
				refuse_record(r, "there are too few or too many fields");
			return;
		}
	refuse_record(r, "there is no such record");
}

/* Whether all locations have their places, and all provinces their outlines. */
static bool is_whole(const struct record *r, char error[ERROR_SIZE])
{
	for (int l = 0; l < r->map->loc_count; l++) {
		if (!place_set_has(&r->placed, l))
			return text_refuse(error, "%s has no place", r->map->loc[l].code);
		if (l < r->map->province_count && !place_set_has(&r->outlined, l))
			return text_refuse(error, "%s has no outline", r->map->loc[l].code);
	}
	return (r->drawing->page.x > 0 && r->drawing->page.y > 0) ||
	       text_refuse(error, "the page has no size");
}

bool drawing_read(struct drawing *drawing, const struct map *map, const char *text,
                  char error[ERROR_SIZE])
{
	struct record r = {.drawing = drawing, .map = map};

	memset(drawing, 0, sizeof *drawing);
	for (int number = 1; *text != '\0'; number++) {
		const size_t length = strcspn(text, "\n");
		read_line(&r, text, length);
		if (r.wrong != NULL)
			return text_refuse(error, "line %d: %s", number, r.wrong);
		text += length + (text[length] == '\n');
	}
	return is_whole(&r, error);
}
