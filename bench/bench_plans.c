/* bench_plans: what blackmane's plans cost, what knowing them saves, and Pires's experiment.
 *
 *   bench_plans speed GAMES OPPONENT [PLAYER]       one against six: milliseconds a decision
 *   bench_plans knowledge GAMES OPPONENT [PLAYER]   games without and with knowledge that grows
 *   bench_plans pires GAMES [PLAYER]                with dumbbot: Pires 2011, 5.1 and appendix A
 *
 * PLAYER is a blackmane (default: blackmane). In the last two, player and opponent take turns at
 * the powers in pairs of games; with the opponent blackmane, the player has all powers. Games are
 * those of rule set `standard`, with seed 1, of at most 60 rounds: 30 years, as long as the
 * source's longest. */
#include "bench_program.h"
#include "match/seating.h"
#include "bench_values.h"
#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_SHOWN = 50 };

static struct map map;

/* ── games ── */

static struct match open_match(struct knowledge *knowledge)
{
	return (struct match){.map = &map,
	                      .rules = rules_find("standard"),
	                      .judge = judges[0],
	                      .seed = 1,
	                      .round_limit = TALLY_TURNS,
	                      .threads = 1,
	                      .clock = bench_processor_ns,
	                      .knowledge = knowledge};
}

static const struct player *find_player(const char *spec)
{
	struct seat seat;

	bench_seat(spec, &seat);
	return seat.player;
}

/* ── speed ── */

static void print_speed(int games, const char *opponent, const char *spec)
{
	struct tally *tally = bench_allocate(1, sizeof *tally);

	tally->player = find_player(spec);
	for (int g = 0; g < games; g++) {
		struct match match = open_match(NULL);
		match.block = (uint32_t)g + 1;
		for (int p = 0; p < map.power_count; p++)
			bench_seat(p == g % map.power_count ? spec : opponent, &match.seats[p]);
		tally_game(&match, tally, 1, NULL);
	}
	printf("%-28s %-12s %6d games %6d solos %8llu decisions %8.3f ms %8.3f worst %5.1f %% capped\n",
	       spec, opponent, games, tally->solos, (unsigned long long)tally->decisions,
	       1e-6 * (double)tally->ns / (double)tally->decisions, 1e-6 * (double)tally->worst_ns,
	       100.0 * (double)tally->capped / (double)tally->decisions);
	free(tally);
}

/* ── knowledge ── */

/* Seats of a game in which two take turns. */
static void seat_two(struct match *match, int game, const char *spec, const char *opponent)
{
	static uint8_t entrants[SEATING_CYCLE_MAX][POWERS_MAX];
	const struct seating seating = {.powers = map.power_count, .entrants = 2};
	const int at = game % seating_cycle(&seating);

	match->block = (uint32_t)game / 2 + 1;
	seating_deal(&seating, entrants);
	for (int p = 0; p < map.power_count; p++) {
		bench_seat(entrants[at][p] == 0 ? spec : opponent, &match->seats[p]);
		if (find_player(spec) == find_player(opponent))
			bench_seat(spec, &match->seats[p]);
		match->seats[p].entrant = entrants[at][p];
	}
}

/* Plays games from number `from` up to number `to`. */
static void play_games(struct value_store *store, int from, int to, const char *specs[2],
                       struct tally *tallies, int count, struct turn_tally *turns)
{
	for (int g = from; g < to; g++) {
		struct match match = open_match(store ? &store->knowledge : NULL);
		seat_two(&match, g, specs[0], specs[1]);
		tally_game(&match, tallies, count, turns);
	}
}

static double mean_ms(const struct tally *tally)
{
	return 1e-6 * (double)tally->ns / (double)tally->decisions;
}

static double per_cent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static struct tally *open_tallies(int count, const char *specs[2], bool by_turn)
{
	struct tally *tallies = bench_allocate((size_t)count, sizeof *tallies);

	for (int t = 0; t < count; t++) {
		tallies[t].player = find_player(specs[t % 2]);
		tallies[t].by_turn = by_turn && t == 0;
	}
	return tallies;
}

/* By games: how the store grows, and what it saves. Each stretch doubles the games before it. */
static void print_growth(struct value_store *store, int games, const char *specs[2],
                         struct turn_tally turns[TALLY_TURNS])
{
	printf("%-12s %9s %8s %8s %12s %12s %8s\n", "games", "entries", "MiB", "known %", "ms without",
	       "ms with", "ratio");
	for (int from = 0, to = 1; from < games; from = to, to = 2 * to < games ? 2 * to : games) {
		struct tally *tallies = open_tallies(2, (const char *[2]){specs[0], specs[0]}, false);
		const struct value_store before = *store;
		play_games(NULL, from, to, specs, &tallies[0], 1, NULL);
		play_games(store, from, to, specs, &tallies[1], 1, turns);
		if (tallies[0].decisions != tallies[1].decisions)
			bench_fail("another game with knowledge");
		printf("%4d to %4d %9zu %8.1f %8.1f %12.3f %12.3f %8.1f\n", from + 1, to, store->count,
		       (double)store->bytes / (1 << 20),
		       per_cent(store->found - before.found, store->asked - before.asked),
		       mean_ms(&tallies[0]), mean_ms(&tallies[1]),
		       mean_ms(&tallies[0]) / mean_ms(&tallies[1]));
		free(tallies);
	}
}

static void print_knowledge(int games, const char *opponent, const char *spec)
{
	const char *specs[2] = {spec, opponent};
	struct turn_tally first[TALLY_TURNS] = {{0}}, again[TALLY_TURNS] = {{0}};
	struct value_store store;

	value_store_open(&store);
	print_growth(&store, games, specs, first);
	struct tally *tally = open_tallies(1, specs, false);
	play_games(&store, 0, games, specs, tally, 1, again);
	printf("the same games again: %.3f ms a decision\n\n%-5s %9s %8s %12s\n", mean_ms(tally),
	       "turn", "plans", "known %", "ms a game");
	for (int t = 0; t < TURNS_SHOWN; t++)
		printf("%-5d %9llu %8.1f %12.3f\n", t + 1, (unsigned long long)first[t].asked,
		       per_cent(first[t].found, first[t].asked), 1e-6 * (double)first[t].ns / games);
	free(tally);
	value_store_close(&store);
}

/* ── Pires's experiment ── */

static void print_row(const char *about, const int sum[], const int games[])
{
	int all = 0, all_games = 0;

	printf("%-34s", about);
	for (int p = 0; p < map.power_count; p++) {
		all += sum[p];
		all_games += games[p];
		printf(" %6.2f", games[p] ? (double)sum[p] / games[p] : 0);
	}
	printf(" %6.2f\n", all_games ? (double)all / all_games : 0);
}

static void print_powers(const char *about)
{
	printf("%-34s", about);
	for (int p = 0; p < map.power_count; p++)
		printf(" %6s", map.power[p]);
	printf(" %6s\n", "all");
}

static void print_share(const struct tally *tally, int turn)
{
	struct cell all = {0};

	printf("%-34d", turn + 1);
	for (int p = 0; p < map.power_count; p++) {
		const struct cell *cell = &tally->cell[turn][p];
		printf(" %6.1f", per_cent((uint64_t)cell->planned, (uint64_t)cell->units));
		all.planned += cell->planned;
		all.units += cell->units;
	}
	printf(" %6.1f %6d\n", per_cent((uint64_t)all.planned, (uint64_t)all.units), all.units);
}

static void print_pires(int games, const char *spec)
{
	static const char *const names[] = {"blackmane", "dumbbot"};
	const char *with[2] = {spec, "dumbbot"}, *without[2] = {"blackmane(depth=0)", "dumbbot"};
	struct tally *planned = open_tallies(2, with, true), *plain = open_tallies(2, with, false);
	struct value_store store;

	value_store_open(&store);
	play_games(&store, 0, games, with, planned, 2, NULL);
	play_games(NULL, 0, games, without, plain, 2, NULL);
	print_powers("centres");
	for (int t = 0; t < 2; t++) {
		printf("%s\n", names[t]);
		print_row("  at the end, no planner", plain[t].final, plain[t].games);
		print_row("  at the end, planner", planned[t].final, planned[t].games);
		print_row("  at the most, no planner", plain[t].most, plain[t].games);
		print_row("  at the most, planner", planned[t].most, planned[t].games);
		printf("  solos: %d without, %d with planner, of %d games\n", plain[t].solos,
		       planned[t].solos, games);
	}
	printf("%zu entries, %.1f MiB\n\n", store.count, (double)store.bytes / (1 << 20));
	print_powers("per cent of units by plan, by turn");
	for (int t = 0; t < TURNS_SHOWN; t++)
		print_share(&planned[0], t);
	free(planned);
	free(plain);
	value_store_close(&store);
}

int main(int argc, char *argv[])
{
	const int games = argc > 2 ? atoi(argv[2]) : 0;
	const char *mode = argc > 1 ? argv[1] : "";

	bench_open_map("standard", &map);
	if (games > 0 && argc <= 4 && strcmp(mode, "pires") == 0)
		print_pires(games, argc > 3 ? argv[3] : "blackmane");
	else if (games > 0 && argc > 3 && argc <= 5 && strcmp(mode, "speed") == 0)
		print_speed(games, argv[3], argc > 4 ? argv[4] : "blackmane");
	else if (games > 0 && argc > 3 && argc <= 5 && strcmp(mode, "knowledge") == 0)
		print_knowledge(games, argv[3], argc > 4 ? argv[4] : "blackmane");
	else
		bench_fail("usage: speed GAMES OPPONENT [PLAYER], knowledge GAMES OPPONENT [PLAYER]"
		           " or pires GAMES [PLAYER]");
	return 0;
}
