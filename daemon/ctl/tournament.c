/* ctl_tournament: aresctl tournament create, list, status and digest. */
#include "ctl.h"

#include <stdio.h>
#include <string.h>

#include "request.h"
#include "store/statements.h"

static const char create_usage[] =
	"usage: aresctl tournament create NAME --games N --seats SEATS [OPTION...]\n\n"
	"  --games N       how many games\n"
	"  --seats SEATS   players, separated by commas: one for each power, in the order of their "
    "codes; or two,\n"
	"                  who take all seatings in turn: 128 for seven powers, then again from the "
    "start\n"
	"  --rules RULES   rule set (default thesis)\n"
	"  --judge JUDGE   judge (default atlas)\n"
	"  --map MAP       map (default standard)\n"
	"  --seed S        what chance begins with (default 1)\n"
	"  --rounds N      rounds after which a game is a draw (default: the rule set's)\n"
	"  --diplomatic-time T, --retreat-time T, --adjustment-time T\n"
	"                  how long somebody outside has got for moves, retreats, and builds or "
    "removals:\n"
	"                  90s, 5m, 24h, 3d (default: for ever)\n\n"
	"A player is a name, or a name with settings: random, 'ares(depth=2,age=10)'; or @ROLE, "
    "somebody outside\n"
	"who plays by SQL as that role of the database.\n";

static const struct request_option create_options[] = {
	{REQUEST_NUMBER(games, 1, REQUEST_GAMES_MOST)},
	{REQUEST_TEXT(seats)},
	{REQUEST_TEXT(rules)},
	{REQUEST_TEXT(judge)},
	{REQUEST_TEXT(map)},
	{REQUEST_NUMBER(seed, 0, INT64_MAX)},
	{REQUEST_NUMBER(rounds, 1, REQUEST_ROUNDS_MOST)},
	{REQUEST_TIME(diplomatic)},
	{REQUEST_TIME(retreat)},
	{REQUEST_TIME(adjustment)},
	{0},
};

/* The players of --seats; how many, or 0 once the reason is printed. */
static int requested_seats(const struct request *request, int powers, struct seat seats[POWERS_MAX])
{
	char error[PLAYER_ERROR_SIZE];
	int count = 0;
	for (const char *at = request->seats;; at++) {
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

static int tournament_create(int argc, char **argv)
{
	struct request request = request_normal();
	struct map map;
	struct seat seats[POWERS_MAX];
	int status;
	if (!request_read(argc, argv, create_usage, create_options, &request, &status))
		return status;
	if (!request_name_is_good(&request))
		return CTL_FAILED;
	if (request.games == 0 || request.seats == NULL)
		return ctl_fail("create: %s is missing; --help says more",
		                request.games == 0 ? "--games N" : "--seats SEATS");
	if (!request_is_known(&request, &map))
		return CTL_FAILED;
	int count = requested_seats(&request, map.power_count, seats);
	return count > 0
	           ? request_create(&request, &(struct lineup){.seats = seats, .seat_count = count})
	           : CTL_FAILED;
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
	     "[--json] NAME\n\nA sha256 over all boards, orders and results, timings left out: the "
	     "same after any "
	     "history."},
	};
	size_t which = 0;
	while (strcmp(reports[which].name, argv[0]) != 0)
		which++;
	char usage[256];
	snprintf(usage, sizeof usage, "usage: aresctl tournament %s %s\n", argv[0],
	         reports[which].usage);
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
	return exists ? CTL_DONE
	              : ctl_fail("no tournament %s; aresctl tournament list lists them", name);
}

int ctl_tournament(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} kinds[] = {
		{"create", tournament_create},        {"list", tournament_report},
		{"status", tournament_report},        {"digest", tournament_report},
		{"pause", ctl_control_tournament},    {"resume", ctl_control_tournament},
		{"cancel", ctl_control_tournament},   {"drop", ctl_control_tournament},
		{"priority", ctl_control_tournament}, {"weight", ctl_control_tournament},
	};
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		puts("usage: aresctl tournament create NAME --games N --seats SEATS [OPTION...]\n"
		     "       aresctl tournament list [--json]\n"
		     "       aresctl tournament status [--json] NAME\n"
		     "       aresctl tournament digest [--json] NAME\n"
		     "       aresctl tournament pause|resume|cancel|drop NAME\n"
		     "       aresctl tournament priority|weight NAME N\n\n"
		     "aresctl tournament create --help says more.");
		return CTL_DONE;
	}
	for (size_t i = 0; argc > 1 && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, argv[1]) == 0)
			return kinds[i].run(argc - 1, argv + 1);
	return ctl_fail("tournament: create, list, status, digest, pause, resume, cancel, drop, "
	                "priority or weight belongs "
	                "there, not %s",
	                argc > 1 ? argv[1] : "nothing");
}
