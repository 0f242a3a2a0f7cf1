/* animate: aresctl animate: a game as a page that replays it. */
#include "ctl/parts/ctl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "pages/replay/replay.h"

enum { FILE_SIZE = STMT_NAME_SIZE + 32 };

static struct {
	const char *game, *output;
} asked;

static int write_file(const struct replay *replay)
{
	char name[FILE_SIZE];
	snprintf(name, sizeof name, "%s-%d.html", replay->name, replay->number);
	const char *const path = asked.output != NULL ? asked.output : name;
	const bool prints = strcmp(path, "-") == 0;
	const bool written = outfile_write(path, replay->text, replay->size);
	if (!written && !prints) /* aresctl itself reports errors on standard output */
		return ctl_fail("%s cannot be written: %s", path, strerror(errno));
	if (!prints)
		ctl_say("%s: a replay of %s/%d, %zu kB; open it in a browser\n", path, replay->name,
		        replay->number, (replay->size + 999) / 1000);
	return written ? CTL_DONE : CTL_FAILED;
}

static int animate(void)
{
	struct replay replay;
	char why[REPLAY_WHY_SIZE];

	struct db *db = ctl_connect();
	const enum replay_outcome outcome = replay_make(db, asked.game, true, &replay, why);
	if (outcome == REPLAY_FAULT)
		return ctl_fail_db(db);
	if (outcome == REPLAY_NO_GAME)
		return ctl_fail_game(asked.game);
	if (outcome == REPLAY_EMPTY)
		return ctl_fail("nothing was played of game %s yet", asked.game);
	if (outcome == REPLAY_FAILED)
		return ctl_fail("%s", why);

	const int status = write_file(&replay);
	free(replay.text);
	return status;
}

const struct command ctl_animate = {
	.name = "animate",
	.about = "make a page that replays a game",
	.text = "Writes a page of HTML that replays a game in a browser: its boards, orders with "
			"results and reasons, centres and thinking times. The page requests nothing else. If "
			"the game is not over, it has the phases played so far.",
	.arguments = PARAMETERS(CTL_GAME(asked.game)),
	.options =
		PARAMETERS(OPTION_TEXT("output", "FILE", &asked.output, "the file; - is standard output",
                               .letter = 'o', .otherwise = "TOURNAMENT-NUMBER.html")),
	.run = animate,
};
