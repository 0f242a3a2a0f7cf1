/* pages: what each address shows, from the database. */
#ifndef ARESFARM_WEB_PAGES_H
#define ARESFARM_WEB_PAGES_H

#include "answers.h"
#include "db/statements/statements.h"
#include "web/http/site_page.h"

/* Makes any page that needs the database: for answers_open. */
answers_maker pages_make;

/* What makes each page of the kind MADE. */
#define MAKER_MADE(page, maker) answers_maker maker;
#include "web/http/addresses.def"

/* Ends a page, which becomes the result. Always true. */
bool pages_close(struct page *page, struct made *made);

/* The same, and closes the rows that it was made from. False: the database failed. */
bool pages_close_rows(struct page *page, struct db_rows *rows, struct made *made);

/* The score that an address asks for; the normal one if it names none. False: no score has this
 * name. The text is constant. */
MUST_CHECK bool pages_find_score(const struct address *address, const char *normal,
                                 const char **score);

/* The state of a game in words, where it has others: "being played". */
const char *pages_state(const char *state);

/* The position that a game begins with, without orders. */
MUST_CHECK bool games_find_start(struct db *db, const struct game_head *head, const struct map *map,
                                 struct phase_record *record);

/* There is no such thing. Always true. */
bool pages_refuse(struct made *made);

#endif
