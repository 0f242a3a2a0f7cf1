/* seat_page: the page where a person plays a seat. It is the same for all users, and needs no
 * query. Its script (table.js) learns whose seat it is by the secret after the "#" of the address,
 * which no browser sends. */
#ifndef ARESFARM_WEB_TABLE_H
#define ARESFARM_WEB_TABLE_H

#include "web/http/reply.h"

/* NULL: there is no memory. */
struct reply *table_reply(void);

#endif
