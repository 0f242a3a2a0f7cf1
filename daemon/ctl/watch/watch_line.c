/* watch_line: the progress of a tournament, in one line (watch_view.h). */
#include "watch_view.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"

enum {
	NAMED_MAX = 4,    /* players */
	IDLE_SECONDS = 3, /* a farm that has just begun has no worker yet */
};

bool view_is_idle(const struct view *view)
{
	return view->progress.open > 0 && view->progress.workers == 0 && view->seconds > IDLE_SECONDS;
}

bool view_needs_attention(const struct view *view)
{
	return view_is_idle(view) || view->progress.quarantined > 0;
}

void view_print_time(double seconds, char text[VIEW_NAME_SIZE])
{
	static const struct {
		double below, unit, step; /* seconds; step: of the number, in units */
		const char *name;
	} rows[] = {
		{57.5, 1, 5, "s"},      {5400, 60, 1, "min"},         {36000, 3600, 0.1, "h"},
		{172800, 3600, 1, "h"}, {HUGE_VAL, 86400, 1, "days"},
	};
	int row = 0;

	while (seconds >= rows[row].below)
		row++;
	const double steps = floor(seconds / rows[row].unit / rows[row].step + 0.5);
	if (seconds < 7.5)
		snprintf(text, VIEW_NAME_SIZE, "a few seconds");
	else
		snprintf(text, VIEW_NAME_SIZE, "about %.*f %s", rows[row].step < 1, steps * rows[row].step,
		         rows[row].name);
}

struct line {
	char *text;
	size_t size;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *line, const char *format, ...)
{
	const size_t length = strlen(line->text);
	va_list args;
	va_start(args, format);
	vsnprintf(line->text + length, line->size - length, format, args);
	va_end(args);
}

static void add_points(struct line *line, const struct view *view)
{
	if (view->player_count > 0 && view->points_age >= VIEW_AGE_LEAST)
		add(line, " | points %.0f s ago:", view->points_age);
	else if (view->player_count > 0)
		add(line, " | points:");
	for (int i = 0; i < view->player_count && i < NAMED_MAX; i++)
		add(line, "%s %s %.2f", i == 0 ? "" : ",", view->player[i].name, view->player[i].points);
	if (view->players > NAMED_MAX)
		add(line, ", %lld more", (long long)(view->players - NAMED_MAX));
}

bool view_print_line(const struct view *view, char *text, size_t size)
{
	const struct progress *const now = &view->progress;
	struct line line = {text, size};
	char left[VIEW_NAME_SIZE];

	text[0] = '\0';
	add(&line, "%lld of %lld games", (long long)now->finished, (long long)now->games);
	if (now->quarantined > 0)
		add(&line, ", %lld quarantined", (long long)now->quarantined);
	if (now->cancelled > 0)
		add(&line, ", %lld cancelled", (long long)now->cancelled);
	if (view->farm_rate > 0)
		add(&line, ", %.0f phases/s", view->farm_rate);
	if (now->open > 0 && view->left >= 0) {
		view_print_time(view->left, left);
		add(&line, ", %s to go", left);
	}

	if (now->paused && now->open > 0)
		add(&line, ", paused: type aresctl tournament resume %s", view->name);
	else if (view_is_idle(view))
		add(&line, ", no worker is playing: start aresd");

	if (now->waiting > 0)
		add(&line, ", %lld waiting for external players", (long long)now->waiting);
	add_points(&line, view);
	for (int i = 0; i < view->held[HELD_ABSENT].count; i++)
		add(&line, " | %s", view->held[HELD_ABSENT].line[i]);
	if (now->stop[0] != '\0')
		add(&line, " | %s", now->stop);
	utf8_clean_line(text);

	return view_needs_attention(view);
}
