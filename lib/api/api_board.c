/* api_board: boards as values of the caller, checked on input.
 *
 * Word 0 of a board is the fingerprint of its map, so that a board of another map is refused. The
 * others are struct board. */
#include "api.h"
#include "formats/cases/case_write.h"
#include "formats/cases/cases.h"
#include "game/start.h"

#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(struct ares_board) >= sizeof(uint64_t) + sizeof(struct board),
               "a board has room in its value");
API_SAME(ARES_POWERS_MAX, POWERS_MAX);
API_SAME(ARES_PLACES_MAX, LOCS_MAX);
API_SAME(ARES_EXITS_MAX, EXITS_MAX);
API_SAME(ARES_UNITS_MAX, UNITS_MAX);
API_SAME(ARES_RETREATS_MAX, RETREATS_MAX);
API_SAME(ARES_ORDERS_MAX, PHASE_ORDERS_MAX);
API_SAME(ARES_ORDER_TEXT, ORDER_TEXT_SIZE);
API_SAME(ARES_PHASE_TEXT, PHASE_TEXT_SIZE);
API_SAME(ARES_NO_POWER, POWER_NONE);
API_SAME(ARES_NO_PLACE, LOC_NONE);
API_SAME(ARES_NO_TYPE, UNIT_TYPES);
API_SAME(ARES_WINTER_ADJUSTMENTS, WINTER_ADJUSTMENTS);

/* ── phases ── */

char *ares_phase_print(int32_t phase, char text[ARES_PHASE_TEXT])
{
	return phase_print(phase > INT16_MAX || phase < 0 ? -1 : (int16_t)phase, text);
}

int32_t ares_phase_parse(const char *text, size_t length)
{
	int16_t phase;

	return text && phase_parse(text, length, &phase) ? phase : -1;
}

/* ── checking ── */

static int32_t refuse(struct ares_error *error, const char *why)
{
	return api_refuse(error, ARES_ERROR_BOARD, "board: %s", why);
}

static int32_t refuse_unit(const struct map *map, struct unit unit, const char *why,
                           struct ares_error *error)
{
	return api_refuse(error, ARES_ERROR_BOARD, "board: %s %c %s: %s", map->power[unit.power],
	                  unit.type == ARMY ? 'A' : 'F', map->loc[unit.loc].code, why);
}

int32_t api_check_unit(const struct map *map, struct unit unit, struct ares_error *error)
{
	if (unit.power >= map->power_count)
		return api_refuse(error, ARES_ERROR_BOARD, "board: a unit's power is %d, and there are %d",
		                  unit.power, map->power_count);
	if (unit.type >= UNIT_TYPES)
		return api_refuse(error, ARES_ERROR_BOARD, "board: a unit's type is %d", unit.type);
	if (unit.loc >= map->loc_count)
		return api_refuse(error, ARES_ERROR_BOARD, "board: a unit's place is %d, and there are %d",
		                  unit.loc, map->loc_count);
	if (!map_can_stand(map, unit.type, unit.loc))
		return refuse_unit(map, unit, "no such unit can be there", error);
	return ARES_OK;
}

static int32_t check_units(const struct map *map, const struct board *board,
                           struct ares_error *error)
{
	int last = -1;

	for (int u = 0; u < board->unit_count; u++) {
		const int32_t status = api_check_unit(map, board->unit[u], error);
		if (status)
			return status;
		if (map->province[board->unit[u].loc] <= last)
			return refuse_unit(map, board->unit[u], "units are not sorted by province", error);
		last = map->province[board->unit[u].loc];
	}
	return ARES_OK;
}

static int32_t check_retreats(const struct map *map, const struct board *board,
                              struct ares_error *error)
{
	int last = -1;

	for (int i = 0; i < board->retreat_count; i++) {
		const struct retreat *retreat = &board->retreat[i];
		const int32_t status = api_check_unit(map, retreat->unit, error);
		if (status)
			return status;
		if (map->province[retreat->unit.loc] <= last)
			return refuse_unit(map, retreat->unit, "dislodged units are not sorted", error);
		if (retreat->barred >= map->province_count && retreat->barred != LOC_NONE)
			return refuse_unit(map, retreat->unit, "its attacker came from no province", error);
		last = map->province[retreat->unit.loc];
	}
	return ARES_OK;
}

static int32_t check_owners(const struct map *map, const struct board *board,
                            struct ares_error *error)
{
	for (int p = 0; p < PROVINCES_MAX; p++)
		if (board->owner[p] != POWER_NONE &&
		    (board->owner[p] >= map->power_count || p >= map->province_count))
			return api_refuse(error, ARES_ERROR_BOARD, "board: the owner of province %d is %d", p,
			                  board->owner[p]);
	return ARES_OK;
}

/* Unused elements of units and retreats are zero, so that equal boards have equal bytes. */
static bool is_zero(const void *bytes, size_t size)
{
	unsigned char any = 0;

	for (size_t i = 0; i < size; i++)
		any |= ((const unsigned char *)bytes)[i];
	return any == 0;
}

static bool is_clean(const struct map *map, const struct board *board)
{
	struct place_set contested = board->contested;

	for (int p = 0; p < map->province_count; p++)
		place_set_remove(&contested, (unsigned)p);
	return is_zero(board->unit + board->unit_count,
	               (size_t)(UNITS_MAX - board->unit_count) * sizeof *board->unit) &&
	       is_zero(board->retreat + board->retreat_count,
	               (size_t)(RETREATS_MAX - board->retreat_count) * sizeof *board->retreat) &&
	       place_set_is_empty(contested);
}

static int32_t check_board(const struct map *map, const struct board *board,
                           struct ares_error *error)
{
	int32_t status;

	if (board->phase < 0)
		return refuse(error, "its phase is below 0");
	if (board->unit_count + board->retreat_count > UNITS_MAX || board->retreat_count > RETREATS_MAX)
		return refuse(error, "it has too many units");
	if ((board->retreat_count > 0 || !place_set_is_empty(board->contested)) &&
	    (phase_is_movement(board->phase) || phase_is_winter(board->phase)))
		return refuse(error, "units retreat in a phase that is not one of retreats");
	if ((status = check_units(map, board, error)) || (status = check_retreats(map, board, error)) ||
	    (status = check_owners(map, board, error)))
		return status;
	return is_clean(map, board) ? ARES_OK : refuse(error, "bytes that are not used are not zero");
}

int32_t api_take_board(const struct ares_map *map, const struct ares_board *from,
                       struct board *board, struct ares_error *error)
{
	if (!from)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "board is NULL");
	if (from->bits[0] != map->print)
		return api_refuse(error, ARES_ERROR_BOARD, "board: it is not one of map %s", map->name);
	memcpy(board, from->bits + 1, sizeof *board);
	return check_board(&map->map, board, error);
}

/* The padding of a struct board is undefined; in the caller's board it is zero. */
void api_give_board(const struct ares_map *map, const struct board *board, struct ares_board *to)
{
	char *bytes = (char *)(to->bits + 1);

	memset(to, 0, sizeof *to);
	to->bits[0] = map->print;
	memcpy(bytes, board, offsetof(struct board, retreat) + sizeof board->retreat);
	memcpy(bytes + offsetof(struct board, contested), &board->contested, sizeof board->contested);
}

int32_t ares_board_check(const struct ares_map *map, const struct ares_board *board,
                         struct ares_error *error)
{
	struct board taken;

	API_NEED(map);
	const int32_t status = api_take_board(map, board, &taken, error);

	return status ? status : api_accept(error);
}

int32_t ares_board_can_start(const struct ares_map *map, int32_t rules,
                             const struct ares_board *board, struct ares_error *error)
{
	const struct rules *found;
	struct board taken;
	char why[ERROR_SIZE];
	int32_t status;

	API_NEED(map);
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_take_board(map, board, &taken, error)))
		return status;
	if (!start_check(&map->map, found, &taken, why))
		return api_refuse(error, ARES_ERROR_PHASE, "%s", why);
	return api_accept(error);
}

/* ── making ── */

int32_t ares_board_start(const struct ares_map *map, struct ares_board *board,
                         struct ares_error *error)
{
	struct board start;

	API_NEED(map);
	API_NEED(board);
	board_start(&map->map, &start);
	api_give_board(map, &start, board);
	return api_accept(error);
}

static int32_t add_units(const struct map *map, const struct ares_unit *units, int32_t count,
                         bool dislodged, struct board *board, struct ares_error *error)
{
	for (int32_t i = 0; i < count; i++) {
		const struct unit unit = {units[i].power, units[i].type, units[i].place};
		const int32_t status = api_check_unit(map, unit, error);
		if (status)
			return status;
		if (dislodged && !board_add_retreat(map, board, (struct retreat){unit, units[i].barred}))
			return refuse_unit(map, unit, "another unit was dislodged there", error);
		if (!dislodged && !board_add(map, board, unit))
			return refuse_unit(map, unit, "another unit is there", error);
	}
	return ARES_OK;
}

int32_t ares_board_make(const struct ares_map *map, int32_t phase, const struct ares_unit *units,
                        int32_t unit_count, const struct ares_unit *retreats, int32_t retreat_count,
                        const uint8_t *owners, const uint8_t *contested, struct ares_board *board,
                        struct ares_error *error)
{
	struct board made;
	int32_t status;

	API_NEED(map);
	API_NEED(board);
	if (phase < 0 || phase > INT16_MAX)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "phase is %d: it is from 0 to %d", phase,
		                  INT16_MAX);
	if (unit_count < 0 || retreat_count < 0 || retreat_count > RETREATS_MAX ||
	    unit_count > UNITS_MAX - retreat_count)
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "a board has 0 to %d units and 0 to %d retreats", UNITS_MAX,
		                  RETREATS_MAX);
	if ((unit_count > 0 && !units) || (retreat_count > 0 && !retreats))
		return api_refuse(error, ARES_ERROR_ARGUMENT, "units or retreats is NULL");

	board_clear(&made);
	made.phase = (int16_t)phase;
	if (owners)
		memcpy(made.owner, owners, (size_t)map->map.province_count);
	for (int p = 0; contested && p < map->map.province_count; p++)
		if (contested[p])
			place_set_add(&made.contested, (unsigned)p);
	if ((status = add_units(&map->map, units, unit_count, false, &made, error)) ||
	    (status = add_units(&map->map, retreats, retreat_count, true, &made, error)) ||
	    (status = check_board(&map->map, &made, error)))
		return status;
	api_give_board(map, &made, board);
	return api_accept(error);
}

/* ── text ── */

/* Reads a piece of a case with the reader of case files. */
static bool read_piece(struct case_reader *reader, const char *text, size_t length,
                       struct test_case *c)
{
	const char *at = text;

	return cases_read(reader, &at, text + length, c) == CASE_MORE && at == text + length;
}

static int32_t refuse_text(const struct case_reader *reader, struct ares_error *error)
{
	if (reader->error[0] == '\0')
		return api_refuse(error, ARES_ERROR_TEXT, "line %ld: it does not belong to a board",
		                  reader->line - 1);
	return api_refuse(error, ARES_ERROR_TEXT, "line %ld: %s", reader->line - 1, reader->error);
}

int32_t ares_board_parse(const struct ares_map *map, const char *text, size_t length,
                         struct ares_board *board, struct ares_error *error)
{
	struct test_case c;
	int32_t status;

	API_NEED(map);
	API_NEED(text);
	API_NEED(board);
	struct case_reader reader = {.map = &map->map};

	if (!read_piece(&reader, "case board\n", 11, &c) || !read_piece(&reader, text, length, &c))
		return refuse_text(&reader, error);
	if (reader.strays > 0)
		return api_refuse(error, ARES_ERROR_TEXT, "line %ld: %s does not belong to a board",
		                  reader.stray_line - 1, reader.stray);
	if (c.phase_count != 1 || c.phases[0].order_count > 0)
		return api_refuse(error, ARES_ERROR_TEXT, "a board has one line `phase` and no orders");
	if ((status = check_board(&map->map, &c.phases[0].before, error)))
		return status;
	api_give_board(map, &c.phases[0].before, board);
	return api_accept(error);
}

int32_t ares_board_print(const struct ares_map *map, const struct ares_board *board, char *text,
                         size_t size, size_t *length, struct ares_error *error)
{
	struct text out = {text, size, 0};
	struct board taken;
	int32_t status;

	API_NEED(map);
	if (!api_may_write(text, size, error, &status) ||
	    (status = api_take_board(map, board, &taken, error)))
		return status;
	case_write_board(&out, &map->map, &taken);
	return api_finish_text(out.used, text, size, length, error);
}

/* ── parts ── */

int32_t ares_board_phase(const struct ares_map *map, const struct ares_board *board)
{
	struct board taken;
	const int32_t status = api_take_board(map, board, &taken, NULL);

	return status ? status : taken.phase;
}

int32_t ares_board_units(const struct ares_map *map, const struct ares_board *board,
                         struct ares_unit units[ARES_UNITS_MAX])
{
	struct board taken;
	const int32_t status = api_take_board(map, board, &taken, NULL);

	if (status)
		return status;
	for (int u = 0; u < taken.unit_count; u++)
		units[u] =
			(struct ares_unit){taken.unit[u].power, taken.unit[u].type, taken.unit[u].loc, 0};
	return taken.unit_count;
}

int32_t ares_board_retreats(const struct ares_map *map, const struct ares_board *board,
                            struct ares_unit retreats[ARES_RETREATS_MAX])
{
	struct board taken;
	const int32_t status = api_take_board(map, board, &taken, NULL);

	if (status)
		return status;
	for (int i = 0; i < taken.retreat_count; i++) {
		const struct retreat *retreat = &taken.retreat[i];
		retreats[i] = (struct ares_unit){retreat->unit.power, retreat->unit.type, retreat->unit.loc,
		                                 retreat->barred};
	}
	return taken.retreat_count;
}

int32_t ares_board_owners(const struct ares_map *map, const struct ares_board *board,
                          uint8_t *owners)
{
	struct board taken;
	const int32_t status = api_take_board(map, board, &taken, NULL);

	if (status)
		return status;
	memcpy(owners, taken.owner, (size_t)map->map.province_count);
	return map->map.province_count;
}

int32_t ares_board_contested(const struct ares_map *map, const struct ares_board *board,
                             uint8_t *contested)
{
	struct board taken;
	const int32_t status = api_take_board(map, board, &taken, NULL);

	if (status)
		return status;
	for (int p = 0; p < map->map.province_count; p++)
		contested[p] = place_set_has(&taken.contested, (unsigned)p);
	return map->map.province_count;
}

int32_t ares_board_retreat_places(const struct ares_map *map, const struct ares_board *board,
                                  int32_t i, uint8_t places[ARES_EXITS_MAX])
{
	struct board taken;
	const int32_t status = api_take_board(map, board, &taken, NULL);

	if (status)
		return status;
	if (i < 0 || i >= taken.retreat_count)
		return ARES_ERROR_ARGUMENT;
	return retreat_options(&map->map, &taken, i, places);
}

int32_t ares_board_count(const struct ares_map *map, const struct ares_board *board,
                         int32_t *centres, int32_t *units, int32_t *builds,
                         struct ares_error *error)
{
	int owned[POWERS_MAX], standing[POWERS_MAX];
	struct board taken;
	int32_t status;

	API_NEED(map);
	if ((status = api_take_board(map, board, &taken, error)))
		return status;
	board_count_centres(&map->map, &taken, owned);
	board_count_units(&taken, standing);
	for (int p = 0; p < map->map.power_count; p++) {
		if (centres)
			centres[p] = owned[p];
		if (units)
			units[p] = standing[p];
		if (builds)
			builds[p] = build_allowance(&map->map, &taken, (uint8_t)p);
	}
	return api_accept(error);
}

int32_t ares_board_verdict(const struct ares_map *map, const struct ares_board *board,
                           int32_t years, int32_t *winner, int32_t *survivors,
                           struct ares_error *error)
{
	struct board taken;
	int32_t status;

	API_NEED(map);
	if ((status = api_take_board(map, board, &taken, error)))
		return status;
	api_accept(error);
	return api_give_verdict(game_judge(&map->map, &taken, api_count_rounds(years)), winner,
	                        survivors);
}

int api_count_rounds(int32_t years)
{
	const int most = 2 * INT16_MAX;

	return years > 0 && years < most / 2 ? 2 * years : most;
}

int32_t api_give_verdict(struct game_verdict verdict, int32_t *winner, int32_t *survivors)
{
	if (winner)
		*winner = verdict.winner;
	if (survivors)
		*survivors = verdict.survivors;
	return (int32_t)verdict.ending;
}
