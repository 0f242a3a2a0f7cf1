/* watch_view: the screen of aresctl watch, laid out. It makes no queries and reads no clock.
 *
 * Parts of the screen (bar, rates, what needs attention, points, verdict, workers, games
 * quarantined) get as many lines as there are, the most important ones first. What does not fit is
 * left out, and a list says how many more there are. */
#ifndef ARESFARM_WATCH_VIEW_H
#define ARESFARM_WATCH_VIEW_H

#include <stdio.h>

#include "base/terminal/screen.h"
#include "db/statements/report/stmt_watch.h"

enum {
	VIEW_PLAYERS_MAX = 100,
	VIEW_WORKERS_MAX = 256,
	VIEW_HELD_MAX = 8,
	VIEW_NAME_SIZE = 256,
	VIEW_AGE_LEAST = 5, /* seconds; points that are older have their age */
};

struct view_player {
	char name[VIEW_NAME_SIZE];
	double points;
	bool has_share, has_interval;
	double share, fair, low, high; /* in percent */
};

struct view_worker {
	int64_t id;
	char host[VIEW_NAME_SIZE];
	int32_t pid;
	bool lost;
	int64_t heartbeat; /* seconds since the last one */
	int64_t claims;    /* games */
	double rate;       /* phases a second; below 0: not known yet */
};

struct view_held {
	int count;
	char line[VIEW_HELD_MAX][STMT_REASON_SIZE];
};

struct view {
	const char *name;
	struct watched watched;
	struct progress progress;
	bool over;      /* no game is open: rates are those of the whole watch */
	double seconds; /* since the watch began */
	/* Per second; below 0: not known. Phases of this tournament are counted when a game ends. */
	double games_rate, phases_rate, farm_rate;
	double left;       /* seconds; below 0: not known */
	double points_age; /* seconds since the points were asked for; below 0: they never were */
	int64_t players;   /* all there are; the first of them: */
	int player_count;
	struct view_player player[VIEW_PLAYERS_MAX];
	int worker_count; /* by host and number */
	struct view_worker worker[VIEW_WORKERS_MAX];
	struct view_held held[HELD_KINDS];
};

/* Whether games are open but no worker plays. */
bool view_is_idle(const struct view *view);

/* Whether it needs attention: no worker plays, or games are quarantined. */
bool view_needs_attention(const struct view *view);

/* "about 3 min", "a few seconds". Rounded as coarsely as the estimate deserves. */
void view_print_time(double seconds, char text[VIEW_NAME_SIZE]);

/* Lays it out for a screen that is clear. */
void view_draw(const struct view *view, struct screen *screen);

/* The same as one line, for output that cannot be redrawn. Returns whether it needs attention. */
bool view_print_line(const struct view *view, char *line, size_t size);

#endif
