/* raider: a bot for aresfarm (doc/bots.md). A unit takes a centre beside it, helps one that does,
 * or wanders. Build it with: cc raider.c -o raider $(pkg-config --cflags --libs json-c) */
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>
#define GET(from, name)  json_object_object_get(from, name)
#define TEXT(from, name) json_object_get_string(GET(from, name))
#define AT(list, i)      json_object_array_get_idx(list, i)
static char line[1 << 20], centres[4096], taken[4096]; /* "|par|bur": all; ours, or spoken for */
static void add(char *list, const char *code) { sprintf(list + strlen(list), "|%.3s", code); }
static int has(const char *list, const char *code) /* a coast is in its province */
{
	const char word[] = {'|', code[0], code[1], code[2], '\0'};
	return strstr(list, word) != NULL;
}
static int worth(const char *order, int wanders)
{
	char unit[8] = "", what[8] = "", to[8] = "", target[8] = "";
	const int words = sscanf(order, "%7s %*s %7s %7s %*s %*s %7s", unit, what, to, target);
	if (strcmp(what, "S") == 0) /* helps one of ours to a centre */
		return words == 4 && has(taken, target) && has(centres, target) ? 2 : -1;
	if (strcmp(what, "-") != 0 && strcmp(what, "R") != 0)
		return unit[0] == 'b'; /* builds rather than waives */
	return has(taken, to) || strstr(order, " via") ? -1 : has(centres, to) ? 3 : wanders;
}
static void play(struct json_object *ask)
{
	struct json_object *own = GET(GET(ask, "centres"), TEXT(ask, "power"));
	int left = json_object_get_int(GET(ask, "due")), count = 0;
	taken[0] = '\0';
	for (size_t i = 0; i < json_object_array_length(own); i++)
		add(taken, json_object_get_string(AT(own, i)));
	printf("{\"type\":\"orders\",\"id\":%d,\"orders\":[", json_object_get_int(GET(ask, "id")));
	json_object_object_foreach(GET(ask, "legal"), subject, lines) {
		const char *best = json_object_get_string(AT(lines, 0)), *order;
		for (size_t i = 1; i < json_object_array_length(lines); i++)
			if (worth(order = json_object_get_string(AT(lines, i)), subject[3] % 2) > worth(best, 0))
				best = order;
		if (count < left)
			printf("%s\"%s\"", count++ > 0 ? "," : "", best);
		if (strstr(best, " - ") || strstr(best, " R "))
			add(taken, best + strcspn(best + 2, " ") + 5);
	}
	puts("]}");
}
int main(void)
{
	while (fgets(line, sizeof line, stdin)) {
		struct json_object *said = json_tokener_parse(line), *areas = GET(GET(said, "map"), "areas");
		for (size_t i = areas ? centres[0] = 0 : 1; areas && i < json_object_array_length(areas); i++)
			if (json_object_get_boolean(GET(AT(areas, i), "centre")))
				add(centres, TEXT(AT(areas, i), "code"));
		if (strcmp(TEXT(said, "type"), "hello") == 0)
			puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"raider\",\"version\":\"1\"}");
		else if (strcmp(TEXT(said, "type"), "phase") == 0)
			play(said);
		fflush(stdout);
		json_object_put(said);
	}
}
