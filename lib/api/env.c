/* env: opens an environment, binds its arrays, resets and steps. */
#include "env.h"

#include "game/start.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MOST = 1 << 20, THREADS_MOST = 256, YEARS_MOST = 1000 };

/* ── options ── */

int32_t ares_env_defaults(struct ares_env_options *options, struct ares_error *error)
{
	API_NEED(options);
	const struct ares_env_options usual = {
		.bytes = options->bytes,
		.rules = ares_rules_find("standard"),
		.games = 1,
		.threads = 1,
		.years = 35,
		.reward = ARES_REWARD_SQUARES,
	};
	const int32_t status = api_check_size(options->bytes, sizeof usual, error);

	if (status)
		return status;
	memset(options, 0, options->bytes);
	*options = usual;
	return api_accept(error);
}

/* Checks the ranges of the numeric options. */
static int32_t check_ranges(const struct ares_env_options *options, struct ares_error *error)
{
	const struct {
		const char *name;
		int32_t value, least, most;
	} ranges[] = {
		{"games", options->games, 1, GAMES_MOST},
		{"threads", options->threads, 1, THREADS_MOST},
		{"years", options->years, 1, YEARS_MOST},
		{"draw_after", options->draw_after, 0, YEARS_MOST},
		{"reward", options->reward, ARES_REWARD_CENTRES, ARES_REWARD_SOLO},
		{"reward_steps", options->reward_steps, 0, 1},
		{"floats", options->floats, 0, 1},
		{"lenient", options->lenient, 0, 1},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (ranges[i].value < ranges[i].least || ranges[i].value > ranges[i].most)
			return api_refuse(error, ARES_ERROR_ARGUMENT, "%s is %d: it is from %d to %d",
			                  ranges[i].name, ranges[i].value, ranges[i].least, ranges[i].most);
	return ARES_OK;
}

static int32_t take_start(struct ares_env *env, struct ares_error *error)
{
	char why[ERROR_SIZE];
	int32_t status;

	board_start(&env->map->map, &env->start);
	if (env->options.start &&
	    (status = api_take_board(env->map, env->options.start, &env->start, error)))
		return status;
	if (!start_check(&env->map->map, env->rules, &env->start, why))
		return api_refuse(error, ARES_ERROR_PHASE, "start: %s", why);
	if (game_judge(&env->map->map, &env->start, env->round_limit).ending != GAME_RUNNING)
		return api_refuse(error, ARES_ERROR_PHASE, "start: years are over there");
	return ARES_OK;
}

/* A power builds only up to its centres, and with more than half of them it has won. */
static int count_slots(const struct ares_env *env)
{
	int units[POWERS_MAX], slots = env->map->map.centre_count / 2;

	board_count_units(&env->start, units);
	for (int p = 0; p < env_powers(env); p++)
		slots = MAX(units[p], slots);
	return slots;
}

static int32_t take_seats(struct ares_env *env, struct ares_error *error)
{
	const struct ares_env_options *options = &env->options;
	const size_t powers = (size_t)env_powers(env), all = powers * (size_t)options->games;

	if (options->seat_count == 0)
		return ARES_OK;
	if (!options->seats)
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "options->seats is NULL, and seat_count is %zu", options->seat_count);
	if (options->seat_count != powers && options->seat_count != all)
		return api_refuse(error, ARES_ERROR_SIZE, "options->seat_count is %zu: it is 0, %zu or %zu",
		                  options->seat_count, powers, all);
	env->seats_vary = options->seat_count > powers;
	env->seats = calloc(options->seat_count, sizeof *env->seats);
	if (!env->seats)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for seats");
	return api_take_seats(options->seats, options->seat_count, env->seats, error);
}

/* ── memory ── */

/* The most memory that a game's players need, and the most scratch of a single player. */
static void measure_players(struct ares_env *env, size_t *scratch)
{
	*scratch = 0;
	for (size_t row = 0; env->seats && row < env->options.seat_count / (size_t)env_powers(env);
	     row++) {
		size_t memory = 0;
		for (int p = 0; p < env_powers(env); p++) {
			const struct seat *seat = env_seat(env, (int32_t)row, p);
			if (!seat)
				continue;
			memory += player_memory_size(seat);
			*scratch = MAX(player_scratch_size(seat), *scratch);
		}
		env->memory_size = MAX(memory, env->memory_size);
	}
}

static bool make_desks(struct ares_env *env, size_t scratch)
{
	const size_t threads = (size_t)env->options.threads;
	const size_t numbers = (size_t)choices_most(env->map->vocabulary);

	env->desks = calloc(threads, sizeof *env->desks);
	for (size_t t = 0; env->desks && t < threads; t++) {
		struct env_desk *desk = &env->desks[t];
		desk->numbers = calloc(numbers, sizeof *desk->numbers);
		desk->scratch = scratch > 0 ? api_make_room(scratch) : NULL;
		if (!desk->numbers || (scratch > 0 && !desk->scratch))
			return false;
	}
	return env->desks != NULL;
}

static bool make_games(struct ares_env *env)
{
	const size_t games = (size_t)env->options.games;
	const size_t words = (size_t)env_words(env->map->vocabulary);

	env->games = calloc(games, sizeof *env->games);
	env->due = calloc(games, sizeof *env->due);
	env->words = calloc(games * words, sizeof *env->words);
	env->memory = env->memory_size > 0 ? api_make_room(games * env->memory_size) : NULL;
	if (!env->games || !env->due || !env->words || (env->memory_size > 0 && !env->memory))
		return false;
	for (size_t g = 0; g < games; g++)
		env->games[g].seed = ares_env_seed(env, (int32_t)g);
	return true;
}

static int32_t furnish_env(struct ares_env *env, struct ares_error *error)
{
	size_t scratch;

	measure_players(env, &scratch);
	if (!env_open_layout(env) || !make_desks(env, scratch) || !make_games(env))
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for an environment of %d games",
		                  env->options.games);
	if (env->options.threads == 1)
		return ARES_OK;
	env->pool = env_pool_open(env->options.threads);
	return env->pool ? ARES_OK
	                 : api_refuse(error, ARES_ERROR_MEMORY, "the system has no %d threads",
	                              env->options.threads);
}

/* Reads the options, and allocates all that steps need. */
static int32_t set_up(struct ares_env *env, struct ares_error *error)
{
	int32_t status;

	if ((status = check_ranges(&env->options, error)) ||
	    (status = api_find_rules(env->options.rules, &env->rules, error)) ||
	    (status = api_find_judge(env->options.judge, false, &env->judge, error)))
		return status;
	env->round_limit = 2 * env->options.years;
	if (env->options.threads > env->options.games) /* more threads would be idle */
		env->options.threads = env->options.games;
	if ((status = take_start(env, error)) || (status = take_seats(env, error)))
		return status;
	env->slots = count_slots(env);
	env->options.start = NULL;
	env->options.seats = NULL;
	return furnish_env(env, error);
}

int32_t ares_env_open(const struct ares_map *map, const struct ares_env_options *options,
                      struct ares_env **env, struct ares_error *error)
{
	struct ares_env_options usual = {.bytes = sizeof usual};

	API_NEED(map);
	API_NEED(env);
	int32_t status = options ? api_check_size(options->bytes, sizeof usual, error) : ARES_OK;
	if (status)
		return status;
	ares_env_defaults(&usual, NULL);
	struct ares_env *opened = calloc(1, sizeof *opened);
	if (!opened)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for an environment");
	opened->map = map;
	opened->options = options ? *options : usual;
	if ((status = set_up(opened, error))) {
		ares_env_close(opened);
		return status;
	}
	*env = opened;
	return api_accept(error);
}

void ares_env_close(struct ares_env *env)
{
	if (!env)
		return;
	env_pool_close(env->pool);
	for (int t = 0; env->desks && t < env->options.threads; t++) {
		free(env->desks[t].numbers);
		free(env->desks[t].scratch);
	}
	free(env->desks);
	free(env->memory);
	free(env->words);
	free(env->due);
	free(env->games);
	free(env->seats);
	free(env->layout.ground);
	free(env->names);
	free(env);
}

/* ── arrays ── */

/* The lengths after the number of games; 0: there are no more. */
struct env_shape {
	size_t length[2];
	int32_t item;
};

static struct env_shape find_shape(const struct ares_env *env, int32_t array)
{
	const size_t powers = (size_t)env_powers(env), slots = (size_t)env->slots;
	const size_t places = (size_t)env->map->map.loc_count;
	const size_t planes = (size_t)env->layout.planes, numbers = (size_t)env->layout.numbers;
	const int32_t view = env->options.floats ? ARES_FLOAT : ARES_UINT8;
	const struct env_shape shapes[ARES_ARRAYS] = {
		[ARES_ACTIONS] = {{powers, slots}, ARES_INT32},
		[ARES_PLANES] = {{places, planes}, view},
		[ARES_NUMBERS] = {{numbers, 0}, view},
		[ARES_PREVIOUS] = {{places, 0}, ARES_INT32},
		[ARES_MASK] = {{ares_map_mask_bytes(env->map), 0}, ARES_UINT8},
		[ARES_LEGAL_NUMBERS] = {{(size_t)ares_legal_most(env->map), 0}, ARES_INT32},
		[ARES_LEGAL_FIRST] = {{powers, slots}, ARES_INT32},
		[ARES_LEGAL_COUNT] = {{powers, slots}, ARES_INT32},
		[ARES_SLOT_PLACES] = {{powers, slots}, ARES_UINT8},
		[ARES_REWARDS] = {{powers, 0}, ARES_FLOAT},
		[ARES_ENDS] = {{0, 0}, ARES_UINT8},
		[ARES_PHASES] = {{0, 0}, ARES_INT32},
		[ARES_BLOCKS] = {{0, 0}, ARES_INT32},
		[ARES_ALIVE] = {{powers, 0}, ARES_UINT8},
		[ARES_FINAL_PLANES] = {{places, planes}, view},
		[ARES_FINAL_NUMBERS] = {{numbers, 0}, view},
	};

	return shapes[array];
}

static size_t find_item_size(int32_t item)
{
	static const size_t sizes[] = {
		[ARES_UINT8] = 1, [ARES_INT32] = sizeof(int32_t), [ARES_FLOAT] = sizeof(float)};

	return sizes[item];
}

int32_t ares_env_shape(const struct ares_env *env, int32_t array, size_t shape[3], int32_t *item)
{
	if (array < 0 || array >= ARES_ARRAYS)
		return ARES_ERROR_ARGUMENT;
	const struct env_shape found = find_shape(env, array);
	int32_t count = 0;

	shape[count++] = (size_t)env->options.games;
	for (int i = 0; i < 2 && found.length[i] > 0; i++)
		shape[count++] = found.length[i];
	*item = found.item;
	return count;
}

int32_t ares_env_slots(const struct ares_env *env)
{
	return env->slots;
}

const char *ares_env_plane(const struct ares_env *env, int32_t plane)
{
	return plane >= 0 && plane < env->layout.planes ? env->names[plane] : NULL;
}

const char *ares_env_number(const struct ares_env *env, int32_t number)
{
	return number >= 0 && number < env->layout.numbers ? env->names[env->layout.planes + number]
	                                                   : NULL;
}

/* SplitMix64 (Steele, Lea and Flood 2014) of the game's number; seeds of the farm have 63 bits. */
uint64_t ares_env_seed(const struct ares_env *env, int32_t game)
{
	uint64_t z = env->options.seed +
	             (env->options.first + (uint64_t)game + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (z ^ z >> 31) >> 1;
}

static bool overlaps(const struct env_array *bound, const char *data, size_t bytes)
{
	const char *from = bound->data;

	return from && data < from + bound->bytes && from < data + bytes;
}

int32_t ares_env_bind(struct ares_env *env, int32_t array, void *data, size_t bytes,
                      struct ares_error *error)
{
	size_t shape[3], size;
	int32_t item;

	API_NEED(env);
	const int32_t lengths = ares_env_shape(env, array, shape, &item);
	if (lengths < 0)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "array is %d: it is from 0 to %d", array,
		                  ARES_ARRAYS - 1);
	size = find_item_size(item);
	const size_t aligned = array == ARES_MASK ? sizeof(uint64_t) : size;

	for (int32_t i = 0; i < lengths; i++)
		size *= shape[i];
	if (bytes != (data ? size : 0))
		return api_refuse(error, ARES_ERROR_SIZE, "array %d has %zu bytes: it must have %zu", array,
		                  bytes, data ? size : 0);
	if ((uintptr_t)data % aligned)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "array %d is not aligned to %zu bytes", array,
		                  aligned);
	for (int other = 0; data && other < ARES_ARRAYS; other++)
		if (other != array && overlaps(&env->arrays[other], data, bytes))
			return api_refuse(error, ARES_ERROR_ARGUMENT, "array %d overlaps array %d", array,
			                  other);
	env->arrays[array] = (struct env_array){data, bytes};
	return api_accept(error);
}

/* ── all games ── */

/* A job for all games, and the first game with an illegal action. */
struct job {
	struct ares_env *env;
	void (*one)(struct job *job, int32_t game, struct env_desk *desk);
	const uint8_t *chosen;     /* of a reset: the games that begin; NULL: all, at block 1 */
	_Atomic int32_t wrong_one; /* the number of games if there is none */
};

static void work(void *context, int32_t first, int32_t last, int thread)
{
	struct job *job = context;

	for (int32_t game = first; game < last; game++)
		job->one(job, game, &job->env->desks[thread]);
}

static void run(struct job *job)
{
	struct ares_env *env = job->env;

	if (env->pool)
		env_pool_run(env->pool, work, job, env->options.games);
	else
		work(job, 0, env->options.games, 0);
}

static void clear_reward(const struct ares_env *env, int32_t game)
{
	float *rewards = ENV_ROW(env, ARES_REWARDS, float, game, env_powers(env));
	uint8_t *ends = ENV_ROW(env, ARES_ENDS, uint8_t, game, 1);

	if (rewards)
		memset(rewards, 0, (size_t)env_powers(env) * sizeof *rewards);
	if (ends)
		*ends = ARES_RUNNING;
}

static void reset_one(struct job *job, int32_t game, struct env_desk *desk)
{
	struct ares_env *env = job->env;
	struct env_game *state = &env->games[game];

	if (!job->chosen)
		state->seed = ares_env_seed(env, game);
	if (job->chosen && !job->chosen[game])
		return;
	env_begin(env, game, job->chosen ? state->block + 1 : 1, desk);
	clear_reward(env, game);
}

/* Whether a step is refused if an action is illegal. */
static bool checks_actions(const struct ares_env *env)
{
	return env->arrays[ARES_ACTIONS].data && !env->options.lenient;
}

static void check_one(struct job *job, int32_t game, struct env_desk *desk)
{
	(void)desk;
	env_prefetch(job->env, game + 1, false);
	if (env_take_actions(job->env, game, NULL))
		return;
	int32_t before = atomic_load(&job->wrong_one);

	while (game < before && !atomic_compare_exchange_weak(&job->wrong_one, &before, game))
		;
}

/* If check_one has not read the actions, illegal ones are left out. */
static void play_one(struct job *job, int32_t game, struct env_desk *desk)
{
	if (!checks_actions(job->env))
		env_take_actions(job->env, game, NULL);
	env_play(job->env, game, desk);
}

static void draw_one(struct job *job, int32_t game, struct env_desk *desk)
{
	const int row = env_powers(job->env) * job->env->slots;

	env_prefetch(job->env, game + 1, true);
	env_draw_actions(job->env, game, ENV_ROW(job->env, ARES_ACTIONS, int32_t, game, row), desk);
}

/* Whether games have begun. */
static bool has_begun(const struct ares_env *env)
{
	return env->games[0].block > 0;
}

int32_t ares_env_reset(struct ares_env *env, const uint8_t *games, struct ares_error *error)
{
	API_NEED(env);
	if (games && !has_begun(env))
		return api_refuse(error, ARES_ERROR_PHASE, "the first reset begins all games");
	struct job job = {.env = env, .one = reset_one, .chosen = games};

	run(&job);
	return api_accept(error);
}

/* The unit whose order is due, as "A bud"; in winter "builds or removals". */
static void name_slot(const struct ares_env *env, int32_t game, struct env_ask ask, char *text,
                      size_t size)
{
	const struct board *board = &env->games[game].board;
	const struct map *map = &env->map->map;
	const int place = env->due[game].choices.slot[ask.slot].place;

	if (phase_is_winter(board->phase)) {
		snprintf(text, size, "builds or removals");
		return;
	}
	const struct unit unit =
		phase_is_movement(board->phase) ? board->unit[place] : board->retreat[place].unit;
	snprintf(text, size, "%s %s", unit.type == FLEET ? "F" : "A", map->loc[unit.loc].code);
}

static int32_t refuse_action(const struct ares_env *env, int32_t game, struct ares_error *error)
{
	const struct vocabulary *vocabulary = env->map->vocabulary;
	struct env_ask wrong = {0};
	char order[ORDER_TEXT_SIZE] = "no order of the map", slot[32];

	env_take_actions(env, game, &wrong);
	if (wrong.action >= 0 && wrong.action < vocabulary->count)
		order_print(&env->map->map, vocabulary_order(vocabulary, wrong.action), order);
	name_slot(env, game, wrong, slot, sizeof slot);
	return api_refuse(error, ARES_ERROR_ORDER,
	                  "actions[%d][%d][%d]: %d (%s) is not a legal order of %s's %s", game,
	                  wrong.power, wrong.at - wrong.power * env->slots, wrong.action, order,
	                  env->map->map.power[wrong.power], slot);
}

int32_t ares_env_step(struct ares_env *env, struct ares_error *error)
{
	API_NEED(env);
	struct job check = {.env = env, .one = check_one, .wrong_one = env->options.games};
	struct job play = {.env = env, .one = play_one};

	if (!has_begun(env))
		return api_refuse(error, ARES_ERROR_PHASE, "no game has begun: call reset first");
	if (checks_actions(env)) {
		run(&check);
		if (check.wrong_one < env->options.games)
			return refuse_action(env, check.wrong_one, error);
	}
	run(&play);
	return api_accept(error);
}

int32_t ares_env_draw(struct ares_env *env, struct ares_error *error)
{
	API_NEED(env);
	struct job job = {.env = env, .one = draw_one};

	if (!has_begun(env))
		return api_refuse(error, ARES_ERROR_PHASE, "no game has begun: call reset first");
	if (!env->arrays[ARES_ACTIONS].data)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "the array of actions is not bound");
	run(&job);
	return api_accept(error);
}

/* ── one game ── */

static int32_t check_game(const struct ares_env *env, int32_t game, struct ares_error *error)
{
	if (game < 0 || game >= env->options.games)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "game is %d, and there are %d", game,
		                  env->options.games);
	return has_begun(env)
	           ? ARES_OK
	           : api_refuse(error, ARES_ERROR_PHASE, "no game has begun: call reset first");
}

int32_t ares_env_board(const struct ares_env *env, int32_t game, struct ares_board *board,
                       struct ares_error *error)
{
	int32_t status;

	API_NEED(env);
	API_NEED(board);
	if ((status = check_game(env, game, error)))
		return status;
	api_give_board(env->map, &env->games[game].board, board);
	return api_accept(error);
}

int32_t ares_env_orders(const struct ares_env *env, int32_t game, uint8_t *powers,
                        struct ares_order *orders)
{
	struct submission submissions[GIVEN_MAX];
	const int32_t status = check_game(env, game, NULL);

	if (status)
		return status;
	env_take_actions(env, game, NULL);
	const int count = env_submissions(env, game, submissions);

	for (int i = 0; i < count; i++) {
		powers[i] = submissions[i].power;
		orders[i] = api_give_order(submissions[i].order);
	}
	return count;
}

/* ── snapshots ── */

/* The head of a snapshot. The players' memory follows. */
struct snapshot {
	uint64_t print; /* hash of the bytes after it, started from the map and options */
	struct env_game state;
};

/* FNV-1a, 64 bits, over words. */
static uint64_t snapshot_print(const struct ares_env *env, const char *bytes, size_t size)
{
	uint64_t print = env->map->print ^ (uint64_t)env->options.reward << 32 ^ env->memory_size;

	for (size_t at = 0; at + sizeof print <= size; at += sizeof print) {
		uint64_t word;
		memcpy(&word, bytes + at, sizeof word);
		print = (print ^ word) * UINT64_C(0x100000001b3);
		print ^= print >> 29;
	}
	return print;
}

size_t ares_env_snapshot_bytes(const struct ares_env *env)
{
	return sizeof(struct snapshot) + env->memory_size;
}

static int32_t check_snapshot(const struct ares_env *env, int32_t game, const void *snapshot,
                              size_t bytes, struct ares_error *error)
{
	const int32_t status = check_game(env, game, error);

	if (status)
		return status;
	API_NEED(snapshot);
	if (bytes != ares_env_snapshot_bytes(env))
		return api_refuse(error, ARES_ERROR_SIZE, "the snapshot has %zu bytes: it must have %zu",
		                  bytes, ares_env_snapshot_bytes(env));
	return ARES_OK;
}

/* The state of a game, with zeros in unused elements, so that equal games have equal bytes. */
static struct env_game copy_state(const struct ares_env *env, const struct env_game *game)
{
	struct env_game copy;

	memset(&copy, 0, sizeof copy);
	copy.board.phase = game->board.phase;
	copy.board.unit_count = game->board.unit_count;
	copy.board.retreat_count = game->board.retreat_count;
	memcpy(copy.board.unit, game->board.unit, game->board.unit_count * sizeof *copy.board.unit);
	memcpy(copy.board.owner, game->board.owner, sizeof copy.board.owner);
	memcpy(copy.board.retreat, game->board.retreat,
	       game->board.retreat_count * sizeof *copy.board.retreat);
	copy.board.contested = game->board.contested;

	copy.seed = game->seed;
	copy.block = game->block;
	copy.tenure_year = game->tenure_year;
	memcpy(copy.value, game->value, (size_t)env_powers(env) * sizeof *copy.value);
	copy.last_count = game->last_count;
	memcpy(copy.last, game->last, (size_t)game->last_count * sizeof *copy.last);
	memcpy(copy.last_from, game->last_from, (size_t)game->last_count);
	copy.last_failed = game->last_failed;
	return copy;
}

int32_t ares_env_save(const struct ares_env *env, int32_t game, void *snapshot, size_t bytes,
                      struct ares_error *error)
{
	int32_t status;

	API_NEED(env);
	if ((status = check_snapshot(env, game, snapshot, bytes, error)))
		return status;
	char *at = snapshot;
	const struct env_game state = copy_state(env, &env->games[game]);

	memcpy(at + offsetof(struct snapshot, state), &state, sizeof state);
	if (env->memory)
		memcpy(at + sizeof(struct snapshot), env->memory + (size_t)game * env->memory_size,
		       env->memory_size);
	const uint64_t print = snapshot_print(env, at + sizeof print, bytes - sizeof print);
	memcpy(at, &print, sizeof print);
	return api_accept(error);
}

int32_t ares_env_restore(struct ares_env *env, int32_t game, const void *snapshot, size_t bytes,
                         struct ares_error *error)
{
	struct snapshot taken;
	int32_t status;

	API_NEED(env);
	if ((status = check_snapshot(env, game, snapshot, bytes, error)))
		return status;
	memcpy(&taken, snapshot, sizeof taken);
	if (taken.print != snapshot_print(env, (const char *)snapshot + sizeof taken.print,
	                                  bytes - sizeof taken.print))
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "the snapshot is not one of this environment, or its bytes have changed");
	env->games[game] = taken.state;
	if (env->memory)
		memcpy(env->memory + (size_t)game * env->memory_size, (const char *)snapshot + sizeof taken,
		       env->memory_size);
	env_count(env, &env->games[game].board, &env->due[game]);
	env_find_due(env, game, &env->desks[0]);
	env_write_rows(env, game);
	clear_reward(env, game);
	return api_accept(error);
}
