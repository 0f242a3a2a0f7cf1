/* seat_picture: see seat_picture.h. */
#include "seat_picture.h"

#include <stdlib.h>
#include <string.h>

#include "formats/cases/case_write.h"
#include "web/pool/shared_session.h"
#include "web/site/pages.h"
#include "seat_answers.h"

enum { POSITION_SIZE = 16 * 1024 };

/* The orders have no results yet. They are drawn as successful, because those have no mark. */
void seat_picture_order(struct seat_picture *drawn, const char *lines)
{
	char error[ERROR_SIZE];

	if (drawn == NULL || !drawn->open)
		return;
	struct phase_orders *orders = &drawn->record.orders;
	orders->count = 0;

	while (*lines != '\0') {
		const size_t length = strcspn(lines, "\n");
		if (orders->count < PHASE_ORDERS_MAX &&
		    order_parse(&drawn->map, lines, length, &orders->order[orders->count], error)) {
			drawn->record.results[orders->count] = RESULT_SUCCEEDS;
			orders->power[orders->count++] = drawn->power;
		}
		lines += length + (lines[length] == '\n');
	}
}

void seat_picture_free(struct seat_picture *drawn)
{
	free(drawn);
}

/* The position, as the module of the page reads it (lib/analysis). */
static void write_position(FILE *out, const struct seat_picture *drawn)
{
	char text[POSITION_SIZE];
	struct text position = {text, sizeof text, 0};

	case_write_board(&position, &drawn->map, &drawn->record.board);
	if (position.used >= sizeof text)
		text[position.used = 0] = '\0';
	seat_write_text(out, text, position.used);
}

static void write_shapes(FILE *out, const struct seat_picture *drawn)
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
	fputs(",\"position\":", out);
	write_position(out, drawn);
	fputs("}", out);
	free(shapes);
}

void seat_picture_write(FILE *out, struct seat_picture *drawn)
{
	if (drawn == NULL) {
		fputs("null", out);
		return;
	}
	picture_open(&drawn->picture, &drawn->map);
	write_shapes(out, drawn);
	free(drawn);
}

/* The last board that is stored. head: of game 0: the game no longer exists. */
static bool find_last(struct db *db, int64_t game, struct game_head *head, struct stored *stored,
                      bool *found)
{
	*head = (struct game_head){0};
	return stmt_web_game(db, game, found, head) &&
	       (!*found || stmt_find_board(db, head, -1, found, stored));
}

/* For a game that does not wait for orders: its last board, or the one that it begins with. */
static bool read_last(struct db *db, int64_t game, struct seat_picture *drawn, bool *found)
{
	struct game_head head;
	bool stored;

	if (!find_last(db, game, &head, &drawn->stored, &stored))
		return false;
	*found = head.game != 0;
	if (*found && !stored)
		return games_find_start(db, &head, &drawn->map, &drawn->record);
	if (*found && !stored_unpack_record(&drawn->map, &drawn->stored, &drawn->record))
		return db_refuse(db, "game %lld: its last board is none", (long long)game);
	return true;
}

/* What the picture needs beside the position, with the rights of farm_web. *found: false: the game
 * no longer exists. */
static bool read_rest(struct db *db, const struct seat_board *board, struct seat_picture *drawn,
                      bool *found)
{
	struct game_head head;
	*found = true;

	if (!stmt_load_map(db, board->map, &drawn->map))
		return false;
	if (!board->waits)
		return read_last(db, board->game, drawn, found);
	if (!phase_is_movement(board->open.phase) && !phase_is_winter(board->open.phase) &&
	    !find_last(db, board->game, &head, &drawn->before, &drawn->retreats))
		return false;

	if (!stored_unpack_open(&drawn->map, &drawn->stored, &drawn->record.board))
		return db_refuse(db, "game %lld: its turn is not a board", (long long)board->game);
	seat_picture_order(drawn, board->lines);
	return true;
}

/* The same for a role, whose own session has no right to read it. */
static bool read_shared(struct db *db, const struct seat_board *board, struct seat_picture *drawn,
                        bool *found)
{
	struct db *farm = shared_session_take();
	const bool read = farm != NULL && read_rest(farm, board, drawn, found);
	if (!read)
		(void)db_refuse(db, "no board: %s",
		                farm != NULL ? db_fault(farm)->message : "no more connections");
	shared_session_give_back();
	return read;
}

static bool read_board(struct db *db, const struct seat_door *door, struct seat_picture *drawn,
                       bool *found)
{
	struct seat_board board;
	if (!stmt_seat_board(db, door, &board))
		return false;
	drawn->power = (uint8_t)board.power;
	drawn->game = board.game;
	drawn->open = board.waits;
	drawn->stored = board.open;
	return door->game == 0 ? read_rest(db, &board, drawn, found)
	                       : read_shared(db, &board, drawn, found);
}

bool seat_picture_find(struct db *db, const struct seat_door *door, struct seat_picture **picture)
{
	bool found = false;
	struct seat_picture *drawn = calloc(1, sizeof *drawn);
	const bool read = drawn == NULL || read_board(db, door, drawn, &found);
	*picture = read && found ? drawn : NULL;
	if (*picture == NULL)
		free(drawn);
	return read;
}
