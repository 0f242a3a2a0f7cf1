/* stmt_web: see stmt_web.h. */
#include "stmt_web.h"

#include "db/statements/statement.h"

#include "db/statements/seat/stmt_web.inc"

/* ── tournaments ── */

_Static_assert(STMT_HOME == 50, "the limit of web_home");

/* ── games ── */

_Static_assert(STMT_SHEET == 100, "the limit of web_games");

bool stmt_web_start(struct db *db, const struct game_head *head, bool *chosen,
                    struct stored *stored)
{
	*stored = (struct stored){0};
	return statement_row(db, &web_start, VALUES(head->game),
	                     FIELDS(OPTIONAL(*chosen, stored->phase),
	                            OPTIONAL(*chosen, MANY(stored->units, stored->unit_count)),
	                            OPTIONAL(*chosen, stored->owners)));
}

_Static_assert(STMT_PHASES_MOST == 4096, "the limit of web_phases");

bool stmt_web_phases(struct db *db, const struct game_head *head, int16_t phases[STMT_PHASES_MOST],
                     int *count)
{
	int16_t read[STMT_PHASES_MOST];
	if (!statement_row(db, &web_phases, VALUES(head->tournament, head->game),
	                   FIELDS(MANY(read, *count))))
		return false;
	memcpy(phases, read, (size_t)*count * sizeof *read);
	return true;
}
