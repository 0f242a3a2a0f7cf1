/* fragments: the parts of a tournament's page that move. The page has them when it is fetched, and
 * events bring the same markup. */
#ifndef ARESFARM_FRAGMENTS_H
#define ARESFARM_FRAGMENTS_H

#include "pages/page.h"
#include "db/statements/seat/stmt_web.h"

/* The progress: a bar and the meaning of its colours. */
void fragment_progress(struct page *page, const struct web_tournament *tournament);

/* The bar of a list. */
void fragment_bar(struct page *page, int64_t finished, int64_t games);

/* Points of the players by a score, with their intervals. False: the database failed. */
MUST_CHECK bool fragment_standings(struct page *page, struct db *db, const char *tournament,
                                   const char *score);

#endif
