/* ctl_tournament: aresctl tournament create, list, status and digest. */
#include "ctl.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "statements.h"

enum { GAMES_MOST = 10000000, ROUNDS_MOST = 10000, SPECS_SIZE = POWERS_MAX * PLAYER_SPEC_SIZE };

static const char create_usage[] =
	"usage: aresctl tournament create NAME --games N --seats SEATS [OPTION...]\n\n"
	"  --games N       how many games\n"
	"  --seats SEATS   players, separated by commas: one for each power, in the order of their codes; or two,\n"
	"                  who take all seatings in turn: 128 for seven powers, then again from the start\n"
	"  --rules RULES   rule set (default thesis)\n"
	"  --judge JUDGE   judge (default atlas)\n"
	"  --map MAP       map (default standard)\n"
	"  --seed S        what chance begins with (default 1)\n"
	"  --rounds N      rounds after which a game is a draw (default: the rule set's)\n\n"
	"A player is a name, or a name with settings: random, 'ares(depth=2,age=10)'.\n";

/* What create was told, names still to be looked up. */
struct wish {
	const char *name, *seats, *rules, *judge, *map;
	int64_t games, seed, rounds; /* rounds: 0 when not said */
};

/* An option with a text, or with a number within limits. */
struct wish_option {
	const char *name;
	size_t offset;
	int64_t least, most; /* most 0: a text */
};

static const struct wish_option wish_options[] = {
	{"games", offsetof(struct wish, games), 1, GAMES_MOST},
	{"seats", offsetof(struct wish, seats), 0, 0},
	{"rules", offsetof(struct wish, rules), 0, 0},
	{"judge", offsetof(struct wish, judge), 0, 0},
	{"map", offsetof(struct wish, map), 0, 0},
	{"seed", offsetof(struct wish, seed), 0, INT64_MAX},
	{"rounds", offsetof(struct wish, rounds), 1, ROUNDS_MOST},
};
enum { WISH_OPTIONS = sizeof wish_options / sizeof *wish_options };

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

/* False when all is said and done, with the status. */
static bool read_wish(int argc, char **argv, struct wish *wish, int *status)
{
	struct option options[WISH_OPTIONS + 2] = {{"help", no_argument, NULL, 'h'}};
	for (int i = 0; i < WISH_OPTIONS; i++)
		options[i + 1] = (struct option){wish_options[i].name, required_argument, NULL, 256 + i};
	*status = CTL_FAILED;
	opterr = 0;
	optind = 0;
	for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
		if (option == 'h') {
			fputs(create_usage, stdout);
			*status = CTL_DONE;
			return false;
		}
		if (option < 256) {
			ctl_fail("create: no option %s, or nothing after it; --help lists them", argv[optind - 1]);
			return false;
		}
		if (!take_option(&wish_options[option - 256], optarg, wish))
			return false;
	}
	if (optind + 1 != argc) {
		ctl_fail("create: one name belongs there, not %d; --help says more", argc - optind);
		return false;
	}
	wish->name = argv[optind];
	return true;
}

/* A letter or digit, then those and _ . - : what the table tournaments takes. */
static bool name_is_good(const char *name)
{
	static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	char rest[sizeof first + 3];
	snprintf(rest, sizeof rest, "%s_.-", first);
	return strspn(name, first) > 0 && strspn(name, rest) == strlen(name) && strlen(name) < STMT_NAME_SIZE;
}

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

/* The players of --seats; how many, or 0 once the reason is printed. */
static int wished_seats(const struct wish *wish, int powers, struct seat seats[POWERS_MAX])
{
	char error[PLAYER_ERROR_SIZE];
	int count = 0;
	for (const char *at = wish->seats;; at++) {
		if (count == POWERS_MAX) {
			ctl_fail("--seats: 2 or %d players belong there, not more", powers);
			return 0;
		}
		if (!seat_parse(at, &at, &seats[count++], error)) {
			ctl_fail("--seats: %s", error);
			return 0;
		}
		if (*at == '\0')
			break;
	}
	if (count == 2 || count == powers)
		return count;
	ctl_fail("--seats: 2 or %d players belong there, not %d", powers, count);
	return 0;
}

/* Makes the tournament, users and all, in one transaction; closing the connection undoes what a failure left. */
static bool create(struct db *db, struct tournament *tournament, const struct seat seats[POWERS_MAX])
{
	char specs[SPECS_SIZE] = "", spec[PLAYER_SPEC_SIZE], settings[JSON_SETTINGS_SIZE];
	if (!stmt_begin(db))
		return false;
	for (int i = 0; i < tournament->user_count; i++) {
		seat_print(&seats[i], spec);
		snprintf(specs + strlen(specs), sizeof specs - strlen(specs), "%s%s", i > 0 ? "," : "", spec);
		if (!stmt_put_user(db, spec, seats[i].player->name, json_print_settings(&seats[i], settings),
		                   &tournament->users[i]))
			return false;
	}
	tournament->seats = specs;
	return stmt_create_tournament(db, tournament) && stmt_commit(db);
}

static int tournament_create(int argc, char **argv)
{
	struct wish wish = {.rules = "thesis", .judge = judges[0]->name, .map = "standard", .seed = 1};
	int status;
	if (!read_wish(argc, argv, &wish, &status))
		return status;
	if (!name_is_good(wish.name))
		return ctl_fail("%s: a tournament's name is up to %d letters, digits, _ . and -, the first a letter or digit",
		                wish.name, STMT_NAME_SIZE - 1);
	if (wish.games == 0 || wish.seats == NULL)
		return ctl_fail("create: %s is missing; --help says more", wish.games == 0 ? "--games N" : "--seats SEATS");
	if (!name_is_known("map", wish.map, map_name) || !name_is_known("rules", wish.rules, rules_name) ||
	    !name_is_known("judge", wish.judge, judge_name))
		return CTL_FAILED;
	const struct map_source *source = map_source_find(wish.map);
	struct map map;
	char error[MAP_ERROR_SIZE];
	if (!map_build(&map, source->rows, source->count, error))
		return ctl_fail("map %s: %s", source->name, error);
	struct seat seats[POWERS_MAX];
	int count = wished_seats(&wish, map.power_count, seats);
	struct db *db = count > 0 ? ctl_connect() : NULL;
	if (db == NULL)
		return CTL_FAILED;
	struct tournament tournament = {
		.name = wish.name,
		.map = wish.map,
		.rules = wish.rules,
		.judge = wish.judge,
		.seed = wish.seed,
		.games = (int32_t)wish.games,
		.user_count = count,
		.round_limit = wish.rounds > 0 ? (int32_t)wish.rounds : rules_find(wish.rules)->round_limit,
	};
	bool created = create(db, &tournament, seats);
	if (!created && strcmp(db_fault(db)->sqlstate, STMT_TAKEN) == 0) {
		db_close(db);
		return ctl_fail("a tournament %s exists already: choose another name", wish.name);
	}
	if (!created)
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}

/* ── reports ── */

/* list takes no name, the others need one. */
static int tournament_report(int argc, char **argv)
{
	static const struct {
		const char *name;
		enum report report;
		const char *usage;
	} reports[] = {
		{"list", REPORT_TOURNAMENTS, "[--json]\n\nAll tournaments and how far they are."},
		{"status", REPORT_STATUS, "[--json] NAME\n\nGames by state, and the points so far."},
		{"digest", REPORT_DIGEST,
	     "[--json] NAME\n\nA sha256 over all boards, orders and results, timings left out: the same after any "
	     "history."},
	};
	size_t which = 0;
	while (strcmp(reports[which].name, argv[0]) != 0)
		which++;
	char usage[256];
	snprintf(usage, sizeof usage, "usage: aresctl tournament %s %s\n", argv[0], reports[which].usage);
	bool json = false;
	int first, status, wanted = reports[which].report == REPORT_TOURNAMENTS ? 0 : 1;
	if (!ctl_options(argc, argv, usage, &json, &first, &status))
		return status;
	if (argc - first != wanted)
		return ctl_fail("%s: %s belongs there; --help says more", argv[0],
		                wanted == 1 ? "one tournament's name" : "no name");
	const char *name = wanted == 1 ? argv[first] : NULL;
	struct db *db = ctl_connect();
	bool exists = true;
	if (db == NULL)
		return CTL_FAILED;
	if (name != NULL && !stmt_tournament_exists(db, name, &exists))
		return ctl_fail_db(db);
	if (exists && !stmt_report(db, reports[which].report, json, name, stdout))
		return ctl_fail_db(db);
	db_close(db);
	return exists ? CTL_DONE : ctl_fail("no tournament %s; aresctl tournament list lists them", name);
}

int ctl_tournament(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} kinds[] = {
		{"create", tournament_create},
		{"list", tournament_report},
		{"status", tournament_report},
		{"digest", tournament_report},
	};
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		puts("usage: aresctl tournament create NAME --games N --seats SEATS [OPTION...]\n"
		     "       aresctl tournament list [--json]\n"
		     "       aresctl tournament status [--json] NAME\n"
		     "       aresctl tournament digest [--json] NAME\n\n"
		     "aresctl tournament create --help says more.");
		return CTL_DONE;
	}
	for (size_t i = 0; argc > 1 && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, argv[1]) == 0)
			return kinds[i].run(argc - 1, argv + 1);
	return ctl_fail("tournament: create, list, status or digest belongs there, not %s", argc > 1 ? argv[1] : "nothing");
}
