/* watch_ask: what aresctl watch asks the database, and the rates that follow from it.
 *
 * What it asks must cost the farm next to nothing. Progress and active workers are read from
 * tallies and partial indexes, which is fast for any number of games. Points need all finished
 * games: the longer that query took, the more rarely it is repeated. */
#ifndef ARESFARM_WATCH_ASK_H
#define ARESFARM_WATCH_ASK_H

#include "ctl/parts/pace.h"
#include "watch_view.h"

/* The phases of a worker, by its number. */
struct worker_pace {
	int64_t id;
	struct pace pace;
};

/* Initialise with a connection, and with the tournament's name in the view. */
struct watch {
	struct db *db;
	const char *score; /* of the points */
	struct view view;
	double begun, points_at, points_took; /* seconds of a clock; how long they took */
	struct progress first;
	struct pace games, phases, farm;
	int pace_count;
	struct worker_pace pace[VIEW_WORKERS_MAX];
};

/* Seconds of a monotonic clock. */
double watch_seconds_now(void);

/* Updates the progress. If it returns false, the database's fault says why; so do the functions
 * below. */
MUST_CHECK bool watch_ask_progress(struct watch *watch);

/* Updates the workers, and what delays the tournament. */
MUST_CHECK bool watch_ask_others(struct watch *watch);

/* Updates points and absences, if they are due. */
MUST_CHECK bool watch_ask_points(struct watch *watch);

#endif
