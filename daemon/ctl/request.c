/* request: see request.h. */
#include "request.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "store/statements.h"

enum { OPTIONS_MAX = 12, DAYS_MOST = 365 };

/* ── reading ── */

struct request request_normal(void)
{
	return (struct request){
		.rules = "thesis", .judge = judges[0]->name, .map = "standard", .seed = 1};
}

static bool take_option(const struct request_option *option, const char *text,
                        struct request *request)
{
	void *field = (char *)request + option->offset;
	if (option->most == 0) {
		*(const char **)field = text;
		return true;
	}
	if (options_number(text, option->least, option->most, field))
		return true;
	ctl_fail("--%s %s: a whole number from %lld to %lld belongs there", option->name, text,
	         (long long)option->least, (long long)option->most);
	return false;
}

bool request_read(int argc, char **argv, const char *usage, const struct request_option *options,
                  struct request *request, int *status)
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
			ctl_fail("%s: no option %s, or nothing after it; --help lists them", argv[0],
			         argv[optind - 1]);
			return false;
		}
		if (!take_option(&options[word - 256], optarg, request))
			return false;
	}
	request->words = argv + optind + 1;
	request->word_count = argc - optind - 1;
	if (request->words_are != NULL && request->word_count < 1)
		ctl_fail("%s: a name belongs there, and %s behind it; --help says more", argv[0],
		         request->words_are);
	else if (request->words_are == NULL && request->word_count != 0)
		ctl_fail("%s: one name belongs there, not %d; --help says more", argv[0], argc - optind);
	else
		request->name = argv[optind];
	return request->name != NULL;
}

bool request_name_is_good(const struct request *request)
{
	static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	const char *name = request->name;
	char rest[sizeof first + 3];
	snprintf(rest, sizeof rest, "%s_.-", first);
	if (strspn(name, first) > 0 && strspn(name, rest) == strlen(name) &&
	    strlen(name) < STMT_NAME_SIZE)
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
		snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "",
		         name_at(i));
	}
	ctl_fail("--%s %s: there is none of that name; known: %s", option, name, known);
	return false;
}

bool request_is_known(const struct request *request, struct map *map)
{
	char error[MAP_ERROR_SIZE];
	if (!name_is_known("map", request->map, map_name) ||
	    !name_is_known("rules", request->rules, rules_name) ||
	    !name_is_known("judge", request->judge, judge_name))
		return false;
	const struct map_source *source = map_source_find(request->map);
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
static bool put_users(struct db *db, const struct lineup *lineup, int32_t users[LINEUP_PLACES_MAX],
                      int *count)
{
	int32_t user[LINEUP_SEATS_MAX];
	char spec[PLAYER_SPEC_SIZE], settings[JSON_SETTINGS_SIZE];
	for (int i = 0; i < lineup->seat_count; i++) {
		const struct seat *seat = &lineup->seats[i];
		const bool external = seat->player == NULL;
		if (!stmt_put_user(db, seat_print(seat, spec), external ? NULL : seat->player->name,
		                   external ? "{}" : json_print_settings(seat, settings),
		                   external ? seat->external : NULL, &user[i]))
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
	snprintf(number, sizeof number, "%.*s", length > 0 ? (int)length - 1 : 0,
	         text != NULL ? text : "");
	for (size_t i = 0; length > 0 && length < sizeof number && i < sizeof units / sizeof *units;
	     i++)
		if (text[length - 1] == units[i].unit &&
		    options_number(number, 1, DAYS_MOST * INT64_C(86400) / units[i].seconds, &count))
			*seconds = (int32_t)count * units[i].seconds;
	if (text == NULL || *seconds > 0)
		return true;
	ctl_fail("--%s-time %s: a whole number of seconds, minutes, hours or days belongs there: 90s, "
	         "5m, 24h, 3d",
	         option, text);
	return false;
}

/* Looks for somebody outside who is no role of the database: the seat's place, or seat_count. */
static bool find_roleless(struct db *db, const struct lineup *lineup, int *i)
{
	bool exists = true;
	for (*i = 0; *i < lineup->seat_count; ++*i) {
		const struct seat *seat = &lineup->seats[*i];
		if (seat->player == NULL && !stmt_role_exists(db, seat->external, &exists))
			return false;
		if (!exists)
			return true;
	}
	return true;
}

/* All in one transaction; closing the connection undoes what a failure left. */
static bool create(struct db *db, const struct request *request, const struct lineup *lineup,
                   const int32_t times[3], bool *exists, char differs[STMT_DIFFERS_SIZE])
{
	char seats[POWERS_MAX * PLAYER_SPEC_SIZE];
	int32_t users[LINEUP_PLACES_MAX];
	struct tournament tournament = {
		.name = request->name,
		.map = request->map,
		.rules = request->rules,
		.judge = request->judge,
		.seats = lineup->text,
		.seed = request->seed,
		.games = (int32_t)request->games,
		.round_limit = request->rounds > 0 ? (int32_t)request->rounds
	                                       : rules_find(request->rules)->round_limit,
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

int request_create(const struct request *request, const struct lineup *lineup)
{
	int32_t times[3];
	int roleless;
	if (!read_time("diplomatic", request->diplomatic_time, &times[0]) ||
	    !read_time("retreat", request->retreat_time, &times[1]) ||
	    !read_time("adjustment", request->adjustment_time, &times[2]))
		return CTL_FAILED;
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!find_roleless(db, lineup, &roleless))
		return ctl_fail_db(db);
	if (roleless < lineup->seat_count) {
		const char *role = lineup->seats[roleless].external;
		db_close(db);
		return ctl_fail(
			"--seats @%s: the database has no such role: create role %s login in role farm_agent",
			role, role);
	}
	bool exists = false;
	char differs[STMT_DIFFERS_SIZE] = "";
	bool created = create(db, request, lineup, times, &exists, differs);
	if (!created && !exists && strcmp(db_fault(db)->sqlstate, STMT_TAKEN) != 0)
		return ctl_fail_db(db);
	db_close(db);
	if (created || (exists && differs[0] == '\0'))
		return CTL_DONE;
	return ctl_fail("a tournament %s exists already, %s%s: choose another name", request->name,
	                exists ? "with " : "just made", differs);
}
