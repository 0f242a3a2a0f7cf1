/* aside: puts a claimed game aside, with a reason that a person understands: what is wrong, what
 * the database said, what to do.
 *
 * A reason that the database does not take must not keep the game in play. Then it gets a plain
 * reason, and the log has the whole one. */
#ifndef ARESFARM_ASIDE_H
#define ARESFARM_ASIDE_H

#include "worker_session.h"

/* Why a game is quarantined. */
struct aside {
	const char *what;             /* what is wrong with it, or could not be done with it */
	const struct db_fault *fault; /* a copy of what the database said to that; NULL: nothing */
};

/* Puts the game aside and logs why. False, with db_fault: the game is as it was. FAULT_GAME then
 * means that the database would refuse the same of any game. */
MUST_CHECK bool aside_put(struct session *session, const struct claim *claim,
                          const struct aside *why);

#endif
