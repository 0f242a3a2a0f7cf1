/* match: see match.h. */
#include "match.h"

#include "game/disorder.h"
#include "game/resolve.h"
#include "game/turn.h"

#include <assert.h>
#include <string.h>

static uint64_t now(const struct match *match)
{
	return match->clock ? match->clock() : 0;
}

/* The seat that thinks for a power: its own, or the substitute of an external player, even while
 * that player is present: the substitute observes all phases, so that it can give orders at any
 * time. */
static const struct seat *find_thinker(const struct match *match, int power)
{
	const struct seat *seat = &match->seats[power];

	return seat->player || seat->bot[0] ? seat : &match->substitute;
}

/* The bytes of all seats before the power's. */
static size_t sum(const struct match *match, int powers, size_t (*find)(const struct seat *))
{
	size_t size = 0;

	for (int p = 0; p < powers; p++)
		size += find(find_thinker(match, p));
	return size;
}

size_t match_room_size(const struct match *match)
{
	const int powers = match->map->power_count;

	return sum(match, powers, player_scratch_size) + sum(match, powers, player_memory_size);
}

void match_furnish(struct match *match, void *room)
{
	const int powers = match->map->power_count;
	const size_t memory = sum(match, powers, player_memory_size);

	match->scratch = room;
	match->memory = memory > 0 ? (char *)room + sum(match, powers, player_scratch_size) : NULL;
	if (memory > 0)
		memset(match->memory, 0, memory);
}

static bool is_furnished(const struct match *match)
{
	const int powers = match->map->power_count;

	return (match->scratch || sum(match, powers, player_scratch_size) == 0) &&
	       (match->memory || sum(match, powers, player_memory_size) == 0);
}

/* The place of a power in the bytes of all seats; NULL: it needs none, or `bytes` is NULL. */
static void *find(const struct match *match, void *bytes, int power,
                  size_t (*size)(const struct seat *))
{
	if (!bytes || size(find_thinker(match, power)) == 0)
		return NULL;
	return (char *)bytes + sum(match, power, size);
}

bool match_remembers(const struct match *match)
{
	return match->draw_after > 0 || sum(match, match->map->power_count, player_memory_size) > 0;
}

/* The constants of the game; for a branch, those of the game that the present phase belongs to. */
static struct game match_game(const struct match *match)
{
	for (int i = 0; i < match->past_count; i++) {
		const struct past *past = &match->pasts[i];
		if (match->board.phase < past->before)
			return (struct game){match->map, match->rules, past->seed, past->block};
	}
	return (struct game){match->map, match->rules, match->seed, match->block};
}

void match_start(struct match *match, const struct board *first)
{
	match->board = *first;
	tenure_open(first, &match->tenure);
}

static bool is_external(const struct match *match, int power)
{
	return !match->seats[power].player && !power_set_has(match->away, power);
}

static power_set find_external(const struct match *match)
{
	power_set external = 0;

	for (int p = 0; p < match->map->power_count; p++)
		if (is_external(match, p))
			power_set_add(&external, p);
	return external;
}

/* The powers of bots, or of external players, that have something to decide. */
static power_set find_asked(const struct match *match, bool bots)
{
	power_set asked = 0;

	for (int p = 0; p < match->map->power_count; p++)
		if (is_external(match, p) && (match->seats[p].bot[0] != '\0') == bots &&
		    turn_count_due(match->map, &match->board, p) > 0)
			power_set_add(&asked, p);
	return asked;
}

power_set match_find_asked(const struct match *match)
{
	return find_asked(match, false);
}

power_set match_find_bots(const struct match *match)
{
	return find_asked(match, true);
}

bool match_has_bots(const struct match *match)
{
	for (int p = 0; p < match->map->power_count; p++)
		if (match->seats[p].bot[0])
			return true;
	return false;
}

/* The call of a power's player in a phase. */
static struct player_call make_call(const struct match *match, const struct board *board, int power)
{
	return (struct player_call){
		.map = match->map,
		.rules = match->rules,
		.judge = match->judge,
		.board = board,
		.settings = find_thinker(match, power)->settings,
		.seed = match->seed,
		.block = match->block,
		.power = power,
		.entrant = match->seats[power].entrant,
		.clock = match->clock,
		.scratch = find(match, match->scratch, power, player_scratch_size),
		.memory = find(match, match->memory, power, player_memory_size),
		.knowledge = match->knowledge,
	};
}

/* ── how it stands ── */

/* In phases that a branch took over, votes were already counted. */
bool match_player_votes(const struct match *match, int power)
{
	const struct player *player = match->seats[power].player;
	const struct player_call call = make_call(match, &match->board, power);
	const bool asked = match->memory && phase_is_movement(match->board.phase) &&
	                   match->board.phase >= match->branched_in;

	return asked && player && player->vote && player->vote(&call);
}

/* Ends the game as the powers agreed: as a draw, or as a win of one of them. */
static void take_agreement(power_set shared, struct game_verdict *verdict)
{
	const bool one = shared != 0 && (shared & (shared - 1)) == 0;

	verdict->agreed = true;
	verdict->ending = one ? GAME_SOLO : GAME_DRAW;
	if (one)
		verdict->winner = (uint8_t)__builtin_ctz(shared);
	else
		verdict->shared = shared;
}

/* The same, if the votes for match->board are for one end. */
static void count_votes(const struct match *match, struct game_verdict *verdict)
{
	static const struct votes none;
	struct votes votes = match->votes ? *match->votes : none;
	power_set shared;

	if (!votes_are_taken(match->board.phase) || (!match->votes && !match->memory))
		return;
	const power_set survivors = votes_find_survivors(match->map, &match->board);
	for (int p = 0; p < match->map->power_count; p++)
		if (power_set_has(survivors, p) && match_player_votes(match, p))
			votes_add(&votes, survivors, (uint8_t)p, 0);
	if (votes_agree(&votes, survivors, &shared))
		take_agreement(shared, verdict);
}

struct game_verdict match_verdict(const struct match *match)
{
	struct game_verdict verdict = game_judge(match->map, &match->board, match->round_limit);

	if (verdict.ending == GAME_RUNNING && match->draw_after > 0 &&
	    tenure_years(&match->tenure, &match->board) >= match->draw_after)
		verdict.ending = GAME_DRAW;
	if (verdict.ending == GAME_RUNNING && match->agreed && match->board.phase >= match->agreed_in)
		take_agreement(match->shared, &verdict);
	if (verdict.ending == GAME_RUNNING)
		count_votes(match, &verdict);
	return verdict;
}

/* Adds a phase that was played; match->board is the position after it. */
static void observe(struct match *match, const struct phase_record *record)
{
	if (match->draw_after > 0)
		tenure_observe(match->map, &match->board, &match->tenure);
	for (int p = 0; match->memory && p < match->map->power_count; p++) {
		void *memory = find(match, match->memory, p, player_memory_size);
		struct player_call call = make_call(match, &record->board, p);
		call.memory = NULL;
		call.knowledge = NULL;
		if (memory)
			find_thinker(match, p)->player->observe(&call, record, memory);
	}
}

/* ── orders that a branch is given ── */

/* The next of them for a board, from *i on. Skips what is not an order of the map. */
static bool next_told(const struct match *match, const struct board *board, int *i,
                      struct submission *told)
{
	while (board->phase == match->branched_in && *i < match->told_count) {
		const int n = (*i)++;
		told->power = (uint8_t)match->told_power[n];
		if (order_unpack_unit(match->map, match->told_order[n], &told->order))
			return true;
	}
	return false;
}

/* Replaces orders of moves or retreats. */
static void take_told(const struct match *match, struct phase_record *record)
{
	const struct board *board = &record->board;
	const bool moves = phase_is_movement(board->phase);
	struct submission told;

	for (int i = 0; next_told(match, board, &i, &told);)
		for (int u = 0; u < record->orders.count; u++) {
			const struct unit unit = moves ? board->unit[u] : board->retreat[u].unit;
			if (unit.power == told.power && unit.loc == told.order.from)
				record->orders.order[u] = told.order;
		}
}

/* Finds the builds or removals that a power is given, if any. Returns their number. */
static int find_told_adjustments(const struct match *match, const struct board *board, int power,
                                 struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct submission told;
	int count = 0;

	for (int i = 0; count < ADJUSTMENTS_MAX && next_told(match, board, &i, &told);)
		if (told.power == power)
			adjustments[count++] = told;
	return count;
}

/* ── movement phases ── */

/* A player may estimate the time of its forecasts. It is at most the thinking time of all threads.
 */
static void seat_order(const struct match *match, int power, struct phase_record *record,
                       struct phase_cost *cost)
{
	const struct player_call call = make_call(match, &record->board, power);
	struct player_effort *effort = &cost->effort[power];
	uint64_t start = now(match);

	find_thinker(match, power)->player->order(&call, record->orders.order, effort);
	cost->think_ns[power] = now(match) - start;
	const uint64_t most = cost->think_ns[power] * (uint64_t)MAX(match->threads, 1);
	if (effort->forecast_ns > most)
		effort->forecast_ns = most;
}

/* Every power with units gives orders; each writes the orders of its own units and its own figures.
 */
static void all_order(const struct match *match, struct phase_record *record,
                      struct phase_cost *cost)
{
	int units[POWERS_MAX];

	board_count_units(&record->board, units);
#pragma omp parallel num_threads(match->threads) if (match->threads > 1)
#pragma omp single
	for (int p = 0; p < match->map->power_count; p++)
		if (units[p] > 0 && !is_external(match, p)) {
#pragma omp task default(none) firstprivate(p) shared(match, record, cost)
			seat_order(match, p, record, cost);
		}
}

static void judge_moves(struct match *match, struct phase_record *record, uint64_t *taken_ns)
{
	const struct game game = match_game(match);
	struct judgement judgement;
	const uint64_t start = now(match);

	judge_resolve(match->judge, match_variant(match), &record->board, record->orders.order,
	              &judgement);
	*taken_ns = now(match) - start;
	resolve_moves(&game, &judgement, record, &match->board);
}

static void play_moves(struct match *match, struct phase_record *record, struct phase_cost *cost)
{
	const power_set external = find_external(match);

	record->orders.count = record->board.unit_count;
	for (int u = 0; u < record->board.unit_count; u++)
		record->orders.power[u] = record->board.unit[u].power;
	all_order(match, record, cost);
	if (external)
		given_take_moves(match_variant(match), &record->board, external, match->given,
		                 record->orders.order);
	take_told(match, record);
	judge_moves(match, record, &cost->resolve_ns);
}

/* ── retreats ── */

static void seat_retreat(const struct match *match, int power, struct phase_record *record,
                         struct phase_cost *cost)
{
	const struct player_call call = make_call(match, &record->board, power);
	const uint64_t start = now(match);

	player_retreat(find_thinker(match, power)->player, &call, record->orders.order);
	cost->think_ns[power] = now(match) - start;
}

static void play_retreats(struct match *match, struct phase_record *record, struct phase_cost *cost)
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
			seat_retreat(match, p, record, cost);
	if (external)
		given_take_retreats(match_variant(match), board, external, match->given,
		                    record->orders.order);
	take_told(match, record);
	const struct game game = match_game(match);
	resolve_retreats(&game, record, &match->board);
}

/* ── adjustments ── */

static int seat_adjust(const struct match *match, int power, const struct board *board,
                       struct submission adjustments[], struct phase_cost *cost)
{
	const struct player_call call = make_call(match, board, power);
	const uint64_t start = now(match);
	const int count = player_adjust(find_thinker(match, power)->player, &call, adjustments);

	cost->think_ns[power] = now(match) - start;
	return count;
}

static void play_adjustments(struct match *match, struct phase_record *record,
                             struct phase_cost *cost)
{
	struct submission adjustments[ADJUSTMENTS_MAX], instead[ADJUSTMENTS_MAX];

	for (int p = 0; p < match->map->power_count; p++) {
		if (build_allowance(match->map, &record->board, p) == 0)
			continue;
		const int count = is_external(match, p)
		                      ? given_take_adjustments(match_variant(match), &record->board, p,
		                                               match->given, adjustments)
		                      : seat_adjust(match, p, &record->board, adjustments, cost);
		const int told = find_told_adjustments(match, &record->board, p, instead);
		for (int i = 0; i < (told > 0 ? told : count); i++)
			record_add(record, told > 0 ? instead[i] : adjustments[i], RESULT_SUCCEEDS);
	}
	const struct game game = match_game(match);
	resolve_adjustments(&game, record, &match->board);
}

/* ── phases ── */

void match_probe(struct match *match, struct phase_record *record, struct phase_cost *cost)
{
	assert(match->given || !(match_find_asked(match) | match_find_bots(match)));
	assert(is_furnished(match));
	memset(record, 0, sizeof *record);
	memset(cost, 0, sizeof *cost);
	record->board = match->board;
	if (phase_is_movement(record->board.phase))
		play_moves(match, record, cost);
	else if (!phase_is_winter(record->board.phase))
		play_retreats(match, record, cost);
	else
		play_adjustments(match, record, cost);
}

void match_play(struct match *match, struct phase_record *record, struct phase_cost *cost)
{
	match_probe(match, record, cost);
	observe(match, record);
}

bool match_replay(struct match *match, const struct phase_orders *orders,
                  struct phase_record *record)
{
	const struct game game = match_game(match);
	const struct board board = match->board;

	if (!resolve_replay(&game, match->judge, &board, orders, record, &match->board)) {
		match->board = board;
		return false;
	}
	observe(match, record);
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
