/* fuzz_env: an environment gets the bytes as actions, as a snapshot, as lengths of arrays, as
 * options and as the name of a map. What is illegal is refused by name, and games stay as they are;
 * under options.lenient it counts as no order. */
#include "ares.h"
#include "fuzz.h"

#include <string.h>

enum { GAMES = 2, ACTIONS_MAX = 4096, SNAPSHOT_MAX = 4096 };

static struct ares_map *map;
static int32_t actions[ACTIONS_MAX];

static struct ares_env *open_env(int32_t lenient)
{
	struct ares_env_options options = {.bytes = sizeof options};
	struct ares_error error;
	struct ares_env *env;
	size_t shape[3];
	int32_t item;

	MUST(ares_env_defaults(&options, &error) == ARES_OK);
	options.games = GAMES;
	options.lenient = lenient;
	options.years = 5;
	MUST(ares_env_open(map, &options, &env, &error) == ARES_OK);
	MUST(ares_env_shape(env, ARES_ACTIONS, shape, &item) == 3);
	const size_t bytes = shape[0] * shape[1] * shape[2] * sizeof *actions;
	MUST(bytes <= sizeof actions);
	MUST(ares_env_bind(env, ARES_ACTIONS, actions, bytes, &error) == ARES_OK);
	MUST(ares_env_reset(env, NULL, &error) == ARES_OK);
	return env;
}

/* Writes the bytes over drawn actions, from a place that they say, and steps. */
static void try_actions(struct ares_env *env, bool lenient, const uint8_t *bytes, size_t size)
{
	struct ares_board before, after;
	struct ares_error error;
	const size_t row = 7 * (size_t)ares_env_slots(env) * sizeof *actions;

	MUST(ares_env_draw(env, &error) == ARES_OK);
	MUST(ares_env_board(env, 0, &before, &error) == ARES_OK);
	const size_t at = bytes[0] % 64 * sizeof *actions;
	memcpy((char *)actions + at, bytes, size < row - at ? size : row - at);
	for (int i = 0; i < 64; i++) /* many are in the vocabulary */
		if (bytes[0] & 1)
			actions[i] &= 0x7fff;
	const int32_t status = ares_env_step(env, &error);
	MUST(status == ARES_OK || (status == ARES_ERROR_ORDER && !lenient && error.text[0]));
	MUST(ares_env_board(env, 0, &after, &error) == ARES_OK);
	MUST(ares_board_check(map, &after, &error) == ARES_OK);
	MUST(status == ARES_OK || memcmp(&before, &after, sizeof before) == 0);
}

/* A snapshot with changed bytes, and one of another length, are refused. */
static void try_snapshot(struct ares_env *env, const uint8_t *bytes, size_t size)
{
	static uint8_t snapshot[SNAPSHOT_MAX], changed[SNAPSHOT_MAX];
	const size_t room = ares_env_snapshot_bytes(env);

	MUST(room <= sizeof snapshot);
	MUST(ares_env_save(env, 0, snapshot, room, NULL) == ARES_OK);
	memcpy(changed, snapshot, room);
	const size_t at = bytes[0] * 7 % room;
	memcpy(changed + at, bytes, size < room - at ? size : room - at);
	const bool same = memcmp(snapshot, changed, room) == 0;
	MUST((ares_env_restore(env, 1, changed, room, NULL) == ARES_OK) == same);
	MUST(ares_env_restore(env, 1, snapshot, size, NULL) == ARES_OK || size != room);
}

/* Options and arrays with lengths of the bytes'. Only few games are opened. */
static void try_options(struct ares_env *env, const uint8_t *bytes, size_t size)
{
	struct ares_env_options options = {.bytes = sizeof options};
	struct ares_env *other;
	struct ares_error error;
	int32_t numbers[8] = {0};

	memcpy(numbers, bytes, size < sizeof numbers ? size : sizeof numbers);
	MUST(ares_env_bind(env, bytes[0], actions, (size_t)numbers[1], &error) != ARES_OK ||
	     bytes[0] == ARES_ACTIONS);
	MUST(ares_env_defaults(&options, &error) == ARES_OK);
	options.rules = numbers[0] % 8;
	options.judge = numbers[1] % 8;
	options.games = numbers[2] % 4;
	options.years = numbers[3];
	options.reward = numbers[4] % 8;
	options.draw_after = numbers[5];
	options.bytes = size % 2 ? sizeof options : size;
	options.threads = numbers[6] % 3;
	const int32_t status = ares_env_open(map, &options, &other, &error);
	MUST(status == error.status && (status == ARES_OK) == (error.text[0] == '\0'));
	if (status == ARES_OK)
		ares_env_close(other);
}

static void try_name(const uint8_t *bytes, size_t size)
{
	char name[40] = "";
	struct ares_map *found;
	struct ares_error error;

	memcpy(name, bytes, size < sizeof name - 1 ? size : sizeof name - 1);
	if (ares_map_open(name, &found, &error) == ARES_OK)
		ares_map_close(found);
	else
		MUST(error.status == ARES_ERROR_NAME && error.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct ares_env *strict, *lenient;

	if (!map) {
		MUST(ares_map_open("standard", &map, NULL) == ARES_OK);
		strict = open_env(0);
		lenient = open_env(1);
	}
	if (size == 0)
		return 0;
	try_actions(strict, false, bytes, size);
	try_actions(lenient, true, bytes, size);
	try_snapshot(strict, bytes, size);
	try_options(lenient, bytes, size);
	try_name(bytes, size);
	return 0;
}
