/* aside: quarantines a claimed game, with a reason for people: what is wrong, what the database
 * said, what to do.
 *
 * If the database rejects the reason, the game gets a plain one, and the full reason is logged. */
#ifndef ARESFARM_ASIDE_H
#define ARESFARM_ASIDE_H

#include "worker_session.h"

/* Why a game is quarantined. */
struct aside {
	const char *what;             /* what is wrong with it, or what failed */
	const struct db_fault *fault; /* a copy of the database's fault, or NULL */
};

/* Quarantines the game and logs why. False, with db_fault: the game is unchanged. FAULT_GAME then
 * means that the database would refuse the same write for any game. */
MUST_CHECK bool aside_put(struct session *session, const struct claim *claim,
                          const struct aside *why);

#endif
