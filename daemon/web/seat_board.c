/* seat_board: the position in play, with the orders that a seat has handed in and nobody else's.
 * See seat_answers.h. */
#include <stdlib.h>
#include <string.h>

#include "picture/picture.h"
#include "seat_answers.h"

/* What is drawn: a map, its drawing and a phase of it. */
struct drawn {
	struct map map;
	struct picture_map picture;
	struct phase_record record;
	struct stored stored;
};

/* Takes in the seat's own orders, a line each. They are given, and nothing came of them yet: they
 * are drawn like those that succeed, because these have no mark. */
static void take_orders(struct drawn *drawn, uint8_t power, const char *lines)
{
	struct phase_orders *orders = &drawn->record.orders;
	char error[ORDER_ERROR_SIZE];
	while (*lines != '\0') {
		const size_t length = strcspn(lines, "\n");
		if (orders->count < PHASE_ORDERS_MAX &&
		    order_parse(&drawn->map, lines, length, &orders->order[orders->count], error)) {
			drawn->record.results[orders->count] = RESULT_SUCCEEDS;
			orders->power[orders->count++] = power;
		}
		lines += length + (lines[length] == '\n');
	}
}

static void write_drawn(FILE *out, const struct drawn *drawn)
{
	const struct board *board = &drawn->record.board;
	char phase[PHASE_TEXT_SIZE];
	const size_t size = picture_write_shapes(&drawn->picture, &drawn->record, NULL, 0);
	char *shapes = malloc(size + 1);
	if (shapes == NULL) {
		fputs("null", out);
		return;
	}
	(void)!picture_write_shapes(&drawn->picture, &drawn->record, shapes, size);
	shapes[size] = '\0';
	fprintf(out, "{\"phase\":\"%s\",\"owners\":\"", phase_print(board->phase, phase));
	for (int p = 0; p < drawn->map.province_count; p++)
		putc('0' + (board->owner[p] < POWERS_MAX ? board->owner[p] : POWER_NONE), out);
	fputs("\",\"shapes\":", out);
	seat_write_text(out, shapes, size);
	fputs("}", out);
	free(shapes);
}

/* The last board that is stored, for a game that waits for nobody. */
static bool find_last(struct db *db, int64_t game, struct stored *stored, bool *found)
{
	struct game_head head;
	return stmt_web_game(db, game, found, &head) &&
	       (!*found || stmt_find_board(db, &head, -1, found, stored));
}

static bool make(FILE *out, struct db *db, const struct seat_door *door, struct drawn *drawn)
{
	struct seat_board board;
	bool found = true;
	if (!stmt_seat_board(db, door, &board))
		return false;
	drawn->stored = board.open;
	if (!board.waits && !find_last(db, board.game, &drawn->stored, &found))
		return false;
	if (!found) {
		fputs("null", out);
		return true;
	}
	if (!stmt_load_map(db, board.map, &drawn->map))
		return false;
	if (!stored_unpack_record(&drawn->map, &drawn->stored, &drawn->record))
		return db_refuse(db, "game %lld: its turn is no board", (long long)board.game);
	if (board.waits)
		take_orders(drawn, (uint8_t)board.power, board.lines);
	picture_open(&drawn->picture, &drawn->map);
	write_drawn(out, drawn);
	return true;
}

bool seat_write_board(FILE *out, struct db *db, const struct seat_door *door)
{
	struct drawn *drawn = calloc(1, sizeof *drawn);
	if (drawn == NULL) {
		fputs("null", out);
		return true;
	}
	const bool made = make(out, db, door, drawn);
	free(drawn);
	return made;
}
