/* loader: see loader.h. */
#include "loader.h"

#include <stdlib.h>

#include "base/heap.h"
#include "db/statements/play/stmt_branches.h"

/* Whether the game was never played: it has no boards. */
static bool is_new(const struct claim *claim)
{
	return claim->epoch == 1;
}

static const struct map *find_map(const struct loader *loader, const struct claim *claim)
{
	const struct loader_map *at = loader->maps;
	while (at != NULL && at->id != claim->terms.map)
		at = at->next;
	return at != NULL ? &at->map : NULL;
}

bool loader_is_ready(const struct loader *loader, const struct claim *claim)
{
	return is_new(claim) && find_map(loader, claim) != NULL;
}

static bool load_map(struct loader *loader, struct db *db, const struct claim *claim)
{
	if (find_map(loader, claim) != NULL)
		return true;
	struct loader_map *map = heap_get(1, sizeof *map);
	if (!stmt_load_map(db, claim->terms.map, &map->map)) {
		free(map);
		return false;
	}
	map->id = claim->terms.map;
	map->next = loader->maps;
	loader->maps = map;
	return true;
}

bool loader_fetch(struct loader *loader, struct db *db, struct claim *claim)
{
	return load_map(loader, db, claim) &&
	       (is_new(claim) ||
	        (stmt_find_branch(db, claim->tournament, claim->terms.number, &claim->terms.branch) &&
	         stmt_read_boards(db, claim->tournament, claim->game, &loader->boards)));
}

bool loader_open(const struct loader *loader, const struct claim *claim, struct match *match,
                 char error[LOADER_ERROR_SIZE])
{
	return terms_open_match(&claim->terms, find_map(loader, claim), match, error) &&
	       terms_seat(&claim->terms, match, error);
}

/* Sets the match after a stored board. Returns NULL, or why it cannot continue. */
static const char *resume_match(const struct stored *stored, struct match *match)
{
	struct board board;
	struct phase_orders orders;
	if (!stored_unpack(match->map, stored, &board, &orders, NULL))
		return "its board does not fit its map";
	if (!stored->resolved)
		return "it has its final position there, but did not finish";
	if (!match_resume(match, &board, &orders))
		return "its orders do not fit its board";
	return match->board.phase > stored->phase ? NULL : "no phase can follow";
}

/* Adds the last board that was read to a history. */
static const char *note_phase(const struct loader *loader, const struct map *map,
                              struct history *history)
{
	struct phase_record record;

	if (!stored_unpack_record(map, &loader->last, &record))
		return "its board does not fit its map";
	history_add(history, map, &record);

	return NULL;
}

/* Adds the stored boards to digest and summary, and sets the match after them. If the match has
 * memory, it observes each of them, else only the last one. Returns NULL, or why it cannot
 * continue; loader->last is then the board. */
static const char *read_boards(struct loader *loader, struct claim *claim, struct match *match,
                               struct history *history)
{
	const struct map *map = find_map(loader, claim);
	const bool remembers = match != NULL && match_remembers(match);
	const char *wrong = NULL;

	while (wrong == NULL && stmt_next_board(&loader->boards, &loader->last)) {
		digest_phase(&claim->digest, &loader->last);
		summary_phase(claim->summary, map, &loader->last);
		claim->phases++;
		if (remembers)
			wrong = resume_match(&loader->last, match);
		if (wrong == NULL && history != NULL)
			wrong = note_phase(loader, map, history);
	}

	claim->stored = claim->phases;
	if (!db_rows_close(&loader->boards) && wrong == NULL)
		return "its board cannot be read";
	if (wrong == NULL && match != NULL && !remembers && claim->phases > 0)
		wrong = resume_match(&loader->last, match);
	return wrong;
}

bool loader_read(struct loader *loader, struct claim *claim, struct match *match,
                 struct history *history, char error[LOADER_ERROR_SIZE])
{
	digest_open(&claim->digest, &claim->terms);
	summary_open(claim->summary, find_map(loader, claim));
	claim->phases = claim->stored = 0;
	const char *wrong = is_new(claim) ? NULL : read_boards(loader, claim, match, history);
	char phase[PHASE_TEXT_SIZE];
	if (wrong != NULL)
		snprintf(error, LOADER_ERROR_SIZE, "%s: %s", phase_print(loader->last.phase, phase), wrong);
	return wrong == NULL;
}
