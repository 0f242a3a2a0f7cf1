/* njudge: aresctl njudge: reports of the e-mail Judge as cases. */
#include "ctl.h"
#include "import_njudge.h"
#include "names.h"

static struct {
	struct words files;
	const char *map;
	bool all;
} asked;

static int njudge(const struct command *command)
{
	return import_njudge(command->name, &asked.files, asked.map, asked.all);
}

const struct command ctl_njudge = {
	.name = "njudge",
	.about = "read the reports of a game of the e-mail Judge; needs no database",
	.text = "Reads the reports of one game of the e-mail Judge, with whatever stands around them, "
			"and prints the last phase with its orders, and the position behind it, as cases.\n\n"
			"Reports are replayed by our judge. Where it differs from the mail, a line on standard "
			"error says so, and the mail is followed.",
	.arguments = (const struct parameter[]){{.name = "FILE",
                                             .about = "reports of the game, the oldest first; - is "
                                                      "standard input",
                                             .rest = &asked.files,
                                             .files = "*",
                                             .required = true},
                                            {0}},
	.options =
		(const struct parameter[]){
			{.name = "all", .about = "print every phase, not only the last", .flag = &asked.all},
			{.name = "map",
             .value = "MAP",
             .about = "the map of the game",
             .text = &asked.map,
             .hint = names_maps,
             .normal = "standard"},
			{0},
		},
	.status = "0 our judge agrees, 1 it differs somewhere, 2 the options or the input are wrong.",
	.run = njudge,
};
