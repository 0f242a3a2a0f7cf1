/* api_package: movement phases as the Python package diplomacy has them: units in its sequence,
 * its list of orders, its words for results. Nothing is kept between calls. */
#include "api.h"
#include "api_play.h"
#include "formats/saved/saved_result.h"
#include "game/choices.h"
#include "rules/seas.h"

#include <string.h>

/* A position as it comes in. */
struct position {
	const struct rules *rules;
	struct board board;
	uint8_t given[PROVINCES_MAX]; /* by province: which of the caller's units is there */
};

static int32_t take_position(const struct ares_map *map, int32_t rules,
                             const struct ares_unit *units, int32_t count,
                             struct position *position, struct ares_error *error)
{
	const int32_t status = api_find_rules(rules, &position->rules, error);

	if (status)
		return status;
	if (count < 0 || count > UNITS_MAX || (count > 0 && !units))
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "there are %d units: 0 to %d are possible, and units may not be NULL",
		                  count, UNITS_MAX);
	board_clear(&position->board);
	const int32_t refused = api_add_units(map, units, count, &position->board, error);
	for (int32_t u = 0; !refused && u < count; u++)
		position->given[map->map.province[units[u].place]] = (uint8_t)u;
	return refused;
}

/* ── legal orders ── */

/* The list as it is written. */
struct page {
	const struct ares_map *map;
	struct place_set seas; /* with fleets */
	int32_t *numbers;
	int32_t count;
};

/* The number of a support that leaves out the coast of the one with a number. */
static int32_t find_plain(const struct ares_map *map, int32_t number)
{
	struct order order = vocabulary_order(map->vocabulary, number);

	order.to = map->map.province[order.to];
	const int32_t plain = vocabulary_number(map->vocabulary, order);
	return plain == VOCABULARY_NONE ? number + map->vocabulary->count : plain;
}

static bool names_coast(const struct ares_map *map, struct order order)
{
	return order.kind == ORDER_SUPPORT_MOVE && order.aux_type == FLEET &&
	       order.to != map->map.province[order.to];
}

static bool is_needless(const struct page *page, struct order order)
{
	const struct map *map = &page->map->map;

	if (order.kind != ORDER_CONVOY || (map_reaches(map, FLEET, order.from, order.aux) &&
	                                   map_reaches(map, FLEET, order.from, order.to)))
		return false;
	return !seas_route_needs(map, &page->seas, order.from, order.aux, order.to);
}

static void add_number(struct page *page, int32_t number)
{
	page->numbers[page->count++] = number;
}

/* Supports without a coast come after all others. */
static void write_unit(struct page *page, const int32_t numbers[], int32_t count)
{
	const struct ares_map *map = page->map;
	int32_t last = VOCABULARY_NONE;
	bool has_coasts = false;

	for (int32_t i = 0; i < count; i++) {
		const struct order order = vocabulary_order(map->vocabulary, numbers[i]);
		has_coasts = has_coasts || names_coast(map, order);
		if (!is_needless(page, order))
			add_number(page, numbers[i]);
	}
	for (int32_t i = 0; has_coasts && i < count; i++) {
		if (!names_coast(map, vocabulary_order(map->vocabulary, numbers[i])))
			continue;
		const int32_t plain = find_plain(map, numbers[i]);
		if (plain != last) /* both coasts of a province have the same */
			add_number(page, plain);
		last = plain;
	}
}

int32_t ares_package_orders(const struct ares_map *map, int32_t rules,
                            const struct ares_unit *units, int32_t unit_count, int32_t *numbers,
                            int32_t most, int32_t *count, int32_t *ends, uint8_t *takers,
                            struct ares_error *error)
{
	struct position position;
	struct choices choices;
	int32_t status;

	API_NEED(map);
	API_NEED(numbers);
	API_NEED(count);
	API_NEED(ends);
	API_NEED(takers);
	const int32_t all = choices_most(map->vocabulary);
	if (most < 3 * all || *count < 0 || *count > 2 * all)
		return api_refuse(error, ARES_ERROR_SIZE, "most is %d: it must be %d", most, 3 * all);
	if ((status = take_position(map, rules, units, unit_count, &position, error)))
		return status;
	struct page page = {map, {{0, 0}}, numbers, 0};
	const struct board *board = &position.board;

	for (int32_t i = 0; i < *count; i++)
		takers[numbers[i]] = 0;
	int32_t *listed = numbers + 2 * all;
	const struct variant variant = rules_variant(position.rules, &map->map);
	choices_list(map->vocabulary, variant.law, board, &choices, listed, NULL);
	for (int u = 0; u < board->unit_count; u++)
		if (map->map.loc[board->unit[u].loc].terrain == WATER)
			place_set_add(&page.seas, board->unit[u].loc);

	for (int32_t u = 0; u < unit_count; u++) {
		const int at = board_find(&map->map, board, map->map.province[units[u].place]);
		const int32_t first = page.count;
		write_unit(&page, listed + choices.slot[at].first, choices.slot[at].count);
		for (int32_t i = first; i < page.count; i++)
			takers[numbers[i]] = (uint8_t)(u + 1);
		ends[u] = page.count;
	}
	*count = page.count;
	return api_accept(error);
}

/* ── playing ── */

/* What became of a phase. */
struct played {
	struct position position;
	struct phase_record record;
	struct board next;
	struct submission submissions[UNITS_MAX];
	uint8_t verdicts[UNITS_MAX];
};

/* The order of a number as ares_package_orders lists it. */
static struct order find_order(const struct ares_map *map, int32_t number)
{
	const int32_t count = map->vocabulary->count;
	struct order order = vocabulary_order(map->vocabulary, number % count);

	if (number >= count && order.to != LOC_NONE)
		order.to = map->map.province[order.to];
	return order;
}

/* Which unit of the board an order is for, or -1. */
static int find_unit(const struct ares_map *map, const struct board *board, struct order order)
{
	return order.from == LOC_NONE ? -1
	                              : board_find(&map->map, board, map->map.province[order.from]);
}

static int32_t take_orders(const struct ares_map *map, const int32_t *numbers, int32_t count,
                           struct played *played, struct ares_error *error)
{
	if (count < 0 || count > UNITS_MAX || (count > 0 && !numbers))
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "there are %d orders: 0 to %d are possible, and numbers may not be NULL",
		                  count, UNITS_MAX);
	for (int32_t i = 0; i < count; i++) {
		if (numbers[i] < 0 || numbers[i] >= 2 * map->vocabulary->count)
			return api_refuse(error, ARES_ERROR_ORDER, "numbers[%d] is %d: no number of an order",
			                  i, numbers[i]);
		const struct order order = find_order(map, numbers[i]);
		const int u = find_unit(map, &played->position.board, order);
		if (u < 0)
			return api_refuse(error, ARES_ERROR_ORDER, "numbers[%d] is %d: it is for no unit", i,
			                  numbers[i]);
		played->submissions[i] = (struct submission){played->position.board.unit[u].power, order};
	}
	return ARES_OK;
}

static int32_t play(const struct ares_map *map, int32_t rules, const struct ares_unit *units,
                    int32_t unit_count, const int32_t *numbers, int32_t count,
                    struct played *played, struct ares_error *error)
{
	int32_t status;

	if ((status = take_position(map, rules, units, unit_count, &played->position, error)) ||
	    (status = take_orders(map, numbers, count, played, error)))
		return status;

	const struct game game = {&map->map, played->position.rules, 0, 1};
	played->record.board = played->position.board;
	played->record.orders.count = 0;
	api_play(&game, api_judge(0), played->submissions, count, played->verdicts, &played->record,
	         &played->next);
	return ARES_OK;
}

static bool has_moved(const struct phase_record *record, int u)
{
	return record->orders.order[u].kind == ORDER_MOVE && record->results[u] == RESULT_SUCCEEDS;
}

static void give_fates(const struct ares_map *map, const struct played *played, uint8_t *fates)
{
	const struct phase_record *record = &played->record;
	const uint8_t *given = played->position.given, *province = map->map.province;

	for (int u = 0; u < record->board.unit_count; u++)
		fates[given[province[record->board.unit[u].loc]]] =
			has_moved(record, u) ? ARES_PACKAGE_MOVED : ARES_PACKAGE_STAYS;
	if (record->dislodged == 0)
		return;
	for (int u = 0; u < record->board.unit_count; u++) {
		const uint8_t to = has_moved(record, u) ? province[record->orders.order[u].to] : LOC_NONE;
		const int there = to == LOC_NONE ? -1 : board_find(&map->map, &record->board, to);
		if (there >= 0 && unit_set_has(record->dislodged, there))
			fates[given[to]] =
				(uint8_t)(ARES_PACKAGE_DISLODGED + given[province[record->board.unit[u].loc]]);
	}
}

/* A power's units after the phase: those that stayed in their sequence, then those that moved in
 * the sequence of their orders. Returns how many. */
static int32_t give_units(const struct ares_map *map, const struct played *played, uint8_t power,
                          const struct ares_unit *units, int32_t unit_count, int32_t count,
                          const uint8_t *fates, struct ares_unit *next)
{
	const struct phase_record *record = &played->record;
	int32_t written = 0;

	for (int32_t u = 0; u < unit_count; u++)
		if (units[u].power == power && fates[u] == ARES_PACKAGE_STAYS)
			next[written++] = units[u];
	for (int32_t i = 0; i < count; i++) {
		const struct submission *given = &played->submissions[i];
		if (given->power != power || played->verdicts[i] != ARES_LEGAL)
			continue;
		const int u = find_unit(map, &record->board, given->order);
		if (has_moved(record, u))
			next[written++] = (struct ares_unit){power, record->board.unit[u].type,
			                                     record->orders.order[u].to, 0};
	}
	return written;
}

int32_t ares_package_play(const struct ares_map *map, int32_t rules, const struct ares_unit *units,
                          int32_t unit_count, const int32_t *numbers, int32_t count,
                          struct ares_unit *next, int32_t *ends, uint8_t *fates,
                          struct ares_board *after, struct ares_error *error)
{
	struct played played;
	int32_t status, written = 0;

	API_NEED(map);
	API_NEED(next);
	API_NEED(ends);
	API_NEED(fates);
	API_NEED(after);
	if ((status = play(map, rules, units, unit_count, numbers, count, &played, error)))
		return status;
	give_fates(map, &played, fates);
	for (uint8_t power = 0; power < map->map.power_count; power++) {
		written += give_units(map, &played, power, units, unit_count, count, fates, next + written);
		ends[power] = written;
	}
	if (played.record.dislodged)
		api_give_board(map, &played.next, after);
	return api_accept(error);
}

/* ── results ── */

/* The units of the board whose orders did not count: those that a verdict refuses, and those of the
 * caller's set. */
static unit_set find_voids(const struct ares_map *map, const struct played *played, int32_t count,
                           const struct ares_unit *units, int32_t unit_count, uint64_t void_units)
{
	const struct board *board = &played->record.board;
	unit_set voids = 0;

	for (int32_t i = 0; i < count; i++)
		if (played->verdicts[i] != ARES_LEGAL)
			voids |= unit_set_one(find_unit(map, board, played->submissions[i].order));
	for (int32_t u = 0; u < unit_count; u++)
		if (void_units >> u & 1)
			voids |= unit_set_one(board_find(&map->map, board, map->map.province[units[u].place]));
	return voids;
}

int32_t ares_package_results(const struct ares_map *map, int32_t rules,
                             const struct ares_unit *units, int32_t unit_count,
                             const int32_t *numbers, int32_t count, uint64_t void_units,
                             uint32_t *words, struct ares_error *error)
{
	struct saved_results results;
	struct played played;
	int32_t status;

	API_NEED(map);
	API_NEED(words);
	if ((status = play(map, rules, units, unit_count, numbers, count, &played, error)))
		return status;
	const unit_set voids = find_voids(map, &played, count, units, unit_count, void_units);
	if (!saved_results_find(rules_variant(played.position.rules, &map->map), &played.record, voids,
	                        NULL, &results))
		return api_refuse(error, ARES_ERROR_ARGUMENT, "the orders cannot have these results");

	for (int i = 0; i < results.count; i++) {
		uint32_t *word = &words[played.position.given[map->map.province[results.unit[i].loc]]];
		*word = 0;
		for (int w = 0; w < results.result[i].count; w++)
			*word |= UINT32_C(1) << results.result[i].word[w];
	}
	return api_accept(error);
}
