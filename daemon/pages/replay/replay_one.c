/* replay_one: one phase of a game, for a script that shows a game as it is played. See replay.h. */
#include "replay_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "formats/cases/case_write.h"

enum { REPLAY_POSITION_SIZE = 16 * 1024 }; /* bytes of a position as text */

/* Writes as a string of JSON what a part writes. False: there is no memory. */
static bool write_quoted(struct page *page, struct replay_game *game, int n,
                         bool (*part)(struct page *page, struct replay_game *game, int n))
{
	struct page inner = {.out = open_memstream(&inner.text, &inner.size)};
	if (inner.out == NULL)
		return false;
	bool written = part(&inner, game, n);
	written = fclose(inner.out) == 0 && written;
	if (written)
		page_json(page, inner.text);
	free(inner.text);
	return written;
}

static bool write_words(struct page *page, struct replay_game *game, int n)
{
	replay_write_words(page, game, n);
	return true;
}

static bool write_phase(struct page *page, struct replay_game *game, int n)
{
	const int16_t phase = game->phases[n].record.board.phase;
	char id[PHASE_TEXT_SIZE], name[PICTURE_PHASE_SIZE];

	fprintf(page->out, "{\"phase\":\"%s\",\"name\":\"%s\",\"owners\":\"", phase_print(phase, id),
	        picture_name_phase(phase, name));
	replay_write_owners(page, game, n);
	fputs("\",\"ways\":", page->out);
	replay_write_ways(page, game, n);
	fputs(",\"html\":", page->out);
	if (!write_quoted(page, game, n, write_words))
		return false;
	fputs(",\"shapes\":", page->out);

	const bool written = write_quoted(page, game, n, replay_write_shapes);
	fputs("}\n", page->out);
	return written;
}

/* The place of a phase; below 0: it is not there. */
static int find_phase(const struct replay_game *game, int16_t phase)
{
	for (int n = 0; n < game->count; n++)
		if (game->phases[n].record.board.phase == phase)
			return n;
	return -1;
}

static enum replay_outcome read_boards(struct db *db, struct replay_game *game,
                                       char why[REPLAY_WHY_SIZE])
{
	struct db_rows rows;
	return stmt_read_boards(db, game->head.tournament, game->head.game, &rows)
	           ? replay_read_boards(game, &rows, why)
	           : REPLAY_FAULT;
}

/* ── all phases, in short ── */

static void write_position(struct page *page, const struct map *map, const struct board *board)
{
	char text[REPLAY_POSITION_SIZE];
	struct case_text out = {text, sizeof text, 0};
	case_write_board(&out, map, board);
	assert(out.used < sizeof text);
	page_json(page, text);
}

static void write_given(struct page *page, const struct map *map, const struct phase_record *record)
{
	char text[ORDER_TEXT_SIZE];
	const char *before = "";
	for (int i = 0; i < record->orders.count; i++) {
		if (record->orders.power[i] >= map->power_count)
			continue;
		fprintf(page->out, "%s\"%s %s\"", before, map->power[record->orders.power[i]],
		        order_print(map, record->orders.order[i], text));
		before = ",";
	}
}

/* Where chance has a say the orders do not tell what follows. */
static bool follows(const struct replay_game *game, int n)
{
	return n > 0 && game->rules != NULL && rules_are_standard(game->rules);
}

void replay_write_line(struct page *page, const struct replay_game *game)
{
	fputs("{\"map\":", page->out);
	page_json(page, game->terms.map);
	fputs(",\"rules\":", page->out);
	page_json(page, game->terms.rules);
	if (game->map_text != NULL) {
		fputs(",\"text\":", page->out);
		page_json(page, game->map_text);
	}
	fprintf(page->out, ",\"game\":%lld,\"phases\":[", (long long)game->head.game);
	for (int n = 0; n < game->count; n++) {
		const struct phase_record *record = &game->phases[n].record;
		fprintf(page->out, "%s\n{", n > 0 ? "," : "");
		if (!follows(game, n)) {
			fputs("\"position\":", page->out);
			write_position(page, &game->map, &record->board);
			fputs(",", page->out);
		}
		fputs("\"orders\":[", page->out);
		write_given(page, &game->map, record);
		fputs("]}", page->out);
	}
	fputs("]}\n", page->out);
}

static bool write_line(struct page *page, struct replay_game *game, int n)
{
	(void)n;
	replay_write_line(page, game);
	return true;
}

static enum replay_outcome print(struct replay_game *game, int n, struct replay *replay,
                                 bool (*write)(struct page *page, struct replay_game *game, int n),
                                 char why[REPLAY_WHY_SIZE])
{
	struct page page = {.out = open_memstream(&page.text, &page.size)};
	bool written = page.out != NULL && write(&page, game, n);
	written = page.out != NULL && fclose(page.out) == 0 && written;
	if (!written) {
		free(page.text);
		snprintf(why, REPLAY_WHY_SIZE, "there is no memory for the phase");
		return REPLAY_FAILED;
	}

	*replay = replay_take(game, &page);
	return REPLAY_MADE;
}

static enum replay_outcome print_phase(struct replay_game *game, int16_t phase,
                                       struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	const int n = find_phase(game, phase);
	return n < 0 ? REPLAY_EMPTY : print(game, n, replay, write_phase, why);
}

/* Opens a game with its boards. */
static enum replay_outcome open_game(struct db *db, const struct game_head *head,
                                     struct replay_game **game, char why[REPLAY_WHY_SIZE])
{
	const enum replay_outcome outcome = replay_open(db, head, game, why);
	return outcome == REPLAY_MADE ? read_boards(db, *game, why) : outcome;
}

enum replay_outcome replay_write_words_of(struct db *db, const struct game_head *head,
                                          int16_t phase, struct page *page,
                                          char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	enum replay_outcome outcome = open_game(db, head, &game, why);
	const int n = outcome == REPLAY_MADE ? find_phase(game, phase) : -1;

	if (outcome == REPLAY_MADE && n < 0)
		outcome = REPLAY_EMPTY;
	if (outcome == REPLAY_MADE)
		replay_write_words(page, game, n);

	replay_close(game);
	return outcome;
}

enum replay_outcome replay_make_phase(struct db *db, const struct game_head *head, int16_t phase,
                                      struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	enum replay_outcome outcome = open_game(db, head, &game, why);
	if (outcome == REPLAY_MADE)
		outcome = print_phase(game, phase, replay, why);
	replay_close(game);
	return outcome;
}

enum replay_outcome replay_make_line(struct db *db, const struct game_head *head,
                                     struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	enum replay_outcome outcome = open_game(db, head, &game, why);
	if (outcome == REPLAY_MADE)
		outcome = print(game, 0, replay, write_line, why);
	replay_close(game);
	return outcome;
}
