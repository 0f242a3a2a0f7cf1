/* Settings stay the same through JSON. A text that is not an object of settings is refused. Strings
 * are quoted. */
#include "base/json.h"
#include "suite.h"

TEST(test_round_trips, "settings through JSON and back")
{
	struct rng rng = suite_rng(1);
	for (const struct player *const *player = players; *player != NULL; player++)
		for (int round = 0; round < 100; round++) {
			struct seat seat = {.player = *player}, again = {.player = *player};
			char text[JSON_SETTINGS_SIZE], error[ERROR_SIZE];
			for (int i = 0; (*player)->settings[i].name != NULL; i++) {
				const struct player_setting *setting = &(*player)->settings[i];
				seat.settings[i] =
					setting->least +
					(int32_t)rng_below(&rng, (uint32_t)(setting->most - setting->least) + 1);
			}
			memset(again.settings, 0xff, sizeof again.settings);
			json_print_settings(&seat, text);
			CHECK(json_parse_settings(text, &again, error), "%s: %s", text, error);
			CHECK(memcmp(&seat, &again, sizeof seat) == 0, "%s is read as something else", text);
		}
}

TEST(test_normal_settings, "settings not named are normal")
{
	struct seat seat = {.player = player_find("ares", 4)};
	char text[JSON_SETTINGS_SIZE], error[ERROR_SIZE];
	CU_ASSERT(json_parse_settings(" {\"age\" : 3} ", &seat, error));
	CU_ASSERT_STRING_EQUAL(
		json_print_settings(&seat, text),
		"{\"depth\": 2, \"age\": 3, \"mutations\": 8, \"tries\": 1, \"cycles\": 1000, \"islands\": "
		"1, \"meet\": 400, \"keep\": 1}");
	CU_ASSERT(json_parse_settings("{\"age\": 3, \"near\": 25, \"builds\": 0}", &seat, error));
	CU_ASSERT_STRING_EQUAL(
		json_print_settings(&seat, text),
		"{\"depth\": 2, \"age\": 3, \"mutations\": 8, \"tries\": 1, \"cycles\": 1000, \"islands\": "
		"1, \"meet\": 400, \"keep\": 1, \"near\": 25}");
	seat.player = player_find("random", 6);
	CU_ASSERT(json_parse_settings("{}", &seat, error));
	CU_ASSERT_STRING_EQUAL(json_print_settings(&seat, text), "{}");
}

TEST(test_malformed, "malformed settings")
{
	static const struct {
		const char *text, *error;
	} rows[] = {
		{"", "no JSON object"},
		{"null", "no JSON object"},
		{"[]", "no JSON object"},
		{"{\"depth\": 2", "no JSON object"},
		{"{\"depth\": 2} more", "no JSON object"},
		{"{\"depht\": 2}", "no setting 'depht'"},
		{"{\"depth\": 0}", "depth is a number from 1 to 8, not 0"},
		{"{\"depth\": 4294967298}", "depth is a number from 1 to 8, not 4294967298"},
		{"{\"depth\": \"2\"}", "depth is \"2\", not a whole number"},
		{"{\"depth\": 2.5}", "depth is 2.5, not a whole number"},
		{"{\"depth\": null}", "depth is null, not a whole number"},
		{"{\"depth\": {\"a\": 1}}", "not a whole number"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct seat seat = {.player = player_find("ares", 4)};
		char error[ERROR_SIZE] = "";
		CHECK(!json_parse_settings(rows[i].text, &seat, error), "'%s' is taken", rows[i].text);
		CHECK(strstr(error, rows[i].error) != NULL, "'%s': '%s' does not say '%s'", rows[i].text,
		      error, rows[i].error);
	}
}

TEST(test_strings, "strings")
{
	static const struct {
		const char *text, *json;
	} rows[] = {
		{"", "\"\""},
		{"A par - bur", "\"A par - bur\""},
		{"stp/nc", "\"stp/nc\""},
		{"'a' \"b\" \\", "\"'a' \\\"b\\\" \\\\\""},
		{"tab\tnew\nbell\a", "\"tab\\tnew\\nbell\\u0007\""},
		{"\xc3\xa9", "\"\xc3\xa9\""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		char out[100];
		CU_ASSERT_STRING_EQUAL(json_print_string(rows[i].text, out, sizeof out), rows[i].json);
	}
}

/* ── a general walk ── */

static struct json_object *read_text(const char *text, struct json_fault *fault)
{
	return json_read(text, strlen(text), fault);
}

TEST(test_walk, "an object of any shape")
{
	struct json_fault fault;
	struct json_object *object =
		read_text(" {\"a\":[1,\"b\\u0000c\",null,{}],\"d\":{\"e\":true,\"a\":-7.5}} \n", &fault);
	size_t length;
	CU_ASSERT_FATAL(object != NULL);
	struct json_object *list = json_member(object, "a");
	CU_ASSERT_EQUAL(json_kind(object), JSON_OBJECT);
	CU_ASSERT_EQUAL(json_kind(list), JSON_LIST);
	CU_ASSERT_EQUAL(json_count(object), 2);
	CU_ASSERT_EQUAL(json_count(list), 4);
	CU_ASSERT_EQUAL(json_number(json_element(list, 0)), 1);
	CU_ASSERT_EQUAL(memcmp(json_text(json_element(list, 1), &length), "b\0c", 3), 0);
	CU_ASSERT_EQUAL(length, 3);
	CU_ASSERT_EQUAL(json_kind(json_element(list, 2)), JSON_NULL);
	CU_ASSERT_EQUAL(json_kind(json_member(json_member(object, "d"), "e")), JSON_FLAG);
	CU_ASSERT_EQUAL(json_kind(json_member(json_member(object, "d"), "a")), JSON_NUMBER);
	CU_ASSERT_PTR_NULL(json_member(object, "e"));
	json_close(object);
}

/* What a member becomes: a text in room for three letters, a flag, a number. NULL: it is refused. A
 * member that is missing or null is taken, and leaves what was there. */
TEST(test_members, "members")
{
	static const struct {
		const char *json, *text, *flag, *number, *decimal;
	} rows[] = {
		{"{}", "-", "0", "5", "5.0"},
		{"{\"a\":null}", "-", "0", "5", "5.0"},
		{"{\"a\":\"\"}", "", NULL, NULL, NULL},
		{"{\"a\":\"xyz\"}", "xyz", NULL, NULL, NULL},
		{"{\"a\":\"wxyz\"}", NULL, NULL, NULL, NULL},
		{"{\"a\":\" \"}", " ", NULL, NULL, NULL},
		{"{\"a\":\"\\u001f\"}", NULL, NULL, NULL, NULL},
		{"{\"a\":\"x\\u007f\"}", NULL, NULL, NULL, NULL},
		{"{\"a\":\"~\"}", "~", NULL, NULL, NULL},
		{"{\"a\":true}", NULL, "1", NULL, NULL},
		{"{\"a\":false}", NULL, "0", NULL, NULL},
		{"{\"a\":-7}", NULL, NULL, "-7", "-7.0"},
		{"{\"a\":1.5}", NULL, NULL, NULL, "1.5"},
		{"{\"a\":[]}", NULL, NULL, NULL, NULL},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct json_object *object = json_open(rows[i].json, strlen(rows[i].json));
		char text[4] = "-", word[3][24];
		bool flag = false;
		int64_t number = 5;
		double decimal = 5;
		CU_ASSERT_FATAL(object != NULL);
		const bool taken[] = {
			json_take_text(object, "a", text, sizeof text), json_take_flag(object, "a", &flag),
			json_take_number(object, "a", &number), json_take_decimal(object, "a", &decimal)};
		snprintf(word[0], sizeof word[0], "%d", flag);
		snprintf(word[1], sizeof word[1], "%lld", (long long)number);
		snprintf(word[2], sizeof word[2], "%.1f", decimal);
		const char *const due[] = {rows[i].text, rows[i].flag, rows[i].number, rows[i].decimal},
						  *const got[] = {text, word[0], word[1], word[2]};
		for (int k = 0; k < COUNT(due); k++)
			CHECK(taken[k] == (due[k] != NULL) && (!taken[k] || strcmp(got[k], due[k]) == 0),
			      "%s as the %d. kind: %d, '%s'", rows[i].json, k + 1, taken[k], got[k]);
		json_close(object);
	}
}

TEST(test_broken, "what is not an object")
{
	static const struct {
		const char *text, *why;
		size_t at;
	} rows[] = {
		{"", "it ends midway", 0},
		{"{\"a\":1", "it ends midway", 6},
		{"[]", "it is not an object", 2},
		{"{} {}", "unexpected character", 3},
		{"{\"a\":1,\"b\":{\"a\":2},\"a\":3}", "a member of this name was there before", 20},
		{"{\"a\":[{\"b\":1},{\"b\":1,\"b\":2}]}", "a member of this name was there before", 22},
		{"{\"a\":\"\xff\"}", "it is not UTF-8", 6},
		{"{a:1}", "quoted object property name expected", 1},
		{"{\"a\":[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]}", "it nests too deep", 20},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct json_fault fault;
		struct json_object *object = read_text(rows[i].text, &fault);
		CHECK(object == NULL, "'%s' is taken", rows[i].text);
		CHECK(object != NULL || (strcmp(fault.why, rows[i].why) == 0 && fault.at == rows[i].at),
		      "'%s': '%s' at %zu", rows[i].text, fault.why, fault.at);
		json_close(object);
	}
}

SUITE("json")
