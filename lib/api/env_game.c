/* env_game: one game of an environment: turns actions into orders and plays them. */
#include "env.h"

#include "game/disorder.h"
#include "game/resolve.h"
#include "game/turn.h"
#include "rules/legal.h"
#include "rules/seas.h"

#include <string.h>

static struct game game_of_env(const struct ares_env *env, const struct env_game *state)
{
	return (struct game){&env->map->map, env->rules, state->seed, state->block};
}

/* ── actions ── */

/* The row of a game's actions. */
static const int32_t *find_actions(const struct ares_env *env, int32_t game)
{
	return ENV_ROW(env, ARES_ACTIONS, int32_t, game, env_powers(env) * env->slots);
}

/* The powers of a game that have players. */
static power_set find_players(const struct ares_env *env, int32_t game)
{
	power_set found = 0;

	for (int p = 0; env->seats && p < env_powers(env); p++)
		if (env_seat(env, game, p))
			power_set_add(&found, p);
	return found;
}

/* Whether a number is legal for a slot. moves: in a movement phase. */
static inline bool is_legal(const struct ares_env *env, int32_t game, bool moves,
                            const struct choices_slot *slot, int32_t number)
{
	const struct board *board = &env->games[game].board;
	const struct env_due *due = &env->due[game];
	const int32_t *few = (const int32_t *)due->kept.word;

	if (moves)
		return listing_kept_has(&due->kept, slot->place,
		                        vocabulary_post(env->map->vocabulary, board->unit[slot->place]),
		                        number);
	for (int32_t n = slot->first; n < slot->first + slot->count; n++)
		if (few[n] == number)
			return true;
	return false;
}

static inline void prefetch(const void *from, size_t bytes)
{
	enum { LINE = 64 };

	for (size_t at = 0; at < bytes; at += LINE)
		__builtin_prefetch((const char *)from + at);
}

void env_prefetch(const struct ares_env *env, int32_t game, bool list)
{
	const int32_t *numbers =
		ENV_ROW(env, ARES_LEGAL_NUMBERS, int32_t, game, choices_most(env->map->vocabulary));

	if (game >= env->options.games || env->due[game].choices.count == 0 || (list && !numbers))
		return;
	const struct env_due *due = &env->due[game];
	const struct choices_slot last = due->choices.slot[due->choices.count - 1];
	const int units = env->games[game].board.unit_count;

	if (list)
		prefetch(numbers, (size_t)(last.first + last.count) * sizeof *numbers);
	else if (phase_is_movement(env->games[game].board.phase))
		prefetch(due->kept.word, due->kept.at[units] * sizeof *due->kept.word);
}

bool env_take_actions(const struct ares_env *env, int32_t game, struct env_ask *wrong)
{
	struct env_due *due = &env->due[game];
	const int32_t *actions = find_actions(env, game);
	const bool moves = phase_is_movement(env->games[game].board.phase);
	const power_set played = find_players(env, game);
	bool all = true;

	for (int a = 0; a < due->ask_count; a++) {
		struct env_ask *ask = &due->asks[a];
		const bool given = actions && !power_set_has(played, ask->power);
		const int32_t action = given ? actions[ask->at] : -1;
		ask->action = action;
		if (action == -1 || is_legal(env, game, moves, &due->choices.slot[ask->slot], action))
			continue;
		if (all && wrong)
			*wrong = *ask;
		all = false;
		ask->action = -1;
	}
	return all;
}

int env_submissions(const struct ares_env *env, int32_t game, struct submission submissions[])
{
	const struct env_due *due = &env->due[game];
	int count = 0;

	for (int a = 0; a < due->ask_count; a++) {
		const struct env_ask ask = due->asks[a];
		if (ask.action >= 0)
			submissions[count++] =
				(struct submission){ask.power, vocabulary_order(env->map->vocabulary, ask.action)};
	}
	return count;
}

void env_draw_actions(struct ares_env *env, int32_t game, int32_t *row, struct env_desk *desk)
{
	const struct env_game *state = &env->games[game];
	const struct env_due *due = &env->due[game];
	const int32_t *numbers =
		ENV_ROW(env, ARES_LEGAL_NUMBERS, int32_t, game, choices_most(env->map->vocabulary));
	const power_set played = find_players(env, game);
	power_set opened = 0;
	struct choices choices;
	struct rng rng[POWERS_MAX];

	if (!numbers) {
		choices_list(env->map->vocabulary, &env->rules->law, &state->board, &choices, desk->numbers,
		             NULL, NULL);
		numbers = desk->numbers;
	}
	memset(row, -1, (size_t)(env_powers(env) * env->slots) * sizeof *row);
	for (int a = 0; a < due->ask_count; a++) {
		const struct env_ask ask = due->asks[a];
		const struct choices_slot *slot = &due->choices.slot[ask.slot];
		if (power_set_has(played, ask.power))
			continue;
		if (!power_set_has(opened, ask.power))
			rng[ask.power] = rng_open(state->seed, state->block, (uint16_t)state->board.phase,
			                          ask.power, RNG_ORDERS);
		power_set_add(&opened, ask.power);
		row[ask.at] =
			numbers[slot->first + (int32_t)rng_below(&rng[ask.power], (uint32_t)slot->count)];
	}
}

/* ── players ── */

static struct player_call call_of_env(const struct ares_env *env, int32_t game, int power,
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

/* A seat's memory; NULL: its player has none. */
static void *find_memory(const struct ares_env *env, int32_t game, int power)
{
	char *at = env->memory ? env->memory + (size_t)game * env->memory_size : NULL;

	for (int p = 0; at && p < power; p++)
		if (env_seat(env, game, p))
			at += player_memory_size(env_seat(env, game, p));
	return at && player_memory_size(env_seat(env, game, power)) > 0 ? at : NULL;
}

static int ask(const struct ares_env *env, int32_t game, int power, const struct env_desk *desk,
               struct order orders[UNITS_MAX])
{
	struct player_call call = call_of_env(env, game, power, &env->games[game].board);

	call.scratch = desk->scratch;
	call.memory = find_memory(env, game, power);
	return api_ask_player(env_seat(env, game, power)->player, &call, orders);
}

static void observe(const struct ares_env *env, int32_t game, const struct env_desk *desk)
{
	const struct phase_record *record = &desk->record;

	for (int p = 0; p < env_powers(env); p++) {
		void *memory = env_seat(env, game, p) ? find_memory(env, game, p) : NULL;
		if (!memory)
			continue;
		struct player_call call = call_of_env(env, game, p, &record->board);
		call.scratch = desk->scratch;
		env_seat(env, game, p)->player->observe(&call, record, memory);
	}
}

/* ── a phase ── */

/* A phase that is being played: its game, orders and results. */
struct phase {
	struct ares_env *env;
	int32_t number; /* of the game */
	struct env_game *state;
	struct env_desk *desk;
	power_set players;
	bool asks;                   /* the caller's actions count; else no power has a choice */
	struct phase_orders *orders; /* the record's */
	int32_t numbers[UNITS_MAX];  /* of the orders, in a movement phase */
	unit_set failed;
	struct board next;
};

/* Whether a law leaves legal orders unchanged, except convoys: it does not complete, infer or
 * refuse anything else. */
static bool takes_legal(const struct law *law)
{
	return law->coast_support != COAST_SUPPORT_IGNORED && law->implicit == IMPLICIT_NO &&
	       law->disorder_support == DISORDER_SUPPORT_VALID;
}

/* The caller's submissions for a phase; returns their number. */
static int find_given(const struct phase *phase, struct submission given[GIVEN_MAX])
{
	return phase->asks ? env_submissions(phase->env, phase->number, given) : 0;
}

static void number_orders(struct phase *phase, unit_set units)
{
	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		phase->numbers[u] = vocabulary_number(phase->env->map->vocabulary, phase->orders->order[u]);
	}
}

/* Replaces the convoys of a set that the law disregards by holds. */
static void drop_convoys(struct phase *phase, unit_set convoys)
{
	const struct variant variant = env_variant(phase->env);
	const struct board *board = &phase->state->board;
	const struct place_set seas = seas_open(variant, board);

	if (variant.law->illegal == ILLEGAL_NEVER)
		return;
	for (unit_set rest = convoys; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		struct order *order = &phase->orders->order[u];
		if (submission_may_convoy(variant, &seas, order->from, order->aux, order->to))
			continue;
		*order = order_hold(FLEET, order->from);
		phase->numbers[u] = vocabulary_post(phase->env->map->vocabulary, board->unit[u])->hold;
	}
}

/* Sets the caller's orders under a law that leaves them unchanged. */
static void take_actions(struct phase *phase)
{
	const struct ares_env *env = phase->env;
	const struct env_due *due = &env->due[phase->number];
	unit_set convoys = 0;

	for (int a = 0; a < due->ask_count; a++) {
		const struct env_ask ask = due->asks[a];
		const int u = due->choices.slot[ask.slot].place;
		if (ask.action < 0)
			continue;
		const struct order order = vocabulary_order(env->map->vocabulary, ask.action);
		phase->orders->order[u] = order;
		phase->numbers[u] = ask.action;
		convoys |= unit_set_if(order.kind == ORDER_CONVOY, u);
	}
	if (convoys)
		drop_convoys(phase, convoys);
}

/* Sets the caller's orders after the law has completed them. A disregarded order is a hold. */
static void take_moves(struct phase *phase)
{
	const struct board *board = &phase->state->board;
	const struct variant variant = env_variant(phase->env);
	struct given given;

	if (takes_legal(variant.law)) {
		take_actions(phase);
		return;
	}
	given.count = find_given(phase, given.submission);
	given_take_moves(variant, board, (power_set)~phase->players, &given, phase->orders->order);
	number_orders(phase, board_all_units(board));
}

static void move_phase(struct phase *phase)
{
	const struct game game = game_of_env(phase->env, phase->state);
	const struct vocabulary *vocabulary = phase->env->map->vocabulary;
	const struct board *board = &phase->state->board;
	struct phase_orders *orders = phase->orders;
	struct judgement judgement;

	orders->count = board->unit_count;
	for (int u = 0; u < board->unit_count; u++) {
		orders->order[u] = order_hold(board->unit[u].type, board->unit[u].loc);
		orders->power[u] = board->unit[u].power;
		phase->numbers[u] = vocabulary_post(vocabulary, board->unit[u])->hold;
	}
	for (int p = 0; phase->players && p < env_powers(phase->env); p++)
		if (power_set_has(phase->players, p))
			ask(phase->env, phase->number, p, phase->desk, orders->order);
	if (phase->players)
		number_orders(phase, board_units_of(board, phase->players));
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

static void retreat_phase(struct phase *phase)
{
	const struct game game = game_of_env(phase->env, phase->state);
	const struct board *board = &phase->state->board;
	struct phase_record *record = &phase->desk->record;
	struct given given;

	given.count = find_given(phase, given.submission);
	record->board = *board;
	record->orders.count = board->retreat_count;
	for (int i = 0; i < board->retreat_count; i++)
		record->orders.power[i] = board->retreat[i].unit.power;
	for (int p = 0; phase->players && p < env_powers(phase->env); p++)
		if (power_set_has(phase->players, p))
			ask(phase->env, phase->number, p, phase->desk, record->orders.order);
	given_take_retreats(env_variant(phase->env), board, (power_set)~phase->players, &given,
	                    record->orders.order);

	resolve_retreats(&game, record, &phase->next);
	for (int i = 0; i < board->retreat_count; i++)
		phase->failed |= unit_set_if(record->results[i] != RESULT_SUCCEEDS, i);
}

/* The adjustments of players, who give only adjustments that count; returns their number. */
static int ask_for_adjustments(const struct phase *phase, struct submission adjustments[])
{
	struct order chosen[UNITS_MAX];
	int all = 0;

	for (int p = 0; phase->players && p < env_powers(phase->env); p++) {
		const int count = power_set_has(phase->players, p)
		                      ? ask(phase->env, phase->number, p, phase->desk, chosen)
		                      : 0;
		for (int i = 0; i < count; i++)
			adjustments[all++] = (struct submission){(uint8_t)p, chosen[i]};
	}
	return all;
}

/* Plays the adjustments of the players, and those of the caller that count. */
static void adjust_phase(struct phase *phase)
{
	const struct variant variant = env_variant(phase->env);
	const struct board *board = &phase->state->board;
	struct phase_record *record = &phase->desk->record;
	struct submission adjustments[PHASE_ORDERS_MAX], removals[ADJUSTMENTS_MAX];
	enum result results[PHASE_ORDERS_MAX];

	record->board = *board;
	record->orders.count = 0;
	const int asked = ask_for_adjustments(phase, adjustments);
	const int count = asked + find_given(phase, adjustments + asked);

	build_resolve(variant, board, adjustments, count, results, &phase->next);
	for (int i = 0; i < count; i++)
		if (i < asked || results[i] == RESULT_SUCCEEDS)
			record_add(record, adjustments[i], results[i]);
	const int removed = disorder_remove(variant, board, removals, &phase->next);
	for (int i = 0; i < removed; i++)
		record_add(record, removals[i], RESULT_SUCCEEDS);
	game_after_winter(&phase->next);
}

/* Stores the orders of the phase for the next view. moved: it was a movement phase. */
static void keep_last(const struct phase *phase, bool moved)
{
	struct env_game *state = phase->state;
	const struct phase_orders *orders = phase->orders;

	state->last_count = MIN(orders->count, UNITS_MAX);
	state->last_failed = phase->failed;
	if (moved)
		memcpy(state->last, phase->numbers, (size_t)state->last_count * sizeof *state->last);
	for (int i = 0; i < state->last_count; i++) {
		if (!moved)
			state->last[i] = vocabulary_number(phase->env->map->vocabulary, orders->order[i]);
		state->last_from[i] = orders->order[i].from;
	}
}

static bool centres_changed(const struct map *map, const struct board *a, const struct board *b)
{
	bool changed = false;

	if (memcmp(a->owner, b->owner, sizeof a->owner) == 0)
		return false;
	for (int p = 0; p < map->province_count; p++)
		changed |= map->centre[p] & (a->owner[p] != b->owner[p]);
	return changed;
}

/* Plays the phase of a game's board, shows it to the players, and replaces the board by the
 * next. */
static void play_phase(struct phase *phase)
{
	const struct map *map = &phase->env->map->map;
	struct env_game *state = phase->state;

	phase->failed = 0;
	if (phase_is_movement(state->board.phase))
		move_phase(phase);
	else if (!phase_is_winter(state->board.phase))
		retreat_phase(phase);
	else
		adjust_phase(phase);
	if (phase->env->memory)
		observe(phase->env, phase->number, phase->desk);

	/* as in tenure_observe */
	if (centres_changed(map, &state->board, &phase->next))
		state->tenure_year = phase_year(phase->next.phase) - (!phase_is_winter(phase->next.phase));
	state->board = phase->next;
}

/* ── the end of a game ── */

void env_count(const struct ares_env *env, const struct board *board, struct env_due *due)
{
	const struct map *map = &env->map->map;

	board_count_units(board, due->units);
	board_count_centres(map, board, due->centres);
	memset(due->builds, 0, sizeof due->builds);
	if (phase_is_winter(board->phase))
		build_allowances(map, board, due->centres, due->units, due->builds);
}

/* due: counted on the state's board. */
static enum ares_ending find_ending(const struct ares_env *env, const struct env_game *state,
                                    const struct env_due *due, struct game_verdict *verdict)
{
	const struct board *board = &state->board;

	*verdict = game_judge_counted(&env->map->map, board->phase, due->centres, due->units,
	                              env->round_limit);
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

void env_value(const struct ares_env *env, const struct env_due *due,
               const struct game_verdict *verdict, float value[POWERS_MAX])
{
	const int reward = env->options.reward, *centres = due->centres;
	int sum = 0, squares = 0;

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

/* ── due orders ── */

/* Whether any power has something to decide, as in turn_count_due. */
static bool has_choice(const struct ares_env *env, const struct board *board,
                       const struct env_due *due)
{
	if (phase_is_movement(board->phase))
		return true;
	for (int i = 0; i < board->retreat_count; i++)
		if (!place_set_is_empty(retreat_places(&env->map->map, board, i)))
			return true;
	for (int p = 0; p < env_powers(env); p++)
		if (due->builds[p] > 0 || (due->builds[p] < 0 && -due->builds[p] < due->units[p]))
			return true;
	return false;
}

/* Finds the place of each due order in a row of actions. Orders beyond the slots of a power have
 * none. */
static void find_asks(const struct ares_env *env, struct env_due *due)
{
	int used[POWERS_MAX] = {0}, count = 0;

	for (int s = 0; s < due->choices.count; s++) {
		const struct choices_slot *slot = &due->choices.slot[s];
		const int first = slot->power * env->slots;
		for (int n = 0; n < slot->due && used[slot->power] < env->slots; n++)
			due->asks[count++] = (struct env_ask){(uint16_t)(first + used[slot->power]++),
			                                      slot->power, (uint8_t)s, -1};
	}
	due->ask_count = count;
}

void env_find_due(struct ares_env *env, int32_t game, struct env_desk *desk)
{
	const struct vocabulary *vocabulary = env->map->vocabulary;
	const struct board *board = &env->games[game].board;
	struct env_due *due = &env->due[game];
	int32_t *row = ENV_ROW(env, ARES_LEGAL_NUMBERS, int32_t, game, choices_most(vocabulary));
	uint64_t *mask = ENV_ROW(env, ARES_MASK, uint64_t, game, vocabulary->words);
	int32_t *numbers = row ? row : desk->numbers;

	due->kept.word = env->words + (size_t)game * (size_t)env_words(vocabulary);
	const int count =
		choices_list(vocabulary, &env->rules->law, board, &due->choices, numbers, mask, &due->kept);
	if (!phase_is_movement(board->phase))
		memcpy(due->kept.word, numbers, (size_t)count * sizeof *numbers);
	find_asks(env, due);
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
	env_count(env, &state->board, &env->due[game]);
	find_ending(env, state, &env->due[game], &verdict);
	env_value(env, &env->due[game], &verdict, state->value);
}

void env_begin(struct ares_env *env, int32_t game, uint32_t block, struct env_desk *desk)
{
	begin(env, game, block);
	env_find_due(env, game, desk);
	env_write_rows(env, game);
}

/* Writes a game's reward and end after a step. */
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
	env_value(env, &env->due[game], verdict, value);
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

	env_write_view(env, game,
	               ENV_ROW(env, ARES_FINAL_PLANES, char, game,
	                       env->map->map.loc_count * env->layout.planes * floats),
	               ENV_ROW(env, ARES_FINAL_NUMBERS, char, game, env->layout.numbers *floats));
}

void env_play(struct ares_env *env, int32_t game, struct env_desk *desk)
{
	struct env_game *state = &env->games[game];
	struct env_due *due = &env->due[game];
	struct game_verdict verdict;
	enum ares_ending ending;
	struct phase phase;

	phase.env = env;
	phase.number = game;
	phase.state = state;
	phase.desk = desk;
	phase.orders = &desk->record.orders;
	phase.players = find_players(env, game);
	phase.asks = true;
	const bool moves = phase_is_movement(state->board.phase);

	play_phase(&phase);
	keep_last(&phase, moves);
	phase.asks = false;
	env_count(env, &state->board, due);
	while ((ending = find_ending(env, state, due, &verdict)) == ARES_RUNNING &&
	       !has_choice(env, &state->board, due)) {
		play_phase(&phase);
		env_count(env, &state->board, due);
	}
	write_reward(env, game, ending, &verdict);
	if (ending != ARES_RUNNING) {
		write_final(env, game);
		begin(env, game, state->block + 1);
	}
	env_find_due(env, game, desk);
	env_write_rows(env, game);
}
