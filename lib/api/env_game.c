/* env_game: a game of an environment: what its actions come to, and what comes of them. */
#include "env.h"

#include "api_play.h"
#include "game/resolve.h"
#include "game/turn.h"
#include "rules/legal.h"

#include <string.h>

static struct game find_game(const struct ares_env *env, const struct env_game *state)
{
	return (struct game){&env->map->map, env->rules, state->seed, state->block};
}

/* ── actions ── */

/* An action of a game, and the order that it is. */
static int32_t find_action(const struct ares_env *env, int32_t game, int power, int slot)
{
	const int row = env_powers(env) * env->slots;

	return ((const int32_t *)env->arrays[ARES_ACTIONS]
	            .data)[(size_t)game * (size_t)row + (size_t)(power * env->slots + slot)];
}

/* Whether a number is legal for a slot of choices. */
static bool is_legal(const struct ares_env *env, int32_t game, const struct choices_slot *slot,
                     int32_t number)
{
	const struct board *board = &env->games[game].board;

	if (number < 0 || number >= env->map->vocabulary->count ||
	    !(env_mask(env, game)[number / 64] >> number % 64 & 1))
		return false;
	const struct order order = vocabulary_order(env->map->vocabulary, number);

	if (phase_is_movement(board->phase))
		return order.from == board->unit[slot->place].loc;
	if (phase_kind(board->phase) != WINTER_ADJUSTMENTS)
		return order.from == board->retreat[slot->place].unit.loc;
	if (order.kind == ORDER_WAIVE)
		return build_allowance(&env->map->map, board, slot->power) > 0;
	const uint8_t province = env->map->map.province[order.from];
	return order.kind == ORDER_BUILD
	           ? board->owner[province] == slot->power
	           : board->unit[board_find(&env->map->map, board, province)].power == slot->power;
}

/* The slots of a game that the caller fills, one after the other. */
struct walk {
	const struct ares_env *env;
	int32_t game;
	int used[POWERS_MAX]; /* slots of each power so far */
	int at, nth;          /* in choices; how many orders of it so far */
	const struct choices_slot *slot;
	int place; /* the slot's place in the row of its power */
};

static bool walk_next(struct walk *walk)
{
	const struct choices *choices = &walk->env->due[walk->game].choices;

	for (; walk->at < choices->count; walk->at++, walk->nth = 0) {
		walk->slot = &choices->slot[walk->at];
		if (walk->nth == walk->slot->due || env_seat(walk->env, walk->game, walk->slot->power))
			continue;
		walk->nth++;
		walk->place = walk->used[walk->slot->power]++;
		if (walk->place < walk->env->slots)
			return true;
	}
	return false;
}

bool env_check_actions(const struct ares_env *env, int32_t game, int *power, int *slot)
{
	struct walk walk = {.env = env, .game = game};

	while (walk_next(&walk)) {
		const int32_t action = find_action(env, game, walk.slot->power, walk.place);
		if (action == -1 || is_legal(env, game, walk.slot, action))
			continue;
		*power = walk.slot->power;
		*slot = walk.place;
		return false;
	}
	return true;
}

int env_submissions(const struct ares_env *env, int32_t game, struct submission submissions[])
{
	struct walk walk = {.env = env, .game = game};
	int count = 0;

	if (!env->arrays[ARES_ACTIONS].data)
		return 0;
	while (walk_next(&walk)) {
		const int32_t action = find_action(env, game, walk.slot->power, walk.place);
		if (!is_legal(env, game, walk.slot, action))
			continue;
		submissions[count++] =
			(struct submission){walk.slot->power, vocabulary_order(env->map->vocabulary, action)};
	}
	return count;
}

void env_draw_actions(struct ares_env *env, int32_t game, int32_t *row, struct env_desk *desk)
{
	const struct env_game *state = &env->games[game];
	const int32_t *numbers =
		ENV_ROW(env, ARES_LEGAL_NUMBERS, int32_t, game, choices_most(env->map->vocabulary));
	struct walk walk = {.env = env, .game = game};
	struct choices choices;
	struct rng rng[POWERS_MAX];

	if (!numbers) {
		choices_list(env->map->vocabulary, &env->rules->law, &state->board, &choices,
		             desk->numbers);
		numbers = desk->numbers;
	}
	for (int i = 0; i < env_powers(env) * env->slots; i++)
		row[i] = -1;
	while (walk_next(&walk)) {
		const uint8_t power = walk.slot->power;
		if (walk.place == 0)
			rng[power] = rng_open(state->seed, state->block, (uint16_t)state->board.phase, power,
			                      RNG_ORDERS);
		row[power * env->slots + walk.place] =
			numbers[walk.slot->first + (int32_t)rng_below(&rng[power], (uint32_t)walk.slot->count)];
	}
}

/* ── players ── */

static struct player_call make_call(const struct ares_env *env, int32_t game, int power,
                                    const struct board *board)
{
	const struct env_game *state = &env->games[game];

	return (struct player_call){
		.map = &env->map->map,
		.rules = env->rules,
		.judge = env->judge,
		.board = board,
		.settings = env_seat(env, game, power)->settings,
		.seed = state->seed,
		.block = state->block,
		.power = (uint8_t)power,
	};
}

/* Where a seat's memory is; NULL: its player remembers nothing. */
static void *find_memory(const struct ares_env *env, int32_t game, int power)
{
	char *at = env->memory ? env->memory + (size_t)game * env->memory_size : NULL;

	for (int p = 0; at && p < power; p++)
		if (env_seat(env, game, p))
			at += api_align(env_seat(env, game, p)->player->memory_size);
	return at && env_seat(env, game, power)->player->memory_size > 0 ? at : NULL;
}

static int ask(const struct ares_env *env, int32_t game, int power, const struct env_desk *desk,
               struct order orders[UNITS_MAX])
{
	struct player_call call = make_call(env, game, power, &env->games[game].board);

	call.scratch = desk->scratch;
	call.memory = find_memory(env, game, power);
	return api_ask_player(env_seat(env, game, power)->player, &call, orders);
}

static void observe(const struct ares_env *env, int32_t game, const struct phase_record *record)
{
	for (int p = 0; p < env_powers(env); p++) {
		void *memory = env_seat(env, game, p) ? find_memory(env, game, p) : NULL;
		if (!memory)
			continue;
		const struct player_call call = make_call(env, game, p, &record->board);
		env_seat(env, game, p)->player->observe(&call, record, memory);
	}
}

static power_set find_players(const struct ares_env *env, int32_t game)
{
	power_set found = 0;

	for (int p = 0; env->seats && p < env_powers(env); p++)
		if (env_seat(env, game, p))
			power_set_add(&found, p);
	return found;
}

/* ── a phase ── */

/* A phase that is played: its game, its orders, and what it comes to. */
struct phase {
	struct ares_env *env;
	int32_t number; /* of the game */
	struct env_game *state;
	struct env_desk *desk;
	power_set players;
	struct submission given[GIVEN_MAX]; /* the caller's */
	int given_count;
	struct phase_orders *orders; /* the record's */
	unit_set failed;
	struct board next;
};

/* Whether a law takes legal orders as they are, but for convoys: none completes, infers or refuses
 * anything else. */
static bool takes_legal(const struct law *law)
{
	return law->coast_support != COAST_SUPPORT_IGNORED && law->implicit == IMPLICIT_NO &&
	       law->disorder_support == DISORDER_SUPPORT_VALID;
}

/* The caller's orders as the law has them. What it disregards is a hold. */
static void take_moves(struct phase *phase)
{
	const struct board *board = &phase->state->board;
	const struct variant variant = env_variant(phase->env);
	struct order *orders = phase->orders->order;
	struct given given;

	if (!takes_legal(variant.law)) {
		given.count = phase->given_count;
		memcpy(given.submission, phase->given, (size_t)given.count * sizeof *phase->given);
		given_take_moves(variant, board, (power_set)~phase->players, &given, orders);
		return;
	}
	struct submission convoys[UNITS_MAX];
	enum verdict verdicts[UNITS_MAX];
	struct order verified[UNITS_MAX];
	int count = 0;

	for (int i = 0; i < phase->given_count; i++) {
		const struct submission *submission = &phase->given[i];
		const int unit =
			board_find(variant.map, board, variant.map->province[submission->order.from]);
		orders[unit] = submission->order;
		if (submission->order.kind == ORDER_CONVOY)
			convoys[count++] = *submission;
	}
	if (count == 0)
		return;
	submission_verify(variant, board, convoys, count, verified, verdicts);
	for (int i = 0; i < count; i++)
		if (verdicts[i] != VERDICT_LEGAL)
			orders[board_find(variant.map, board, variant.map->province[convoys[i].order.from])] =
				order_hold(FLEET, convoys[i].order.from);
}

static void play_moves(struct phase *phase)
{
	const struct game game = find_game(phase->env, phase->state);
	const struct board *board = &phase->state->board;
	struct phase_orders *orders = phase->orders;
	struct judgement judgement;

	orders->count = board->unit_count;
	for (int u = 0; u < board->unit_count; u++) {
		orders->order[u] = order_hold(board->unit[u].type, board->unit[u].loc);
		orders->power[u] = board->unit[u].power;
	}
	for (int p = 0; phase->players && p < env_powers(phase->env); p++)
		if (power_set_has(phase->players, p))
			ask(phase->env, phase->number, p, phase->desk, orders->order);
	take_moves(phase);

	judge_resolve(phase->env->judge, env_variant(phase->env), board, orders->order, &judgement);
	phase->failed = board_all_units(board) & ~judgement.resolution.follows;
	if (phase->env->memory) {
		phase->desk->record.board = *board;
		resolve_moves(&game, &judgement, &phase->desk->record, &phase->next);
	} else {
		game_after_moves(&game, &judgement, &phase->next);
	}
}

static void play_retreats(struct phase *phase)
{
	const struct game game = find_game(phase->env, phase->state);
	const struct board *board = &phase->state->board;
	struct phase_record *record = &phase->desk->record;
	struct given given = {.count = phase->given_count};

	record->board = *board;
	record->orders.count = board->retreat_count;
	for (int i = 0; i < board->retreat_count; i++)
		record->orders.power[i] = board->retreat[i].unit.power;
	for (int p = 0; phase->players && p < env_powers(phase->env); p++)
		if (power_set_has(phase->players, p))
			ask(phase->env, phase->number, p, phase->desk, record->orders.order);
	memcpy(given.submission, phase->given, (size_t)given.count * sizeof *phase->given);
	given_take_retreats(env_variant(phase->env), board, (power_set)~phase->players, &given,
	                    record->orders.order);

	resolve_retreats(&game, record, &phase->next);
	for (int i = 0; i < board->retreat_count; i++)
		phase->failed |= unit_set_if(record->results[i] != RESULT_SUCCEEDS, i);
}

/* Adjustments of the players, who give only what counts, and of the caller. */
static void play_adjustments(struct phase *phase)
{
	const struct game game = find_game(phase->env, phase->state);
	const struct board *board = &phase->state->board;
	struct phase_record *record = &phase->desk->record;
	struct submission removals[ADJUSTMENTS_MAX];
	struct order chosen[UNITS_MAX];
	uint8_t verdicts[GIVEN_MAX];

	record->board = *board;
	record->orders.count = 0;
	for (int p = 0; phase->players && p < env_powers(phase->env); p++) {
		const int count = power_set_has(phase->players, p)
		                      ? ask(phase->env, phase->number, p, phase->desk, chosen)
		                      : 0;
		for (int i = 0; i < count; i++) {
			record->orders.order[record->orders.count] = chosen[i];
			record->orders.power[record->orders.count++] = (uint8_t)p;
		}
	}
	api_play_adjust(env_variant(phase->env), board, phase->given, phase->given_count, verdicts,
	                &record->orders);
	const int removed = resolve_adjustments(&game, record, removals, &phase->next);
	for (int i = 0; i < removed; i++) {
		record->results[record->orders.count] = RESULT_SUCCEEDS;
		record->orders.order[record->orders.count] = removals[i].order;
		record->orders.power[record->orders.count++] = removals[i].power;
	}
}

/* Keeps the orders of the phase for the next view. */
static void keep_last(const struct phase *phase)
{
	struct env_game *state = phase->state;
	const struct phase_orders *orders = phase->orders;

	state->last_count = 0;
	state->last_failed = phase->failed;
	for (int i = 0; i < orders->count && state->last_count < UNITS_MAX; i++) {
		state->last[state->last_count] =
			vocabulary_number(phase->env->map->vocabulary, orders->order[i]);
		state->last_from[state->last_count++] = orders->order[i].from;
	}
}

/* Plays the phase of a game's board; shows the players; moves the board on. */
static void play_phase(struct phase *phase)
{
	const struct map *map = &phase->env->map->map;
	struct env_game *state = phase->state;
	bool changed = false;

	phase->failed = 0;
	if (phase_is_movement(state->board.phase))
		play_moves(phase);
	else if (phase_kind(state->board.phase) != WINTER_ADJUSTMENTS)
		play_retreats(phase);
	else
		play_adjustments(phase);
	if (phase->env->memory)
		observe(phase->env, phase->number, &phase->desk->record);

	/* as tenure_observe has it */
	for (int p = 0; p < map->province_count; p++)
		changed |= map->centre[p] && phase->next.owner[p] != state->board.owner[p];
	if (changed)
		state->tenure_year =
			phase_year(phase->next.phase) - (phase_kind(phase->next.phase) != WINTER_ADJUSTMENTS);
	state->board = phase->next;
}

/* ── how the game stands ── */

static enum ares_ending find_ending(const struct ares_env *env, const struct env_game *state,
                                    struct game_verdict *verdict)
{
	const struct board *board = &state->board;

	*verdict = game_judge(&env->map->map, board, env->round_limit);
	if (verdict->ending == GAME_SOLO)
		return ARES_SOLO;
	if (verdict->ending == GAME_DRAW)
		return verdict->survivors ? ARES_LAST_YEAR : ARES_DRAW;
	const int years = phase_year(board->phase) - 1 - state->tenure_year;
	return env->options.draw_after > 0 && years >= env->options.draw_after ? ARES_DRAW
	                                                                       : ARES_RUNNING;
}

static int square(int n)
{
	return n * n;
}

void env_value(const struct ares_env *env, const struct board *board,
               const struct game_verdict *verdict, float value[POWERS_MAX])
{
	const int reward = env->options.reward;
	int centres[POWERS_MAX], sum = 0, squares = 0;

	board_count_centres(&env->map->map, board, centres);
	for (int p = 0; p < env_powers(env); p++) {
		sum += centres[p];
		squares += square(centres[p]);
	}
	const int survivors = __builtin_popcount(verdict->survivors);

	for (int p = 0; p < env_powers(env); p++) {
		const bool wins = verdict->winner == p, survives = power_set_has(verdict->survivors, p);
		value[p] = wins;
		if (reward == ARES_REWARD_CENTRES)
			value[p] = sum > 0 ? (float)centres[p] / (float)sum : 0;
		else if (reward == ARES_REWARD_SQUARES)
			value[p] = squares > 0 ? (float)square(centres[p]) / (float)squares : 0;
		else if (reward == ARES_REWARD_DRAW && verdict->winner == POWER_NONE)
			value[p] = survives ? 1 / (float)survivors : 0;
	}
}

/* ── what is due ── */

static bool has_choice(const struct ares_env *env, const struct board *board)
{
	if (phase_is_movement(board->phase))
		return true;
	for (int p = 0; p < env_powers(env); p++)
		if (turn_count_due(&env->map->map, board, (uint8_t)p) > 0)
			return true;
	return false;
}

void env_find_due(struct ares_env *env, int32_t game, struct env_desk *desk)
{
	const struct vocabulary *vocabulary = env->map->vocabulary;
	const struct board *board = &env->games[game].board;
	int32_t *row =
		ENV_ROW(env, ARES_LEGAL_NUMBERS, int32_t, game, choices_most(env->map->vocabulary));

	choices_list(vocabulary, &env->rules->law, board, &env->due[game].choices,
	             row ? row : desk->numbers);
	choices_mask(vocabulary, &env->rules->law, board, (power_set)~0, env_mask(env, game));
}

/* ── beginning and playing ── */

/* The state at the beginning of a block. */
static void begin(struct ares_env *env, int32_t game, uint32_t block)
{
	struct env_game *state = &env->games[game];
	struct game_verdict verdict;
	const uint64_t seed = state->seed;

	memset(state, 0, sizeof *state);
	state->seed = seed;
	state->block = block;
	state->board = env->start;
	state->tenure_year = phase_year(env->start.phase) - 1;
	if (env->memory)
		memset(env->memory + (size_t)game * env->memory_size, 0, env->memory_size);
	find_ending(env, state, &verdict);
	env_value(env, &state->board, &verdict, state->value);
}

void env_begin(struct ares_env *env, int32_t game, uint32_t block, struct env_desk *desk)
{
	begin(env, game, block);
	env_find_due(env, game, desk);
	env_write_rows(env, game, desk);
}

/* Writes reward and end of a step; ending: of the game. */
static void write_reward(struct ares_env *env, int32_t game, enum ares_ending ending,
                         const struct game_verdict *verdict)
{
	struct env_game *state = &env->games[game];
	const int powers = env_powers(env);
	float *rewards = ENV_ROW(env, ARES_REWARDS, float, game, powers);
	uint8_t *ends = ENV_ROW(env, ARES_ENDS, uint8_t, game, 1);
	float value[POWERS_MAX];

	if (ends)
		*ends = (uint8_t)ending;
	env_value(env, &state->board, verdict, value);
	for (int p = 0; p < powers; p++) {
		const float step = env->options.reward_steps ? value[p] - state->value[p]
		                   : ending == ARES_RUNNING  ? 0
		                                             : value[p];
		if (rewards)
			rewards[p] = step;
		state->value[p] = value[p];
	}
}

static void write_final(const struct ares_env *env, int32_t game)
{
	const int floats = env->options.floats ? (int)sizeof(float) : 1;

	env_write_view(env, &env->games[game],
	               ENV_ROW(env, ARES_FINAL_PLANES, char, game,
	                       env->map->map.loc_count * env->layout.planes * floats),
	               ENV_ROW(env, ARES_FINAL_NUMBERS, char, game, env->layout.numbers *floats));
}

void env_play(struct ares_env *env, int32_t game, struct env_desk *desk)
{
	struct env_game *state = &env->games[game];
	struct game_verdict verdict;
	enum ares_ending ending;
	struct phase phase;

	phase.env = env;
	phase.number = game;
	phase.state = state;
	phase.desk = desk;
	phase.orders = &desk->record.orders;
	phase.players = find_players(env, game);
	phase.given_count = env_submissions(env, game, phase.given);
	play_phase(&phase);
	keep_last(&phase);

	phase.given_count = 0;
	while ((ending = find_ending(env, state, &verdict)) == ARES_RUNNING &&
	       !has_choice(env, &state->board))
		play_phase(&phase);
	write_reward(env, game, ending, &verdict);
	if (ending != ARES_RUNNING) {
		write_final(env, game);
		begin(env, game, state->block + 1);
	}
	env_find_due(env, game, desk);
	env_write_rows(env, game, desk);
}
