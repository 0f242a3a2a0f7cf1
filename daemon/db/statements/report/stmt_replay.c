/* stmt_replay: see stmt_replay.h. */
#include "stmt_replay.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_replay.inc"

_Static_assert(POWER_NONE == 7, "who wins a draw");
