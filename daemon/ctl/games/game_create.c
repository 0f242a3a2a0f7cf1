/* game_create: aresctl game create: one game of people, roles and players, and the links for the
 * people. It is a tournament of one game. */
#include <stdio.h>
#include <string.h>

#include "invite.h"
#include "ctl/parts/tournament_request.h"
#include "ctl/parts/seats.h"

static struct request asked = {.seed = REQUEST_SEED_NONE, .games = 1};
static struct invite invite;
static const char *seats_text;
static int deadline;

/* The strongest player: it plays against people if no other player is named. */
#define OPPONENT "trinity"

/* A name for a game without one: 32 random bits. */
static const char *draw_name(void)
{
	static char name[STMT_NAME_SIZE];
	char secret[SECRET_SIZE];
	uint8_t digest[DIGEST_SIZE];
	secret_draw(secret);
	secret_digest(secret, digest);
	snprintf(name, sizeof name, "game-%02x%02x%02x%02x", digest[0], digest[1], digest[2],
	         digest[3]);
	return name;
}

static int fail_count(const struct map *map, int count)
{
	char powers[POWERS_MAX * 8] = "";
	for (int p = 0; p < map->power_count; p++)
		snprintf(powers + strlen(powers), sizeof powers - strlen(powers), "%s%s", p > 0 ? ", " : "",
		         map->power[p]);
	return ctl_fail("--seats: a game has a seat for each of %s, in this order; %d are given",
	                powers, count);
}

/* "90s", "24h", as the user gave it or shorter. */
static const char *tell_deadline(void)
{
	static const struct {
		int seconds;
		char letter;
	} units[] = {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
	static char text[48];
	int i = 0;

	if (deadline == 0)
		return "without deadlines";
	while (deadline % units[i].seconds != 0)
		i++;
	snprintf(text, sizeof text, "%d%c for each phase", deadline / units[i].seconds,
	         units[i].letter);

	return text;
}

static void say_seats(const struct map *map, const struct seat seats[])
{
	char label[PLAYER_SPEC_SIZE];
	ctl_say("game %s/1: ", asked.name);
	for (int p = 0; p < map->power_count; p++)
		ctl_say("%s%s %s", p > 0 ? ", " : "", map->power[p], seat_print_label(&seats[p], label));
	ctl_say("; rules %s, %s%s", asked.rules, tell_deadline(), asked.hints ? ", hints" : "");
	if (asked.press != NULL && strcmp(asked.press, "none") != 0)
		ctl_say(", press: %s", asked.press);
	ctl_say("\n");
}

/* Prints a link for each seat of a person. */
static int print_links(struct db *db, const struct map *map, const struct seat seats[])
{
	char reference[STMT_NAME_SIZE + 2], url[INVITE_URL_SIZE];
	struct game_head head;
	struct made_link made;
	bool found;

	snprintf(reference, sizeof reference, "%s/1", asked.name);
	if (!stmt_find_game(db, reference, &found, &head))
		return ctl_fail_db(db);
	if (!found)
		return ctl_fail_game(reference);

	for (int p = 0; p < map->power_count; p++) {
		if (seats[p].player != NULL || seats[p].external[0] != '\0' || seats[p].bot[0] != '\0')
			continue;
		if (!invite_make(db, &invite, head.game, map->power[p], &made, url))
			return ctl_fail_db(db);
		if (made.problem[0] != '\0')
			return ctl_fail("game create: %s", made.problem);
		invite.host = false; /* the first one has it */
		printf("%s %s\n", map->power[p], url);
	}
	return CTL_DONE;
}

/* The seats that are asked for, and a player of the farm for each power that is left. */
static const char *fill_seats(int powers)
{
	static char all[SEATS_SIZE];
	int deep = 0, count = 1;
	snprintf(all, sizeof all, "%s", seats_text != NULL ? seats_text : "@");
	for (const char *at = all; *at != '\0'; at++) {
		deep += (*at == '(') - (*at == ')');
		count += *at == ',' && deep == 0;
	}
	for (; count < powers && strlen(all) + sizeof "," OPPONENT <= sizeof all; count++)
		strcat(all, "," OPPONENT);
	return all;
}

/* A name that is the code of another power looks like a choice of that power. */
static void check_names(const struct map *map, const struct seat seats[])
{
	for (int p = 0; p < map->power_count; p++) {
		const char *name = seats[p].label;
		const uint8_t named = map_find_power(map, name, strlen(name));
		if (named != POWER_NONE && named != p)
			ctl_stop("--seats: a player named %s would play %s: give the players alone, in the "
			         "order of the powers' codes",
			         name, map->power[p]);
	}
}

/* A host may play again against any of these, so they must be in the database. */
static bool offer_players(struct db *db)
{
	static const char *const offered[] = {OPPONENT, "ares", "dumbbot", "randbot"};
	for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
		struct seat seat;
		char error[ERROR_SIZE];
		int32_t user;
		if (!seat_parse(offered[i], NULL, &seat, error) || !request_put_user(db, &seat, &user))
			return false;
	}
	return true;
}

static int create(void)
{
	struct map map;
	struct seat seats[SEATING_ENTRANTS_MAX];

	if (asked.substitute == NULL)
		asked.substitute = OPPONENT;
	request_open(&asked, &map);
	const char *all = fill_seats(map.power_count);
	const int count = seats_read("seats", all, SEATING_ENTRANTS_MAX, seats);
	if (count != map.power_count)
		return fail_count(&map, count);
	check_names(&map, seats);
	if (asked.name == NULL)
		asked.name = draw_name();
	asked.silent = true;
	asked.diplomatic_time = asked.retreat_time = asked.adjustment_time = deadline;

	request_create(&asked, &(struct lineup){.seats = seats, .seat_count = count});
	struct db *db = ctl_connect();
	if (invite.host && !offer_players(db))
		return ctl_fail_db(db);
	say_seats(&map, seats);

	return print_links(db, &map, seats);
}

const struct command ctl_game_create = {
	.name = "create",
	.about = "make a game of people, roles and players, and links for the people",
	.text = "Makes a game, and prints a link for each seat of a person. Anyone who has the "
			"link plays the seat in a browser, without an account. aresctl invite makes more "
			"links, and withdraws them.\n\n"
			"@ is a person, anna=@ a person who is called anna, @ROLE a role of the database "
			"that plays by SQL. Any other name is a player of the farm, as in tournament "
			"create. The game is a tournament with one game: the commands for tournaments work "
			"on it.\n\n"
			"  aresctl game create evening --seats anna=@,ares,bert=@ --deadline 24h",
	.arguments = PARAMETERS(ARGUMENT("NAME", &asked.name, "what the game is called",
                                     .check = names_check_new, .otherwise = "a name is drawn")),
	.options = PARAMETERS(
		OPTION_TEXT("seats", "SEATS", &seats_text,
                    "who plays: in the order of the powers' codes, separated by commas; " OPPONENT
                    " plays for the rest",
                    .hint = names_players, .otherwise = "@"),
		OPTION_TIME("deadline", "T", &deadline,
                    "how long people and roles have for each phase: 90s, 5m, 24h, 3d",
                    .otherwise = "for ever"),
		OPTION_FLAG("hints", &asked.hints,
                    "people may ask what " OPPONENT " would order in their place"),
		REQUEST_PRESS(asked), REQUEST_SUBSTITUTE(asked, .otherwise = OPPONENT),
		OPTION_TEXT("rules", "RULES", &asked.rules, "the rule set", .choice = names_rules,
                    .normal = "standard"),
		REQUEST_BY_JUDGE(asked), REQUEST_ON_MAP(asked, "the map", .normal = REQUEST_MAP),
		REQUEST_SEED(asked, .otherwise = "1; random and secret with a person or a role"),
		REQUEST_ROUNDS(asked, "rounds after which the game is a draw",
                       .otherwise = "the rule set's"),
		REQUEST_DRAW_AFTER(asked), REQUEST_START(asked),
		INVITE_OPTIONS(invite, "the first person's link may also invite people to the game, and "
                               "make another one like it")),
	.run = create,
};
