/* replay_game: a game as its replay needs it. See replay_parts.h. */
#include "replay_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "db/record/stored.h"

enum { PHASES_AT_FIRST = 64 };

/* A row more. */
static struct replay_phase *add_phase(struct replay_game *game)
{
	const int count = game->count;
	if (count == 0 || (count >= PHASES_AT_FIRST && (count & (count - 1)) == 0)) {
		const size_t room = count == 0 ? PHASES_AT_FIRST : 2 * (size_t)count;
		game->phases = heap_grow(game->phases, room, sizeof *game->phases);
	}
	game->phases[count] = (struct replay_phase){0};
	return &game->phases[game->count++];
}

/* False: the database failed. */
static bool read_text(struct db *db, struct replay_game *game)
{
	size_t size;
	return map_source_find(game->terms.map) != NULL ||
	       stmt_print_map(db, game->head.map, &game->map_text, &size);
}

static bool read_faults(struct db *db, struct replay_game *game)
{
	struct db_rows rows;
	struct told_fault told;

	if (!stmt_read_told_faults(db, game->head.game, &rows))
		return false;
	game->faults = heap_get((size_t)rows.count, sizeof *game->faults);
	while (stmt_next_told_fault(&rows, &told)) {
		struct replay_fault *const fault = &game->faults[game->fault_count++];
		fault->phase = told.phase;
		snprintf(fault->power, sizeof fault->power, "%s", told.power);
		snprintf(fault->kind, sizeof fault->kind, "%s", told.kind);
	}

	return db_rows_close(&rows);
}

enum replay_outcome replay_open(struct db *db, const struct game_head *head,
                                struct replay_game **game)
{
	bool found;

	*game = heap_get(1, sizeof **game);
	(*game)->head = *head;
	if (!stmt_load_map(db, head->map, &(*game)->map) ||
	    !stmt_find_replay_terms(db, head->game, &found, &(*game)->terms) || !read_text(db, *game))
		return REPLAY_FAULT;

	(*game)->rules = rules_find((*game)->terms.rules);
	picture_open(&(*game)->picture, &(*game)->map);
	return read_faults(db, *game) && replay_read_messages(db, *game) ? REPLAY_MADE : REPLAY_FAULT;
}

void replay_close(struct replay_game *game)
{
	replay_free_messages(game);
	free(game->faults);
	free(game->phases);
	free(game->map_text);
	free(game->room);
	free(game);
}

enum replay_outcome replay_read_boards(struct replay_game *game, struct db_rows *rows,
                                       char why[REPLAY_WHY_SIZE])
{
	struct stored stored;
	char name[PHASE_TEXT_SIZE];

	why[0] = '\0';
	while (why[0] == '\0' && stmt_next_board(rows, &stored)) {
		struct replay_phase *const phase = add_phase(game);
		if (!stored_unpack_record(&game->map, &stored, &phase->record))
			snprintf(why, REPLAY_WHY_SIZE,
			         "game %lld: what is stored for %s is not a board of its map",
			         (long long)game->head.game, phase_print(stored.phase, name));
	}

	if (!db_rows_close(rows))
		return REPLAY_FAULT;
	if (why[0] != '\0')
		return REPLAY_FAILED;
	return game->count == 0 ? REPLAY_EMPTY : REPLAY_MADE;
}

char *replay_line(const char *lines, int n, char *out, size_t size)
{
	for (; n > 0; n--) {
		lines += strcspn(lines, "\n");
		lines += *lines == '\n';
	}
	snprintf(out, size, "%.*s", (int)strcspn(lines, "\n"), lines);
	return out;
}

char *replay_room(struct replay_game *game, size_t size)
{
	if (size > game->room_size) {
		game->room = heap_grow(game->room, size, 1);
		game->room_size = size;
	}
	return game->room;
}

struct replay replay_take(const struct replay_game *game, const struct page *page)
{
	struct replay replay = {.text = page->text, .size = page->size, .number = game->head.number};
	snprintf(replay.name, sizeof replay.name, "%s", game->head.name);
	return replay;
}
