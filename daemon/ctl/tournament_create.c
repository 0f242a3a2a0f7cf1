/* tournament_create: aresctl tournament create. */
#include "request.h"

#include <string.h>

static struct request asked = {.seed = REQUEST_SEED_NONE};
static const char *seats_text, *start_text;
static bool rotate;

/* Whether two different players have one label. It is printed. */
static bool labels_clash(const struct seat seats[], int count)
{
	char label[2][PLAYER_SPEC_SIZE];
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (!seat_equal(&seats[i], &seats[j]) &&
			    strcmp(seat_print_label(&seats[i], label[0]),
			           seat_print_label(&seats[j], label[1])) == 0) {
				ctl_fail("--seats: '%s' would be the label of two different players", label[0]);
				return true;
			}
	return false;
}

/* The players of --seats; how many, or 0 once the reason is printed. */
static int read_seats(int powers, struct seat seats[POWERS_MAX])
{
	char error[PLAYER_ERROR_SIZE];
	int count = 0;
	for (const char *at = seats_text;; at++) {
		if (count == powers) {
			ctl_fail("--seats: must be 2 to %d players, not more", powers);
			return 0;
		}
		if (!seat_parse(at, &at, &seats[count++], error)) {
			ctl_fail("--seats: %s", error);
			return 0;
		}
		if (*at == '\0')
			break;
	}
	if (labels_clash(seats, count))
		return 0;
	if (count >= 2)
		return count;
	ctl_fail("--seats: must be 2 to %d players, not %d", powers, count);
	return 0;
}

static int create(const struct command *command)
{
	static uint16_t place[LINEUP_PLACES_MAX];
	struct map map;
	struct seat seats[POWERS_MAX];
	struct lineup lineup = {.seats = seats};
	static struct start_file start;
	(void)command;
	if (asked.score != NULL && asked.until == NULL)
		return ctl_fail("--score says what --until judges, and --until is missing");
	if (!ctl_build_map(asked.map, &map))
		return CTL_FAILED;
	if (start_text != NULL) {
		if (!start_file_read(start_text, &map, rules_find(asked.rules), &start))
			return CTL_FAILED;
		asked.start = &start;
	}
	lineup.seat_count = read_seats(map.power_count, seats);
	if (lineup.seat_count == 0)
		return CTL_FAILED;
	if (lineup.seat_count < map.power_count || lineup.seat_count == 2 || rotate)
		lineup_deal(&lineup, map.power_count, place);
	return request_create(&asked, &lineup);
}

#define TIME(kind, phases)                                                                         \
	{                                                                                              \
		.name = #kind "-time", .value = "T",                                                       \
		.about = "how long an external player has for " phases ": 90s, 5m, 24h, 3d",               \
		.seconds = &asked.kind##_time, .otherwise = "for ever"                                     \
	}

const struct command ctl_tournament_create = {
	.name = "create",
	.about = "make a tournament",
	.text =
		"Makes a tournament. Its games are pending until aresd plays them.\n\n"
		"A player is a name, or a name with settings: random, ares(depth=2,age=10). @ROLE is an "
		"external player, who plays by SQL as that role of the database. A label before a player, "
		"of 1 to 32 letters, digits, '_', '-' and '.', says what it is called: a=ares(depth=3). "
		"Without one it is called by the settings that are not normal.\n\n"
		"Two to six players take turns at the powers, in blocks of as many games as there are "
		"players. In a block each player has each power once, and chance is the same: after every "
		"whole block nobody has had the better powers. Two players come in pairs of games, in "
		"which they exchange their powers. Seven players keep the powers they are given for, "
		"unless --rotate has them take turns, too.\n\n"
		"With --until, the games are judged in the sequence of their numbers, none left out. Those "
		"behind the last one that counts are cancelled, finished ones, too.\n\n"
		"  aresctl tournament create first --games 128 --seats 'ares(depth=2,age=10),random'",
	.arguments = (const struct parameter[]){REQUEST_NAME(asked), {0}},
	.options =
		(const struct parameter[]){
			{.name = "games",
             .value = "N",
             .about = "how many games",
             .number = &asked.games,
             .least = 1,
             .most = REQUEST_GAMES_MOST,
             .required = true},
			{.name = "seats",
             .value = "SEATS",
             .about = "the players, separated by commas: two to six, who take turns at the powers; "
                      "or one for each power, in the order of the powers' codes",
             .text = &seats_text,
             .hint = names_players,
             .required = true},
			{.name = "rotate",
             .about = "one player for each power: they take turns at the powers, too",
             .flag = &rotate},
			REQUEST_TERMS(asked),
			REQUEST_SEED(asked, .otherwise = "1; random and secret with an external player"),
			REQUEST_ROUNDS(asked, "rounds after which a game is a draw",
                           .otherwise = "the rule set's"),
			REQUEST_DRAW_AFTER(asked),
			REQUEST_UNTIL(asked),
			REQUEST_START(start_text),
			TIME(diplomatic, "moves"),
			TIME(retreat, "retreats"),
			TIME(adjustment, "builds and removals"),
			{0},
		},
	.run = create,
};
