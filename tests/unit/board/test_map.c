/* The standard map is as it should be, in whatever order its rows come. An odd map works, and a
 * broken one is refused. */
#include "odd_maps.h"
#include "game/start.h"

#include <stddef.h>

TEST(test_sizes, "sizes of the standard map")
{
	const struct map *map = suite_map();
	int coasts = 0, starts = 0;
	for (int i = 0; i < map->loc_count; i++) {
		coasts += map->loc[i].province != i;
		starts += map->loc[i].start != UNIT_TYPES;
	}
	CU_ASSERT_EQUAL(map->power_count, 7);
	CU_ASSERT_EQUAL(map->province_count, 75);
	CU_ASSERT_EQUAL(map->centre_count, 34);
	CU_ASSERT_EQUAL(coasts, 6);
	CU_ASSERT_EQUAL(starts, 22);
	for (int i = 1; i < map->power_count; i++)
		CU_ASSERT(strcmp(map->power[i - 1], map->power[i]) < 0);
	for (int i = 1; i < map->province_count; i++)
		CU_ASSERT(strcmp(map->loc[i - 1].code, map->loc[i].code) < 0);
}

TEST(test_borders_are_symmetric, "borders are symmetric")
{
	const struct map *map = suite_map();
	for (int type = 0; type < UNIT_TYPES; type++)
		for (uint8_t from = 0; from < map->loc_count; from++) {
			int exits = 0;
			for (uint8_t to = 0; to < map->loc_count; to++) {
				bool there = map_adjacent(map, type, from, to);
				exits += there;
				CHECK(there == map_adjacent(map, type, to, from), "%s - %s", map->loc[from].code,
				      map->loc[to].code);
				CU_ASSERT(!there || map_reaches(map, type, from, map->loc[to].province));
			}
			CU_ASSERT_EQUAL(exits, map->loc[from].exit_count[type]);
		}
}

/* Whether a unit at l can support one at other to hold, or in any of its moves. */
static bool helps(const struct map *map, int type, uint8_t l, int its, uint8_t other)
{
	bool helps = map_reaches(map, type, l, map->loc[other].province);
	for (int i = 0; i < map->loc[other].exit_count[its]; i++)
		helps =
			helps || map_reaches(map, type, l, map->loc[map->loc[other].exits[its][i]].province);
	return helps && map->loc[other].province != map->loc[l].province;
}

TEST(test_help, "who can help whom")
{
	const struct map *map = suite_map();
	for (int types = 0; types < UNIT_TYPES * UNIT_TYPES; types++)
		for (uint8_t l = 0; l < map->loc_count; l++)
			for (uint8_t other = 0; other < map->loc_count; other++) {
				const int type = types % UNIT_TYPES, its = types / UNIT_TYPES;
				CHECK(place_set_has(&map->loc[l].help[type][its], other) ==
				          helps(map, type, l, its, other),
				      "%s for %s, %d", map->loc[l].code, map->loc[other].code, types);
			}
}

TEST(test_some_borders, "some borders")
{
	static const struct {
		enum unit_type type;
		const char *from, *to;
		bool adjacent;
	} borders[] = {
		{ARMY, "par", "bur", true},         {ARMY, "par", "mar", false},
		{ARMY, "stp", "nwy", true},         {ARMY, "kie", "den", true},
		{ARMY, "den", "swe", true},         {ARMY, "con", "bul", true},
		{ARMY, "ank", "smy", true},         {ARMY, "rom", "ven", true},
		{ARMY, "spa", "naf", false},        {FLEET, "ank", "smy", false},
		{FLEET, "rom", "ven", false},       {FLEET, "kie", "hol", true},
		{FLEET, "kie", "bal", true},        {FLEET, "con", "bul/ec", true},
		{FLEET, "con", "bul/sc", true},     {FLEET, "con", "bul", false},
		{FLEET, "mao", "spa/nc", true},     {FLEET, "wes", "spa/nc", false},
		{FLEET, "wes", "spa/sc", true},     {FLEET, "mar", "spa/sc", true},
		{FLEET, "mar", "spa/nc", false},    {FLEET, "gas", "spa/nc", true},
		{FLEET, "bar", "stp/nc", true},     {FLEET, "bar", "stp/sc", false},
		{FLEET, "bot", "stp/sc", true},     {FLEET, "stp/nc", "stp/sc", false},
		{FLEET, "bul/ec", "bul/sc", false}, {FLEET, "mao", "bre", true},
		{FLEET, "iri", "lvp", true},        {FLEET, "nth", "hel", true},
		{FLEET, "tys", "lyo", true},        {FLEET, "ion", "tys", true},
		{FLEET, "eng", "nth", true},        {FLEET, "bla", "sev", true},
		{FLEET, "aeg", "bul/ec", false},    {FLEET, "aeg", "bul/sc", true},
	};
	for (int i = 0; i < COUNT(borders); i++)
		CHECK(map_adjacent(suite_map(), borders[i].type, suite_loc(borders[i].from),
		                   suite_loc(borders[i].to)) == borders[i].adjacent,
		      "%s - %s", borders[i].from, borders[i].to);
}

TEST(test_find, "codes, aliases, powers")
{
	static const struct {
		const char *code, *same;
	} aliases[] = {{"mid", "mao"}, {"nat", "nao"}, {"nrg", "nwg"},      {"gol", "lyo"},
	               {"tyn", "tys"}, {"PAR", "par"}, {"Stp/NC", "stp/nc"}};
	static const char *const unknown[] = {"",       "p",      "pa",   "xyz",    "pari",
	                                      "par/nc", "stp/ec", "stp/", "stp-nc", "st1"};
	const struct map *map = suite_map();
	for (int i = 0; i < COUNT(aliases); i++)
		CHECK(suite_loc(aliases[i].code) == suite_loc(aliases[i].same), "%s", aliases[i].code);
	for (int i = 0; i < COUNT(unknown); i++)
		CHECK(map_find(map, unknown[i], strlen(unknown[i])) == LOC_NONE, "'%s' is found",
		      unknown[i]);
	for (uint8_t i = 0; i < map->loc_count; i++)
		CU_ASSERT_EQUAL(map_find(map, map->loc[i].code, strlen(map->loc[i].code)), i);
	CU_ASSERT_EQUAL(map_find_power(map, "tur", 3), 6);
	CU_ASSERT_EQUAL(map_find_power(map, "XXX", 3), POWER_NONE);
}

/* The rows of the standard map, for tests that spoil them. */
struct rows {
	struct map_row row[LOCS_MAX + 1];
	size_t count;
};

static struct rows standard_rows(void)
{
	const struct map_source *source = map_source_find("standard");
	struct rows rows = {.count = source->count};
	memcpy(rows.row, source->rows, source->count * sizeof rows.row[0]);
	return rows;
}

/* The location an order means when it names no coast, or one too many. */
TEST(test_inferred_coasts, "inferred coasts")
{
	static const struct {
		enum unit_type type;
		const char *from, *place, *meant; /* empty: none */
	} rows[] = {
		{FLEET, "gas", "spa", "spa/nc"}, {FLEET, "mar", "spa", "spa/sc"},
		{FLEET, "mao", "spa", ""},       {FLEET, "mao", "spa/sc", "spa/sc"},
		{FLEET, "gas", "spa/sc", ""},    {FLEET, "con", "bul", ""},
		{FLEET, "bla", "bul", "bul/ec"}, {FLEET, "bre", "gas", "gas"},
		{FLEET, "bre", "mar", ""},       {FLEET, "spa/nc", "gas", "gas"},
		{ARMY, "gas", "spa/nc", "spa"},  {ARMY, "gas", "spa", "spa"},
		{ARMY, "lon", "stp/nc", "stp"},  {FLEET, "lon", "stp", ""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		uint8_t meant = map_infer_loc(suite_map(), rows[i].type, suite_loc(rows[i].from),
		                              suite_loc(rows[i].place));
		CHECK(meant == (rows[i].meant[0] == '\0' ? LOC_NONE : suite_loc(rows[i].meant)), "%s - %s",
		      rows[i].from, rows[i].place);
	}
}

TEST(test_every_map, "every map that is compiled in")
{
	static struct map map;
	char error[ERROR_SIZE];
	for (const struct map_source *source = map_sources; source->name != NULL; source++)
		CHECK(map_build(&map, source->rows, source->count, error), "%s: %s", source->name, error);
}

/* What a map needs so that a game can begin on it. */
TEST(test_starts, "games can begin on them")
{
	char error[ERROR_SIZE];
	struct board board;
	for (const struct map_source *source = map_sources; source->name != NULL; source++) {
		board_start(suite_find_map(source->name), &board);
		CHECK(start_check(suite_find_map(source->name), &rule_sets[0], &board, error), "%s: %s",
		      source->name, error);
	}
}

/* ── odd maps ── */

TEST(test_odd_maps, "odd maps")
{
	static const struct {
		const char *name, *error; /* NULL: it is a map */
	} rows[] = {
		{"duel", NULL},
		{"wide", NULL},
		{"lone", "only one power owns anything: a game needs two powers that own a place"},
		{"initials", "ANN and AUS share an initial, by which boards are stored"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		static struct map map;
		char error[ERROR_SIZE] = "";
		CHECK(odd_map_read(rows[i].name, &map, error) == (rows[i].error == NULL), "%s: '%s'",
		      rows[i].name, error);
		CHECK(rows[i].error == NULL || strcmp(error, rows[i].error) == 0, "%s: '%s'", rows[i].name,
		      error);
	}
}

/* The wide map is as large as a map can be. */
TEST(test_limits, "the largest map")
{
	const struct map *map = odd_map(1);
	struct board board;
	CU_ASSERT_EQUAL(map->province_count, PROVINCES_MAX);
	CU_ASSERT_EQUAL(map->centre_count, UNITS_MAX);
	CU_ASSERT_EQUAL(map->power_count, POWERS_MAX);
	board_start(map, &board);
	CU_ASSERT_EQUAL(board.unit_count, 35);
	for (uint8_t i = 0; i < map->loc_count; i++)
		CU_ASSERT_EQUAL(map_find(map, map->loc[i].code, strlen(map->loc[i].code)), i);
}

TEST(test_order_of_rows, "the order of rows does not matter")
{
	struct rows rows = standard_rows();
	struct rng rng = suite_rng(1);
	char error[ERROR_SIZE];
	for (int round = 0; round < 20; round++) {
		for (size_t i = rows.count - 1; i > 0; i--) {
			size_t j = rng_below(&rng, (uint32_t)i + 1);
			struct map_row row = rows.row[i];
			rows.row[i] = rows.row[j];
			rows.row[j] = row;
		}
		struct map map;
		CU_ASSERT_FATAL(map_build(&map, rows.row, rows.count, error));
		CU_ASSERT_EQUAL(memcmp(&map, suite_map(), sizeof map), 0);
	}
}

#define FIELD(name) offsetof(struct map_row, name)

/* The spoilt rows are refused, and the error has this text. */
static void check_refused(const struct rows *rows, const char *words)
{
	struct map map;
	char error[ERROR_SIZE] = "";
	CHECK(!map_build(&map, rows->row, rows->count, error), "built although: %s", words);
	CHECK(strstr(error, words) != NULL, "'%s' does not say '%s'", error, words);
}

/* One spoilt field in one row, and what the error must name. */
TEST(test_spoilt_fields, "spoilt fields are refused")
{
	static const struct {
		const char *code;
		size_t field;
		const char *value, *error;
	} spoilt[] = {
		{"par", FIELD(code), "pa", "'pa' is not a code"},
		{"par", FIELD(code), "p1r", "'p1r' is not a code"},
		{"stp/nc", FIELD(code), "stp/north", "'stp/north' is not a code"},
		{"par", FIELD(code), "bur", "bur is in two rows"},
		{"stp/nc", FIELD(code), "xyz/nc", "xyz/nc is a coast of no province"},
		{"bul/ec", FIELD(code), "stp/ec", "stp has over 2 coasts"},
		{"par", FIELD(name), "a name of more than thirty-one letters", "par: the name"},
		{"par", FIELD(alias), "mao", "par: the alias 'mao'"},
		{"par", FIELD(alias), "toolong", "par: the alias 'toolong'"},
		{"par", FIELD(owner), "FRANCE", "'FRANCE' is not a power"},
		{"par", FIELD(owner), "F1A", "'F1A' is not a power"},
		{"bel", FIELD(owner), "BEL", "at most 7 powers"},
		{"par", FIELD(type), "town", "par: 'town' is not a type"},
		{"par", FIELD(centre), "maybe", "par: 'maybe' is not a centre"},
		{"par", FIELD(start), "X", "par: 'X' is not a start"},
		{"bel", FIELD(start), "A", "bel: a unit starts here"},
		{"par", FIELD(army), "bre bur gas xyz", "par borders 'xyz'"},
		{"par", FIELD(army), "par", "par borders 'par'"},
		{"par", FIELD(army), "bre eng", "par - eng: no army"},
		{"par", FIELD(army), "bre bur gas pic mar", "par borders mar, but not the other way"},
		{"bre", FIELD(fleet), "eng gas pic", "mao borders bre, but not the other way"},
		{"stp/nc", FIELD(code), "zzz", "stp has one coast: it must have two, or none"},
		{"stp/nc", FIELD(type), "water", "stp/nc is the coast of a province: it has type coast"},
		{"stp/nc", FIELD(owner), "RUS", "stp/nc is the coast of a province"},
		{"stp/nc", FIELD(army), "fin", "stp/nc is the coast of a province"},
		{"stp", FIELD(start), "A", "stp/sc: two units start in the province"},
		{"fin", FIELD(army), "nwy stp/nc swe", "fin - stp/nc: an army goes to a province"},
		{"bre", FIELD(fleet), "eng gas mao par pic", "bre - par: no fleet goes inland"},
		{"nwy", FIELD(fleet), "bar stp", "nwy - stp: a fleet goes to one of two coasts"},
		{"mun", FIELD(army),
	     "ank arm bel ber boh bre bud bul bur cly con den edi fin gal gas gre hol kie lon lvn lvp",
	     "mun has over 20"},
	};
	for (int i = 0; i < COUNT(spoilt); i++) {
		struct rows rows = standard_rows();
		for (size_t r = 0; r < rows.count; r++)
			if (strcmp(rows.row[r].code, spoilt[i].code) == 0)
				memcpy((char *)&rows.row[r] + spoilt[i].field, &spoilt[i].value,
				       sizeof spoilt[i].value);
		check_refused(&rows, spoilt[i].error);
	}
}

TEST(test_spoilt_sizes, "spoilt sizes are refused")
{
	static char codes[LOCS_MAX + 1][4];
	struct rows rows = standard_rows();
	for (size_t r = rows.count; r < COUNT(rows.row); r++) {
		snprintf(codes[r], sizeof codes[r], "z%c%c", (char)('a' + r / 26), (char)('a' + r % 26));
		rows.row[r] = rows.row[0];
		rows.row[r].code = codes[r];
	}
	rows.count = COUNT(rows.row);
	check_refused(&rows, "1 to 127 rows");
	rows.count--;
	check_refused(&rows, "at most 120 provinces");
	rows.count = 0;
	check_refused(&rows, "1 to 127 rows");

	rows = standard_rows();
	for (size_t r = 0; r < rows.count; r++)
		rows.row[r].owner = "";
	check_refused(&rows, "no power owns anything: a game needs two powers");
	for (size_t r = 0; r < rows.count; r++)
		rows.row[r].owner = strchr(rows.row[r].code, '/') == NULL ? "FRA" : "";
	check_refused(&rows, "only one power owns anything: a game needs two powers");

	rows = standard_rows();
	for (size_t r = 0; r < rows.count; r++)
		rows.row[r].centre = strchr(rows.row[r].code, '/') == NULL ? "yes" : "no";
	check_refused(&rows, "22 units start, for 75 centres: a board holds at most 64 units");
}

SUITE("map")
