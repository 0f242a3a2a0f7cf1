/* bench_decision: how long players take for a decision, and how much more threads help.
 *
 *   bench_decision [THREADS [PLAYER...]]
 *
 * The first table has every player with its normal settings, on the same boards of real play: all
 * movement phases of an opening and of a middle game. Where players are named, as in --seats, it
 * has these, and there is no other table.
 *
 * The second table is the thesis's Table 3, the German opening. It also has what the time is spent
 * on: forecasts, and the nodes that selection visits, both with intentions kept and with all of
 * them searched again (keep=0). The third table has decisions a second with one thread and with
 * THREADS (default 2), in turn: of one seat with islands, of seven seats, and of trinity with large
 * budgets. */
#include "match/match.h"
#include "bench_program.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 2005, REPETITIONS = 20, TURNS = 6, DECISIONS = 12 };

static struct map map;

/* Sets up a game at its beginning. This player has `seats` powers, from Germany on; random has the
 * others. */
static struct match open_match(const char *spec, int seats, int threads)
{
	struct match match = {.map = &map,
	                      .rules = rules_find("thesis"),
	                      .judge = judges[0],
	                      .seed = SEED,
	                      .round_limit = 1,
	                      .threads = threads};

	for (int p = 0; p < map.power_count; p++)
		bench_seat(p < seats ? spec : "random",
		           &match.seats[(map_find_power(&map, "GER", 3) + p) % map.power_count]);
	bench_start(&match);
	return match;
}

struct effort {
	double seconds, forecasts, nodes;
	int capped;
};

/* Plays the first phase of games, from number `first` on. */
static void play_openings(struct match *match, int first, int count, struct effort *effort)
{
	struct phase_record record;
	struct phase_cost cost;
	const uint64_t start = bench_clock_ns();

	for (int n = 0; n < count; n++) {
		match->block = first + n;
		board_start(&map, &match->board);
		match_play(match, &record, &cost);
		for (int p = 0; p < map.power_count; p++) {
			for (int stage = 0; stage < STAGES; stage++)
				effort->forecasts += cost.effort[p].forecasts[stage];
			effort->nodes += (double)cost.effort[p].nodes;
			effort->capped += cost.effort[p].capped;
		}
	}
	effort->seconds += 1e-9 * (double)(bench_clock_ns() - start);
}

/* ── by player ── */

enum { GAMES = 6, PHASES_MOST = 64, TRIES = 3, YEAR_LAST = 1908 };

static const struct stretch {
	const char *about;
	int first, last; /* years */
} stretches[] = {{"opening, 1901-02", 1901, 1902}, {"middle game, 1905-08", 1905, YEAR_LAST}};
enum { STRETCHES = sizeof stretches / sizeof *stretches };

/* The boards: games of dumbbot and Ares. */
static const char *const regulars[] = {"dumbbot", "ares"};
static struct phase_record games[GAMES][PHASES_MOST];
static int phase_counts[GAMES];

struct pace {
	double ns, longest; /* of all decisions together, of one */
	int decisions;
};

/* A game in which these players take turns at the powers. Its scratch is the caller's to free. */
static struct match open_game(const char *const specs[], int count, int g)
{
	struct match match = {.map = &map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = SEED,
	                      .block = (uint32_t)g + 1,
	                      .round_limit = 2 * (YEAR_LAST - PHASE_FIRST_YEAR + 1),
	                      .threads = 1,
	                      .clock = bench_clock_ns};

	for (int p = 0; p < map.power_count; p++)
		bench_seat(specs[(p + g) % count], &match.seats[p]);
	bench_start(&match);
	return match;
}

static void play_regulars(void)
{
	for (int g = 0; g < GAMES; g++) {
		struct match match = open_game(regulars, sizeof regulars / sizeof *regulars, g);
		struct phase_cost cost;
		while (phase_counts[g] < PHASES_MOST && match_verdict(&match).ending == GAME_RUNNING)
			match_play(&match, &games[g][phase_counts[g]++], &cost);
		free(match.scratch);
	}
}

/* Lets all seats of a match decide, and adds their times: of several tries the shortest, because
 * others use the machine, too. */
static void time_phase(const struct match *match, struct pace *pace)
{
	struct phase_cost least, cost;
	struct phase_record record;

	for (int i = 0; i < TRIES; i++) {
		struct match copy = *match;
		match_probe(&copy, &record, &cost);
		for (int p = 0; p < map.power_count; p++)
			if (i == 0 || cost.think_ns[p] < least.think_ns[p])
				least.think_ns[p] = cost.think_ns[p];
	}
	for (int p = 0; p < map.power_count; p++) {
		const double ns = (double)least.think_ns[p];
		pace->ns += ns;
		pace->decisions += ns > 0;
		if (ns > pace->longest)
			pace->longest = ns;
	}
}

/* A player at all powers follows the games: it observes each phase, and in each stretch is asked
 * for its orders. */
static void time_player(const char *spec, struct pace paces[STRETCHES])
{
	for (int g = 0; g < GAMES; g++) {
		struct match match = open_game(&spec, 1, g);
		for (int i = 0; i < phase_counts[g]; i++) {
			const int year = phase_year(match.board.phase);
			struct phase_record record;
			for (int s = 0; s < STRETCHES; s++)
				if (phase_is_movement(match.board.phase) && year >= stretches[s].first &&
				    year <= stretches[s].last)
					time_phase(&match, &paces[s]);
			if (!match_replay(&match, &games[g][i].orders, &record))
				bench_fail("a phase cannot be replayed");
		}
		free(match.scratch);
	}
}

static void print_player(const char *spec)
{
	struct pace paces[STRETCHES] = {{0}};

	time_player(spec, paces);
	printf("%-20s", spec);
	for (int s = 0; s < STRETCHES; s++)
		printf("  %12.0f %10.4f %10.4f", 1e9 * paces[s].decisions / paces[s].ns,
		       1e-6 * paces[s].ns / paces[s].decisions, 1e-6 * paces[s].longest);
	printf("\n");
}

/* These players, or all where there are none. */
static void print_players(char *specs[], int count)
{
	printf("%-20s", "player");
	for (int s = 0; s < STRETCHES; s++)
		printf("  %-34s", stretches[s].about);
	printf("\n%-20s", "");
	for (int s = 0; s < STRETCHES; s++)
		printf("  %12s %10s %10s", "decisions/s", "mean ms", "most ms");
	printf("\n");
	play_regulars();
	for (int i = 0; i < count; i++)
		print_player(specs[i]);
	for (const struct player *const *player = players; count == 0 && *player; player++)
		print_player((*player)->name);
}

/* ── by depth and age ── */

static void print_cell(int depth, int age, int keep)
{
	char spec[PLAYER_SPEC_SIZE];
	struct effort effort = {0};

	snprintf(spec, sizeof spec, "ares(depth=%d,age=%d,cycles=20000,keep=%d)", depth, age, keep);
	struct match match = open_match(spec, 1, 1);
	play_openings(&match, 1, REPETITIONS, &effort);
	printf("  %10.0f %12.0f %10.3f", effort.forecasts / REPETITIONS, effort.nodes / REPETITIONS,
	       1e3 * effort.seconds / REPETITIONS);
	free(match.scratch);
}

/* Only settings that take less than seconds for a decision. */
static void print_cells(void)
{
	printf("%-20s  %34s  %34s\n%-20s  %10s %12s %10s  %10s %12s %10s\n", "German opening",
	       "intentions kept", "sought anew", "depth, age", "forecasts", "nodes", "ms", "forecasts",
	       "nodes", "ms");
	for (int depth = 1; depth <= 4; depth++)
		for (int age = 10; age <= 40 && depth * age <= 90; age += 10) {
			printf("%d, %-17d", depth, age);
			print_cell(depth, age, 1);
			print_cell(depth, age, 0);
			printf("\n");
		}
}

/* ── by threads ── */

static const struct {
	const char *about, *spec;
	int seats;
} loads[] = {
	{"a seat, 1 island", "ares(depth=3,age=40,cycles=20000)", 1},
	{"a seat, 4 islands", "ares(depth=3,age=40,cycles=20000,islands=4)", 1},
	{"a seat, 8 islands", "ares(depth=3,age=30,cycles=20000,islands=8)", 1},
	{"a seat, 16 islands", "ares(depth=3,age=30,cycles=20000,islands=16)", 1},
	{"7 seats, 1 island", "ares(depth=3,age=40,cycles=20000)", 7},
	{"7 seats, 4 islands", "ares(depth=3,age=30,cycles=20000,islands=4)", 7},
	{"a seat, 30,000", "trinity(budget=30000)", 1},
	{"a seat, 100,000", "trinity(budget=100000)", 1},
	{"a seat, 1,000,000", "trinity(budget=1000000)", 1},
};

static void print_load(int l, int threads)
{
	struct match one = open_match(loads[l].spec, loads[l].seats, 1);
	struct match many = open_match(loads[l].spec, loads[l].seats, threads);
	struct effort alone = {0}, together = {0};

	for (int turn = 0; turn < TURNS; turn++) {
		play_openings(&one, 1 + turn * DECISIONS, DECISIONS, &alone);
		play_openings(&many, 1 + turn * DECISIONS, DECISIONS, &together);
	}
	const int decisions = TURNS * DECISIONS * loads[l].seats;
	if (alone.forecasts != together.forecasts)
		bench_fail("another answer by more threads");
	printf("%-20s %10.2f %12.1f %12.1f %8.2f   %s\n", loads[l].about,
	       1e3 * alone.seconds / decisions, decisions / alone.seconds, decisions / together.seconds,
	       alone.seconds / together.seconds, loads[l].spec);
	free(one.scratch);
	free(many.scratch);
}

int main(int argc, char *argv[])
{
	const int threads = argc > 1 ? atoi(argv[1]) : 2;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (threads < 1 || threads > 64)
		bench_fail("usage: bench_decision [THREADS [PLAYER...]], 1 to 64 threads");
	bench_open_map("standard", &map);
	print_players(argv + 2, argc > 2 ? argc - 2 : 0);
	if (argc > 2)
		return 0;
	printf("\n");
	print_cells();
	printf("\n%-20s %10s %12s %10s %d %8s\n", "decisions a second", "ms", "1 thread", "by", threads,
	       "ratio");
	for (size_t l = 0; l < sizeof loads / sizeof *loads; l++)
		print_load((int)l, threads);
	return 0;
}
