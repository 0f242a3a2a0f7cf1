/* desk_crew: several desks for one row of jobs.
 *
 * Invariant: no job waits behind a slow one while a desk has none. */
#ifndef ARESFARM_CREW_H
#define ARESFARM_CREW_H

#include "desk.h"

enum { CREW_DESKS_MOST = 4 };

struct crew {
	int count, waiting, most; /* desks; jobs that no desk has; so many of these at most */
	struct desk *desk[CREW_DESKS_MOST];
	struct job *first, **last;
};

/* Starts so many desks, at most CREW_DESKS_MOST. False: there is no memory, no thread or no
 * descriptor. target must live as long. */
__attribute__((warn_unused_result)) bool crew_open(struct crew *crew, const struct target *target,
                                                   desk_binder *bind, int count, int most);

/* Ends the desks, after desk_stop_all. */
void crew_close(struct crew *crew);

/* False: too many jobs wait already. */
__attribute__((warn_unused_result)) bool crew_ask(struct crew *crew, struct job *job);

/* Calls done for each job that was done since. */
void crew_settle(struct crew *crew);

#endif
