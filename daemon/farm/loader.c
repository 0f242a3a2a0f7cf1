/* loader: see loader.h. */
#include "loader.h"

bool loader_is_ready(const struct loader *loader, const struct claim *claim)
{
	return loader->map_id == claim->terms.map && claim->epoch == 1;
}

static bool load_map(struct loader *loader, struct db *db, const struct claim *claim)
{
	if (loader->map_id == claim->terms.map)
		return true;
	bool loaded = stmt_load_map(db, claim->terms.map, &loader->map);
	loader->map_id = loaded ? claim->terms.map : 0;
	return loaded;
}

/* Digests the stored boards, and keeps the last one. */
static bool load_boards(struct loader *loader, struct db *db, struct claim *claim)
{
	struct db_rows boards;
	digest_open(&claim->digest, &claim->terms);
	claim->phases = claim->stored = 0;
	if (claim->epoch == 1)
		return true; /* nobody has played it: it has no boards */
	if (!stmt_read_boards(db, claim->tournament, claim->game, &boards))
		return false;
	for (; stmt_next_board(&boards, &loader->last); claim->phases++)
		digest_phase(&claim->digest, &loader->last);
	claim->stored = claim->phases;
	return db_rows_close(&boards);
}

/* Sets the match behind the last board. NULL, or why it cannot go on. */
static const char *resume_match(const struct stored *last, struct match *match)
{
	struct board board;
	struct phase_orders orders;
	if (!stored_unpack(match->map, last, &board, &orders, NULL))
		return "its last board does not fit its map";
	if (!last->resolved)
		return "it has its final position, but did not finish";
	return match_resume(match, &board, &orders) ? NULL
	                                            : "its last orders do not fit its last board";
}

enum loading loader_load(struct loader *loader, struct db *db, struct claim *claim,
                         struct match *match, char error[LOADER_ERROR_SIZE])
{
	if (!load_map(loader, db, claim) || !load_boards(loader, db, claim)) {
		const struct db_fault *fault = db_fault(db);
		snprintf(error, LOADER_ERROR_SIZE, "%s", fault->message);
		return fault->lost || fault->sqlstate[0] != '\0' ? LOADING_LOST : LOADING_IMPOSSIBLE;
	}
	if (!terms_open_match(&claim->terms, &loader->map, match, error) ||
	    !terms_seat(&claim->terms, match, error))
		return LOADING_IMPOSSIBLE;
	const char *wrong = claim->phases > 0 ? resume_match(&loader->last, match) : NULL;
	if (wrong != NULL)
		snprintf(error, LOADER_ERROR_SIZE, "%s", wrong);
	return wrong == NULL ? LOADING_DONE : LOADING_IMPOSSIBLE;
}
