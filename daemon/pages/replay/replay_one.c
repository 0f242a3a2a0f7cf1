/* replay_one: one phase of a game, for a script that shows a game as it is played. See replay.h. */
#include "replay_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "base/heap.h"
#include "formats/cases/case_write.h"

enum { REPLAY_POSITION_SIZE = 16 * 1024 }; /* bytes of a position as text */

typedef void writer(struct page *page, struct replay_game *game, int n);

/* Writes as a string of JSON what a part writes. */
static void write_quoted(struct page *page, struct replay_game *game, int n, writer *part)
{
	struct page inner = {.out = heap_open_text(&inner.text, &inner.size)};
	part(&inner, game, n);
	heap_close_text(inner.out);
	page_json(page, inner.text);
	free(inner.text);
}

static void write_words(struct page *page, struct replay_game *game, int n)
{
	replay_write_words(page, game, n);
}

static void write_phase(struct page *page, struct replay_game *game, int n)
{
	const int16_t phase = game->phases[n].record.board.phase;
	char id[PHASE_TEXT_SIZE], name[PICTURE_PHASE_SIZE];

	fprintf(page->out, "{\"phase\":\"%s\",\"name\":\"%s\",\"owners\":\"", phase_print(phase, id),
	        picture_name_phase(phase, name));
	replay_write_owners(page, game, n);
	fputs("\",\"ways\":", page->out);
	replay_write_ways(page, game, n);
	fputs(",\"html\":", page->out);
	write_quoted(page, game, n, write_words);
	fputs(",\"shapes\":", page->out);
	write_quoted(page, game, n, replay_write_shapes);
	fputs("}\n", page->out);
}

/* The place of a phase; below 0: it does not exist. */
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
	struct text out = {text, sizeof text, 0};
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

/* If chance takes part, the orders do not determine what follows. */
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

static void write_all_phases(struct page *page, struct replay_game *game, int n)
{
	(void)n;
	replay_write_line(page, game);
}

static struct replay print(struct replay_game *game, int n, writer *write)
{
	struct page page = {.out = heap_open_text(&page.text, &page.size)};
	write(&page, game, n);
	heap_close_text(page.out);
	return replay_take(game, &page);
}

/* Opens a game with its boards. */
static enum replay_outcome open_game(struct db *db, const struct game_head *head,
                                     struct replay_game **game, char why[REPLAY_WHY_SIZE])
{
	const enum replay_outcome outcome = replay_open(db, head, game);
	return outcome == REPLAY_MADE ? read_boards(db, *game, why) : outcome;
}

/* The same, and finds the place of a phase. */
static enum replay_outcome open_phase(struct db *db, const struct game_head *head, int16_t phase,
                                      struct replay_game **game, int *n, char why[REPLAY_WHY_SIZE])
{
	const enum replay_outcome outcome = open_game(db, head, game, why);
	if (outcome != REPLAY_MADE)
		return outcome;
	*n = find_phase(*game, phase);
	return *n < 0 ? REPLAY_EMPTY : REPLAY_MADE;
}

enum replay_outcome replay_write_words_of(struct db *db, const struct game_head *head,
                                          int16_t phase, struct page *page,
                                          char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	int n;
	const enum replay_outcome outcome = open_phase(db, head, phase, &game, &n, why);
	if (outcome == REPLAY_MADE)
		replay_write_words(page, game, n);
	replay_close(game);
	return outcome;
}

enum replay_outcome replay_make_phase(struct db *db, const struct game_head *head, int16_t phase,
                                      struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	int n;
	const enum replay_outcome outcome = open_phase(db, head, phase, &game, &n, why);
	if (outcome == REPLAY_MADE)
		*replay = print(game, n, write_phase);
	replay_close(game);
	return outcome;
}

enum replay_outcome replay_make_line(struct db *db, const struct game_head *head,
                                     struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	struct replay_game *game;
	const enum replay_outcome outcome = open_game(db, head, &game, why);
	if (outcome == REPLAY_MADE)
		*replay = print(game, 0, write_all_phases);
	replay_close(game);
	return outcome;
}
