/* watch_ask: what aresctl watch asks the database, and the rates that follow from it.
 *
 * What it asks must cost the farm next to nothing. How far the tournament is, and who plays, is
 * read from tallies and partial indexes, which is fast for any number of games. Points need all
 * finished games: they are asked for the more rarely the longer that took. */
#ifndef ARESFARM_WATCH_ASK_H
#define ARESFARM_WATCH_ASK_H

#include "ctl/parts/pace.h"
#include "watch_view.h"

/* The phases of a worker, by its number. */
struct worker_pace {
	int64_t id;
	struct pace pace;
};

/* To be begun with a connection and the tournament's name in the view. */
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

/* Seconds of a clock that nobody sets. */
double watch_seconds_now(void);

/* How far it is. False: the database's fault says why; the same of all that follow. */
MUST_CHECK bool watch_ask_progress(struct watch *watch);

/* Who plays, and what holds the tournament up. */
MUST_CHECK bool watch_ask_others(struct watch *watch);

/* Points and who was absent, where it is time for them. */
MUST_CHECK bool watch_ask_points(struct watch *watch);

#endif
