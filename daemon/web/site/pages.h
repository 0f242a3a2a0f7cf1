/* pages: what each address shows, from the database. */
#ifndef ARESFARM_WEB_PAGES_H
#define ARESFARM_WEB_PAGES_H

#include "db/statements/statements.h"
#include "web/http/site_page.h"

/* Makes the page of an address, in a thread of a pool. *reply: NULL: there is no memory. False: the
 * database failed; *reply is NULL, or to be dropped. */
typedef bool pages_maker(struct db *db, const struct address *address, struct reply **reply);

/* Makes any page that needs the database. */
pages_maker pages_make;

/* What makes each page of the kind MADE. */
#define MAKER_MADE(page, maker) pages_maker maker;
#include "web/http/addresses.def"

/* Ends a page, which becomes the reply. Always true. */
bool pages_close(struct page *page, struct reply **reply);

/* The same, and closes the rows that it was made from. False: the database failed. */
bool pages_close_rows(struct page *page, struct db_rows *rows, struct reply **reply);

/* The score that an address asks for; the normal one if it names none. False: no score has this
 * name. The text is constant. */
MUST_CHECK bool pages_find_score(const struct address *address, const char *normal,
                                 const char **score);

/* The page with a board to think on. Its script has all that it shows from elsewhere. NULL: there
 * is no memory. */
struct reply *analysis_reply(void);

/* The state of a game in words, where it has others: "being played". */
const char *pages_state(const char *state);

/* The position that a game begins with, without orders. */
MUST_CHECK bool games_find_start(struct db *db, const struct game_head *head, const struct map *map,
                                 struct phase_record *record);

/* A refusal. status: 404: there is no such thing; 500: it fails whenever it is made; 503: the
 * database does not answer. Always true. */
bool pages_refuse(int status, struct reply **reply);

#endif
