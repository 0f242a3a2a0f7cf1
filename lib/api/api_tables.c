/* api_tables: rule sets, judges and players by their numbers. */
#include "api.h"
#include "players/player.h"

#include <string.h>

/* ── rule sets ── */

const struct rules *api_rules(int32_t number)
{
	return number >= 0 && number < ares_rules_count() ? &rule_sets[number] : NULL;
}

int32_t api_find_rules(int32_t number, const struct rules **rules, struct ares_error *error)
{
	*rules = api_rules(number);
	if (*rules)
		return ARES_OK;
	return api_refuse(error, ARES_ERROR_ARGUMENT, "rules is %d, and there are %d rule sets", number,
	                  ares_rules_count());
}

int32_t ares_rules_count(void)
{
	int32_t count = 0;

	while (rule_sets[count].name)
		count++;
	return count;
}

const char *ares_rules_name(int32_t rules)
{
	return api_rules(rules) ? api_rules(rules)->name : NULL;
}

const char *ares_rules_about(int32_t rules)
{
	return api_rules(rules) ? api_rules(rules)->about : NULL;
}

int32_t ares_rules_find(const char *name)
{
	const struct rules *rules = name ? rules_find(name) : NULL;

	return rules ? (int32_t)(rules - rule_sets) : -1;
}

int32_t ares_rules_are_standard(int32_t rules)
{
	return api_rules(rules) ? rules_are_standard(api_rules(rules)) : -1;
}

/* ── the options of rule sets ── */

int32_t ares_options_count(void)
{
	int32_t count = 0;

	while (law_options[count].name)
		count++;
	return count;
}

static const struct law_option *find_option(int32_t option)
{
	return option >= 0 && option < ares_options_count() ? &law_options[option] : NULL;
}

const char *ares_option_name(int32_t option)
{
	return find_option(option) ? find_option(option)->name : NULL;
}

const char *ares_option_datc(int32_t option)
{
	return find_option(option) ? find_option(option)->datc : NULL;
}

const char *ares_option_value(int32_t rules, int32_t option)
{
	const struct law_option *found = find_option(option);

	if (!found || !api_rules(rules))
		return NULL;
	return found->values[law_get(&api_rules(rules)->law, found)].name;
}

/* ── judges ── */

int32_t ares_judges_count(void)
{
	int32_t count = 0;

	while (judges[count])
		count++;
	return count;
}

const struct judge *api_judge(int32_t number)
{
	return number >= 0 && number < ares_judges_count() ? judges[number] : NULL;
}

int32_t api_find_judge(int32_t number, bool partial, const struct judge **judge,
                       struct ares_error *error)
{
	*judge = api_judge(number);
	if (!*judge)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "judge is %d, and there are %d judges",
		                  number, ares_judges_count());
	if ((*judge)->partial && !partial)
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "judge %s may leave orders undecided: it is for ares_resolve only",
		                  (*judge)->name);
	return ARES_OK;
}

const char *ares_judge_name(int32_t judge)
{
	return api_judge(judge) ? api_judge(judge)->name : NULL;
}

const char *ares_judge_about(int32_t judge)
{
	return api_judge(judge) ? api_judge(judge)->about : NULL;
}

int32_t ares_judge_find(const char *name)
{
	for (int32_t judge = 0; name && judges[judge]; judge++)
		if (strcmp(judges[judge]->name, name) == 0)
			return judge;
	return -1;
}

int32_t ares_judge_is_partial(int32_t judge)
{
	return api_judge(judge) ? api_judge(judge)->partial : -1;
}

/* ── players ── */

int32_t ares_players_count(void)
{
	int32_t count = 0;

	while (players[count])
		count++;
	return count;
}

static const struct player *find_player(int32_t number)
{
	return number >= 0 && number < ares_players_count() ? players[number] : NULL;
}

const char *ares_player_name(int32_t player)
{
	return find_player(player) ? find_player(player)->name : NULL;
}

const char *ares_player_about(int32_t player)
{
	return find_player(player) ? find_player(player)->about : NULL;
}

int32_t ares_player_find(const char *name)
{
	for (int32_t player = 0; name && players[player]; player++)
		if (strcmp(players[player]->name, name) == 0)
			return player;
	return -1;
}

const char *ares_player_setting(int32_t player, int32_t setting, const char **about, int32_t *least,
                                int32_t *most, int32_t *normal)
{
	const struct player_setting *found = find_player(player) ? find_player(player)->settings : NULL;

	for (int32_t n = 0; found && found->name && n < setting; n++)
		found++;
	if (!found || !found->name || setting < 0)
		return NULL;
	if (about)
		*about = found->about;
	if (least)
		*least = found->least;
	if (most)
		*most = found->most;
	if (normal)
		*normal = found->normal;
	return found->name;
}
