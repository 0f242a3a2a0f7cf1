/* terms: see terms.h. */
#include "terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "game/start.h"
#include "stored.h"

/* Terms of an older program without press have an empty text. */
bool terms_have_press(const struct terms *terms)
{
	return terms->press[0] != '\0' && strcmp(terms->press, "none") != 0;
}

/* Sets the position that the game begins with. False, with the reason in error, if it is not
 * possible. */
static bool open_board(const struct terms *terms, const struct map *map, const struct rules *rules,
                       struct board *board, char error[TERMS_ERROR_SIZE])
{
	static const char what[] = "the starting position";
	struct stored stored = {.phase = terms->start_phase, .unit_count = terms->start_unit_count};
	struct phase_orders none;
	char why[ERROR_SIZE] = "it is not a board of its map";

	if (!terms->started) {
		board_start(map, board);
		return true;
	}

	memcpy(stored.units, terms->start_units,
	       (size_t)terms->start_unit_count * sizeof *stored.units);
	memcpy(stored.owners, terms->start_owners, sizeof stored.owners);
	if (stored_unpack(map, &stored, board, &none, NULL) && start_check(map, rules, board, why))
		return true;
	snprintf(error, TERMS_ERROR_SIZE, "%s: %s", what, why);

	return false;
}

/* The block that random numbers are drawn from. With external players each game has its own,
 * because they know what was drawn in the other games of the block. */
static uint32_t find_block(const struct terms *terms)
{
	const bool outside = terms->seats[0] == '@' || strstr(terms->seats, "\n@") != NULL;
	return (uint32_t)(outside ? terms->number : (terms->number - 1) / terms->block + 1);
}

/* Sets the inherited phases and the replaced orders. */
static void open_branch(const struct terms *terms, struct match *match)
{
	const struct branch *branch = &terms->branch;

	match->branched_in = branch->phase;
	match->past_count = branch->past_count;
	for (int i = 0; i < branch->past_count; i++)
		match->pasts[i] =
			(struct past){branch->before[i], (uint32_t)branch->block[i], (uint64_t)branch->seed[i]};
	match->told_count = branch->order_count;
	match->told_power = branch->power;
	match->told_order = branch->order;
}

bool terms_open_match(const struct terms *terms, const struct map *map, struct match *match,
                      char error[TERMS_ERROR_SIZE])
{
	struct board first;

	*match = (struct match){
		.map = map,
		.rules = rules_find(terms->rules),
		.judge = judge_find(terms->judge),
		.seed = (uint64_t)terms->seed,
		.round_limit = terms->round_limit,
		.draw_after = terms->draw_after,
		.agreed = terms->agreed,
		.agreed_in = terms->agreed_in,
		.shared = (power_set)terms->shared,
		.threads = 1,
	};
	if (match->judge != NULL && match->judge->partial)
		match->judge = NULL;
	if (match->rules == NULL || match->judge == NULL) {
		snprintf(error, TERMS_ERROR_SIZE, "no %s in this program",
		         match->rules == NULL ? terms->rules : terms->judge);
		return false;
	}

	if (terms->block < 1) {
		snprintf(error, TERMS_ERROR_SIZE, "blocks of %d games", terms->block);
		return false;
	}

	match->block = find_block(terms);
	open_branch(terms, match);
	if (!open_board(terms, map, match->rules, &first, error))
		return false;
	match_start(match, &first);
	match->round_limit += phase_round(first.phase);
	return true;
}

/* A line: "random\t{}", "random\t{}\t1", "bot:greedy\t{}", or "@alice", or "@". */
static bool take_seat(const char *line, size_t length, int power, struct seat *seat,
                      char error[TERMS_ERROR_SIZE])
{
	char settings[TERMS_SEATS_SIZE], wrong[ERROR_SIZE];
	const size_t name = strcspn(line, "\t\n");
	const bool bot = strncmp(line, SEAT_BOT, strlen(SEAT_BOT)) == 0 &&
	                 seat_bot_length(line + strlen(SEAT_BOT)) == name - strlen(SEAT_BOT);

	*seat = (struct seat){.player = player_find(line, name)};
	if (line[0] == '@') {
		snprintf(seat->external, sizeof seat->external, "%.*s", (int)length - 1, line + 1);
		return true;
	}

	if ((seat->player == NULL && !bot) || line[name] != '\t') {
		snprintf(error, TERMS_ERROR_SIZE, "power %d: no player \"%.*s\" in this program", power,
		         (int)name, line);
		return false;
	}

	snprintf(settings, sizeof settings, "%.*s", (int)(length - name - 1), line + name + 1);
	char *entrant = strchr(settings, '\t');
	if (entrant != NULL) {
		*entrant = '\0';
		seat->entrant = (uint8_t)atoi(entrant + 1);
	}

	if (bot) {
		snprintf(seat->bot, sizeof seat->bot, "%.*s", (int)(name - strlen(SEAT_BOT)),
		         line + strlen(SEAT_BOT));
		return true;
	}

	if (json_parse_settings(settings, seat, wrong))
		return true;
	snprintf(error, TERMS_ERROR_SIZE, "power %d: %s", power, wrong);
	return false;
}

bool terms_seat(const struct terms *terms, struct match *match, char error[TERMS_ERROR_SIZE])
{
	const char *line = terms->seats;
	for (int power = 0; power < match->map->power_count; power++) {
		const size_t length = strcspn(line, "\n");
		if (!take_seat(line, length, power, &match->seats[power], error))
			return false;
		line += length + (line[length] == '\n');
	}
	return terms->substitute[0] == '\0' ||
	       take_seat(terms->substitute, strlen(terms->substitute), 0, &match->substitute, error);
}

bool terms_give_room(struct match *match, struct room *room)
{
	const size_t needed = match_room_size(match);
	if (needed > room->size) {
		free(room->bytes);
		room->bytes = aligned_alloc(PLAYER_ALIGN, needed);
		room->size = room->bytes != NULL ? needed : 0;
	}
	if (needed > room->size)
		return false;
	match_furnish(match, room->bytes);
	return true;
}
