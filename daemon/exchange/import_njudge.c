/* import_njudge: see import_njudge.h. */
#include "import_njudge.h"

#include <stdio.h>
#include <stdlib.h>

#include "ctl/parts/ctl.h"
#include "formats/judge/judge_case.h"
#include "mail_file.h"

enum { CASE_SIZE = 1 << 15 }; /* a phase has at most 64 units and 120 owners */

static void print_remark(const struct mail_game *game)
{
	printf("# %s%sof the e-mail Judge, by the mails of it.\n",
	       game->fold.game_name[0] != '\0' ? game->fold.game_name : "",
	       game->fold.game_name[0] != '\0' ? ", a game " : "A game ");
}

static void print_phase(const struct mail_game *game, const struct fold_phase *phase)
{
	char text[CASE_SIZE];
	struct text out = {text, sizeof text, 0};
	judge_case_write_phase(&out, game->map, phase);
	printf("\n%s", text);
}

static void print_next(const struct mail_game *game)
{
	char text[CASE_SIZE];
	struct text out = {text, sizeof text, 0};
	judge_case_write_position(&out, game->map, "next", &game->fold.board);
	printf("\n%s", text);
}

static void read_files(struct mail_game *game, const struct words *files)
{
	for (int i = 0; i < files->count; i++) {
		char *text;
		size_t length;
		mail_file_load(game->command, files->at[i], &text, &length);
		mail_file_fold(game, files->at[i], text, length);
		free(text);
	}
	if (!game->fold.open)
		ctl_stop("%s: %s: %s", game->command, mail_file_name(files->at[files->count - 1]),
		         game->reports > 0
		             ? "its reports are only previews, and no position follows from them"
		             : "no report of the Judge is in it: one begins with a line such as "
		               "'Movement results for Fall of 1903. (north.012)'");
}

int import_njudge(const struct words *files, const char *map_name, const char *rules, bool all)
{
	static struct map map;
	static struct mail_game game = {.command = "import", .map = &map};
	game.rules = rules_find(rules);
	ctl_build_map(map_name, &map);
	read_files(&game, files);
	print_remark(&game);
	for (size_t i = all || game.count == 0 ? 0 : game.count - 1; i < game.count; i++)
		print_phase(&game, &game.phases[i]);
	print_next(&game);
	const long differences = game.fold.differences;
	if (differences > 0)
		fprintf(stderr,
		        "%ld difference%s between the mails and our judge; the mails are followed\n",
		        differences, differences > 1 ? "s" : "");
	return differences > 0 ? CTL_WANTING : CTL_DONE;
}
