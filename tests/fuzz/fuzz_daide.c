/* fuzz_daide: reads bytes as a message of DAIDE, and every line as one in text. What can be read
 * stays the same when it is written and read again; an order that a power may give is one that the
 * rules take. */
#include "fuzz.h"
#include "formats/daide/daide_press.h"
#include "formats/daide/daide_syntax.h"
#include "formats/daide/daide_text.h"
#include "game/game.h"

#include <string.h>

static struct daide_map tokens;
static struct board board;

static void try_order(struct daide_reader *reader)
{
	struct daide_order written;
	struct order order;
	if (!daide_take_order(reader, &written))
		return;
	const struct rules *rules = rules_find("standard");
	const struct daide_turn turn = {.variant = rules_variant(rules, fuzz_map()),
	                                .tokens = &tokens,
	                                .board = &board,
	                                .power = written.unit.power};
	if (daide_order_check(&turn, &written, &order) != DAIDE_MBV || !phase_is_movement(board.phase))
		return;
	struct submission submission = {written.unit.power, order};
	struct order orders[UNITS_MAX];
	enum verdict verdict;
	submission_verify(turn.variant, &board, &submission, 1, orders, &verdict);
	MUST(verdict == VERDICT_LEGAL);
}

static void try_message(const struct daide_message *message)
{
	static struct daide_message other;
	static char text[20 * DAIDE_TOKENS_MAX];
	static uint8_t bytes[2 * DAIDE_TOKENS_MAX];
	MUST(daide_decode(bytes, daide_encode(message, bytes), &other) &&
	     other.count == message->count);
	MUST(daide_print(message, text, sizeof text) == strlen(text) + 1);
	if (strchr(text, '?') == NULL && memchr(text, '\n', strlen(text)) == NULL) {
		MUST(daide_parse(text, &other) && other.count == message->count);
		MUST(memcmp(other.token, message->token, 2 * (size_t)message->count) == 0);
	}
	if (!daide_balanced(message))
		return;
	const int wrong = daide_syntax(message, 0);
	MUST(wrong == DAIDE_RIGHT || (wrong >= 0 && wrong <= message->count));
	const int pressed = daide_syntax(message, DAIDE_LEVEL_TEXT);
	MUST(pressed == DAIDE_RIGHT || (pressed >= wrong && pressed <= message->count));
	MUST(daide_press_level(message) <= DAIDE_LEVEL_MOST);
	for (int at = 1; at < message->count && message->token[0] == DAIDE_SUB; at++) {
		struct daide_reader reader = {message, at, message->count, 0};
		try_order(&reader);
	}
	daide_clear(&other);
	daide_add_huh(&other, message, wrong < 0 ? 0 : wrong);
	MUST(other.full || other.count == message->count + 4);
}

static void try_text(const char *line, size_t length)
{
	static struct daide_message message;
	char text[1 << 13];
	const char *bar = memchr(line, '|', length);
	if (bar != NULL) {
		length -= (size_t)(bar + 1 - line);
		line = bar + 1;
	}
	snprintf(text, sizeof text, "%.*s", (int)length, line);
	if (daide_parse(text, &message) && message.count > 0)
		try_message(&message);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct daide_message message;
	const char *text = (const char *)bytes, *end = text + size;
	if (tokens.map == NULL) {
		MUST(daide_map_open(fuzz_map(), &tokens));
		board_start(fuzz_map(), &board);
	}
	if (daide_decode(bytes, size, &message))
		try_message(&message);
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline != NULL ? newline : end;
		try_text(text, (size_t)(stop - text));
		text = stop + 1;
	}
	return 0;
}
