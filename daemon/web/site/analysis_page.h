/* analysis_page: the page with a board to think on. Its script has all that it shows from
 * elsewhere. */
#ifndef ARESFARM_WEB_ANALYSIS_PAGE_H
#define ARESFARM_WEB_ANALYSIS_PAGE_H

#include "web/http/reply.h"

/* NULL: there is no memory. */
struct reply *analysis_reply(void);

#endif
