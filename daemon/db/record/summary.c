/* summary: see summary.h. */
#include "summary.h"

#include <stddef.h>
#include <string.h>

void summary_open(struct summary *summary, const struct map *map)
{
	/* The long arrays are not cleared: they are read only as far as they were written. */
	summary->moves = summary->years = 0;
	summary->power_count = map->power_count;
	memset(summary->decisions, 0,
	       offsetof(struct summary, years) - offsetof(struct summary, decisions));
	memset(summary->events, 0, sizeof summary->events);
	summary->year = summary->still = 0;
	summary->leader = POWER_NONE;
	summary->owners[0] = '\0';
}

/* ── a year ── */

/* Counts the centres of each power. Returns the leader, or POWER_NONE. */
static int count_centres(const struct map *map, const char *owners, int centres[POWERS_MAX])
{
	int leader = POWER_NONE, most = 0;

	for (int power = 0; power < map->power_count; power++) {
		centres[power] = 0;
		for (int p = 0; p < map->province_count && owners[p] != '\0'; p++)
			centres[power] += map->centre[p] && owners[p] == map->power[power][0];
		if (centres[power] == most)
			leader = POWER_NONE;
		if (centres[power] > most) {
			most = centres[power];
			leader = power;
		}
	}

	return leader;
}

static bool same_centres(const struct map *map, const char *a, const char *b)
{
	for (int p = 0; p < map->province_count && a[p] != '\0' && b[p] != '\0'; p++)
		if (map->centre[p] && a[p] != b[p])
			return false;
	return true;
}

/* The powers that have a unit, as bits. */
static int16_t find_alive(const struct map *map, const struct stored *stored)
{
	int alive = 0;
	for (int i = 0; i < stored->unit_count; i++)
		alive |= 1 << stored_power(stored->units[i]);
	return (int16_t)(alive & ((1 << map->power_count) - 1));
}

/* The first row of a year. */
static void begin_year(struct summary *summary, const struct map *map, const struct stored *stored)
{
	const bool first = summary->owners[0] == '\0';
	int centres[POWERS_MAX];
	const int leader = count_centres(map, stored->owners, centres);

	summary->still =
		!first && same_centres(map, summary->owners, stored->owners) ? summary->still + 1 : 0;
	if (summary->events[EVENT_STANDSTILL] < summary->still)
		summary->events[EVENT_STANDSTILL] = summary->still;
	if (leader != POWER_NONE) {
		summary->events[EVENT_LEADS] += summary->leader != POWER_NONE && summary->leader != leader;
		summary->leader = leader;
	}

	strcpy(summary->owners, stored->owners);
	summary->year = phase_year(stored->phase);
	if (!stored->resolved || summary->years == SUMMARY_YEARS_MAX)
		return;
	summary->alive[summary->years] = find_alive(map, stored);
	for (int power = 0; power < map->power_count; power++)
		summary->centres[summary->years * map->power_count + power] = (uint8_t)centres[power];
	summary->years++;
}

/* ── a phase ── */

/* Stored times can be any numbers: the sum saturates. */
static void add_time(int64_t *sum, int64_t ns)
{
	if (__builtin_add_overflow(*sum, ns, sum))
		*sum = ns < 0 ? INT64_MIN : INT64_MAX;
}

static void add_decisions(struct summary *summary, const struct map *map,
                          const struct stored *stored)
{
	const int alive = find_alive(map, stored);
	const int powers = MIN(stored->power_count, map->power_count);

	for (int power = 0, forecaster = 0; power < powers; power++) {
		const int place = stored->forecasts[power] > 0 ? forecaster++ : stored->forecaster_count;
		if (!(alive >> power & 1))
			continue;
		summary->decisions[power]++;
		add_time(&summary->think_ns[power], stored->think_ns[power]);
		if (summary->longest_ns[power] < stored->think_ns[power])
			summary->longest_ns[power] = stored->think_ns[power];
		if (place >= stored->forecaster_count) /* old rows may lack it */
			continue;
		summary->foresaw[power]++;
		add_time(&summary->foresaw_ns[power], stored->think_ns[power]);
		summary->forecasts[power] += stored->forecasts[power];
		add_time(&summary->forecast_ns[power], stored->forecast_ns[place]);
		summary->capped[power] += stored->capped >> power & 1;
		for (int stage = 0; stage < STORED_STAGES; stage++)
			summary->concluded[stage][power] +=
				stored->forecast_stages[place * STORED_STAGES + stage];
	}
}

static void count_move(int32_t events[SUMMARY_EVENTS], int kind, int32_t order)
{
	const enum result result = stored_result(order);
	events[EVENT_BOUNCED] += result == RESULT_BOUNCED;
	events[EVENT_CUT] += result == RESULT_CUT;
	events[EVENT_VOID] += result == RESULT_VOID;
	events[EVENT_DISLODGED] += stored_dislodged(order);
	events[EVENT_CONVOYED] += kind == ORDER_CONVOY && result == RESULT_SUCCEEDS;
}

static void count_events(int32_t events[SUMMARY_EVENTS], const struct stored *stored)
{
	const bool moves = phase_is_movement(stored->phase);
	for (int i = 0; i < stored->unit_count; i++) {
		const int kind = stored_kind(stored->orders[i]);
		if (moves)
			count_move(events, kind, stored->orders[i]);
		else if (stored_result(stored->orders[i]) == RESULT_SUCCEEDS) {
			events[EVENT_RETREATED] += kind == ORDER_RETREAT;
			events[EVENT_BUILT] += kind == ORDER_BUILD;
			events[EVENT_REMOVED] += kind == ORDER_DISBAND && phase_is_winter(stored->phase);
		}
	}
}

void summary_phase(struct summary *summary, const struct map *map, const struct stored *stored)
{
	if (summary->year < phase_year(stored->phase))
		begin_year(summary, map, stored);
	if (!stored->resolved)
		return;
	count_events(summary->events, stored);
	if (!phase_is_movement(stored->phase) || summary->moves == SUMMARY_MOVES_MAX)
		return;
	summary->resolve_ns[summary->moves] = stored->resolve_ns;
	summary->stages[summary->moves] = stored->stage;
	summary->order_counts[summary->moves++] = (int16_t)stored->unit_count;
	add_decisions(summary, map, stored);
}

/* ── comparing ── */

const char *summary_compare(const struct summary *a, const struct summary *b)
{
#define COLUMN(name, place, n)                                                                     \
	{                                                                                              \
		name, a->place, b->place, (size_t)(n) * sizeof *a->place                                   \
	}
	const size_t moves = (size_t)a->moves, powers = (size_t)a->power_count,
				 years = (size_t)a->years;
	const struct {
		const char *name;
		const void *a, *b;
		size_t size;
	} columns[] = {
		/* in the order of the table */
		COLUMN("resolve_ns", resolve_ns, moves),
		COLUMN("stages", stages, moves),
		COLUMN("order_counts", order_counts, moves),
		COLUMN("decisions", decisions, powers),
		COLUMN("think_ns", think_ns, powers),
		COLUMN("longest_ns", longest_ns, powers),
		COLUMN("foresaw", foresaw, powers),
		COLUMN("foresaw_ns", foresaw_ns, powers),
		COLUMN("forecasts", forecasts, powers),
		COLUMN("conditioning", concluded[0], powers),
		COLUMN("substitution", concluded[1], powers),
		COLUMN("supposition", concluded[2], powers),
		COLUMN("paradox", concluded[3], powers),
		COLUMN("forecast_ns", forecast_ns, powers),
		COLUMN("capped", capped, powers),
		COLUMN("alive", alive, years),
		COLUMN("centres", centres, years * powers),
		COLUMN("events", events, SUMMARY_EVENTS),
	};
#undef COLUMN
	if (a->moves != b->moves)
		return "resolve_ns";
	if (a->power_count != b->power_count)
		return "decisions";
	if (a->years != b->years)
		return "alive";
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		if (memcmp(columns[i].a, columns[i].b, columns[i].size) != 0)
			return columns[i].name;
	return NULL;
}
