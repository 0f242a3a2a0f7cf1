/* loader: makes a match from a claim and the game's data in the database: the map, the terms and
 * the boards so far. It keeps the maps: there are few, and matches point to them.
 *
 * Invariant: a match continues from the last stored board, and the claim's digest and summary cover
 * all stored boards. So a game continues as if it had never stopped. */
#ifndef ARESFARM_LOADER_H
#define ARESFARM_LOADER_H

#include "bots/history.h"
#include "db/statements/statements.h"

enum { LOADER_ERROR_SIZE = TERMS_ERROR_SIZE };

struct loader_map {
	struct loader_map *next;
	int32_t id; /* maps.id */
	struct map map;
};

/* Initially {0}. */
struct loader {
	struct loader_map *maps;
	struct db_rows boards; /* of the claim, if it is not new */
	struct stored last;    /* the last of them */
};

/* Whether a claim can be loaded without the database: a new game on a cached map. */
bool loader_is_ready(const struct loader *loader, const struct claim *claim);

/* Fetches the claim's map, boards and branch. loader_read must follow. False if the database
 * failed. */
MUST_CHECK bool loader_fetch(struct loader *loader, struct db *db, struct claim *claim);

/* Sets the match to the claim's first phase, with its players but without their room. False, with
 * the reason in error, if the game cannot be played. The match points to a map of the loader. */
MUST_CHECK bool loader_open(const struct loader *loader, const struct claim *claim,
                            struct match *match, char error[LOADER_ERROR_SIZE]);

/* Reads the boards that were fetched, and sets the match after the last one: to the claim's next
 * phase. match: from loader_open, with room; or NULL if that failed: then the boards are only read.
 * The phases are added to history, unless it is NULL. False, with the reason in error. It does not
 * use the connection. */
MUST_CHECK bool loader_read(struct loader *loader, struct claim *claim, struct match *match,
                            struct history *history, char error[LOADER_ERROR_SIZE]);

#endif
