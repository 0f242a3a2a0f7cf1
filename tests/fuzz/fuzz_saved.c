/* fuzz_saved: reads the bytes as a saved game, and as what somebody wrote over a good one; and each
 * line as an order of a saved game. What can be read can be replayed, and each phase that is kept
 * has orders that could be given. An order that can be read stays the same when it is printed and
 * read again. */
#include "base/json.h"
#include "exchange/import_play.h"
#include "fuzz.h"
#include "saved_game.h"
#include "db/record/stored.h"
#include "game/turn.h"

#include <string.h>

static void hear(void *context, const char *phase, const char *text)
{
	(void)context;
	MUST(phase[0] != '\0' && text[0] != '\0');
}

/* The rows that were kept can be taken apart; each phase's orders are legal. */
static void try_rows(const struct import_play *play)
{
	const struct variant variant = rules_variant(play->rules, fuzz_map());
	struct phase_record record;
	struct legal legal;

	for (int i = 0; i < play->board_count; i++) {
		MUST(stored_unpack_record(fuzz_map(), &play->boards[i], &record));
		if (!phase_is_movement(record.board.phase) || record.orders.count == 0)
			continue;
		legal_open(fuzz_map(), &record.board, &legal);
		for (int u = 0; u < record.board.unit_count; u++)
			MUST(turn_may_stand(variant, &legal, record.orders.order, u));
	}
}

static void try_game(const char *text, size_t size)
{
	struct json_fault fault;
	char error[SAVED_ERROR_SIZE] = "";
	struct import_play play = {.rules = rules_find("standard"),
	                           .judge = judges[0],
	                           .tell = hear,
	                           .terms = {.round_limit = 10000}};
	struct json_object *object = json_read(text, size, &fault);
	if (object == NULL) {
		MUST(fault.why[0] != '\0' && fault.at <= size);
		return;
	}
	if (saved_read_game(object, &play.saved, error)) {
		play.saved.map = fuzz_map();
		if (import_play(&play, error))
			try_rows(&play);
		else
			MUST(error[0] != '\0');
	} else {
		MUST(error[0] != '\0');
	}
	import_play_close(&play);
	json_close(object);
}

static void try_order(const char *line, size_t length)
{
	struct order order, again;
	char text[SAVED_ORDER_SIZE], twice[SAVED_ORDER_SIZE], error[ERROR_SIZE] = "";

	if (!saved_read_order(fuzz_map(), line, length, &order, error)) {
		MUST(error[0] != '\0');
		return;
	}
	saved_print_order(fuzz_map(), order, text);
	MUST(saved_read_order(fuzz_map(), text, strlen(text), &again, error));
	MUST(strcmp(text, saved_print_order(fuzz_map(), again, twice)) == 0);
}

/* Writes a few bytes over the good game. */
static void try_mangled(const uint8_t *bytes, size_t size)
{
	static char text[sizeof good];

	memcpy(text, good, sizeof good);
	for (size_t i = 0; i + 3 < size && i < 32; i += 4) {
		const size_t at = (size_t)(bytes[i] << 8 | bytes[i + 1]) % (sizeof good - 1);
		text[at] = (char)bytes[i + 2];
		if (bytes[i + 3] % 4 == 0) /* another letter of the same text fits more often */
			text[at] = good[(size_t)(bytes[i + 2] << 3 | bytes[i + 3] >> 5) % (sizeof good - 1)];
	}
	try_game(text, sizeof good - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char text[1 << 16];
	const size_t length = size < sizeof text ? size : sizeof text - 1;

	memcpy(text, bytes, length);
	text[length] = '\0';
	try_game(text, length);
	if (size > 0 && bytes[0] % 2 == 0)
		try_mangled(bytes, size);
	for (const char *line = text, *end; line < text + length; line = end + 1) {
		end = memchr(line, '\n', (size_t)(text + length - line));
		end = end != NULL ? end : text + length;
		try_order(line, (size_t)(end - line));
	}
	return 0;
}
