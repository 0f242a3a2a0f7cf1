/* player: the table of players, and reading and printing a seat. */
#include "player.h"
#include "game/build.h"
#include "game/retreat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct player *const players[] = {
#define PLAYER(name) &player_##name,
#include "players.def"
#undef PLAYER
	NULL,
};

const struct player_setting player_no_settings[] = {{.name = NULL}};

const struct player *player_find(const char *name, size_t length)
{
	for (const struct player *const *player = players; *player; player++)
		if (strlen((*player)->name) == length && memcmp((*player)->name, name, length) == 0)
			return *player;
	return NULL;
}

struct rng player_chance(const struct player_call *call, enum rng_use use)
{
	struct rng rng = rng_open(call->seed, call->block, call->board->phase, call->power, use);

	rng_entrant(&rng, call->entrant);
	return rng;
}

void player_retreat(const struct player *player, const struct player_call *call,
                    struct order orders[RETREATS_MAX])
{
	struct rng rng = player_chance(call, RNG_RETREATS);

	if (player->retreat)
		player->retreat(call, orders);
	else
		retreat_randomly(call->map, call->board, call->power, &rng, orders);
}

int player_adjust(const struct player *player, const struct player_call *call,
                  struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct rng rng = player_chance(call, RNG_ADJUSTMENTS);

	return player->adjust
	           ? player->adjust(call, adjustments)
	           : build_orders_randomly(call->map, call->board, call->power, &rng, adjustments);
}

int player_find_own(const struct player_call *call, uint8_t province)
{
	const int u = board_find(call->map, call->board, province);

	return u >= 0 && call->board->unit[u].power == call->power ? u : -1;
}

int player_find_mover(const struct player_call *call, unit_set ordered, const struct order orders[],
                      uint8_t province)
{
	for (unit_set rest = ordered; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (orders[u].kind == ORDER_MOVE && call->map->loc[orders[u].to].province == province)
			return u;
	}
	return -1;
}

size_t player_memory_size(const struct seat *seat)
{
	const struct player *player = seat->player;

	if (!player)
		return 0;
	return player_align(player->memory_size +
	                    (player->more_memory ? player->more_memory(seat->settings) : 0));
}

size_t player_scratch_size(const struct seat *seat)
{
	const struct player *player = seat->player;

	return player && player->scratch_size ? player_align(player->scratch_size(seat->settings)) : 0;
}

/* ── reading "name(setting=value,…)" ── */

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

static size_t word_length(const char *text)
{
	return strspn(text, WORD);
}

static bool fail_player(char error[ERROR_SIZE], const char *name, size_t length)
{
	char known[ERROR_SIZE];
	struct text list = {known, sizeof known, 0};

	for (const struct player *const *player = players; *player; player++)
		text_add(&list, "%s%s", list.used ? ", " : "", (*player)->name);
	return text_refuse(
		error,
		"'%.*s' is not a player: there are %.80s, bot:NAME, @NAME for an external player, "
		"and @ for a person",
		(int)MIN(length, 40), name, known);
}

static bool fail_setting(char error[ERROR_SIZE], const struct player *player, const char *name,
                         size_t length)
{
	char known[ERROR_SIZE] = "none";
	struct text list = {known, sizeof known, 0};

	for (const struct player_setting *setting = player->settings; setting->name; setting++)
		text_add(&list, "%s%s", list.used ? ", " : "", setting->name);
	return text_refuse(error, "%s has no setting '%.*s': it has %s", player->name,
	                   (int)MIN(length, 40), name, known);
}

bool player_set(const struct player *player, const char *name, size_t length, int64_t value,
                int32_t settings[], char error[ERROR_SIZE])
{
	for (int i = 0; player->settings[i].name; i++) {
		const struct player_setting *setting = &player->settings[i];
		if (strlen(setting->name) != length || memcmp(setting->name, name, length) != 0)
			continue;
		if (value < setting->least || value > setting->most)
			return text_refuse(error, "%s: %s is a number from %d to %d, not %lld", player->name,
			                   setting->name, setting->least, setting->most, (long long)value);
		settings[i] = (int32_t)value;
		return true;
	}
	return fail_setting(error, player, name, length);
}

void player_set_normal(const struct player *player, int32_t settings[])
{
	for (int i = 0; player->settings[i].name; i++)
		settings[i] = player->settings[i].normal;
}

/* Reads "setting=value,…)", which follows the opening bracket. */
static bool parse_settings(const char **cursor, struct seat *seat, char error[ERROR_SIZE])
{
	uint32_t seen = 0;

	for (const char *at = *cursor;;) {
		size_t length = word_length(at);
		char *after;
		if (length == 0 || at[length] != '=')
			return text_refuse(error,
			                   "%s: '%.20s' must begin with setting=number, or a ) is missing",
			                   seat->player->name, at);
		long long value = strtoll(at + length + 1, &after, 10);
		if (after == at + length + 1)
			return text_refuse(error, "%s: '%.20s' must begin with a number", seat->player->name,
			                   after);
		if (!player_set(seat->player, at, length, value, seat->settings, error))
			return false;
		for (int i = 0; seat->player->settings[i].name; i++) {
			if (strncmp(seat->player->settings[i].name, at, length) != 0 ||
			    seat->player->settings[i].name[length])
				continue;
			if (seen >> i & 1)
				return text_refuse(error, "%s: %s is given twice", seat->player->name,
				                   seat->player->settings[i].name);
			seen |= 1u << i;
		}
		if (*after == ')') {
			*cursor = after + 1;
			return true;
		}
		if (*after != ',')
			return text_refuse(error, "%s: ',' or ')' must follow '%.*s'", seat->player->name,
			                   (int)MIN(after - at, 40), at);
		at = after + 1 + strspn(after + 1, " ");
	}
}

/* Reads "alice", or nothing, which follows the @. */
static bool parse_external(const char **cursor, struct seat *seat, char error[ERROR_SIZE])
{
	size_t length = word_length(*cursor);

	if (length >= sizeof seat->external)
		return text_refuse(
			error, "'@%.20s': a name of at most %zu letters, digits and _ must follow the @",
			*cursor, sizeof seat->external - 1);
	if (length > 0 && seat->label[0])
		return text_refuse(error, "'@%.80s': an external player has no label but its role",
		                   *cursor);
	memcpy(seat->external, *cursor, length);
	*cursor += length;
	return true;
}

size_t seat_bot_length(const char *text)
{
	const size_t length = strspn(text, WORD "-");

	return length < BOT_NAME_SIZE ? length : 0;
}

/* Reads "greedy", which follows "bot:". */
static bool parse_bot(const char **cursor, struct seat *seat, char error[ERROR_SIZE])
{
	const size_t length = seat_bot_length(*cursor);

	if (length == 0)
		return text_refuse(error,
		                   "'" SEAT_BOT
		                   "%.40s': a name of 1 to %d letters, digits, '_' and '-' must "
		                   "follow " SEAT_BOT,
		                   *cursor, BOT_NAME_SIZE - 1);
	memcpy(seat->bot, *cursor, length);
	*cursor += length;
	return true;
}

/* Reads "ares(depth=2)". */
static bool parse_player(const char **cursor, struct seat *seat, char error[ERROR_SIZE])
{
	size_t length = word_length(*cursor);

	seat->player = player_find(*cursor, length);
	if (!seat->player)
		return fail_player(error, *cursor, length ? length : strlen(*cursor));
	player_set_normal(seat->player, seat->settings);
	*cursor += length;
	if (**cursor != '(')
		return true;
	++*cursor;
	if (**cursor != ')')
		return parse_settings(cursor, seat, error);
	++*cursor;
	return true;
}

/* Reads "a=", if there is a label. */
static bool parse_label(const char **cursor, struct seat *seat, char error[ERROR_SIZE])
{
	const size_t length = strcspn(*cursor, "=,(");

	if ((*cursor)[length] != '=')
		return true;
	if (length == 0 || length >= sizeof seat->label || strspn(*cursor, WORD "-.") != length)
		return text_refuse(
			error, "'%.*s': a label has 1 to %zu of A to Z, a to z, 0 to 9, '_', '-' and '.'",
			(int)MIN(length, 40), *cursor, sizeof seat->label - 1);
	memcpy(seat->label, *cursor, length);
	*cursor += length + 1;
	return true;
}

bool seat_parse(const char *text, const char **end, struct seat *seat, char error[ERROR_SIZE])
{
	const char *cursor = text + strspn(text, " ");
	char label[PLAYER_SPEC_SIZE];
	struct seat unlabelled;

	memset(seat, 0, sizeof *seat);
	if (!parse_label(&cursor, seat, error))
		return false;
	const char *sign = "", *name = "";
	bool read;
	if (*cursor == '@') {
		cursor++;
		read = parse_external(&cursor, seat, error);
		sign = "@";
		name = seat->external;
	} else if (strncmp(cursor, SEAT_BOT, strlen(SEAT_BOT)) == 0) {
		cursor += strlen(SEAT_BOT);
		read = parse_bot(&cursor, seat, error);
		sign = SEAT_BOT;
		name = seat->bot;
	} else {
		read = parse_player(&cursor, seat, error);
		if (read)
			name = seat->player->name;
	}
	if (!read)
		return false;
	cursor += strspn(cursor, " ");
	if (*cursor && *cursor != ',')
		return text_refuse(error, "'%.*s' after %s%s must begin with a comma",
		                   (int)MIN(strcspn(cursor, ","), 20), cursor, sign, name);
	if (end)
		*end = cursor;
	unlabelled = *seat;
	unlabelled.label[0] = '\0';
	if (strcmp(seat->label, seat_print_label(&unlabelled, label)) == 0)
		*seat = unlabelled;
	return true;
}

bool seat_equal(const struct seat *one, const struct seat *other)
{
	return one->player == other->player && strcmp(one->external, other->external) == 0 &&
	       strcmp(one->bot, other->bot) == 0 &&
	       memcmp(one->settings, other->settings, sizeof one->settings) == 0;
}

/* Writes "(depth=2,age=10)" after what text has: those settings of which `is_named` says so. */
static void print_settings(const struct seat *seat, bool is_named(const struct seat *seat, int i),
                           char text[PLAYER_SPEC_SIZE])
{
	const struct player_setting *settings = seat->player->settings;
	struct text out = {text, PLAYER_SPEC_SIZE, strlen(text)};
	int told = 0;

	for (int i = 0; settings[i].name; i++)
		if (is_named(seat, i))
			text_add(&out, "%c%s=%d", told++ ? ',' : '(', settings[i].name, seat->settings[i]);
	if (told)
		text_add(&out, ")");
}

static bool is_changed(const struct seat *seat, int i)
{
	return seat->settings[i] != seat->player->settings[i].normal;
}

char *seat_print_label(const struct seat *seat, char text[PLAYER_SPEC_SIZE])
{
	if (seat->external[0]) {
		snprintf(text, PLAYER_SPEC_SIZE, "@%s", seat->external);
	} else if (seat->label[0]) {
		snprintf(text, PLAYER_SPEC_SIZE, "%s", seat->label);
	} else if (seat->bot[0]) {
		snprintf(text, PLAYER_SPEC_SIZE, SEAT_BOT "%s", seat->bot);
	} else if (seat->player) {
		snprintf(text, PLAYER_SPEC_SIZE, "%s", seat->player->name);
		print_settings(seat, is_changed, text);
	} else {
		snprintf(text, PLAYER_SPEC_SIZE, "person");
	}
	return text;
}

bool seat_names_setting(const struct seat *seat, int i)
{
	const struct player *player = seat->player;

	return player->later == 0 || i < player->later || is_changed(seat, i);
}

char *seat_print(const struct seat *seat, char text[PLAYER_SPEC_SIZE])
{
	if (!seat->player) {
		snprintf(text, PLAYER_SPEC_SIZE, "%s%s%s%s", seat->label, seat->label[0] ? "=" : "",
		         seat->bot[0] ? SEAT_BOT : "@", seat->bot[0] ? seat->bot : seat->external);
		return text;
	}
	snprintf(text, PLAYER_SPEC_SIZE, "%s%s%s", seat->label, seat->label[0] ? "=" : "",
	         seat->player->name);
	print_settings(seat, seat_names_setting, text);
	return text;
}
