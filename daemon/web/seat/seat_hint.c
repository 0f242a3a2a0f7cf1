/* seat_hint: see seat_hint.h. */
#include "seat_hint.h"

#include <stdlib.h>
#include <string.h>

#include "db/record/terms.h"

const char seat_hint_player[] = "trinity";

/* A phase that is tried: the seat is the player's, and all others order nothing. */
struct trial {
	struct match match;
	struct room room;
	struct given given;
	struct phase_record record;
	struct phase_cost cost;
};

static bool seat_player(struct match *match, uint8_t power)
{
	char error[ERROR_SIZE];
	memset(match->seats, 0, sizeof match->seats);
	return seat_parse(seat_hint_player, NULL, &match->seats[power], error);
}

/* Chance of its own for each game, phase and power. */
static uint64_t draw_seed(const struct seat_picture *picture)
{
	const int64_t key[] = {picture->game, picture->record.board.phase, picture->power};
	uint8_t sha256[DIGEST_SIZE];
	uint64_t seed;
	digest_bytes(key, sizeof key, sha256);
	memcpy(&seed, sha256, sizeof seed);
	return seed;
}

/* The position in play. In a phase of retreats it follows from the phase before, which has the
 * places that units were dislodged from. */
static void go_to(struct match *match, const struct seat_picture *picture)
{
	const struct board *open = &picture->record.board;
	struct board board;
	struct phase_orders orders;
	match_start(match, open);
	if (!picture->retreats || !picture->before.resolved ||
	    !stored_unpack(match->map, &picture->before, &board, &orders, NULL))
		return;
	if (!match_resume(match, &board, &orders) || match->board.phase != open->phase)
		match_start(match, open);
}

static void take_orders(const struct trial *trial, uint8_t power, struct seat_hint *hint)
{
	const struct phase_orders *orders = &trial->record.orders;
	const int most = sizeof hint->order / sizeof *hint->order;
	hint->count = 0;
	for (int i = 0; i < orders->count && hint->count < most; i++)
		if (orders->power[i] == power)
			hint->order[hint->count++] = orders->order[i];
}

static bool think(struct trial *trial, const struct seat_picture *picture, const char *rules,
                  struct seat_hint *hint)
{
	struct match *match = &trial->match;

	*match = (struct match){.map = &picture->map,
	                        .rules = rules_find(rules),
	                        .judge = judge_find("atlas"),
	                        .seed = draw_seed(picture),
	                        .threads = 1,
	                        .given = &trial->given};
	if (match->rules == NULL || !seat_player(match, picture->power) ||
	    !terms_give_room(match, &trial->room))
		return false;

	go_to(match, picture);
	match_probe(match, &trial->record, &trial->cost);
	take_orders(trial, picture->power, hint);
	return true;
}

bool seat_hint_make(const struct seat_picture *picture, const char *rules, struct seat_hint *hint)
{
	struct trial *trial = calloc(1, sizeof *trial);
	if (trial == NULL)
		return false;
	const bool made = think(trial, picture, rules, hint);
	free(trial->room.bytes);
	free(trial);
	return made;
}
