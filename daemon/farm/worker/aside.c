/* aside: see aside.h. */
#include "aside.h"

#include "base/log.h"
#include "base/utf8.h"
#include "db/pg/fault.h"

/* The text may be cut inside a character. */
static void print_reason(const struct claim *claim, const struct aside *why,
                         char reason[STMT_REASON_SIZE])
{
	const struct db_fault *fault = why->fault;
	if (fault == NULL)
		snprintf(reason, STMT_REASON_SIZE, "%s", why->what);
	else
		snprintf(reason, STMT_REASON_SIZE,
		         "%s; the database said%s%s: %s; when that is mended: aresctl game retry %lld",
		         why->what, fault->sqlstate[0] != '\0' ? " " : "", fault->sqlstate, fault->message,
		         (long long)claim->game);
	utf8_clean(reason);
}

static bool quarantine(struct session *session, const struct claim *claim, bool accuse,
                       const char *reason, char kept[STMT_REASON_SIZE])
{
	if (accuse)
		return stmt_accuse(session->db, session->worker, claim, reason, kept);
	snprintf(kept, STMT_REASON_SIZE, "%s", reason);
	return stmt_quarantine(session->db, session->worker, claim, reason);
}

bool aside_put(struct session *session, const struct claim *claim, const struct aside *why)
{
	char reason[STMT_REASON_SIZE], kept[STMT_REASON_SIZE];
	const bool accuse = why->fault != NULL && why->fault->sqlstate[0] != '\0';
	struct log_about about = {.level = LOG_WARNING, .game = claim->game, .epoch = claim->epoch};

	if (accuse)
		about.sqlstate = why->fault->sqlstate;
	print_reason(claim, why, reason);
	if (!quarantine(session, claim, accuse, reason, kept)) {
		if (fault_find(session->db) != FAULT_GAME ||
		    !quarantine(session, claim, accuse, "the log of its worker says why", kept))
			return false;
		snprintf(kept, sizeof kept, "%s", reason);
	}

	log_event(&about, "game %lld is quarantined: %s", (long long)claim->game, kept);
	return true;
}
