/* maps: aresctl maps: the maps compiled in, with their powers and centres. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "ctl/parts/tournament_request.h"

enum { WORDS_SIZE = 1000 };

static bool json;

/* Adds the codes of a power's home centres, or, for POWER_NONE, of the neutral ones. */
static void add_centres(const struct map *map, uint8_t power, const char *quote, const char *comma,
                        char words[WORDS_SIZE])
{
	bool first = true;
	words[0] = '\0';
	for (int province = 0; province < map->province_count; province++) {
		const size_t length = strlen(words);
		if (!map->centre[province] || map->owner[province] != power)
			continue;
		snprintf(words + length, WORDS_SIZE - length, "%s%s%s%s", first ? "" : comma, quote,
		         map->loc[province].code, quote);
		first = false;
	}
}

static void print_json(const char *name, const struct map *map)
{
	char centres[WORDS_SIZE];
	printf("{\"name\": \"%s\", \"default\": %s, \"provinces\": %d, \"centres\": %d, \"powers\": {",
	       name, strcmp(name, REQUEST_MAP) == 0 ? "true" : "false", map->province_count,
	       map->centre_count);
	for (int power = 0; power < map->power_count; power++) {
		add_centres(map, (uint8_t)power, "\"", ", ", centres);
		printf("%s\"%s\": [%s]", power > 0 ? ", " : "", map->power[power], centres);
	}
	add_centres(map, POWER_NONE, "\"", ", ", centres);
	printf("}, \"neutral\": [%s]}", centres);
}

static void print_map(const char *name, const struct map *map)
{
	enum { INDENT = 11 };
	char centres[WORDS_SIZE];

	printf("%s%s%s: %d powers, %d provinces, %d centres%s\n", terminal_ink(INK_BOLD), name,
	       terminal_ink(INK_PLAIN), map->power_count, map->province_count, map->centre_count,
	       strcmp(name, REQUEST_MAP) == 0 ? " (the default)" : "");
	for (int power = 0; power < map->power_count; power++) {
		add_centres(map, (uint8_t)power, "", " ", centres);
		printf("  %-7s  ", map->power[power]);
		terminal_print_words(stdout, centres, INDENT, INDENT);
	}

	add_centres(map, POWER_NONE, "", " ", centres);
	printf("  %-7s  ", "neutral");
	terminal_print_words(stdout, centres, INDENT, INDENT);
}

static int list(void)
{
	struct map map;
	int count = 0;

	for (const struct map_source *source = map_sources; source->name != NULL; source++) {
		ctl_build_map(source->name, &map);
		ctl_print_between(json, count++, "\n");
		if (json)
			print_json(source->name, &map);
		else
			print_map(source->name, &map);
	}

	ctl_print_end(json, count);
	return CTL_DONE;
}

const struct command ctl_maps = {
	.name = "maps",
	.about = "list the maps of the program; needs no database",
	.text = "Lists the maps of the program, with the powers in the order of --seats, and the "
			"centres that each power begins with. aresctl map lists those of the database, to "
			"which you "
			"can add your own.",
	.options = PARAMETERS(OPTION_FLAG("json", &json, "print an array of JSON objects")),
	.run = list,
};
