/* stmt_links: see stmt_links.h. The functions are those of schema/functions/links.sql.
 */
#include "stmt_links.h"
#include "db/statements/statement.h"

#include "db/statements/seat/stmt_links.inc"

bool stmt_make_link(struct db *db, const struct link_wish *wish, const uint8_t digest[DIGEST_SIZE],
                    struct made_link *made)
{
	return statement_row(
		db, &make_link,
		VALUES(wish->game, wish->power, BYTES(digest, DIGEST_SIZE), wish->seconds, wish->host),
		FIELDS(made->link, BUFFER(made->expires, sizeof made->expires),
	           BUFFER(made->problem, sizeof made->problem)));
}
