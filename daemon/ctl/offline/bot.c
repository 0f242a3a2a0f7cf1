/* bot: aresctl bot: programs that play seats. */
#include "ctl/parts/ctl.h"

const struct command ctl_bot = {
	.name = "bot",
	.about = "try a bot",
	.text =
		"A bot is a program that plays the seats bot:NAME. aresd starts it and talks with it over "
		"pipes; aresd --bot says which program it is. doc/bots.md has the protocol.",
	.commands = (const struct command *const[]){&ctl_bot_check, &ctl_bot_play, NULL},
};
