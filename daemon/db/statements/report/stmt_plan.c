/* stmt_plan: see stmt_plan.h. */
#include "stmt_plan.h"

#include "db/statements/statement.h"

#include "db/statements/report/stmt_plan.inc"
