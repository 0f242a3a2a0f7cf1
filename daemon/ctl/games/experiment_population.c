/* experiment_population: aresctl experiment population: a player in games with players that are
 * drawn by chance, which end by chance. It is the protocol of Bakhtin et al., "Mastering the game
 * of no-press Diplomacy via human-regularized reinforcement learning and planning", ICLR 2023,
 * appendix D. The games that end after 9 years are the tournament NAME-y9, and so on. */
#include <stdio.h>

#include "board/rng.h"
#include "ctl/parts/seats.h"
#include "ctl/parts/tournament_request.h"

enum { PLAYERS_MOST = 20, GAMES_MOST = 3000 };

/* A game ends after this many years and each further one with a chance in %, which later is
 * higher. At the last year all end. */
enum { END_FIRST = 9, END_LATER = 13, END_LAST = 30, END_PERCENT = 20, END_PERCENT_LATER = 40 };

static struct request asked = {.seed = 1, .silent = true};
static const char *players_text;
static struct map map;
static struct seat seats[PLAYERS_MOST];
static int count;

static const char *check_name(const char *text)
{
	return request_check_name(text, "-y30");
}

/* Draws after how many years a game ends. */
static int draw_end(struct rng *rng)
{
	int year = END_FIRST;
	while (year < END_LAST &&
	       rng_below(rng, 100) >= (year < END_LATER ? END_PERCENT : END_PERCENT_LATER))
		year++;
	return year;
}

/* Draws who has each power, evenly, until seat 0 is among them. */
static void draw_seating(struct rng *rng, int seat_count, int powers, uint16_t place[])
{
	bool tested = false;
	while (!tested)
		for (int power = 0; power < powers; power++) {
			place[power] = (uint16_t)rng_below(rng, (uint32_t)seat_count);
			tested = tested || place[power] == 0;
		}
}

/* Draws the games that end after that many years. Every game has a stream of its own. */
static int draw_games(int games, int year, int seat_count, int powers,
                      uint16_t place[LINEUP_PLACES_MAX])
{
	int drawn = 0;
	for (int game = 0; game < games; game++) {
		struct rng rng = rng_open((uint64_t)asked.seed, (uint32_t)game, 0, 0, RNG_SEATINGS);
		if (draw_end(&rng) == year && drawn < REQUEST_CELLS_MOST)
			draw_seating(&rng, seat_count, powers, &place[powers * drawn++]);
	}
	return drawn;
}

/* The cell of a year: its games, which may be none. */
static void describe_cell(int cell, char suffix[REQUEST_SUFFIX_SIZE], struct request *request,
                          struct lineup *lineup)
{
	static uint16_t place[LINEUP_PLACES_MAX];
	const int year = END_FIRST + cell;

	snprintf(suffix, REQUEST_SUFFIX_SIZE, "-y%d", year);
	request->games = draw_games(asked.games, year, count, map.power_count, place);
	request->rounds = 2 * year;
	*lineup = (struct lineup){.seats = seats,
	                          .seat_count = count,
	                          .place = place,
	                          .place_count = request->games * map.power_count};
}

static int create(void)
{
	request_open(&asked, &map);
	count = seats_read_farm("players", players_text, PLAYERS_MOST, seats);
	request_create_cells(&asked, END_LAST - END_FIRST + 1, describe_cell);

	ctl_say("%d games, %s-y%d and so on; then: aresctl query population %s\n", asked.games,
	        asked.name, END_FIRST, asked.name);
	return CTL_DONE;
}

const struct command ctl_experiment_population = {
	.name = "population",
	.about = "a player among players drawn by chance, in games that end by chance",
	.text =
		"Seats the first player among others: each power's player is drawn from all, evenly and "
		"with replacement, and only games in which the first has a power are played. A game ends "
		"after the 9th to the 12th year with a chance of 20 % each, after each later one with "
		"40 %. So every player of a population is tested by an experiment of its own, in which it "
		"is the first. The score is the squares of centres; 1 for a solo.\n\n"
		"  aresctl experiment population ours --rules standard \\\n"
		"    --players 'trinity,scorer,dumbbot,blackmane'\n"
		"  aresd --until-done\n"
		"  aresctl query population ours",
	.arguments = PARAMETERS(ARGUMENT("NAME", &asked.name, "the population's name",
                                     .check = check_name, .required = true)),
	.options =
		PARAMETERS(OPTION_TEXT("players", "PLAYERS", &players_text,
                               "the tested player and the others, separated by commas: 2 to 20",
                               .hint = names_players, .required = true),
                   OPTION_NUMBER("games", "N", &asked.games, 1, GAMES_MOST,
                                 "games of all ends together", .normal = "1000"),
                   REQUEST_TERMS(asked), REQUEST_SEED(asked, .normal = "1"), REQUEST_START(asked)),
	.run = create,
};
