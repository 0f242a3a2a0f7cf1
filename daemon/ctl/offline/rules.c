/* rules: aresctl rules: the rule sets of game.c, and which of them is standard Diplomacy. */

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/terminal/terminal.h"
#include "ctl/parts/ctl.h"
#include "ctl/parts/names.h"
#include "ctl/parts/tournament_request.h"

enum { QUOTED_SIZE = 2048, WORDS_SIZE = 300 };

static struct {
	const char *name; /* NULL: all */
	bool json;
} asked;

static bool is_default(const struct rules *rules)
{
	return rules == rules_find(REQUEST_RULES);
}

static void print_json(const struct rules *rules)
{
	char about[QUOTED_SIZE];
	printf("{\"name\": \"%s\", \"about\": %s, \"default\": %s, \"standard_diplomacy\": %s, "
	       "\"retreats\": %s, \"adjustments\": %s, \"round_limit\": %d, \"options\": {",
	       rules->name, json_print_string(rules->about, about, sizeof about),
	       is_default(rules) ? "true" : "false", rules_are_standard(rules) ? "true" : "false",
	       rules->retreats ? "true" : "false", rules->adjustments ? "true" : "false",
	       rules->round_limit);
	for (const struct law_option *option = law_options; option->name != NULL; option++)
		printf("%s\"%s\": \"%s\"", option == law_options ? "" : ", ", option->name,
		       option->values[law_get(&rules->law, option)].name);
	printf("}}");
}

static void print_options(const struct rules *rules)
{
	printf("\n  %-18s  %-18s  %s\n", "option", "value", "in the DATC");
	for (const struct law_option *option = law_options; option->name != NULL; option++) {
		const struct law_value *value = &option->values[law_get(&rules->law, option)];
		const bool lettered = value->choice[0] != '\0' && strcmp(value->choice, "-") != 0;
		printf("  %-18s  %-18s  %s%s%s%s\n", option->name, value->name,
		       option->datc[0] != '\0' ? option->datc : "-", lettered ? " (" : "",
		       lettered ? value->choice : "", lettered ? ")" : "");
	}
}

static void print_rules(const struct rules *rules)
{
	char words[WORDS_SIZE];
	const char *mark = is_default(rules) ? " (the default)" : "";

	printf("%s%s%s%s: ", terminal_ink(INK_BOLD), rules->name, terminal_ink(INK_PLAIN), mark);
	terminal_print_words(stdout, rules->about,
	                     terminal_columns(rules->name) + terminal_columns(mark) + 2, 2);
	snprintf(words, sizeof words, "%s. %s. %s. Without --rounds, a game is a draw after %d rounds.",
	         rules_are_standard(rules) ? "Standard Diplomacy" : "Not standard Diplomacy",
	         rules->retreats ? "Dislodged units may retreat" : "Dislodged units vanish",
	         rules->adjustments ? "Powers order builds and removals in winter"
	                            : "Chance draws builds and removals after fall",
	         rules->round_limit);
	printf("  ");
	terminal_print_words(stdout, words, 2, 2);
	if (asked.name != NULL)
		print_options(rules);
}

static int list(void)
{
	int count = 0;

	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		if (asked.name != NULL && strcmp(asked.name, rules->name) != 0)
			continue;
		ctl_print_between(asked.json, count++, "\n");
		if (asked.json)
			print_json(rules);
		else
			print_rules(rules);
	}

	ctl_print_end(asked.json, count);
	return CTL_DONE;
}

const struct command ctl_rules = {
	.name = "rules",
	.about = "list the rule sets; needs no database",
	.text = "Lists the rule sets that --rules takes, and says which are standard Diplomacy, as the "
			"rulebook has it. The default is the thesis's, which is not. With a NAME, also prints "
			"how the rule set decides each point that the rulebook leaves open.",
	.arguments = PARAMETERS(ARGUMENT("NAME", &asked.name, "only this rule set, with its options",
                                     .choice = names_rules)),
	.options = PARAMETERS(OPTION_FLAG("json", &asked.json, "print an array of JSON objects")),
	.run = list,
};
