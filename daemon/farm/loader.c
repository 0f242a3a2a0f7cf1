/* loader: see loader.h. */
#include "loader.h"

/* Nobody has played it: it has no boards. */
static bool is_new(const struct claim *claim)
{
	return claim->epoch == 1;
}

bool loader_is_ready(const struct loader *loader, const struct claim *claim)
{
	return loader->map_id == claim->terms.map && is_new(claim);
}

static bool load_map(struct loader *loader, struct db *db, const struct claim *claim)
{
	if (loader->map_id == claim->terms.map)
		return true;
	bool loaded = stmt_load_map(db, claim->terms.map, &loader->map);
	loader->map_id = loaded ? claim->terms.map : 0;
	return loaded;
}

bool loader_fetch(struct loader *loader, struct db *db, const struct claim *claim)
{
	return load_map(loader, db, claim) &&
	       (is_new(claim) || stmt_read_boards(db, claim->tournament, claim->game, &loader->boards));
}

/* A stored board counts for how long centres have not changed hands. One that is no board says
 * nothing: if it is the last one, resume_match refuses it. */
static void observe(const struct stored *stored, struct match *match)
{
	struct board board;
	struct phase_orders orders;
	if (match->draw_after > 0 && stored_unpack(match->map, stored, &board, &orders, NULL))
		match_observe(match, &board);
}

/* Digests the stored boards, shows them to the match, and keeps the last one. */
static bool read_boards(struct loader *loader, struct claim *claim, struct match *match)
{
	digest_open(&claim->digest, &claim->terms);
	claim->phases = claim->stored = 0;
	if (is_new(claim))
		return true;
	for (; stmt_next_board(&loader->boards, &loader->last); claim->phases++) {
		digest_phase(&claim->digest, &loader->last);
		observe(&loader->last, match);
	}
	claim->stored = claim->phases;
	return db_rows_close(&loader->boards);
}

/* Sets the match behind the last board. NULL, or why it cannot go on. */
static const char *resume_match(const struct stored *last, struct match *match)
{
	struct board board;
	struct phase_orders orders;
	if (!stored_unpack(match->map, last, &board, &orders, NULL))
		return "its board does not fit its map";
	if (!last->resolved)
		return "it has its final position there, but did not finish";
	if (!match_resume(match, &board, &orders))
		return "its orders do not fit its board";
	return match->board.phase > last->phase ? NULL : "no phase can follow";
}

bool loader_load(struct loader *loader, struct claim *claim, struct match *match,
                 char error[LOADER_ERROR_SIZE])
{
	const char *wrong = NULL;
	const bool known = terms_open_match(&claim->terms, &loader->map, match, error) &&
	                   terms_seat(&claim->terms, match, error);
	if (!read_boards(loader, claim, match))
		wrong = "its board cannot be read";
	else if (!known)
		return false;
	else if (claim->phases > 0)
		wrong = resume_match(&loader->last, match);
	char phase[PHASE_TEXT_SIZE];
	if (wrong != NULL)
		snprintf(error, LOADER_ERROR_SIZE, "%s: %s", phase_print(loader->last.phase, phase), wrong);
	return wrong == NULL;
}
