/* tournament_create: aresctl tournament create. */
#include "ctl/parts/tournament_request.h"
#include "ctl/parts/seats.h"

static struct request asked = {.seed = REQUEST_SEED_NONE};
static const char *seats_text;
static bool rotate;
static int team;

static int create(void)
{
	struct map map;
	struct seat seats[SEATING_ENTRANTS_MAX];
	if (asked.score != NULL && asked.until == NULL)
		return ctl_fail("--score says what --until judges, and --until is missing");
	request_open(&asked, &map);
	const int count = seats_read("seats", seats_text, SEATING_ENTRANTS_MAX, seats);
	if (team > 0 && count != 2)
		return ctl_fail("--team: needs two players in --seats, not %d", count);
	if (team >= map.power_count)
		return ctl_fail("--team %d: must be less than the %d powers of the map", team,
		                map.power_count);
	const bool stay = count == map.power_count && count > 2 && !rotate;
	request_create(&asked, &(struct lineup){.seats = seats,
	                                        .seat_count = count,
	                                        .turns = stay ? 0 : map.power_count,
	                                        .team = team});
	return CTL_DONE;
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
	.text = "Makes a tournament. Its games are pending until aresd plays them.\n\n"
			"A player is a name, or a name with settings: random, ares(depth=2,age=10). @ROLE is "
			"an external player, who plays by SQL as that role of the database. A label before a "
			"player, of 1 to 32 letters, digits, '_', '-' and '.', is its name in results: "
			"a=ares(depth=3). Without one, the name has the settings that are not normal.\n\n"
			"Players take turns at the powers, in blocks of as many games as there are players. In "
			"a block each player has each power once, and chance is the same: after a whole block "
			"no player has had better powers than another. Two players play pairs of games, in "
			"which they exchange their powers. If there are more players than powers, each game "
			"seats as many as there are powers, and any two players meet nearly equally often. If "
			"there are as many players as powers, each keeps its power, unless --rotate is "
			"given.\n\n"
			"With --team K the first of two players has K powers in each game, and the second one "
			"has the others. A block, mostly of seven games, gives the team each power equally "
			"often.\n\n"
			"With --until, games are evaluated in the order of their numbers, without gaps. Those "
			"after the last game that counts are cancelled, also finished ones.\n\n"
			"  aresctl tournament create first --games 128 --seats 'ares(depth=2,age=10),random'",
	.arguments = PARAMETERS(REQUEST_NAME(asked)),
	.options = PARAMETERS(
		OPTION_NUMBER("games", "N", &asked.games, 1, REQUEST_GAMES_MOST, "how many games",
                      .required = true),
		OPTION_TEXT(
			"seats", "SEATS", &seats_text,
			"the players, separated by commas: 2 to 26, who take turns at the powers; or one "
			"for each power, in the order of the powers' codes",
			.hint = names_players, .required = true),
		OPTION_FLAG("rotate", &rotate,
                    "one player for each power: they take turns at the powers, too"),
		OPTION_NUMBER("team", "K", &team, 1, POWERS_MAX - 1,
                      "two players: the first one has K powers of each game, the second one the "
                      "others",
                      .otherwise = "they exchange their powers"),
		REQUEST_TERMS(asked),
		REQUEST_SEED(asked, .otherwise = "random; secret with an external player"),
		REQUEST_ROUNDS(asked, "rounds after which a game is a draw", .otherwise = "the rule set's"),
		REQUEST_DRAW_AFTER(asked),
		OPTION_TEXT("faults", "WHAT", &asked.faults,
                    "what the third fault of a bot's power in a game does. disorder: the "
                    "power is in civil disorder to the end, and the game counts; aside: the "
                    "third fault in a game quarantines it",
                    .choice = names_faults, .otherwise = "disorder"),
		REQUEST_PRESS(asked), REQUEST_SUBSTITUTE(asked, .otherwise = "none"), REQUEST_UNTIL(asked),
		REQUEST_START(asked), TIME(diplomatic, "moves"), TIME(retreat, "retreats"),
		TIME(adjustment, "builds and removals")),
	.run = create,
};
