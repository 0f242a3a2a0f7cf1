/* tally: see tally.h. */
#include "tally.h"

#include "players/blackmane/blackmane.h"
#include "bench_program.h"
#include "bench_values.h"

#include <stdlib.h>

/* Asks the player again, which of his units have a plan: the same ones. */
static int count_planned(const struct match *match, const struct board *board, int power)
{
	struct value_store *store = (struct value_store *)match->knowledge;
	const uint64_t asked = store ? store->asked : 0, found = store ? store->found : 0;
	const struct player_call call = {.map = match->map,
	                                 .rules = match->rules,
	                                 .judge = match->judge,
	                                 .board = board,
	                                 .settings = match->seats[power].settings,
	                                 .seed = match->seed,
	                                 .block = match->block,
	                                 .power = (uint8_t)power,
	                                 .entrant = match->seats[power].entrant,
	                                 .scratch = match->scratch,
	                                 .knowledge = match->knowledge};
	const int count = unit_set_count(blackmane_find_planned(&call));

	if (store) {
		store->asked = asked;
		store->found = found;
	}
	return count;
}

/* The number of a movement phase, from 0. */
static int turn_of(int16_t phase)
{
	return 2 * (phase_year(phase) - PHASE_FIRST_YEAR) + (phase_kind(phase) == FALL_MOVES);
}

static void tally_turn(struct tally *tally, const struct match *match, const struct board *board,
                       int power, int units)
{
	struct cell *cell = &tally->cell[turn_of(board->phase)][power];

	cell->games++;
	cell->units += units;
	cell->planned += count_planned(match, board, power);
}

static void tally_phase(struct tally *tally, const struct match *match,
                        const struct phase_record *record, const struct phase_cost *cost)
{
	int units[POWERS_MAX];

	if (!phase_is_movement(record->board.phase))
		return;
	board_count_units(&record->board, units);
	for (int p = 0; p < match->map->power_count; p++) {
		if (match->seats[p].player != tally->player || units[p] == 0)
			continue;
		tally->decisions++;
		tally->ns += cost->think_ns[p];
		tally->capped += cost->effort[p].capped;
		if (cost->think_ns[p] > tally->worst_ns)
			tally->worst_ns = cost->think_ns[p];
		if (tally->by_turn)
			tally_turn(tally, match, &record->board, p, units[p]);
	}
}

static void tally_end(struct tally *tally, const struct match *match, const int most[])
{
	int centres[POWERS_MAX];

	board_count_centres(match->map, &match->board, centres);
	for (int p = 0; p < match->map->power_count; p++) {
		if (match->seats[p].player != tally->player)
			continue;
		tally->games[p]++;
		tally->final[p] += centres[p];
		tally->most[p] += most[p] > centres[p] ? most[p] : centres[p];
		tally->solos += match_verdict(match).winner == p;
	}
}

/* Adds what a phase took of knowledge and time. before: the store before it. */
static void tally_knowledge(struct turn_tally turns[], const struct match *match,
                            const struct value_store *before, const struct phase_record *record,
                            const struct phase_cost *cost)
{
	const struct value_store *store = (const struct value_store *)match->knowledge;
	struct turn_tally *turn = &turns[turn_of(record->board.phase)];

	if (!phase_is_movement(record->board.phase))
		return;
	turn->asked += store->asked - before->asked;
	turn->found += store->found - before->found;
	for (int p = 0; p < match->map->power_count; p++)
		turn->ns += cost->think_ns[p];
}

void tally_game(struct match *match, struct tally *tallies, int count, struct turn_tally *turns)
{
	struct phase_record record;
	struct phase_cost cost;
	int most[POWERS_MAX] = {0}, centres[POWERS_MAX];

	void *room = bench_start(match);
	while (match_verdict(match).ending == GAME_RUNNING) {
		const struct value_store before = turns ? *(const struct value_store *)match->knowledge
		                                        : (struct value_store){.count = 0};
		match_play(match, &record, &cost);
		if (turns)
			tally_knowledge(turns, match, &before, &record, &cost);
		board_count_centres(match->map, &record.board, centres);
		for (int p = 0; p < match->map->power_count; p++)
			most[p] = centres[p] > most[p] ? centres[p] : most[p];
		for (int t = 0; t < count; t++)
			tally_phase(&tallies[t], match, &record, &cost);
	}
	for (int t = 0; t < count; t++)
		tally_end(&tallies[t], match, most);
	free(room);
}
