/* analysis_body: the board on which people think, as markup for a page: the site's, or a file's. */
#ifndef ARESFARM_ANALYSIS_BODY_H
#define ARESFARM_ANALYSIS_BODY_H

#include "pages/page.h"

/* Whether this program has the module that the board needs. */
bool analysis_is_there(void);

/* Writes the board. module and script: where the page finds the module and, for a worker, its
 * script; empty: there is no module, or analysis_write_alone has written it. */
void analysis_write_body(struct page *page, const char *module, const char *script);

/* Writes into a page of another kind all that its second script, thinking.js, needs to make the
 * board of it where no server is: the module, the board, and its styles. */
void analysis_write_alone(struct page *page);

#endif
