/* saved_order: see saved_order.h. */
#include "saved_order.h"

#include "board/token.h"

#include <stdio.h>
#include <string.h>

/* ── powers ── */

static const struct {
	const char *code, *name;
} powers[] = {
	{"AUS", "AUSTRIA"}, {"ENG", "ENGLAND"}, {"FRA", "FRANCE"}, {"GER", "GERMANY"},
	{"ITA", "ITALY"},   {"RUS", "RUSSIA"},  {"TUR", "TURKEY"},
};

const char *saved_power_name(const struct map *map, uint8_t power)
{
	for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
		if (strcmp(powers[i].code, map->power[power]) == 0)
			return powers[i].name;
	return map->power[power];
}

static char capital(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c & ~0x20) : c;
}

static bool same(const char *text, size_t length, const char *name)
{
	for (size_t i = 0; i < length; i++)
		if (name[i] == '\0' || token_lower(text[i]) != token_lower(name[i]))
			return false;
	return name[length] == '\0';
}

uint8_t saved_find_power(const struct map *map, const char *name, size_t length)
{
	for (uint8_t p = 0; p < map->power_count; p++)
		if (same(name, length, saved_power_name(map, p)) || same(name, length, map->power[p]))
			return p;
	return POWER_NONE;
}

/* ── places ── */

/* Abbreviations of the e-mail Judge that the package accepts and our map does not have as codes.
 * Provinces only; a coast follows them. */
static const struct {
	const char *text, *code;
} aliases[] = {
	{"emed", "eas"}, {"east", "eas"}, {"ems", "eas"},  {"eme", "eas"},  {"ech", "eng"},
	{"gol", "lyo"},  {"lyon", "lyo"}, {"gob", "bot"},  {"both", "bot"}, {"livp", "lvp"},
	{"lpl", "lvp"},  {"liv", "lvp"},  {"livo", "lvn"}, {"lvo", "lvn"},  {"lva", "lvn"},
	{"mars", "mar"}, {"mid", "mao"},  {"mat", "mao"},  {"nat", "nao"},  {"nora", "naf"},
	{"nts", "nth"},  {"norw", "nwy"}, {"nor", "nwy"},  {"nrg", "nwg"},  {"trl", "tyr"},
	{"tyl", "tyr"},  {"tyrr", "tys"}, {"tyn", "tys"},  {"tyh", "tys"},  {"wmed", "wes"},
	{"west", "wes"}, {"wms", "wes"},  {"wme", "wes"},  {"york", "yor"},
};

/* A name without its blanks and dots: "MidAtlanticOcean". */
static bool is_named(const char *text, size_t length, const char *name)
{
	size_t i = 0;
	for (; *name != '\0'; name++) {
		if (*name == ' ' || *name == '.' || *name == '-')
			continue;
		if (i == length || token_lower(text[i++]) != token_lower(*name))
			return false;
	}
	return i == length;
}

static uint8_t find_province(const struct map *map, const char *text, size_t length)
{
	const uint8_t loc = map_find(map, text, length);
	if (loc != LOC_NONE)
		return loc;
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (same(text, length, aliases[i].text))
			return map_find(map, aliases[i].code, strlen(aliases[i].code));
	for (uint8_t p = 0; length > 3 && p < map->province_count; p++)
		if (is_named(text, length, map->loc[p].name))
			return p;
	return LOC_NONE;
}

uint8_t saved_find_place(const struct map *map, const char *text, size_t length)
{
	const char *slash = memchr(text, '/', length);
	char code[MAP_CODE_SIZE];
	if (slash == NULL)
		return find_province(map, text, length);
	const uint8_t province = find_province(map, text, (size_t)(slash - text));
	const size_t coast = length - (size_t)(slash - text);
	if (province == LOC_NONE || coast != 3 || strlen(map->loc[province].code) != 3)
		return LOC_NONE;
	snprintf(code, sizeof code, "%.3s%.3s", map->loc[province].code, slash);
	return map_find(map, code, 6);
}

char *saved_print_place(const struct map *map, uint8_t loc, char text[SAVED_UNIT_SIZE])
{
	snprintf(text, SAVED_UNIT_SIZE, "%s", loc < map->loc_count ? map->loc[loc].code : "?");
	for (char *c = text; *c != '\0'; c++)
		*c = capital(*c);
	return text;
}

char *saved_print_unit(const struct map *map, struct unit unit, bool dislodged,
                       char text[SAVED_UNIT_SIZE])
{
	char place[SAVED_UNIT_SIZE];
	snprintf(text, SAVED_UNIT_SIZE, "%s%c %.7s", dislodged ? "*" : "",
	         unit.type == ARMY ? 'A' : 'F', saved_print_place(map, unit.loc, place));
	return text;
}

bool saved_read_unit(const struct map *map, const char *text, size_t length, struct unit *unit,
                     bool *dislodged)
{
	*dislodged = length > 0 && text[0] == '*';
	text += *dislodged;
	length -= *dislodged;
	if (length < 3 || text[1] != ' ' || (capital(text[0]) != 'A' && capital(text[0]) != 'F'))
		return false;
	unit->type = capital(text[0]) == 'A' ? ARMY : FLEET;
	unit->loc = saved_find_place(map, text + 2, length - 2);
	return unit->loc != LOC_NONE;
}

/* ── orders ── */

char *saved_print_order(const struct map *map, struct order order, char text[SAVED_ORDER_SIZE])
{
	char unit[SAVED_UNIT_SIZE];
	if (order.kind == ORDER_BUILD) {
		snprintf(text, SAVED_ORDER_SIZE, "%s B",
		         saved_print_unit(map, (struct unit){0, order.type, order.from}, false, unit));
		return text;
	}
	if (order.kind == ORDER_MOVE && order.type == ARMY && order.from < map->loc_count &&
	    order.to < map->loc_count)
		order.via |= !map_adjacent(map, ARMY, order.from, order.to);
	order_print(map, order, text);
	for (char *c = text; *c != '\0'; c++)
		*c = capital(*c);
	return text;
}

/* A line under construction, in our notation. */
struct line {
	char text[SAVED_LENGTH_MAX];
	size_t length;
};

static bool add_text(struct line *line, const char *text, size_t length)
{
	if (line->length + length + 1 >= sizeof line->text)
		return false;
	memcpy(line->text + line->length, text, length);
	line->length += length;
	line->text[line->length++] = ' ';
	return true;
}

/* Adds a token; a place with another name is replaced by its code. */
static bool add_token(struct line *line, const struct map *map, struct token token)
{
	const uint8_t loc = token.length > 2 && token_symbol(token) == '\0'
	                        ? saved_find_place(map, token.text, token.length)
	                        : LOC_NONE;
	if (loc == LOC_NONE)
		return add_text(line, token.text, token.length);
	return add_text(line, map->loc[loc].code, strlen(map->loc[loc].code));
}

/* "A LON - NTH - NWY" becomes "A LON - NWY VIA": only the last dash of a move counts. Seas in other
 * orders are left in place, and refused. */
static bool rewrite(const struct map *map, const char *text, size_t length, struct line *line)
{
	struct tokens tokens = {text, text + length};
	int place = 0, dashes = 0;
	size_t dash = 0;
	for (struct token token; (token = tokens_next(&tokens)).length > 0; place++) {
		if (token.text[0] == '-' && dashes++ == 0)
			dash = place == 2 ? line->length : 0;
		else if (token.text[0] == '-' && dash > 0)
			line->length = dash;
		if (!add_token(line, map, token))
			return false;
	}
	return dashes < 2 || dash == 0 || memcmp(line->text + line->length - 4, "via", 3) == 0 ||
	       memcmp(line->text + line->length - 4, "VIA", 3) == 0 || add_text(line, "via", 3);
}

bool saved_read_order(const struct map *map, const char *text, size_t length, struct order *order,
                      char error[ERROR_SIZE])
{
	struct line line = {.length = 0};
	if (length < SAVED_LENGTH_MAX / 2 && rewrite(map, text, length, &line) && line.length > 0)
		return order_parse(map, line.text, line.length - 1, order, error);
	return text_refuse(error, length == 0 ? "it is empty" : "it is longer than any order");
}

int saved_find_ordered(const struct map *map, const struct board *board, const char *text,
                       size_t length)
{
	const char *blank = length > 2 ? memchr(text + 2, ' ', length - 2) : NULL;
	struct unit unit;
	bool dislodged;
	if (!saved_read_unit(map, text, blank != NULL ? (size_t)(blank - text) : length, &unit,
	                     &dislodged))
		return -1;
	return board_find(map, board, map->loc[unit.loc].province);
}
