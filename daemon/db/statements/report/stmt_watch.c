/* stmt_watch: see stmt_watch.h. */
#include "stmt_watch.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_watch.inc"
