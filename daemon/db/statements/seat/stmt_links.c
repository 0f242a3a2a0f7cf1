/* stmt_links: see stmt_links.h. The functions are those of schema/functions/links.sql.
 */
#include "stmt_links.h"
#include "db/statements/statement.h"

#include "db/statements/seat/stmt_links.inc"
