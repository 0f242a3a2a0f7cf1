/* players: aresctl players: the players of lib/players, and their settings. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/terminal/terminal.h"
#include "ctl/parts/names.h"
#include "players/player.h"

enum { QUOTED_SIZE = 2048 };

static struct {
	const char *name; /* NULL: all */
	bool json;
} asked;

static void print_json(const struct player *player)
{
	char about[QUOTED_SIZE];
	printf("{\"name\": \"%s\", \"about\": %s, \"settings\": [", player->name,
	       json_print_string(player->about, about, sizeof about));
	for (const struct player_setting *setting = player->settings; setting->name != NULL; setting++)
		printf("%s{\"name\": \"%s\", \"least\": %d, \"most\": %d, \"normal\": %d, \"about\": %s}",
		       setting == player->settings ? "" : ", ", setting->name, setting->least,
		       setting->most, setting->normal,
		       json_print_string(setting->about, about, sizeof about));
	printf("]}");
}

static void print_player(const struct player *player)
{
	enum { INDENT = 37 };
	char range[40];

	printf("%s%s%s: ", terminal_ink(INK_BOLD), player->name, terminal_ink(INK_PLAIN));
	terminal_print_words(stdout, player->about, terminal_columns(player->name) + 2, 2);
	if (player->settings[0].name == NULL)
		printf("  it has no settings\n");
	else
		printf("  %-11s  %-12s  %-6s  %s\n", "setting", "range", "normal", "what it is");

	for (const struct player_setting *setting = player->settings; setting->name != NULL;
	     setting++) {
		snprintf(range, sizeof range, "%d to %d", setting->least, setting->most);
		printf("  %-11s  %-12s  %6d  ", setting->name, range, setting->normal);
		terminal_print_words(stdout, setting->about, INDENT, INDENT);
	}
}

static int list(void)
{
	int count = 0;

	for (const struct player *const *player = players; *player != NULL; player++) {
		if (asked.name != NULL && player_find(asked.name, strlen(asked.name)) != *player)
			continue;
		ctl_print_between(asked.json, count++, "\n");
		if (asked.json)
			print_json(*player);
		else
			print_player(*player);
	}

	ctl_print_end(asked.json, count);
	return CTL_DONE;
}

const struct command ctl_players = {
	.name = "players",
	.about = "list the players and their settings; needs no database",
	.text = "Lists the players that --seats takes, with the range and the normal value of each "
			"setting. A setting that --seats does not name has its normal value. A seat can also "
			"be @ROLE: an external player, who plays by SQL.\n\n"
			"  aresctl players ares",
	.arguments =
		PARAMETERS(ARGUMENT("NAME", &asked.name, "only this player", .choice = names_players)),
	.options = PARAMETERS(OPTION_FLAG("json", &asked.json, "print an array of JSON objects")),
	.run = list,
};
