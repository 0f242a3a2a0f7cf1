/* tournament_request: see tournament_request.h. */
#include "tournament_request.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/json.h"
#include "case_files.h"
#include "game/start.h"
#include "seats.h"
#include "db/statements/play/stmt_tuning.h"

/* The seats, separated by commas, as far as there is room. */
static void print_seats(const struct lineup *lineup,
                        char *print(const struct seat *, char[PLAYER_SPEC_SIZE]), char *text,
                        size_t size)
{
	char spec[PLAYER_SPEC_SIZE];
	text[0] = '\0';
	for (int i = 0; i < lineup->seat_count; i++) {
		print(&lineup->seats[i], spec);
		snprintf(text + strlen(text), size - strlen(text), "%s%s", i > 0 ? "," : "", spec);
	}
}

/* ── the seatings ── */

static struct seating seating_of(const struct lineup *lineup, int64_t seed)
{
	return (struct seating){.powers = lineup->turns,
	                        .entrants = lineup->seat_count,
	                        .team = lineup->team,
	                        .seed = (uint64_t)seed};
}

/* Games in a block; 1: seats do not take turns. */
static int block_of(const struct lineup *lineup)
{
	const struct seating seating = seating_of(lineup, 0);
	return lineup->turns > 0 ? seating_block(&seating) : 1;
}

/* Has the seats of a lineup take turns, if they do. */
static void deal(struct lineup *lineup, int64_t seed, uint16_t place[LINEUP_PLACES_MAX])
{
	static uint8_t entrant[SEATING_CYCLE_MAX][POWERS_MAX];
	const struct seating seating = seating_of(lineup, seed);
	if (lineup->turns == 0)
		return;
	seating_deal(&seating, entrant);
	lineup->place = place;
	lineup->place_count = seating_cycle(&seating) * seating.powers;
	for (int i = 0; i < lineup->place_count; i++)
		place[i] = entrant[i / seating.powers][i % seating.powers];
}

bool request_put_user(struct db *db, const struct seat *seat, int32_t *user)
{
	char spec[PLAYER_SPEC_SIZE], label[PLAYER_SPEC_SIZE], settings[JSON_SETTINGS_SIZE];
	char bot[sizeof SEAT_BOT + BOT_NAME_SIZE];
	const char *player = seat->player != NULL ? seat->player->name : NULL;
	snprintf(bot, sizeof bot, SEAT_BOT "%s", seat->bot);
	return stmt_put_user(db, seat_print(seat, spec), seat_print_label(seat, label),
	                     seat->bot[0] != '\0' ? bot : player,
	                     player == NULL ? "{}" : json_print_settings(seat, settings),
	                     seat->external[0] != '\0' ? seat->external : NULL, user);
}

/* The users of a lineup, by place. Makes those that the database lacks. */
static bool put_users(struct db *db, const struct lineup *lineup, int32_t users[LINEUP_PLACES_MAX],
                      int32_t entrants[LINEUP_PLACES_MAX], int *count)
{
	int32_t user[LINEUP_SEATS_MAX];
	for (int i = 0; i < lineup->seat_count; i++)
		if (!request_put_user(db, &lineup->seats[i], &user[i]))
			return false;
	*count = lineup->place != NULL ? lineup->place_count : lineup->seat_count;
	for (int i = 0; i < *count; i++) {
		const int place = lineup->place != NULL ? lineup->place[i] : i;
		users[i] = user[place];
		entrants[i] = lineup->turns > 0 ? place : 0;
	}
	return true;
}

bool request_role_exists(struct db *db, const struct seat *seat, bool *exists)
{
	*exists = true;
	return seat->external[0] == '\0' || strcmp(seat->external, SEAT_DAIDE) == 0 ||
	       stmt_role_exists(db, seat->external, exists);
}

/* Finds an external player that is not a role of the database: *i is its seat, or seat_count. */
static bool find_roleless(struct db *db, const struct lineup *lineup, int *i)
{
	bool exists = true;
	for (*i = 0; *i < lineup->seat_count; ++*i) {
		if (!request_role_exists(db, &lineup->seats[*i], &exists))
			return false;
		if (!exists)
			return true;
	}
	return true;
}

/* ── the seed ── */

static bool has_external(const struct lineup *lineup)
{
	for (int i = 0; i < lineup->seat_count; i++)
		if (lineup->seats[i].player == NULL && lineup->seats[i].bot[0] == '\0')
			return true;
	return false;
}

/* Random bits: 63 for a secret, so that it is unpredictable; else 31, which are short to type. */
static int64_t draw_seed(bool secret)
{
	uint64_t bits;
	const ssize_t drawn = getrandom(&bits, sizeof bits, 0);
	assert(drawn == sizeof bits);
	return (int64_t)(bits >> (secret ? 1 : 33));
}

/* Anyone who knows the seed can predict all orders of the farm's players. */
static void tell_seed(const struct request *request)
{
	if (request->seed == REQUEST_SEED_NONE)
		fprintf(stderr,
		        "the seed of %s is drawn at random, and a secret until all its games are "
		        "over\n",
		        request->name);
	else
		fprintf(
			stderr,
			"anyone who guesses the seed of %s can foretell the farm's players: without --seed it "
			"is random\n",
			request->name);
}

/* A last block that is not whole gives some players a power more often than others. */
void request_tell_rest(const struct request *request, const struct lineup *lineup)
{
	const int block = block_of(lineup);
	if (request->games % block > 0)
		fprintf(stderr, "%s: %d game%s: not a multiple of %d%s, so the last block is not even\n",
		        request->name, request->games, PLURAL(request->games), block,
		        lineup->team > 0 ? ", the games of a block" : " players");
}

/* The same player in several places of --seats: such games compare nothing. */
static void tell_one(const struct request *request, const struct lineup *lineup)
{
	char first[PLAYER_SPEC_SIZE], other[PLAYER_SPEC_SIZE];
	bool one = lineup->seat_count > 1;
	for (int i = 1; i < lineup->seat_count; i++)
		one = one && strcmp(seat_print(&lineup->seats[0], first),
		                    seat_print(&lineup->seats[i], other)) == 0;
	if (one)
		fprintf(stderr,
		        "%s: all seats are one player. Labels tell equal ones apart: --seats "
		        "a=random,b=random\n",
		        request->name);
}

/* ── what is said of it ── */

enum { SAID_WIDTH = 60, DIFFERS_WIDTH = 200 }; /* columns at which a list of seats is cut */

/* Reports what was made, in one line. */
static void say_made(const struct request *request, const struct lineup *lineup, const char *labels)
{
	char text[SEATS_SIZE], team[40] = "";
	const struct rules *rules = rules_find(request->rules);
	if (lineup->team > 0)
		snprintf(team, sizeof team, " (%d against %d)", lineup->team, lineup->turns - lineup->team);
	ctl_say("tournament %s: %d game%s, seats %s%s, rules %s%s\n", request->name, request->games,
	        PLURAL(request->games), seats_shorten(labels, SAID_WIDTH, text), team, rules->name,
	        rules_are_standard(rules) ? "" : " (not standard Diplomacy)");
}

/* Reports how the tournament of that name differs from the request. */
static int fail_taken(const struct request *request, const char *labels,
                      const struct differences *differs)
{
	char had[SEATS_SIZE], wanted[SEATS_SIZE];
	if (differs->seats[0] == '\0')
		return ctl_fail("a tournament %s exists already, with %s: choose another name",
		                request->name, differs->others);
	return ctl_fail(
		"a tournament %s exists already, with %s%sseats %s (not %s): choose another name",
		request->name, differs->others, differs->others[0] != '\0' ? ", " : "",
		seats_shorten(differs->seats, DIFFERS_WIDTH, had),
		seats_shorten(labels, DIFFERS_WIDTH, wanted));
}

/* ── making it ── */

/* A tournament that is asked for, and whether the database has it. */
struct wanted {
	struct tournament tournament; /* without its seats; its texts are in this struct */
	/* who plays: in full, and in short */
	char seats[SEATING_ENTRANTS_MAX * PLAYER_SPEC_SIZE],
		players[SEATING_ENTRANTS_MAX * PLAYER_SPEC_SIZE];
	struct seat substitute;
	char substitute_text[PLAYER_SPEC_SIZE];
	bool exists;
	struct differences differs; /* how the one that exists differs */
};

static void print_players(const struct lineup *lineup, struct wanted *wanted)
{
	if (lineup->text == NULL) {
		print_seats(lineup, seat_print, wanted->seats, sizeof wanted->seats);
		print_seats(lineup, seat_print_label, wanted->players, sizeof wanted->players);
		return;
	}
	snprintf(wanted->seats, sizeof wanted->seats, "%s", lineup->text);
	snprintf(wanted->players, sizeof wanted->players, "%s", lineup->players);
}

static bool has_press(const struct request *request)
{
	return request->press != NULL && strcmp(request->press, "none") != 0;
}

/* The player that orders for absent players. False: there is none. request_open has checked it. */
static bool read_substitute(const struct request *request, struct seat *seat)
{
	char error[ERROR_SIZE];
	return request->substitute != NULL && strcmp(request->substitute, "none") != 0 &&
	       seat_parse(request->substitute, NULL, seat, error);
}

static void describe(const struct request *request, const struct lineup *lineup,
                     struct wanted *wanted)
{
	print_players(lineup, wanted);
	wanted->tournament = (struct tournament){
		.name = request->name,
		.map = request->map,
		.rules = request->rules,
		.judge = request->judge,
		.seats = wanted->seats,
		.players = wanted->players,
		.seed = request->seed,
		.games = request->games,
		.round_limit =
			request->rounds > 0 ? request->rounds : rules_find(request->rules)->round_limit,
		.draw_after = request->draw_after,
		.hints = request->hints,
		.press = has_press(request) ? request->press : NULL,
		.press_rounds = has_press(request) ? request->press_rounds : 0,
		.faults = request->faults,
		.start_case = request->start != NULL ? request->start->id : NULL,
		.start = request->start != NULL ? &request->start->stored : NULL,
		.diplomatic_time = request->diplomatic_time,
		.retreat_time = request->retreat_time,
		.adjustment_time = request->adjustment_time,
		.block = block_of(lineup),
		.team = lineup->team,
		.until = request->until,
		.score = request->score != NULL ? request->score : REQUEST_SCORE,
		.tuning = request->tuning,
	};
	if (read_substitute(request, &wanted->substitute))
		wanted->tournament.substitute = seat_print(&wanted->substitute, wanted->substitute_text);
}

/* Whether it can be made: its roles exist, and no other tournament has its name. If not, ends
 * the program. */
static void check(struct db *db, const struct request *request, const struct lineup *lineup,
                  struct wanted *wanted)
{
	int roleless;

	if (!find_roleless(db, lineup, &roleless))
		ctl_exit(ctl_fail_db(db));
	if (roleless < lineup->seat_count) {
		const char *role = lineup->seats[roleless].external;
		ctl_stop("--seats @%s: the database has no such role: aresctl role create agent %s", role,
		         role);
	}

	describe(request, lineup, wanted);
	wanted->differs = (struct differences){0};
	if (!stmt_compare_tournament(db, &wanted->tournament, &wanted->exists, &wanted->differs))
		ctl_exit(ctl_fail_db(db));
	if (wanted->differs.others[0] != '\0' || wanted->differs.seats[0] != '\0')
		ctl_exit(fail_taken(request, wanted->players, &wanted->differs));
}

/* From this number of games on, creating them takes seconds. */
enum { GAMES_SLOW = 50000 };

/* All in one transaction. When it fails, closing the connection undoes it. */
static bool create(struct db *db, const struct request *request, const struct lineup *lineup,
                   struct wanted *wanted)
{
	static int32_t users[LINEUP_PLACES_MAX], entrants[LINEUP_PLACES_MAX];
	static uint16_t place[LINEUP_PLACES_MAX];
	struct tournament *tournament = &wanted->tournament;
	struct lineup dealt = *lineup;
	int32_t user;

	if (tournament->seed == REQUEST_SEED_NONE)
		tournament->seed = draw_seed(has_external(lineup));
	deal(&dealt, tournament->seed, place);
	tournament->users = users;
	tournament->entrants = entrants;
	if (request->games >= GAMES_SLOW)
		fprintf(stderr, "%s: creating %d games\n", request->name, request->games);
	return stmt_begin(db) &&
	       (tournament->substitute == NULL || request_put_user(db, &wanted->substitute, &user)) &&
	       put_users(db, &dealt, users, entrants, &tournament->user_count) &&
	       stmt_create_tournament(db, tournament) &&
	       (tournament->until == NULL || stmt_make_stop(db, tournament)) &&
	       (tournament->tuning == NULL || stmt_make_tuning(db, tournament)) && stmt_commit(db);
}

/* Reports what was made, with remarks. least: the number of games before --until may stop it. */
static void tell_made(const struct request *request, const struct lineup *lineup,
                      const struct wanted *wanted, int least)
{
	if (has_external(lineup))
		tell_seed(request);
	say_made(request, lineup, wanted->players);
	if (request->seed == REQUEST_SEED_NONE && !has_external(lineup))
		ctl_say("its seed is %lld: --seed makes the same games again\n",
		        (long long)wanted->tournament.seed);
	request_tell_rest(request, lineup);
	if (!has_external(lineup))
		tell_one(request, lineup);
	if (request->games < least)
		fprintf(stderr, "%s: --until has no verdict before %d games: all are played\n",
		        request->name, least);
}

/* Makes it if the database lacks it. */
static void make(struct db *db, const struct request *request, const struct lineup *lineup)
{
	static struct wanted wanted;
	int32_t least = 0;

	check(db, request, lineup, &wanted);
	if (!wanted.exists && !create(db, request, lineup, &wanted)) {
		if (strcmp(db_fault(db)->sqlstate, STMT_TAKEN) != 0)
			ctl_exit(ctl_fail_db(db));
		ctl_stop("a tournament %s was made just now by somebody else: the same command again "
		         "says whether it is as asked",
		         request->name);
	}
	if (!wanted.exists && request->until != NULL && !stmt_find_least(db, request->name, &least))
		ctl_exit(ctl_fail_db(db));

	if (!request->silent && wanted.exists)
		ctl_say("tournament %s exists already, and is as asked: nothing is changed\n",
		        request->name);
	else if (!request->silent)
		tell_made(request, lineup, &wanted, least);
}

void request_create(const struct request *request, const struct lineup *lineup)
{
	make(ctl_connect(), request, lineup);
}

/* ── the start ── */

enum { FILE_NAME_SIZE = 4096 };

struct case_search {
	const char *id;         /* the case that is asked for; NULL: the only one */
	int count;              /* cases found */
	struct test_case found; /* the first one */
};

static void take_case(void *context, const char *file, const struct test_case *c)
{
	struct case_search *search = context;
	(void)file;
	if (search->id != NULL && strcmp(search->id, c->id) != 0)
		return;
	if (search->count++ == 0)
		search->found = *c;
}

/* Splits FILE:CASE. If a file has that whole name, it is the file. */
static const char *split(const char *text, char file[FILE_NAME_SIZE])
{
	const char *colon = strrchr(text, ':');
	const bool whole = colon == NULL || colon[1] == '\0' || access(text, F_OK) == 0;
	snprintf(file, FILE_NAME_SIZE, "%.*s", (int)(whole ? strlen(text) : (size_t)(colon - text)),
	         text);
	return whole ? NULL : colon + 1;
}

/* Finds the case. */
static void find_case(const char *text, const struct map *map, const char *map_name,
                      struct case_search *search)
{
	char file[FILE_NAME_SIZE];
	struct case_source source = {.command = "--start",
	                             .map = map,
	                             .map_name = map_name,
	                             .take = take_case,
	                             .context = search};

	search->id = split(text, file);
	search->count = 0;
	case_files_read(&source, file);
	if (search->count == 0)
		ctl_stop("--start: %s has no case %s", file, search->id);
	if (search->count > 1 && search->id == NULL)
		ctl_stop("--start: %s has %d cases: say which, as in %s:%s", file, search->count, file,
		         search->found.id);
}

/* Reads FILE, which has one case, or FILE:CASE. Ends the program if the case does not exist,
 * or if no game can begin with it by these rules. */
static void read_start(const char *text, const struct map *map, const char *map_name,
                       const struct rules *rules, struct start_file *start)
{
	static struct case_search search;
	char error[ERROR_SIZE];

	find_case(text, map, map_name, &search);
	if (search.found.phase_count == 0)
		ctl_stop("--start: case %s has no phase, so it has no position", search.found.id);

	if (memcmp(search.found.map, map, sizeof *map) != 0)
		ctl_stop("--start: case %s is on another map: --map must name it", search.found.id);

	const struct board *board = &search.found.phases[0].before;
	if (!start_check(map, rules, board, error))
		ctl_stop("--start: case %s: %s", search.found.id, error);

	memcpy(start->id, search.found.id, sizeof start->id);
	stored_pack_open(map, board, &start->stored);
}

void request_open(struct request *request, struct map *map)
{
	static struct start_file start;
	struct seat seat;
	char error[ERROR_SIZE];
	ctl_build_map(request->map, map);
	if (request->substitute != NULL && strcmp(request->substitute, "none") != 0 &&
	    (!seat_parse(request->substitute, NULL, &seat, error) || seat.player == NULL))
		ctl_stop("--substitute %s: must be none or a player of the farm", request->substitute);
	if (request->start_text == NULL)
		return;
	request->start = &start;
	read_start(request->start_text, map, request->map, rules_find(request->rules), &start);
}

/* ── experiments of several tournaments ── */

const char *request_check_name(const char *text, const char *suffix)
{
	static char wanted[60];
	const int most = STMT_NAME_SIZE - 1 - (int)strlen(suffix);
	snprintf(wanted, sizeof wanted, "at most %d letters, digits, _, . and -", most);
	return (int)strlen(text) > most ? wanted : names_check_new(text);
}

void request_create_cells(const struct request *experiment, int count, request_cell *describe_cell)
{
	static struct wanted wanted;
	struct db *db = ctl_connect();

	for (int i = 0; i < 2 * count; i++) {
		char name[STMT_NAME_SIZE], suffix[REQUEST_SUFFIX_SIZE];
		struct request request = *experiment;
		struct lineup lineup = {0};

		describe_cell(i % count, suffix, &request, &lineup);
		snprintf(name, sizeof name, "%s%s", experiment->name, suffix);
		request.name = name;
		if (request.games > 0 && i < count)
			check(db, &request, &lineup, &wanted);
		else if (request.games > 0)
			make(db, &request, &lineup);
	}
}
