/* stmt_playing: see stmt_playing.h. */
#include "stmt_playing.h"

#include "db/statements/statement.h"

#include "db/statements/play/stmt_playing.inc"
