/* A game's summary counts what happened in it: the same as the records of its phases have. It has
 * room for the longest game, and no more. */
#include "db/record/summary.h"
#include "db/record/terms.h"
#include "suite.h"

static struct summary summary, due;
static struct stored stored;

/* What the records tell, one after the other. */
static void expect_phase(const struct map *map, const struct phase_record *record,
                         const struct phase_cost *cost)
{
	const bool moves = phase_is_movement(record->board.phase);
	int units[POWERS_MAX];
	for (int i = 0; i < record->orders.count; i++) {
		const int kind = record->orders.order[i].kind;
		const enum result result = record->results[i];
		due.events[EVENT_BOUNCED] += result == RESULT_BOUNCED && moves;
		due.events[EVENT_CUT] += result == RESULT_CUT;
		due.events[EVENT_VOID] += result == RESULT_VOID && moves;
		due.events[EVENT_CONVOYED] += kind == ORDER_CONVOY && result == RESULT_SUCCEEDS;
		due.events[EVENT_RETREATED] += kind == ORDER_RETREAT && result == RESULT_SUCCEEDS;
		due.events[EVENT_BUILT] += kind == ORDER_BUILD && result == RESULT_SUCCEEDS;
		due.events[EVENT_REMOVED] += kind == ORDER_DISBAND && result == RESULT_SUCCEEDS &&
		                             phase_is_winter(record->board.phase);
	}
	if (!moves)
		return;
	due.events[EVENT_DISLODGED] += unit_set_count(record->dislodged);
	due.resolve_ns[due.moves] = (int32_t)cost->resolve_ns;
	due.stages[due.moves] = record->stage;
	due.order_counts[due.moves++] = record->board.unit_count;
	board_count_units(&record->board, units);
	for (int p = 0; p < map->power_count; p++) {
		const struct player_effort *effort = &cost->effort[p];
		int64_t forecasts = 0;
		due.decisions[p] += units[p] > 0;
		due.think_ns[p] += (int64_t)cost->think_ns[p];
		if (due.longest_ns[p] < (int64_t)cost->think_ns[p])
			due.longest_ns[p] = (int64_t)cost->think_ns[p];
		for (int stage = 0; stage < STAGES; stage++)
			forecasts += (int64_t)effort->forecasts[stage];
		due.forecasts[p] += forecasts;
		due.foresaw[p] += forecasts > 0;
		due.foresaw_ns[p] += forecasts > 0 ? (int64_t)cost->think_ns[p] : 0;
		due.forecast_ns[p] += (int64_t)effort->forecast_ns;
		due.capped[p] += forecasts > 0 && effort->capped;
		for (int stage = 1; stage < STAGES; stage++)
			due.concluded[stage - 1][p] += (int64_t)effort->forecasts[stage];
	}
}

static void expect_year(const struct map *map, const struct board *board)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(map, board, centres);
	board_count_units(board, units);
	due.alive[due.years] = 0;
	for (int p = 0; p < map->power_count; p++) {
		due.alive[due.years] |= (int16_t)((units[p] > 0) << p);
		due.centres[due.years * map->power_count + p] = (uint8_t)centres[p];
	}
	due.years++;
}

static uint64_t ticks;
static uint64_t clock_tick(void)
{
	return ticks += 1 + ticks % 7;
}

/* Plays a game and sums it up, as a worker does. */
static void play(const char *rules, const char *seats, int rounds, uint64_t seed)
{
	static struct room room;
	struct terms terms = {.map = 1, .number = 2, .block = 1, .round_limit = rounds, .seed = seed};
	struct match match;
	struct phase_record record;
	struct phase_cost cost;
	char error[TERMS_ERROR_SIZE];
	snprintf(terms.rules, sizeof terms.rules, "%s", rules);
	strcpy(terms.judge, "atlas");
	for (int p = 0; p < suite_map()->power_count; p++)
		strcat(terms.seats, p % 2 ? seats : "randbot\t{}\n");
	SUITE_MUST(terms_open_match(&terms, suite_map(), &match, error) &&
	               terms_seat(&terms, &match, error) && terms_give_room(&match, &room),
	           error);
	match.clock = clock_tick;
	summary_open(&summary, match.map);
	summary_open(&due, match.map);
	for (int year = 0; match_verdict(&match).ending == GAME_RUNNING;) {
		if (phase_year(match.board.phase) > year)
			expect_year(match.map, &match.board);
		year = phase_year(match.board.phase);
		match_play(&match, &record, &cost);
		for (int p = 0; p < match.map->power_count; p++) /* no game as short as these caps one */
			cost.effort[p].capped = cost.effort[p].forecasts[STAGE_CONDITIONING] % 2;
		stored_pack(match.map, &record, &cost, &stored);
		summary_phase(&summary, match.map, &stored);
		expect_phase(match.map, &record, &cost);
	}
	stored_pack_final(match.map, &match.board, &stored);
	summary_phase(&summary, match.map, &stored);
}

TEST(test_counts, "what the records tell")
{
	static const char *const rules[] = {"thesis", "standard"};
	static const int events[] = {EVENT_BOUNCED, EVENT_DISLODGED, EVENT_BUILT, EVENT_RETREATED};
	int64_t seen[SUMMARY_EVENTS] = {0}, capped = 0, foresaw = 0;
	for (uint64_t game = 0; game < 20; game++) {
		play(rules[game % 2], "ares\t{\"depth\": 1, \"age\": 3}\n", 40, 20 * suite_seed() + game);
		due.events[EVENT_LEADS] = summary.events[EVENT_LEADS];
		due.events[EVENT_STANDSTILL] = summary.events[EVENT_STANDSTILL];
		const char *column = summary_compare(&summary, &due);
		CHECK(column == NULL, "%s: another %s", rules[game % 2], column);
		CU_ASSERT(summary.foresaw[1] > 0 && summary.foresaw[0] == 0 && summary.think_ns[0] > 0);
		capped += summary.capped[1];
		foresaw += summary.foresaw[1];
		for (int e = 0; e < SUMMARY_EVENTS; e++)
			seen[e] += summary.events[e];
	}
	CU_ASSERT(capped > 0 && capped < foresaw);
	for (int i = 0; i < COUNT(events); i++)
		CHECK(seen[events[i]] > 0, "no event %d", events[i]);
}

/* A year's first row with these owners of three centres. */
static void add_year(int year, const char *owners)
{
	const struct map *map = suite_map();
	stored = (struct stored){.phase = (int16_t)(year * PHASES_A_YEAR), .resolved = true};
	memset(stored.owners, '.', (size_t)map->province_count);
	for (int p = 0, i = 0; p < map->province_count && owners[i] != '\0'; p++)
		if (map->centre[p])
			stored.owners[p] = owners[i++];
	summary_phase(&summary, map, &stored);
}

/* A tie has no leader, and the one before does not change the lead by coming back. */
TEST(test_leads_and_standstill, "leads and standstill")
{
	static const char *const years[] = {"AAF", "AFF", "FFA", "FFA", "FFA",
	                                    "FA.", "FFA", "AAF", "AAF"};
	summary_open(&summary, suite_map());
	for (int i = 0; i < COUNT(years); i++)
		add_year(i, years[i]);
	CU_ASSERT_EQUAL(summary.years, COUNT(years));
	CU_ASSERT_EQUAL(summary.events[EVENT_LEADS], 2);
	CU_ASSERT_EQUAL(summary.events[EVENT_STANDSTILL], 2);
	CU_ASSERT_EQUAL(summary.centres[0], 2);
	CU_ASSERT_EQUAL(summary.centres[1 * suite_map()->power_count], 1);
}

/* Rows beyond those of the longest game are left out. */
TEST(test_bounds, "the longest game")
{
	summary_open(&summary, suite_map());
	stored = (struct stored){.resolved = true};
	memset(stored.owners, '.', (size_t)suite_map()->province_count);
	for (int i = 0; i < SUMMARY_MOVES_MAX + 10; i++) {
		stored.phase = (int16_t)(i % 2 * FALL_MOVES + i / 2 * PHASES_A_YEAR);
		summary_phase(&summary, suite_map(), &stored);
	}
	for (int i = 0; i < 1000; i++) {
		stored.phase = (int16_t)(stored.phase + PHASES_A_YEAR);
		summary_phase(&summary, suite_map(), &stored);
	}
	CU_ASSERT_EQUAL(summary.moves, SUMMARY_MOVES_MAX);
	CU_ASSERT_EQUAL(summary.years, SUMMARY_YEARS_MAX);
}

SUITE("summary")
