/* watch_parts: the parts of which watch_view.c makes the screen of aresctl watch. */
#ifndef ARESFARM_WATCH_PARTS_H
#define ARESFARM_WATCH_PARTS_H

#include "watch_view.h"

/* A part's place on the screen. */
struct view_place {
	struct screen *screen;
	int line, lines;
};

struct view_part {
	/* How many lines it could use; 0: there is nothing to say. It draws nothing. */
	int (*want)(const struct view *view, struct screen *screen);
	/* It gets no more lines than it wants. */
	void (*draw)(const struct view *view, struct view_place place);
	int least; /* with fewer lines it is not drawn, unless it wants no more */
	int rank;  /* who gets lines first: 1 */
	bool gap;  /* a blank line before it, where there is room */
};

/* Points by player, with intervals. */
int view_want_points(const struct view *view, struct screen *screen);
void view_draw_points(const struct view *view, struct view_place place);

/* Workers: each of them, where all fit; else by host. */
int view_want_workers(const struct view *view, struct screen *screen);
void view_draw_workers(const struct view *view, struct view_place place);

#endif
