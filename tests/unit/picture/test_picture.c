/* Pictures of whole games, by every rule set and on every map: each is well-formed XML, small, and
 * the same twice; every kind of order and each way that it can end is seen. Names are hostile.
 *
 * GAMES=N games per map and rule set (16). SEED draws them. */
#include "picture/picture.h"
#include "match/match.h"
#include "odd_maps.h"
#include "picture/scene.h"
#include "suite.h"
#include "xml.h"

enum {
	PHASES_MAX = 120,
	SPARE = 64 * 1024,
	LIMIT = 150 * 1000, /* bytes of a picture of the standard map */
};

static struct picture_map picture;
static struct scene scene;
static struct phase_record record;
static char text[4 * PICTURE_SIZE + SPARE], again[sizeof text];
static int seen[SHAPE_KINDS][FATES];
static size_t largest;
static int pictures;
static uint64_t digest = SUITE_DIGEST; /* of what is drawn, but of games only a part */

static void check_xml(size_t length)
{
	const char *const fault = xml_find_fault(text, length);
	if (pictures % 16 == 0)
		digest = suite_digest(digest, text, length);
	CHECK(fault == NULL, "no XML: %.*s", fault == NULL ? 0 : 80, fault == NULL ? "" : fault);
}

/* What scripts get of a phase, and of its map with the first one. */
static void digest_scripts(void)
{
	struct ink ink = {again, sizeof again, 0};
	picture_ink_ways(&picture, &record, pictures % 32 == 0 ? NULL : &record.board, &ink);
	if (phase_year(record.board.phase) == 1901) {
		picture_ink_powers(picture.map, &ink);
		picture_ink_places(&picture, &ink);
	}
	CHECK(ink.length <= sizeof again, "%zu bytes", ink.length);
	digest = suite_digest(digest, again, ink.length);
	digest =
		suite_digest(digest, again, picture_write_shapes(&picture, &record, again, sizeof again));
}

/* Draws a phase and holds its picture to all that must be true of each. Returns its bytes. */
static size_t draw(const char *title)
{
	const size_t length = picture_write(&picture, &record, title, text, sizeof text);
	CHECK(length <= sizeof text, "%zu bytes", length);
	check_xml(length);
	scene_build(picture.map, &picture.drawing, &record, &scene);
	for (int i = 0; i < scene.count; i++)
		seen[scene.shape[i].kind][scene.shape[i].fate]++;
	pictures++;
	return length;
}

static void play(const struct map *map, const struct rules *rules, const char *seats[],
                 uint32_t block)
{
	struct match match = {.map = map,
	                      .rules = rules,
	                      .judge = judges[0],
	                      .seed = suite_seed(),
	                      .block = block,
	                      .round_limit = 40,
	                      .threads = 1};
	struct board first;
	struct phase_cost cost;
	char error[ERROR_SIZE];
	for (int p = 0; p < map->power_count; p++)
		CU_ASSERT_FATAL(seat_parse(seats[p % 2], NULL, &match.seats[p], error));
	const size_t size = match_room_size(&match);
	void *const room = aligned_alloc(PLAYER_ALIGN, (size / PLAYER_ALIGN + 1) * PLAYER_ALIGN);
	CU_ASSERT_PTR_NOT_NULL_FATAL(room);
	match_furnish(&match, room);
	board_start(map, &first);
	match_start(&match, &first);
	for (int n = 0; n < PHASES_MAX && match_verdict(&match).ending == GAME_RUNNING; n++) {
		match_play(&match, &record, &cost);
		const size_t length = draw("a game");
		if (pictures % 16 == 0)
			digest_scripts();
		if (picture.drawing.outline_count > 0 && length > largest)
			largest = length;
	}
	free(room);
}

static const char *pairs[][2] = {{"randbot", "dumbbot"}, {"random", "randbot"}};

TEST(test_games, "games")
{
	const long count = suite_number("GAMES", 16);
	for (const struct map_source *source = map_sources; source->name != NULL; source++)
		for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
			picture_open(&picture, suite_find_map(source->name));
			for (int g = 0; g < count; g++)
				play(picture.map, rules, pairs[g % 2], (uint32_t)g + 1);
		}
	printf("\n    %d pictures, at most %zu bytes on the standard map ", pictures, largest);
	CHECK(largest > 80000 && largest <= LIMIT, "%zu bytes", largest);
}

/* What games had, and what they cannot have: results of judges that leave orders open, or of
 * powers that order too much, are in test_nonsense. */
TEST(test_all_kinds_were_seen, "all kinds were seen")
{
	static const uint8_t wanted[][2] = {
		{SHAPE_MOVE, FATE_DONE},    {SHAPE_MOVE, FATE_STOPPED},   {SHAPE_SUPPORT, FATE_DONE},
		{SHAPE_SUPPORT, FATE_CUT},  {SHAPE_ASSIST, FATE_DONE},    {SHAPE_ASSIST, FATE_CUT},
		{SHAPE_ASSIST, FATE_VOID},  {SHAPE_RETREAT, FATE_DONE},   {SHAPE_RETREAT, FATE_STOPPED},
		{SHAPE_UNIT, FATE_DONE},    {SHAPE_DISLODGED, FATE_DONE}, {SHAPE_BUILD, FATE_DONE},
		{SHAPE_REMOVAL, FATE_DONE}, {SHAPE_BESIDE, FATE_VOID},    {SHAPE_CLOSED, FATE_DONE},
	};
	uint32_t games = 1000; /* some kinds are rare: more games, as long as one is missing */
	picture_open(&picture, suite_map());
	for (int i = 0; i < COUNT(wanted); i++) {
		const int *count = &seen[wanted[i][0]][wanted[i][1]];
		while (*count == 0 && games < 1500)
			play(picture.map, rules_find("standard"), pairs[0], games++);
		CHECK(*count > 0, "no shape %d with fate %d", wanted[i][0], wanted[i][1]);
	}
}

/* ── texts ── */

/* The first phase of a map: its board, without orders. */
static void open_start(const struct map *map)
{
	picture_open(&picture, map);
	memset(&record, 0, sizeof record);
	board_start(map, &record.board);
}

static bool has(const char *part, size_t length)
{
	return memmem(text, length, part, strlen(part)) != NULL;
}

TEST(test_board, "a board")
{
	open_start(suite_map());
	const size_t length = draw("thesis-1/1");
	static const char *const parts[] = {
		"<title>Spring 1901, moves (S1901M): thesis-1/1</title>",
		"<desc>Centres: AUS 3, ENG 3, FRA 3, GER 3, ITA 3, RUS 4, TUR 3. Units: ",
		"ENG F edi",
		"prefers-color-scheme:dark",
		"St Petersburg, centre of RUS",
		"Belgium, centre of nobody",
		">FRA 3</text>",
	};
	for (int i = 0; i < COUNT(parts); i++)
		CHECK(has(parts[i], length), "no %s", parts[i]);
	CHECK(!has("<script", length) && !has("href", length) && !has(" id=", length) &&
	          !has("url(", length),
	      "something that a picture must not have");
}

TEST(test_orders_in_words, "orders in words")
{
	open_start(suite_map());
	record.orders.count = 2;
	record.orders.power[0] = record.orders.power[1] = suite_power("FRA");
	record.orders.order[0] = suite_order("A par - bur");
	record.orders.order[1] = suite_order("A mar S A par - bur");
	record.results[0] = RESULT_BOUNCED;
	record.results[1] = RESULT_CUT;
	unit_set_add(&record.dislodged, board_find(suite_map(), &record.board, suite_loc("par")));
	const size_t length = draw("");
	CHECK(has("Orders: FRA A par - bur: bounced, dislodged; FRA A mar S A par - bur: cut.</desc>",
	          length),
	      "no orders in words");
	CHECK(has("<title>FRA A mar S A par - bur: cut</title>", length), "no title of an order");
	CHECK(has(">bounced</text>", length) && has(">cut</text>", length) &&
	          !has(">convoys</text>", length),
	      "the key is another");
}

TEST(test_waives_in_words, "waives in words")
{
	open_start(suite_map());
	record.board.phase = WINTER_ADJUSTMENTS;
	record.orders.count = 1;
	record.orders.power[0] = suite_power("TUR");
	record.orders.order[0] = order_waive();
	const size_t length = draw("");
	CHECK(has(">waives 1</text>", length) && has(" Orders: TUR waive: succeeds.</desc>", length),
	      "no waive");
}

/* ── a picture whose phases change ── */

static int count(const char *part, size_t length)
{
	int found = 0;
	const char *at = text;
	while ((at = memmem(at, length - (size_t)(at - text), part, strlen(part))) != NULL) {
		at += strlen(part);
		found++;
	}
	return found;
}

/* The ground has each land and centre once, with its number; the figures; and the shapes, whole. */
TEST(test_ground, "the ground")
{
	open_start(suite_map());
	const size_t length = picture_write_ground(&picture, &record, "<a game>", text, sizeof text);
	int lands = 0;
	char part[40];
	check_xml(length);
	for (int p = 0; p < picture.map->province_count; p++) {
		const bool land = picture.map->loc[p].terrain != WATER;
		lands += land;
		snprintf(part, sizeof part, " data-land=\"%d\"", p);
		CHECK((count(part, length) > 0) == land, "%s", part);
		snprintf(part, sizeof part, " data-centre=\"%d\"", p);
		CU_ASSERT_EQUAL(count(part, length), picture.map->centre[p]);
	}
	CHECK(count("b-land ", length) >= lands, "land is missing");
	CHECK(has("<title>Spring 1901, moves (S1901M): &lt;a game&gt;</title>", length) &&
	          has("<g data-figure=\"A\">", length) && has("<g data-figure=\"F\">", length) &&
	          has("<title>ENG F edi</title>", length) && !has("data-o=", length),
	      "something is missing");
}

/* Two lines, two units and an end that belong to the orders; other units belong to none. */
TEST(test_shapes, "shapes")
{
	open_start(suite_map());
	record.orders.count = 2;
	record.orders.power[0] = record.orders.power[1] = suite_power("AUS");
	record.orders.order[0] = suite_order("A vie - gal");
	record.orders.order[1] = suite_order("A bud S A vie - gal");
	const size_t length = picture_write_shapes(&picture, &record, text, sizeof text);
	check_xml(length);
	CU_ASSERT_EQUAL(count(" data-o=\"0\"", length), 3);
	CU_ASSERT_EQUAL(count(" data-o=\"1\"", length), 3);
	CU_ASSERT_EQUAL(count(" data-unit=\"A\"", length) + count(" data-unit=\"F\"", length), 22);
	CU_ASSERT_EQUAL(count("class=\"b-line\"", length), 1);
	CU_ASSERT_EQUAL(count("class=\"b-line b-help\"", length), 1);
	CU_ASSERT(!has("b-halo", length) && !has("b-land", length) && !has("<title>", length));
	CHECK(length < 4000, "%zu bytes", length);
	record.orders.count = 1;
	record.orders.order[0] = suite_order("A vie - tyr");
	const size_t far = picture_write_shapes(&picture, &record, text, sizeof text);
	record.orders.order[0] = suite_order("A vie - boh");
	const size_t near = picture_write_shapes(&picture, &record, text, sizeof text);
	check_xml(near);
	CHECK(near > far && memmem(text, near, "class=\"b-ends\"", 14) != NULL &&
	          (char *)memmem(text, near, "class=\"b-line\"", 14) >
	              (char *)memmem(text, near, "class=\"b-ends\"", 14),
	      "a short move lies below names");
}

TEST(test_closed_in_words, "closed places in words")
{
	open_start(suite_map());
	record.board.phase = SPRING_RETREATS;
	place_set_add(&record.board.contested, suite_loc("bur"));
	place_set_add(&record.board.contested, suite_loc("nth"));
	const size_t length = draw("");
	CHECK(has(" Closed by a standoff: bur, nth.</desc>", length), "it is not told");
	CHECK(has("<title>Burgundy, closed by a standoff</title>", length), "it has no title");
	CHECK(has(">closed by a standoff</text>", length), "the key lacks it");
}

/* The description has the orders, and the units unless each has an order. */
TEST(test_description, "units and orders in words")
{
	static const struct {
		int16_t phase;
		int orders;
		bool units;
	} rows[] = {{SPRING_MOVES, 0, true},
	            {SPRING_MOVES, 1, false},
	            {SPRING_RETREATS, 0, true},
	            {WINTER_ADJUSTMENTS, 1, true}};
	for (int i = 0; i < COUNT(rows); i++) {
		open_start(suite_map());
		record.board.phase = rows[i].phase;
		record.orders.count = rows[i].orders;
		record.orders.order[0] = suite_order("A par H");
		const size_t length = draw("");
		CHECK(has(" Units: ", length) == rows[i].units &&
		          has(" Orders: ", length) == (rows[i].orders > 0),
		      "row %d", i);
	}
}

/* A key of two phases has the signs of both, each once. */
TEST(test_signs, "signs")
{
	memset(&scene, 0, sizeof scene);
	open_start(suite_map());
	record.orders.count = 1;
	record.orders.order[0] = suite_order("A par - bur");
	for (int result = RESULT_SUCCEEDS; result <= RESULT_BOUNCED; result++)
		for (int twice = 0; twice < 2; twice++) {
			record.results[0] = (enum result)result;
			picture_collect_signs(&picture, &record, &scene);
		}
	const size_t length = picture_write_key(&scene, text, sizeof text);
	check_xml(length);
	CHECK(count(">moves</text>", length) == 1 && count(">bounced</text>", length) == 1 &&
	          count(">army</text>", length) == 1 && !has(">cut</text>", length),
	      "another key");
}

/* It writes no byte beyond its room, and says how many it needs. */
TEST(test_little_room, "little room")
{
	open_start(suite_map());
	const size_t length = draw("a game");
	for (size_t size = 0; size < length; size += 1 + size / 3) {
		memset(again, '#', length + 1);
		CU_ASSERT_EQUAL(picture_write(&picture, &record, "a game", again, size), length);
		CHECK(memcmp(again, text, size) == 0 && again[size] == '#', "room %zu", size);
	}
	CU_ASSERT_EQUAL(picture_write(&picture, &record, "a game", NULL, 0), length);
}

TEST(test_hostile_names, "hostile names")
{
	static const char *const names[] = {
		"</title><script>alert(1)</script>",
		"\" onload=\"alert(1)",
		"' & &amp; ]]> <!--",
		"\x01\x1b[31m\x7f",
		"\xff\xc0\xaf\xed\xa0\x80",
		"\xef\xbf\xbf \xf4\x90\x80\x80",
		"Besan\xc3\xa7on \xe6\x9d\xb1",
		"%s%n%e%p%d",
		"\xe2\x82",
	};
	static struct map map;
	for (int n = 0; n < COUNT(names); n++) {
		map = *suite_map();
		for (int l = 0; l < map.loc_count; l++)
			snprintf(map.loc[l].name, MAP_NAME_SIZE, "%s", names[n]);
		for (int p = 0; p < map.power_count; p++)
			memcpy(map.power[p], (const char[]){names[n][0], '<', '&', '\0'}, 4);
		open_start(&map);
		const size_t length = draw(names[n]);
		digest_scripts();
		CHECK(!has("<script", length) && !has("onload=\"", length), "%s", names[n]);
		CHECK(picture.drawing.outline_count > 0, "%s: the drawing does not fit", names[n]);
	}
	CHECK(has("\xc3\xa7on", draw(names[6])), "a letter of two bytes is gone");
}

/* Any bits that could be stored. */
TEST(test_nonsense, "nonsense")
{
	struct rng rng = suite_rng(1);
	picture_open(&picture, suite_map());
	for (int n = 0; n < 500; n++) {
		memset(&record, 0, sizeof record);
		record.board = suite_random_board(&rng, 40);
		record.board.phase = (int16_t)((int)rng_below(&rng, 1000) - 100);
		record.orders.count = 40;
		record.dislodged = rng_below(&rng, UINT32_MAX);
		for (int i = 0; i < 40; i++) {
			record.orders.order[i] =
				order_unpack((int32_t)rng_below(&rng, INT32_MAX), i % 2, record.board.unit[i].loc);
			record.orders.power[i] = (uint8_t)rng_below(&rng, POWER_NONE + 1);
			record.results[i] = (enum result)rng_below(&rng, 16);
		}
		draw("nonsense");
	}
	for (int r = 0; r < RESULTS; r++)
		CU_ASSERT(scene_fate((enum result)r) < FATES);
	CHECK(seen[SHAPE_MOVE][FATE_FAILED] > 0 && seen[SHAPE_BESIDE][FATE_FAILED] > 0 &&
	          seen[SHAPE_BUILD][FATE_FAILED] > 0 && seen[SHAPE_REMOVAL][FATE_FAILED] > 0,
	      "a way to fail was not seen");
}

/* ── maps without a drawing ── */

TEST(test_odd_maps, "odd maps")
{
	for (int i = 0; i < ODD_MAPS; i++) {
		open_start(odd_map(i));
		draw(odd_maps[i]);
	}
}

/* A map that has the codes of a drawn one, but other borders, is not drawn by it. */
TEST(test_other_borders, "other borders")
{
	static struct map map;
	map = *suite_map();
	picture_open(&picture, &map);
	CU_ASSERT(picture.drawing.outline_count > 0);
	place_set_add(&map.loc[suite_loc("par")].exit_set[ARMY], suite_loc("mos"));
	picture_open(&picture, &map);
	CU_ASSERT_EQUAL(picture.drawing.outline_count, 0);
}

/* A power has the same colour on every map, and each power of a map a colour and letters of its
 * own. */
TEST(test_powers, "powers")
{
	static struct map map;
	char error[ERROR_SIZE], sign[POWERS_MAX][PICTURE_SIGN_SIZE];
	for (const struct map_source *source = map_sources; source->name != NULL; source++) {
		CU_ASSERT_FATAL(map_build(&map, source->rows, source->count, error));
		for (int p = 0; p < map.power_count; p++) {
			const int known = map_find_power(suite_map(), map.power[p], strlen(map.power[p]));
			picture_sign(&map, p, sign[p]);
			CHECK(known == POWER_NONE || picture_colour(&map, p) == known, "%s of %s", map.power[p],
			      source->name);
			CHECK(picture_colour(&map, p) < POWERS_MAX, "%s has no colour", map.power[p]);
			for (int q = 0; q < p; q++)
				CHECK(picture_colour(&map, p) != picture_colour(&map, q) &&
				          strcmp(sign[p], sign[q]) != 0,
				      "%s and %s of %s", map.power[p], map.power[q], source->name);
		}
	}

	picture_sign(suite_map(), suite_power("FRA"), sign[0]);
	CU_ASSERT_STRING_EQUAL(sign[0], "Fr");
	picture_sign(suite_map(), POWER_NONE, sign[0]);
	CU_ASSERT_STRING_EQUAL(sign[0], "");
	CU_ASSERT_EQUAL(picture_colour(suite_map(), POWER_NONE), POWER_NONE);
	map = *suite_map();
	strcpy(map.power[0], "FRI");
	picture_sign(&map, suite_power("FRA"), sign[0]);
	CU_ASSERT_STRING_EQUAL(sign[0], "Fra");
}

TEST(test_pictures_are_the_same, "pictures are the same")
{
	suite_same(digest, UINT64_C(0xc21a4b5ee4bb1ef4));
}

SUITE("picture")
