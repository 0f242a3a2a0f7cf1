/* match: see match.h. */
#include "match.h"

#include "disorder.h"
#include "turn.h"

#include <assert.h>
#include <string.h>

enum { SCRATCH_ALIGN = 64 };

static uint64_t now(const struct match *match)
{
	return match->clock ? match->clock() : 0;
}

static size_t seat_scratch_size(const struct seat *seat)
{
	size_t size =
		seat->player && seat->player->scratch_size ? seat->player->scratch_size(seat->settings) : 0;

	return (size + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
}

size_t match_scratch_size(const struct match *match)
{
	size_t size = 0;

	for (int p = 0; p < match->map->power_count; p++)
		size += seat_scratch_size(&match->seats[p]);
	return size;
}

static struct game match_game(const struct match *match)
{
	return (struct game){match->map, match->rules, match->seed, match->block};
}

struct game_verdict match_verdict(const struct match *match)
{
	struct game_verdict verdict = game_judge(match->map, &match->board, match->round_limit);

	if (verdict.ending == GAME_RUNNING && match->draw_after > 0 &&
	    tenure_years(&match->tenure, &match->board) >= match->draw_after)
		verdict.ending = GAME_DRAW;
	return verdict;
}

void match_start(struct match *match, const struct board *first)
{
	match->board = *first;
	tenure_open(first, &match->tenure);
}

void match_observe(struct match *match, const struct board *board)
{
	if (match->draw_after > 0)
		tenure_observe(match->map, board, &match->tenure);
}

static bool is_external(const struct match *match, int power)
{
	return !match->seats[power].player;
}

static power_set find_external(const struct match *match)
{
	power_set external = 0;

	for (int p = 0; p < match->map->power_count; p++)
		if (is_external(match, p))
			power_set_add(&external, p);
	return external;
}

power_set match_find_asked(const struct match *match)
{
	power_set asked = 0;

	for (int p = 0; p < match->map->power_count; p++)
		if (is_external(match, p) && turn_count_due(match->map, &match->board, p) > 0)
			power_set_add(&asked, p);
	return asked;
}

/* The call of a power's player in a phase. */
static struct player_call make_call(const struct match *match, const struct board *board, int power,
                                    void *scratch)
{
	return (struct player_call){
		.map = match->map,
		.rules = match->rules,
		.judge = match->judge,
		.board = board,
		.settings = match->seats[power].settings,
		.seed = match->seed,
		.block = match->block,
		.power = power,
		.entrant = match->seats[power].entrant,
		.clock = match->clock,
		.scratch = scratch,
	};
}

/* ── movement phases ── */

static void seat_order(const struct match *match, int power, void *scratch,
                       struct phase_record *record)
{
	const struct player_call call = make_call(match, &record->board, power, scratch);
	uint64_t start = now(match);

	match->seats[power].player->order(&call, record->orders.order, &record->effort[power]);
	record->think_ns[power] = now(match) - start;
}

/* Every power with units orders; each writes its own units' orders and its own figures. */
static void all_order(const struct match *match, struct phase_record *record)
{
	void *scratch[POWERS_MAX];
	int units[POWERS_MAX];
	size_t used = 0;

	for (int p = 0; p < match->map->power_count; p++) {
		const size_t size = seat_scratch_size(&match->seats[p]);
		scratch[p] = size > 0 ? (char *)match->scratch + used : NULL;
		used += size;
	}
	assert(used <= match->scratch_size);
	board_count_units(&record->board, units);
#pragma omp parallel num_threads(match->threads) if (match->threads > 1)
#pragma omp single
	for (int p = 0; p < match->map->power_count; p++)
		if (units[p] > 0 && !is_external(match, p)) {
#pragma omp task default(none) firstprivate(p) shared(match, scratch, record)
			seat_order(match, p, scratch[p], record);
		}
}

static void resolve_moves(struct match *match, struct phase_record *record)
{
	const struct game game = match_game(match);
	struct judgement judgement;
	uint64_t start = now(match);

	assert(!match->judge->partial);
	judge_resolve(match->judge, match_variant(match), &record->board, record->orders.order,
	              &judgement);
	record->resolve_ns = now(match) - start;
	record->stage = judgement.resolution.stage;
	record->dislodged = judgement.resolution.dislodged;
	judge_explain(&judgement, record->results);
	game_after_moves(&game, &judgement, &match->board);
}

static void play_moves(struct match *match, struct phase_record *record)
{
	const power_set external = find_external(match);

	record->orders.count = record->board.unit_count;
	for (int u = 0; u < record->board.unit_count; u++)
		record->orders.power[u] = record->board.unit[u].power;
	all_order(match, record);
	if (external)
		given_take_moves(match_variant(match), &record->board, external, match->given,
		                 record->orders.order);
	resolve_moves(match, record);
}

/* ── retreats ── */

static void seat_retreat(const struct match *match, int power, struct phase_record *record)
{
	const struct player_call call = make_call(match, &record->board, power, match->scratch);
	uint64_t start = now(match);

	if (match->seats[power].player->retreat) {
		match->seats[power].player->retreat(&call, record->orders.order);
	} else {
		struct rng rng = player_chance(&call, RNG_RETREATS);
		retreat_randomly(match->map, &record->board, power, &rng, record->orders.order);
	}
	record->think_ns[power] = now(match) - start;
}

static void resolve_retreats(struct match *match, struct phase_record *record)
{
	const struct game game = match_game(match);

	game_after_retreats(&game, &record->board, record->orders.order, record->results,
	                    &match->board);
}

static void play_retreats(struct match *match, struct phase_record *record)
{
	const struct board *board = &record->board;
	const power_set external = find_external(match);
	power_set powers = 0;

	record->orders.count = board->retreat_count;
	for (int i = 0; i < board->retreat_count; i++) {
		record->orders.power[i] = board->retreat[i].unit.power;
		power_set_add(&powers, board->retreat[i].unit.power);
	}
	for (int p = 0; p < match->map->power_count; p++)
		if (power_set_has(powers & ~external, p))
			seat_retreat(match, p, record);
	if (external)
		given_take_retreats(match_variant(match), board, external, match->given,
		                    record->orders.order);
	resolve_retreats(match, record);
}

/* ── adjustments ── */

static void add_orders(struct phase_orders *orders, const struct submission submissions[],
                       int count)
{
	assert(orders->count + count <= PHASE_ORDERS_MAX);
	for (int i = 0; i < count; i++) {
		orders->power[orders->count] = submissions[i].power;
		orders->order[orders->count++] = submissions[i].order;
	}
}

static int seat_adjust(const struct match *match, int power, struct phase_record *record,
                       struct submission adjustments[])
{
	const struct player_call call = make_call(match, &record->board, power, match->scratch);
	uint64_t start = now(match);
	int count;

	if (match->seats[power].player->adjust) {
		count = match->seats[power].player->adjust(&call, adjustments);
	} else {
		struct rng rng = player_chance(&call, RNG_ADJUSTMENTS);
		count = build_orders_randomly(match->map, &record->board, power, &rng, adjustments);
	}
	record->think_ns[power] = now(match) - start;
	return count;
}

/* Returns how many units civil disorder removes. */
static int resolve_adjustments(struct match *match, struct phase_record *record,
                               struct submission removals[ADJUSTMENTS_MAX])
{
	const struct board *board = &record->board;
	struct submission adjustments[PHASE_ORDERS_MAX];

	for (int i = 0; i < record->orders.count; i++)
		adjustments[i] = (struct submission){record->orders.power[i], record->orders.order[i]};
	build_resolve(match_variant(match), board, adjustments, record->orders.count, record->results,
	              &match->board);
	const int removed = disorder_remove(match_variant(match), board, removals, &match->board);
	game_after_winter(&match->board);
	return removed;
}

static void play_adjustments(struct match *match, struct phase_record *record)
{
	struct submission adjustments[ADJUSTMENTS_MAX];

	for (int p = 0; p < match->map->power_count; p++)
		if (build_allowance(match->map, &record->board, p) != 0)
			add_orders(&record->orders, adjustments,
			           is_external(match, p)
			               ? given_take_adjustments(match_variant(match), &record->board, p,
			                                        match->given, adjustments)
			               : seat_adjust(match, p, record, adjustments));
	int removed = resolve_adjustments(match, record, adjustments);
	for (int i = 0; i < removed; i++)
		record->results[record->orders.count + i] = RESULT_SUCCEEDS;
	add_orders(&record->orders, adjustments, removed);
}

/* ── phases ── */

void match_play(struct match *match, struct phase_record *record)
{
	static void (*const plays[PHASES_A_YEAR])(struct match *, struct phase_record *) = {
		[SPRING_MOVES] = play_moves,
		[SPRING_RETREATS] = play_retreats,
		[FALL_MOVES] = play_moves,
		[FALL_RETREATS] = play_retreats,
		[WINTER_ADJUSTMENTS] = play_adjustments,
	};

	assert(match->given || !match_find_asked(match));
	memset(record, 0, sizeof *record);
	record->board = match->board;
	plays[phase_kind(record->board.phase)](match, record);
	match_observe(match, &match->board);
}

/* Whether an order is one of a movement phase, for this unit, and names only places of the map. */
static bool is_order_of(const struct map *map, struct unit unit, struct order order)
{
	const bool needs_to =
		order.kind == ORDER_MOVE || order.kind == ORDER_SUPPORT_MOVE || order.kind == ORDER_CONVOY;
	const bool needs_aux = order.kind == ORDER_SUPPORT_HOLD || order.kind == ORDER_SUPPORT_MOVE ||
	                       order.kind == ORDER_CONVOY;

	return order.kind <= ORDER_CONVOY && order.type == unit.type && order.from == unit.loc &&
	       (!needs_to || order.to < map->loc_count) && (!needs_aux || order.aux < map->loc_count);
}

static bool replay_moves(struct match *match, struct phase_record *record)
{
	const struct board *board = &record->board;

	if (record->orders.count != board->unit_count)
		return false;
	for (int u = 0; u < board->unit_count; u++) {
		if (!is_order_of(match->map, board->unit[u], record->orders.order[u]))
			return false;
		record->orders.power[u] = board->unit[u].power;
	}
	resolve_moves(match, record);
	return true;
}

static bool replay_retreats(struct match *match, struct phase_record *record)
{
	const struct board *board = &record->board;

	if (record->orders.count != board->retreat_count)
		return false;
	for (int i = 0; i < board->retreat_count; i++) {
		const struct order order = record->orders.order[i];
		if (order.from != board->retreat[i].unit.loc || order.type != board->retreat[i].unit.type)
			return false;
		record->orders.power[i] = board->retreat[i].unit.power;
	}
	resolve_retreats(match, record);
	return true;
}

/* What civil disorder removed is among the orders; nothing is left for it now. */
static bool replay_adjustments(struct match *match, struct phase_record *record)
{
	struct submission removals[ADJUSTMENTS_MAX];

	if (resolve_adjustments(match, record, removals) == 0)
		return true;
	match->board = record->board;
	return false;
}

bool match_replay(struct match *match, const struct phase_orders *orders,
                  struct phase_record *record)
{
	static bool (*const replays[PHASES_A_YEAR])(struct match *, struct phase_record *) = {
		[SPRING_MOVES] = replay_moves,
		[SPRING_RETREATS] = replay_retreats,
		[FALL_MOVES] = replay_moves,
		[FALL_RETREATS] = replay_retreats,
		[WINTER_ADJUSTMENTS] = replay_adjustments,
	};

	memset(record, 0, sizeof *record);
	record->board = match->board;
	record->orders.count = orders->count;
	memcpy(record->orders.order, orders->order, (size_t)orders->count * sizeof *orders->order);
	memcpy(record->orders.power, orders->power, (size_t)orders->count * sizeof *orders->power);
	if (!replays[phase_kind(record->board.phase)](match, record))
		return false;
	match_observe(match, &match->board);
	return true;
}

bool match_resume(struct match *match, const struct board *board, const struct phase_orders *orders)
{
	const struct board before = match->board;
	struct phase_record record;

	match->board = *board;
	if (match_replay(match, orders, &record))
		return true;
	match->board = before;
	return false;
}
