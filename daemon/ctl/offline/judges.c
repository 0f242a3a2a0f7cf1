/* judges: aresctl judges: the judges of lib/judges. */
#include "ctl/parts/ctl.h"

#include <stdio.h>

#include "base/json.h"
#include "base/terminal/terminal.h"
#include "judges/judge.h"
#include "ctl/parts/tournament_request.h"

enum { QUOTED_SIZE = 2048 };

static bool json;

static void print_json(const struct judge *judge)
{
	char about[QUOTED_SIZE];
	printf("{\"name\": \"%s\", \"about\": %s, \"default\": %s, \"games\": %s}", judge->name,
	       json_print_string(judge->about, about, sizeof about),
	       judge == judge_find(REQUEST_JUDGE) ? "true" : "false",
	       judge->partial ? "false" : "true");
}

static void print_judge(const struct judge *judge)
{
	enum { INDENT = 12 };
	char about[QUOTED_SIZE];
	snprintf(about, sizeof about, "%s%s%s", judge->about,
	         judge == judge_find(REQUEST_JUDGE) ? " (the default)" : "",
	         judge->partial ? " (to compare judges; not for games)" : "");
	printf("%s%-10s%s  ", terminal_ink(INK_BOLD), judge->name, terminal_ink(INK_PLAIN));
	terminal_print_words(stdout, about, INDENT, INDENT);
}

static int list(void)
{
	int count = 0;
	for (const struct judge *const *judge = judges; *judge != NULL; judge++) {
		ctl_print_between(json, count++, "");
		if (json)
			print_json(*judge);
		else
			print_judge(*judge);
	}
	ctl_print_end(json, count);
	return CTL_DONE;
}

const struct command ctl_judges = {
	.name = "judges",
	.about = "list the judges; needs no database",
	.text = "Lists the judges that --judge takes. A judge resolves a set of orders. All judges "
			"with which games can be played give the same results.",
	.options = PARAMETERS(OPTION_FLAG("json", &json, "print an array of JSON objects")),
	.run = list,
};
