/* retreat: see retreat.h. A province is open or closed to a retreat as a whole. Coasts matter only
 * for the borders of the fleet itself (DATC 6.H.15, 6.H.16). */
#include "retreat.h"

#include <assert.h>

void retreat_begin(const struct judgement *judgement, struct board *next)
{
	const struct verified *v = &judgement->verified;
	const bool open = judgement->variant.law->origin == ORIGIN_OPEN;

	board_clear_retreats(next);
	next->contested = judge_find_contested(judgement);
	for (unit_set rest = judgement->resolution.dislodged; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest), attacker = judge_find_dislodger(judgement, u);
		const bool convoyed = !unit_set_has(v->adjacent, attacker);
		const uint8_t barred = convoyed && open ? LOC_NONE : v->home[attacker];
		bool added = board_add_retreat(judgement->variant.map, next,
		                               (struct retreat){judgement->board->unit[u], barred});
		assert(added);
		(void)added;
	}
}

/* ── from submissions to one order a dislodged unit ── */

static enum verdict verify_submission(struct variant variant, const struct board *board,
                                      const struct submission *submission, int *retreat,
                                      enum naming *naming)
{
	const struct map *map = variant.map;

	if (submission->order.kind != ORDER_RETREAT && submission->order.kind != ORDER_DISBAND)
		return VERDICT_BAD_KIND;
	if (submission->order.from >= map->loc_count)
		return VERDICT_NO_UNIT;
	*retreat = board_find_retreat(map, board, map->loc[submission->order.from].province);
	if (*retreat < 0)
		return VERDICT_NO_UNIT;
	const struct unit unit = board->retreat[*retreat].unit;
	*naming = submission_compare_type(variant.law, submission->order.type, unit.type);
	if (*naming == NAMING_REFUSED ||
	    (unit.loc != submission->order.from && variant.law->coast_unit == COAST_UNIT_FAILS))
		return VERDICT_NO_UNIT;
	return unit.power == submission->power ? VERDICT_LEGAL : VERDICT_NOT_OWN;
}

/* The order with the unit's own type and place, and with a missing coast if it can be inferred. */
static struct order complete_retreat(struct variant variant, struct unit unit, struct order order)
{
	order.type = unit.type;
	order.from = unit.loc;
	if (order.kind == ORDER_RETREAT && order.to < variant.map->loc_count) {
		uint8_t to = submission_find_loc(variant, unit.type, unit.loc, order.to);
		order.to = to == LOC_NONE ? order.to : to;
	}
	return order;
}

void retreat_verify(struct variant variant, const struct board *board,
                    const struct submission submissions[], int count,
                    struct order orders[RETREATS_MAX], enum verdict verdicts[])
{
	const struct map *map = variant.map;
	struct choice choices[RETREATS_MAX];

	for (int i = 0; i < board->retreat_count; i++)
		choices[i] = (struct choice){.submission = -1};
	for (int n = 0; n < count; n++) {
		enum naming naming;
		int i;
		verdicts[n] = verify_submission(variant, board, &submissions[n], &i, &naming);
		if (verdicts[n] == VERDICT_LEGAL)
			submission_choose(
				variant.law, &choices[i], n, naming,
				complete_retreat(variant, board->retreat[i].unit, submissions[n].order), verdicts);
	}
	for (int n = 0; n < count; n++)
		if (verdicts[n] == VERDICT_LEGAL &&
		    choices[board_find_retreat(map, board, map->loc[submissions[n].order.from].province)]
		        .contradicted)
			verdicts[n] = VERDICT_DOUBLE;
	for (int i = 0; i < board->retreat_count; i++)
		orders[i] = submission_counts(&choices[i])
		                ? choices[i].order
		                : order_disband(board->retreat[i].unit.type, board->retreat[i].unit.loc);
}

/* ── where to ── */

static bool is_open(const struct map *map, const struct board *board, int i, uint8_t loc)
{
	uint8_t province = map->loc[loc].province;

	return province != board->retreat[i].barred && !place_set_has(&board->contested, province) &&
	       board_find(map, board, province) < 0;
}

struct place_set retreat_places(const struct map *map, const struct board *board, int i)
{
	const struct unit unit = board->retreat[i].unit;
	struct place_set places = map->loc[unit.loc].exit_set[unit.type];

	for (struct place_set rest = places; !place_set_is_empty(rest);) {
		const uint8_t loc = place_set_pop(&rest);
		if (!is_open(map, board, i, loc))
			place_set_remove(&places, loc);
	}
	return places;
}

bool retreat_is_idle(const struct map *map, const struct board *board)
{
	if (phase_is_movement(board->phase) || phase_is_winter(board->phase))
		return false;
	for (int i = 0; i < board->retreat_count; i++)
		if (retreat_is_possible(map, board, i))
			return false;
	return true;
}

int retreat_options(const struct map *map, const struct board *board, int i,
                    uint8_t options[EXITS_MAX])
{
	int count = 0;

	for (struct place_set rest = retreat_places(map, board, i); !place_set_is_empty(rest);)
		options[count++] = place_set_pop(&rest);
	return count;
}

/* Whether an order takes dislodged unit i somewhere. */
static bool is_retreat(const struct map *map, const struct board *board, int i, struct order order)
{
	const struct unit unit = board->retreat[i].unit;

	return order.kind == ORDER_RETREAT && order.to < map->loc_count &&
	       map_adjacent(map, unit.type, unit.loc, order.to) && is_open(map, board, i, order.to);
}

bool retreat_allows(const struct map *map, const struct board *board, int i, struct order order)
{
	const struct unit unit = board->retreat[i].unit;

	if (order.kind == ORDER_DISBAND)
		return order_equal(order, order_disband(unit.type, unit.loc));
	return order_equal(order, order_retreat(unit.type, unit.loc, order.to)) &&
	       is_retreat(map, board, i, order);
}

void retreat_resolve(const struct map *map, const struct board *board, const struct order orders[],
                     enum result results[RETREATS_MAX], struct board *next)
{
	const struct board before = *board;
	struct place_set wanted = {{0, 0}}, disputed = {{0, 0}};

	for (int i = 0; i < before.retreat_count; i++) {
		if (!is_retreat(map, &before, i, orders[i]))
			continue;
		uint8_t province = map->loc[orders[i].to].province;
		place_set_add(place_set_has(&wanted, province) ? &disputed : &wanted, province);
	}
	*next = before;
	board_clear_retreats(next);
	for (int i = 0; i < before.retreat_count; i++) {
		if (!is_retreat(map, &before, i, orders[i])) {
			results[i] = orders[i].kind == ORDER_DISBAND ? RESULT_SUCCEEDS : RESULT_ILLEGAL;
			continue;
		}
		results[i] = place_set_has(&disputed, map->loc[orders[i].to].province) ? RESULT_BOUNCED
		                                                                       : RESULT_SUCCEEDS;
		if (results[i] == RESULT_BOUNCED)
			continue;
		struct unit unit = before.retreat[i].unit;
		unit.loc = orders[i].to;
		bool added = board_add(map, next, unit);
		assert(added);
		(void)added;
	}
}

/* ── at random ── */

void retreat_randomly(const struct map *map, const struct board *board, uint8_t power,
                      struct rng *rng, struct order orders[RETREATS_MAX])
{
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		uint8_t options[EXITS_MAX];
		if (unit.power != power)
			continue;
		int count = retreat_options(map, board, i, options);
		orders[i] = count == 0 ? order_disband(unit.type, unit.loc)
		                       : order_retreat(unit.type, unit.loc, options[rng_below(rng, count)]);
	}
}
