/* replay_one: one phase of a game, for a script that shows a game as it is played. See replay.h. */
#include "replay_parts.h"

#include <stdlib.h>

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

static enum replay_outcome print_phase(struct replay_game *game, int16_t phase,
                                       struct replay *replay, char why[REPLAY_WHY_SIZE])
{
	const int n = find_phase(game, phase);

	if (n < 0)
		return REPLAY_EMPTY;
	struct page page = {.out = open_memstream(&page.text, &page.size)};
	bool written = page.out != NULL && write_phase(&page, game, n);
	written = page.out != NULL && fclose(page.out) == 0 && written;
	if (!written) {
		free(page.text);
		snprintf(why, REPLAY_WHY_SIZE, "there is no memory for the phase");
		return REPLAY_FAILED;
	}

	*replay = replay_take(game, &page);
	return REPLAY_MADE;
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
