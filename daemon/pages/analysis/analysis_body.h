/* analysis_body: the board on which people think, as markup for a page: the site's, or a file's. */
#ifndef ARESFARM_ANALYSIS_BODY_H
#define ARESFARM_ANALYSIS_BODY_H

#include "pages/page.h"

/* Whether this program has the module that the board needs. */
bool analysis_is_there(void);

/* Writes the board. module and script: where the page finds the module and, for a worker, its
 * script; both empty: it has them in itself, in elements with the ids `module` and
 * `thinkingscript`, or there is no module. */
void analysis_write_body(struct page *page, const char *module, const char *script);

#endif
