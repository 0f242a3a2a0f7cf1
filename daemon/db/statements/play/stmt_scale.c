/* stmt_scale: see stmt_scale.h. */
#include "db/statements/statement.h"

#include "stmt_scale.h"

#include "db/statements/play/stmt_scale.inc"
