/* stmt_server: see stmt_server.h. */
#include "stmt_server.h"

#include "db/statements/statement.h"

#include "db/statements/keep/stmt_server.inc"
