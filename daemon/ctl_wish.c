/* ctl_wish: see ctl_wish.h. */
#include "ctl_wish.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "statements.h"

enum { OPTIONS_MAX = 12, DAYS_MOST = 365 };

/* ── reading ── */

struct wish wish_normal(void)
{
	return (struct wish){.rules = "thesis", .judge = judges[0]->name, .map = "standard", .seed = 1};
}

static bool take_option(const struct wish_option *option, const char *text, struct wish *wish)
{
	void *field = (char *)wish + option->offset;
	if (option->most == 0) {
		*(const char **)field = text;
		return true;
	}
	if (config_number(text, option->least, option->most, field))
		return true;
	ctl_fail("--%s %s: a whole number from %lld to %lld belongs there", option->name, text, (long long)option->least,
	         (long long)option->most);
	return false;
}

bool wish_read(int argc, char **argv, const char *usage, const struct wish_option *options, struct wish *wish,
               int *status)
{
	struct option words[OPTIONS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
	for (int i = 0; i < OPTIONS_MAX && options[i].name != NULL; i++)
		words[i + 1] = (struct option){options[i].name, required_argument, NULL, 256 + i};
	*status = CTL_FAILED;
	opterr = 0;
	optind = 0;
	for (int word; (word = getopt_long(argc, argv, "h", words, NULL)) != -1;) {
		if (word == 'h') {
			fputs(usage, stdout);
			*status = CTL_DONE;
			return false;
		}
		if (word < 256) {
			ctl_fail("%s: no option %s, or nothing after it; --help lists them", argv[0], argv[optind - 1]);
			return false;
		}
		if (!take_option(&options[word - 256], optarg, wish))
			return false;
	}
	wish->words = argv + optind + 1;
	wish->word_count = argc - optind - 1;
	if (wish->words_are != NULL && wish->word_count < 1)
		ctl_fail("%s: a name belongs there, and %s behind it; --help says more", argv[0], wish->words_are);
	else if (wish->words_are == NULL && wish->word_count != 0)
		ctl_fail("%s: one name belongs there, not %d; --help says more", argv[0], argc - optind);
	else
		wish->name = argv[optind];
	return wish->name != NULL;
}

bool wish_name_is_good(const struct wish *wish)
{
	static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	const char *name = wish->name;
	char rest[sizeof first + 3];
	snprintf(rest, sizeof rest, "%s_.-", first);
	if (strspn(name, first) > 0 && strspn(name, rest) == strlen(name) && strlen(name) < STMT_NAME_SIZE)
		return true;
	ctl_fail("%s: a name is up to %d letters, digits, _ . and -, the first a letter or digit", name,
	         STMT_NAME_SIZE - 1);
	return false;
}

/* ── looking up ── */

/* Tables to choose a name from: what the option is called, and the i-th name there is, or NULL. */
static const char *map_name(size_t i)
{
	return map_sources[i].name;
}

static const char *rules_name(size_t i)
{
	return rule_sets[i].name;
}

/* Of the judges that decide every order: a game cannot go on from another's word. */
static const char *judge_name(size_t i)
{
	for (const struct judge *const *judge = judges; *judge != NULL; judge++)
		if (!(*judge)->partial && i-- == 0)
			return (*judge)->name;
	return NULL;
}

/* False, once it is printed which names there are, when that is none of them. */
static bool name_is_known(const char *option, const char *name, const char *(*name_at)(size_t i))
{
	char known[200] = "";
	for (size_t i = 0; name_at(i) != NULL; i++) {
		if (strcmp(name_at(i), name) == 0)
			return true;
		snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "", name_at(i));
	}
	ctl_fail("--%s %s: there is none of that name; known: %s", option, name, known);
	return false;
}

bool wish_is_known(const struct wish *wish, struct map *map)
{
	char error[MAP_ERROR_SIZE];
	if (!name_is_known("map", wish->map, map_name) || !name_is_known("rules", wish->rules, rules_name) ||
	    !name_is_known("judge", wish->judge, judge_name))
		return false;
	const struct map_source *source = map_source_find(wish->map);
	if (map_build(map, source->rows, source->count, error))
		return true;
	ctl_fail("map %s: %s", source->name, error);
	return false;
}

/* ── making ── */

/* The seats, separated by commas, as far as there is room. */
static void print_seats(const struct lineup *lineup, char *text, size_t size)
{
	char spec[PLAYER_SPEC_SIZE];
	text[0] = '\0';
	for (int i = 0; i < lineup->seat_count; i++) {
		seat_print(&lineup->seats[i], spec);
		snprintf(text + strlen(text), size - strlen(text), "%s%s", i > 0 ? "," : "", spec);
	}
}

/* The users of a lineup, by place; those that are not there yet are made. */
static bool put_users(struct db *db, const struct lineup *lineup, int32_t users[LINEUP_PLACES_MAX], int *count)
{
	int32_t user[LINEUP_SEATS_MAX];
	char spec[PLAYER_SPEC_SIZE], settings[JSON_SETTINGS_SIZE];
	for (int i = 0; i < lineup->seat_count; i++) {
		const struct seat *seat = &lineup->seats[i];
		const bool outside = seat->player == NULL;
		if (!stmt_put_user(db, seat_print(seat, spec), outside ? NULL : seat->player->name,
		                   outside ? "{}" : json_print_settings(seat, settings), outside ? seat->outside : NULL,
		                   &user[i]))
			return false;
	}
	*count = lineup->place != NULL ? lineup->place_count : lineup->seat_count;
	for (int i = 0; i < *count; i++)
		users[i] = user[lineup->place != NULL ? lineup->place[i] : i];
	return true;
}

/* "90s", "5m", "24h" or "3d" as seconds; NULL is 0. False once it is printed what belongs there. */
static bool read_time(const char *option, const char *text, int32_t *seconds)
{
	static const struct {
		char unit;
		int32_t seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	char number[16];
	int64_t count;
	*seconds = 0;
	const size_t length = text != NULL ? strlen(text) : 0;
	snprintf(number, sizeof number, "%.*s", length > 0 ? (int)length - 1 : 0, text != NULL ? text : "");
	for (size_t i = 0; length > 0 && length < sizeof number && i < sizeof units / sizeof *units; i++)
		if (text[length - 1] == units[i].unit &&
		    config_number(number, 1, DAYS_MOST * INT64_C(86400) / units[i].seconds, &count))
			*seconds = (int32_t)count * units[i].seconds;
	if (text == NULL || *seconds > 0)
		return true;
	ctl_fail("--%s-time %s: a whole number of seconds, minutes, hours or days belongs there: 90s, 5m, 24h, 3d", option,
	         text);
	return false;
}

/* Looks for somebody outside who is no role of the database: the seat's place, or seat_count. */
static bool find_roleless(struct db *db, const struct lineup *lineup, int *i)
{
	bool exists = true;
	for (*i = 0; *i < lineup->seat_count; ++*i) {
		const struct seat *seat = &lineup->seats[*i];
		if (seat->player == NULL && !stmt_role_exists(db, seat->outside, &exists))
			return false;
		if (!exists)
			return true;
	}
	return true;
}

/* All in one transaction; closing the connection undoes what a failure left. */
static bool create(struct db *db, const struct wish *wish, const struct lineup *lineup, const int32_t times[3],
                   bool *exists, char differs[STMT_DIFFERS_SIZE])
{
	char seats[POWERS_MAX * PLAYER_SPEC_SIZE];
	int32_t users[LINEUP_PLACES_MAX];
	struct tournament tournament = {
		.name = wish->name,
		.map = wish->map,
		.rules = wish->rules,
		.judge = wish->judge,
		.seats = lineup->text,
		.seed = wish->seed,
		.games = (int32_t)wish->games,
		.round_limit = wish->rounds > 0 ? (int32_t)wish->rounds : rules_find(wish->rules)->round_limit,
		.diplomatic_time = times[0],
		.retreat_time = times[1],
		.adjustment_time = times[2],
		.users = users,
	};
	if (lineup->text == NULL) {
		print_seats(lineup, seats, sizeof seats);
		tournament.seats = seats;
	}
	if (!stmt_compare_tournament(db, &tournament, exists, differs) || *exists)
		return false;
	return stmt_begin(db) && put_users(db, lineup, users, &tournament.user_count) &&
	       stmt_create_tournament(db, &tournament) && stmt_commit(db);
}

int wish_create(const struct wish *wish, const struct lineup *lineup)
{
	int32_t times[3];
	int roleless;
	if (!read_time("diplomatic", wish->diplomatic_time, &times[0]) ||
	    !read_time("retreat", wish->retreat_time, &times[1]) ||
	    !read_time("adjustment", wish->adjustment_time, &times[2]))
		return CTL_FAILED;
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!find_roleless(db, lineup, &roleless))
		return ctl_fail_db(db);
	if (roleless < lineup->seat_count) {
		const char *role = lineup->seats[roleless].outside;
		db_close(db);
		return ctl_fail("--seats @%s: the database has no such role: create role %s login in role farm_agent", role,
		                role);
	}
	bool exists = false;
	char differs[STMT_DIFFERS_SIZE] = "";
	bool created = create(db, wish, lineup, times, &exists, differs);
	if (!created && !exists && strcmp(db_fault(db)->sqlstate, STMT_TAKEN) != 0)
		return ctl_fail_db(db);
	db_close(db);
	if (created || (exists && differs[0] == '\0'))
		return CTL_DONE;
	return ctl_fail("a tournament %s exists already, %s%s: choose another name", wish->name,
	                exists ? "with " : "just made", differs);
}
