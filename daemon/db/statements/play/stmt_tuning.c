/* stmt_tuning: see stmt_tuning.h. */
#include "stmt_tuning.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_tuning.inc"
