/* The questions of the analysis board, in C: its plans are legal and the best comes first, a line
 * is saved and loaded, and what is no question gets an error. tests/pages/module.sh compares the
 * browsers' module with these answers. */
#include "analysis/analysis_parts.h"
#include "base/json.h"
#include "game/given.h"
#include "suite.h"

enum { QUESTION_SIZE = 16384, ANSWER_SIZE = 1 << 18 };

static struct analysis *analysis;

static void open_standard(void)
{
	analysis = analysis_open("standard", "", "standard");
	CU_ASSERT_PTR_NOT_NULL_FATAL(analysis);
}

static char copy[ANSWER_SIZE]; /* of an answer, with a zero at its end */

/* The answer to a word with the position that follows, and the rest of a question. */
static struct json_object *ask(const char *word, const char *position, const char *rest)
{
	char question[QUESTION_SIZE];
	struct json_fault fault;
	size_t length;
	const int size = snprintf(question, sizeof question, "%s\n%s\n%s\n", word, position, rest);
	const char *text = analysis_ask(analysis, question, (size_t)size, &length);

	CU_ASSERT_FATAL(text != NULL && length < ANSWER_SIZE);
	memcpy(copy, text, length);
	copy[length] = '\0';
	struct json_object *answer = json_read(copy, length, &fault);
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	return answer;
}

/* ── answers, letter by letter ── */

#define FLEET_MAO "phase S1901M\nunit FRA F mao"
#define TWO_UNITS "phase S1901M\nowner par FRA\nunit FRA A par\nunit GER A mun"
#define RETREAT                                                                                    \
	"phase F1901R\nowner par FRA\nunit GER A bur\nunit TUR F bul/sc\n"                             \
	"retreating FRA A bur from mun\nretreating AUS A vie from ?\nclosed gas"

/* A part of an answer, or all of it if the part begins with {. */
static const struct {
	const char *word, *position, *rest, *part;
} answers[] = {
	{"legal", RETREAT, "",
     "{\"phase\":\"F1901R\",\"name\":\"Fall 1901, retreats\",\"position\":\"phase "
     "F1901R\\u000aowner "
     "par FRA\\u000aunit TUR F bul/sc\\u000aunit GER A bur\\u000aretreating FRA A bur from "
     "mun\\u000aretreating AUS A vie from ?\\u000aclosed "
     "gas\\u000a\",\"owners\":\"7777777777777777777777"
     "77777777777777777777777727777777777777777777777777777\",\"units\":[\"TUR F bul/sc\",\"GER A "
     "bur\"],\"dislodged\":[\"FRA A bur\",\"AUS A vie\"],\"ending\":\"running\",\"winner\":\"\","
     "\"turns\":[{\"power\":\"AUS\",\"due\":1,\"legal\":[\"A vie R boh\",\"A vie R bud\",\"A vie R "
     "gal\","
     "\"A vie R tri\",\"A vie R tyr\",\"A vie D\"],"},
	{"legal", RETREAT, "",
     ",{\"power\":\"FRA\",\"due\":1,\"legal\":[\"A bur R bel\",\"A bur R mar\",\"A bur R par\",\"A "
     "bur R "
     "pic\",\"A bur R ruh\",\"A bur D\"],\"codes\":[16875400,16875429,16875438,16875439,16875444,"
     "16891903]}]}"},
	{"judge", TWO_UNITS,
     "order FRA Paris to Burgundy\norder GER mun s a par moves to bur\norder GER F kie H\norder "
     "GER A "
     "par H",
     "\"problems\":[{\"power\":\"GER\",\"text\":\"F kie H\",\"problem\":\"no such unit stands "
     "there\"},"
     "{\"power\":\"GER\",\"text\":\"A par H\",\"problem\":\"the unit is another "
     "power's\"}],\"orders\":[{"
     "\"power\":\"GER\",\"text\":\"A mun S A par - "
     "bur\",\"result\":\"succeeds\",\"fate\":\"\",\"why\":\"FRA "
     "A par reached bur\"},{\"power\":\"FRA\",\"text\":\"A par - "
     "bur\",\"result\":\"succeeds\",\"fate\":\"\","
     "\"why\":\"with support from GER A mun\"}],\"shapes\":\"\\u003csvg"},
	{"judge", TWO_UNITS, "order FRA A par - mun\norder GER A mun - bur\norder FRA A par - bur",
     "\"result\":\"bounced\",\"fate\":\"stopped\",\"why\":\"1 against 1 of FRA A par - bur\"}"},
	{"judge", TWO_UNITS, "order FRA A par S A mun - bur",
     "\"result\":\"void\",\"fate\":\"void\",\"why\":\"the order was GER A mun H\"}"},
	{"judge", TWO_UNITS, "", "next\":\"phase F1901M\\u000aowner par FRA\\u000aunit GER A mun"},
	{"judge", RETREAT, "", "\",\"shares\":null}"},
	{"read", FLEET_MAO, "order FRA mao - spain (n)",
     "{\"order\":\"F mao - spa/nc\",\"code\":171999181,\"legal\":true}"},
	{"read", FLEET_MAO, "order FRA Mid-Atlantic Ocean moves to Spain (South Coast)",
     "{\"order\":\"F mao - spa/sc\",\"code\":171999182,\"legal\":true}"},
	{"read", FLEET_MAO, "order FRA mao move to brest", "{\"order\":\"F mao - bre\","},
	{"read", FLEET_MAO, "order FRA mao - spa(north coast)", "{\"order\":\"F mao - spa/nc\","},
	{"read", FLEET_MAO, "order FRA mao - spa(s)", "{\"order\":\"F mao - spa/sc\","},
	{"read", "phase S1901M\nunit TUR F con", "order TUR con - bulgaria (e)",
     "{\"order\":\"F con - bul/ec\","},
	{"read", "phase S1901M\nunit TUR F con", "order TUR con - bul (east coast)",
     "{\"order\":\"F con - bul/ec\","},
	{"read", FLEET_MAO, "order GER mao - naf",
     "{\"order\":\"mao - naf\",\"code\":null,\"legal\":false}"},
	{"read", FLEET_MAO, "order GER F mao - naf", ",\"legal\":false}"},
	{"read", FLEET_MAO, "order FRAmao - naf",
     "{\"error\":\"an order begins with the code of its power: 'FRAmao - naf'\"}"},
	{"read", FLEET_MAO, "order FRA waive\norder FRA waive",
     "{\"error\":\"one order is read at once\"}"},
	{"read", FLEET_MAO, "", "{\"error\":\"one order is read at once\"}"},
	{"think", FLEET_MAO, "power FRA\nbudget 12345678",
     "{\"error\":\"a budget is a number of at most 7"},
	{"think", FLEET_MAO, "power FRA\nbudget 10x0",
     "{\"error\":\"a budget is a number of at most 7"},
	{"think", FLEET_MAO, "power FRA\nbudget 99", "{\"error\":\"a power, and a budget from 100 to"},
	{"think", FLEET_MAO, "power FRA\nbudget 1000001", "{\"error\":\"a power, and a budget from"},
	{"think", FLEET_MAO, "power FRA\nbudget 100", "{\"plans\":[{\"share\":"},
	{"think", FLEET_MAO, "power XYZ", "{\"error\":\"there is no such power: 'XYZ'\"}"},
	{"think", "phase W1901A\nowner par FRA", "power FRA",
     "{\"plans\":[{\"share\":null,\"orders\":[\"build"},
	{"starts", "", "", "{\"error\":\"there is no such question\"}"},
	{"", "", "", "{\"error\":\"there is no such question\"}"},
};

TEST(test_answers, "answers")
{
	open_standard();
	for (int i = 0; i < COUNT(answers); i++) {
		const char *part = answers[i].part;
		json_close(ask(answers[i].word, answers[i].position, answers[i].rest));
		const char *found = strstr(copy, part);
		CHECK(found && (part[0] != '{' || found == copy), "%s: %s has no %s", answers[i].word, copy,
		      part);
	}
	analysis_close(analysis);
}

/* As many orders as a phase can have are read. One more is refused. */
TEST(test_most_orders, "many orders")
{
	char rest[QUESTION_SIZE / 2] = "";
	open_standard();
	for (int n = 0; n < GIVEN_MAX; n++)
		strcat(rest, "order FRA waive\n");
	json_close(ask("judge", TWO_UNITS, rest));
	CHECK(strncmp(copy, "{\"phase\"", 8) == 0, "%.200s", copy);
	strcat(rest, "order FRA waive\n");
	json_close(ask("judge", TWO_UNITS, rest));
	CHECK(strstr(copy, "{\"error\":\"there are more orders than a phase can have: 'FRA waive'"),
	      "%.200s", copy);
	analysis_close(analysis);
}

static const char *text_of(const struct json_object *object, const char *name)
{
	size_t length;
	const struct json_object *member = json_member(object, name);
	CU_ASSERT_PTR_NOT_NULL_FATAL(member);
	return json_text(member, &length);
}

static bool reach(const struct map *map, int from, int to)
{
	bool found = false;
	for (uint8_t l = 0; l < map->loc_count; l++)
		for (int type = 0; type < UNIT_TYPES && map->province[l] == from; type++)
			found |= map_reaches(map, type, l, (uint8_t)to);
	return found;
}

/* A number or a list of JSON in tenths, as drawings have coordinates: "12.5" is 125. */
static int tenths(const struct json_object *object, const char *name)
{
	return (int)(10 * atof(json_print_value(json_member(object, name))) + 0.5);
}

static void check_place(const struct json_object *place, uint8_t l)
{
	const struct map *map = &analysis->map->map;
	const struct drawing_place *drawn = &analysis->map->picture.drawing.place[l];
	CHECK(strcmp(text_of(place, "code"), map->loc[l].code) == 0 &&
	          strcmp(text_of(place, "name"), map->loc[l].name) == 0 &&
	          tenths(place, "x") == drawn->unit.x && tenths(place, "y") == drawn->unit.y &&
	          tenths(place, "dx") == drawn->dislodged.x &&
	          tenths(place, "dy") == drawn->dislodged.y,
	      "%s is another place", map->loc[l].code);
}

static void check_province(const struct json_object *province, int p)
{
	static const char *const kinds[] = {[LAND] = "land", [COAST] = "coast", [WATER] = "sea"};
	const struct map *map = &analysis->map->map;
	const struct json_object *near = json_member(province, "near");
	const struct json_object *places = json_member(province, "places");
	const struct json_object *home = json_member(province, "home");
	const struct drawing_point at = analysis->map->picture.drawing.place[p].unit;
	const char *owner = json_print_value((struct json_object *)home);
	const bool owned = map->centre[p] && map->owner[p] != POWER_NONE;
	size_t count = 0;

	CHECK(
		strcmp(text_of(province, "kind"), kinds[map->loc[p].terrain]) == 0 &&
			strcmp(json_print_value(json_member(province, "centre")),
	               map->centre[p] ? "true" : "false") == 0 &&
			(owned ? atoi(owner) == map->owner[p] && owner[0] != 'n' : strcmp(owner, "null") == 0),
		"%s is another province", map->loc[p].code);
	CHECK(tenths(province, "x") == at.x && tenths(province, "y") == at.y, "%s is elsewhere",
	      map->loc[p].code);
	CU_ASSERT_EQUAL_FATAL(json_count(places), 1U + map->coast_count[p]);
	check_place(json_element(places, 0), (uint8_t)p);
	for (int c = 0; c < map->coast_count[p]; c++)
		check_place(json_element(places, (size_t)c + 1), map->coasts[p][c]);
	for (int q = 0; q < map->province_count; q++)
		if (reach(map, p, q))
			CHECK(json_number(json_element(near, count++)) == q, "%s has another neighbour than %s",
			      map->loc[p].code, map->loc[q].code);
	CHECK(json_count(near) == count, "%s has more neighbours", map->loc[p].code);
}

/* The map is that of lib. */
TEST(test_map, "the map")
{
	open_standard();
	const struct map *map = &analysis->map->map;
	struct json_object *told = ask("map", "", "");
	const struct json_object *provinces = json_member(told, "provinces");

	CU_ASSERT_EQUAL_FATAL(json_count(provinces), (size_t)map->province_count);
	for (int p = 0; p < map->province_count; p++)
		check_province(json_element(provinces, (size_t)p), p);
	const struct json_object *codes = json_member(told, "codes");
	CU_ASSERT_EQUAL_FATAL(json_count(codes), (size_t)map->loc_count);
	for (int l = 0; l < map->loc_count; l++)
		CU_ASSERT_STRING_EQUAL(json_line(json_element(codes, (size_t)l)), map->loc[l].code);
	CHECK(
		strstr(copy,
	           "{\"powers\":[\"AUS\",\"ENG\",\"FRA\",\"GER\",\"ITA\",\"RUS\",\"TUR\"],\"colours\":"
	           "[0,1,2,3,4,5,6],\"signs\":[\"Au\",\"En\",\"Fr\",\"Ge\",\"It\",\"Ru\",\"Tu\"],"
	           "\"kinds\":[\"hold\",\"move\",\"support\",\"support\",\"convoy\",\"retreat\","
	           "\"disband\",\"build\",\"waive\"],") == copy,
		"%.300s", copy);
	json_close(told);
	analysis_close(analysis);
}

/* What is drawn of orders: the first letter of each mark's tag, and its class, in their sequence.
 */
static const struct {
	const char *position, *orders, *classes;
} drawn[] = {
	{"phase S1901M\nunit FRA A par\nunit GER A mun\nunit ENG F nth\nunit ENG A lon\nunit RUS A war",
     "order FRA A par - bur\norder GER A mun S A par - bur\norder ENG F nth C A lon - nwy\n"
     "order ENG A lon - nwy via",
     " g:lines p:line p:line b-help g:units c:ring g:ends p:head p:halo p:line p:head c:head"},
	{"phase S1901M\nunit FRA A par\nunit GER A mun\nunit FRA A mar\nunit ITA A pie\nunit GER A ruh",
     "order FRA A par - bur\norder GER A mun - bur\norder FRA A mar S A par - bur\n"
     "order ITA A pie - mar\norder GER A ruh S A mun - tyr",
     " g:lines p:line b-dash p:line b-help g:units g:ends p:head p:case p:sign p:halo p:line "
     "b-dash p:head p:case p:sign p:halo p:line b-dash p:head p:case p:sign c:head p:case p:sign"},
	{RETREAT, "order FRA A bur R par\norder AUS A vie D",
     " g:lines p:line b-away g:units p:star c:unit t:letter p:star c:unit t:letter p:case p:sign "
     "c:disc p:sign g:ends p:head"},
	{"phase W1901A\nowner par FRA\nowner bre FRA\nunit GER A bur",
     "order FRA build A par\norder FRA build F bre\norder GER A bur D",
     " g:lines g:units c:unit t:letter c:ring c:disc p:sign p:unit t:letter c:ring c:disc p:sign "
     "p:case p:sign g:ends"},
};

TEST(test_shapes, "what is drawn of orders")
{
	static const char mark[] = " class=\\u0022";
	open_standard();
	for (int i = 0; i < COUNT(drawn); i++) {
		char classes[1000] = "";
		json_close(ask("judge", drawn[i].position, drawn[i].orders));
		for (const char *at = strstr(copy, "\"shapes\""); (at = strstr(at, mark)) != NULL;) {
			const char tag = ((const char *)memrchr(copy, '\\', (size_t)(at - copy)))[6];
			const char *end = strchr(at += sizeof mark - 1, '\\');
			if (strncmp(at, "b-u", 3) != 0 || at[3] < '0' || at[3] > '9')
				snprintf(classes + strlen(classes), sizeof classes - strlen(classes), " %c:%.*s",
				         tag, (int)(end - at - 2), at + 2);
		}
		CHECK(strcmp(classes, drawn[i].classes) == 0, "%d: %s", i, classes);
	}
	analysis_close(analysis);
}

/* Units move from where they stood, and dislodged ones aside. */
TEST(test_ways, "ways")
{
	char ways[200] = "";
	open_standard();
	const struct drawing_place *place = analysis->map->picture.drawing.place;
	struct ink ink = {.text = ways, .size = sizeof ways};
	json_close(ask("judge", TWO_UNITS "\nunit FRA A gas\nunit GER A bur\nunit ITA A tus",
	               "order FRA A par - bur\norder FRA A gas S A par - bur\norder ITA A tus - ven\n"
	               "order GER A mun S A bur - par"));
	ink_write(&ink, "\"ways\":{\"%p\":\"%p\",\"%p\":\"%p\",\"%p\":\"%p\"},",
	          place[suite_loc("bur")].unit, place[suite_loc("par")].unit,
	          place[suite_loc("ven")].unit, place[suite_loc("tus")].unit,
	          place[suite_loc("bur")].dislodged, place[suite_loc("bur")].unit);
	CHECK(strstr(copy, ways), "no %s: %s", ways, copy);

	memset(ways, 0, ink.length);
	ink.length = 0;
	json_close(ask("judge", RETREAT, "order FRA A bur R par\norder AUS A vie D"));
	ink_write(&ink, "\"ways\":{\"%p\":\"%p\"},", place[suite_loc("par")].unit,
	          place[suite_loc("bur")].dislodged);
	CHECK(strstr(copy, ways), "no %s: %s", ways, copy);
	analysis_close(analysis);
}

/* The ground is that of the picture. The room for answers grows. */
TEST(test_ground, "the ground")
{
	static char text[ANSWER_SIZE];
	size_t length;
	open_standard();
	const size_t room = analysis->room;
	const char *ground = analysis_ask(analysis, "ground", 6, &length);
	CHECK(length > room && analysis->room >= length, "there was room for %zu bytes", length);
	struct phase_record record = {.orders.count = 0};
	board_start(&analysis->map->map, &record.board);
	const size_t size =
		picture_write_ground(&analysis->map->picture, &record, "standard", text, sizeof text);
	CHECK(size == length && memcmp(ground, text, size) == 0, "another ground");
	const char *nothing = analysis_ask(analysis, "", 0, &length);
	CHECK(length == 28 && memcmp(nothing, "{\"error\":\"nothing is asked\"}", 28) == 0, "%.*s",
	      (int)length, nothing);
	analysis_close(analysis);
}

static void copy_start(char position[QUESTION_SIZE])
{
	struct json_object *start = ask("start", "", "");
	snprintf(position, QUESTION_SIZE, "%s", text_of(start, "position"));
	json_close(start);
}

static bool has_line(const struct json_object *list, const char *line)
{
	for (size_t i = 0; i < json_count(list); i++)
		if (strcmp(json_line(json_element(list, i)), line) == 0)
			return true;
	return false;
}

/* The legal orders of a power. Each has a code. */
static struct json_object *find_legal(const struct json_object *legal, const char *power)
{
	struct json_object *turns = json_member(legal, "turns");
	for (size_t i = 0; i < json_count(turns); i++) {
		struct json_object *turn = json_element(turns, i);
		if (strcmp(text_of(turn, "power"), power) != 0)
			continue;
		struct json_object *orders = json_member(turn, "legal");
		CU_ASSERT_EQUAL(json_count(orders), json_count(json_member(turn, "codes")));
		return orders;
	}
	return NULL;
}

/* In any phase: each plan is of legal orders, and none has a larger share than the one before. */
static void check_plans(const char *position, const char *power, size_t plans, size_t orders)
{
	char rest[64];
	snprintf(rest, sizeof rest, "power %s\nbudget 1000", power);
	struct json_object *answer = ask("think", position, rest), *legal = ask("legal", position, "");
	const struct json_object *mine = find_legal(legal, power), *list = json_member(answer, "plans");
	int64_t before = 1001;

	CU_ASSERT_EQUAL(json_count(list), plans);
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *plan = json_element(list, i), *share = json_member(plan, "share");
		const struct json_object *ordered = json_member(plan, "orders");

		CU_ASSERT_EQUAL(json_count(ordered), orders);
		for (size_t o = 0; o < json_count(ordered); o++)
			CHECK(has_line(mine, json_line(json_element(ordered, o))), "%s: %s is not legal", power,
			      json_line(json_element(ordered, o)));
		if (share == NULL)
			continue;
		CHECK(json_number(share) > 0 && json_number(share) <= before, "%s: %lld after %lld", power,
		      (long long)json_number(share), (long long)before);
		before = json_number(share);
	}
	json_close(answer);
	json_close(legal);
}

TEST(test_plans, "plans")
{
	char position[QUESTION_SIZE];
	open_standard();
	copy_start(position);
	check_plans(position, "FRA", 5, 3);
	check_plans(position, "RUS", 5, 4);
	check_plans("phase W1901A\nowner par FRA\nowner mar FRA\nowner bre FRA", "FRA", 1, 3);
	check_plans("phase F1901R\nunit GER A bur\nretreating FRA A bur from mun", "FRA", 1, 1);
	check_plans("phase S1901M\nunit GER A mun", "FRA", 0, 0);
	analysis_close(analysis);
}

TEST(test_judged, "judged")
{
	char position[QUESTION_SIZE];
	open_standard();
	copy_start(position);
	struct json_object *judged = ask("judge", position, "order FRA A par - bur");
	CU_ASSERT_PTR_NOT_NULL(strstr(text_of(judged, "next"), "unit FRA A bur\n"));
	json_close(judged);
	analysis_close(analysis);
}

TEST(test_saved, "saved")
{
	char position[QUESTION_SIZE];
	open_standard();
	copy_start(position);
	struct json_object *saved = ask("save", position,
	                                "played\norder FRA A par - bur\n"
	                                "order GER A mun H\nplay\nplay");
	struct json_object *loaded = ask("load", json_print_value(saved), "");
	const struct json_object *phases = json_member(loaded, "phases");

	CU_ASSERT_STRING_EQUAL(text_of(loaded, "start"), position);
	CU_ASSERT_EQUAL_FATAL(json_count(phases), 2);
	CU_ASSERT_TRUE(has_line(json_element(phases, 0), "FRA A par - bur"));
	CU_ASSERT_TRUE(has_line(json_element(phases, 0), "GER A mun H"));
	CU_ASSERT_FALSE(has_line(json_element(phases, 1), "FRA A par - bur"));
	json_close(saved);
	json_close(loaded);
	analysis_close(analysis);
}

TEST(test_refused, "refused")
{
	static const char *const questions[][3] = {
		{"nonsense", "", ""},
		{"judge", "phase S1901M\nunit FRA A nowhere", ""},
		{"think", "phase S1901M\nunit FRA A par", "budget 1000"},
		{"think", "phase S1901M\nunit FRA A par", "power FRA\nbudget 99"},
		{"think", "phase S1901M\nunit FRA A par", "power FRA\nbudget 1000001"},
		{"load", "{\"phases\":1}", ""},
	};
	open_standard();
	for (int i = 0; i < COUNT(questions); i++) {
		struct json_object *answer = ask(questions[i][0], questions[i][1], questions[i][2]);
		CHECK(json_member(answer, "error") != NULL, "question %d is answered", i);
		json_close(answer);
	}
	CU_ASSERT_PTR_NULL(analysis_open("nowhere", "", "standard"));
	CU_ASSERT_PTR_NULL(analysis_open("standard", "", "nowhere"));
	analysis_close(analysis);
}

SUITE("analysis")
