/* watch_view: see watch_view.h. */
#include "watch_view.h"

#include <stdarg.h>
#include <string.h>

#include "watch_parts.h"

enum { INDENT = 2, BAR_LEAST = 6, LINE_SIZE = 512 };

/* ── words of which as many are printed as fit ── */

struct row {
	struct screen *screen;
	int line, column, begun;
};

__attribute__((format(printf, 3, 4))) static void add(struct row *row, enum terminal_ink ink,
                                                      const char *format, ...)
{
	char text[LINE_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	const int comma = row->column > row->begun ? 2 : 0;
	if (row->column + comma + terminal_columns(text) > row->screen->width)
		return;
	if (comma > 0)
		row->column = screen_put(row->screen, row->line, row->column, INK_PLAIN, ", ");
	row->column = screen_put(row->screen, row->line, row->column, ink, text);
}

/* ── title, bar, rates ── */

static int want_one(const struct view *view, struct screen *screen)
{
	(void)view;
	(void)screen;
	return 1;
}

static void draw_title(const struct view *view, struct view_place place)
{
	const int column = screen_put(place.screen, place.line, 0, INK_BOLD, view->name);
	screen_print(place.screen, place.line, column, INK_PLAIN, ": %s, by the rules %s",
	             view->watched.seats, view->watched.rules);
}

static void draw_bar(const struct view *view, struct view_place place)
{
	const struct progress *const now = &view->progress;
	const int64_t games = now->games > 0 ? now->games : 1, done = now->games - now->open;
	char text[LINE_SIZE];
	snprintf(text, sizeof text, "%lld of %lld games, %lld %%", (long long)now->finished,
	         (long long)now->games, (long long)(100 * now->finished / games));
	const int width = place.screen->width, columns = width - terminal_columns(text) - INDENT;
	if (columns >= BAR_LEAST)
		screen_put_bar(place.screen, place.line, 0, columns, (double)done / (double)games);
	screen_put(place.screen, place.line, columns >= BAR_LEAST ? columns + INDENT : 0, INK_BOLD,
	           text);
}

static void draw_rates(const struct view *view, struct view_place place)
{
	struct row row = {.screen = place.screen, .line = place.line};
	char left[VIEW_NAME_SIZE];

	screen_put(place.screen, place.line, 0, INK_PLAIN, "");
	if (view->over) {
		add(&row, INK_GOOD, "all games are over");
	} else if (view->left >= 0) {
		view_print_time(view->left, left);
		add(&row, INK_PLAIN, "%s to go", left);
	} else {
		add(&row, INK_FAINT, "the time to go is not known yet");
	}

	if (view->phases_rate >= 0)
		add(&row, INK_PLAIN, "%.0f phases/s", view->phases_rate);
	if (view->games_rate >= 0)
		add(&row, INK_PLAIN, "%.*f games/s", view->games_rate < 10, view->games_rate);
	if (view->farm_rate > 0)
		add(&row, INK_FAINT, "%.0f phases/s of the whole farm", view->farm_rate);
}

/* The states of unfinished games. */
static int want_states(const struct view *view, struct screen *screen)
{
	(void)screen;
	return view->progress.finished < view->progress.games;
}

static void draw_states(const struct view *view, struct view_place place)
{
	const struct progress *const now = &view->progress;
	const struct {
		int64_t games;
		const char *state;
		enum terminal_ink ink;
	} states[] = {
		{now->quarantined, "quarantined", INK_WARNING}, {now->claimed, "being played", INK_PLAIN},
		{now->waiting, "waiting", INK_PLAIN},           {now->pending, "pending", INK_PLAIN},
		{now->cancelled, "cancelled", INK_PLAIN},
	};
	struct row row = {.screen = place.screen, .line = place.line};

	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (states[i].games > 0)
			add(&row, states[i].ink, "%lld %s", (long long)states[i].games, states[i].state);
}

/* ── what needs attention ── */

static void add_lines(const struct view_held *held, char text[LINE_SIZE])
{
	for (int i = 0; i < held->count; i++)
		snprintf(text + strlen(text), LINE_SIZE - strlen(text), "%s%s", i > 0 ? "; " : "",
		         held->line[i]);
}

static bool print_alert(const struct view *view, int alert, char text[LINE_SIZE])
{
	const struct progress *const now = &view->progress;
	const bool open = now->open > 0;

	switch (alert) {
	case 0:
		snprintf(text, LINE_SIZE, "paused: type aresctl tournament resume %s", view->name);
		return open && now->paused;
	case 1:
		snprintf(text, LINE_SIZE, "no worker is playing: start aresd");
		return view_is_idle(view);
	case 2:
		snprintf(text, LINE_SIZE,
		         "%lld game%s awaiting external players: ", (long long)now->waiting,
		         PLURAL(now->waiting));
		add_lines(&view->held[HELD_AWAITED], text);
		return open && now->waiting > 0;
	default:
		text[0] = '\0';
		add_lines(&view->held[HELD_ABSENT], text);
		return text[0] != '\0';
	}
}

enum { ALERTS = 4 };

static int want_alerts(const struct view *view, struct screen *screen)
{
	char text[LINE_SIZE];
	int lines = 0;
	for (int i = 0; i < ALERTS; i++)
		if (print_alert(view, i, text))
			lines += screen_put_words(screen, 0, 0, INDENT, INK_WARNING, text);
	return lines;
}

/* If there is too little room, the last one is cut. */
static void draw_alerts(const struct view *view, struct view_place place)
{
	char text[LINE_SIZE];
	for (int i = 0, line = 0; i < ALERTS && line < place.lines; i++)
		if (print_alert(view, i, text))
			line += screen_put_words(place.screen, place.line + line, place.lines - line, INDENT,
			                         INK_WARNING, text);
}

/* ── the verdict of --until ── */

static int want_verdict(const struct view *view, struct screen *screen)
{
	return screen_put_words(screen, 0, 0, INDENT, INK_PLAIN, view->progress.stop);
}

static void draw_verdict(const struct view *view, struct view_place place)
{
	screen_put_words(place.screen, place.line, place.lines, INDENT, INK_PLAIN, view->progress.stop);
}

/* ── games quarantined ── */

static int want_aside(const struct view *view, struct screen *screen)
{
	(void)screen;
	return view->held[HELD_QUARANTINED].count > 0 ? view->held[HELD_QUARANTINED].count + 2 : 0;
}

static void draw_aside(const struct view *view, struct view_place place)
{
	const int reasons = place.lines - 2;
	const long long games = view->progress.quarantined;
	struct row row = {.screen = place.screen, .line = place.line};

	add(&row, INK_WARNING, "%lld game%s quarantined", games, PLURAL(games));
	add(&row, INK_WARNING, "see aresctl tournament status %s", view->name);
	for (int i = 0; i < reasons && i < view->held[HELD_QUARANTINED].count; i++) {
		char text[STMT_REASON_SIZE];
		snprintf(text, sizeof text, "%s", view->held[HELD_QUARANTINED].line[i]);
		if (place.screen->width > BAR_LEAST)
			terminal_cut(text, place.screen->width - INDENT);
		screen_put(place.screen, place.line + 1 + i, INDENT, INK_PLAIN, text);
	}

	if (place.lines > 1)
		screen_print(place.screen, place.line + place.lines - 1, 0, INK_WARNING,
		             "to play one on, type aresctl game retry %s/NUMBER", view->name);
}

/* ── all parts ── */

static const struct view_part parts[] = {
	{want_one, draw_title, .least = 1, .rank = 9},
	{want_one, draw_bar, .least = 1, .rank = 1},
	{want_one, draw_rates, .least = 1, .rank = 2},
	{want_states, draw_states, .least = 1, .rank = 7},
	{want_alerts, draw_alerts, .least = 1, .rank = 3},
	{view_want_points, view_draw_points, .least = 3, .rank = 5, .gap = true},
	{want_verdict, draw_verdict, .least = 1, .rank = 6, .gap = true},
	{view_want_workers, view_draw_workers, .least = 1, .rank = 8, .gap = true},
	{want_aside, draw_aside, .least = 1, .rank = 4, .gap = true},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* Distributes the lines: first what each part must have, then what it could use, by rank. Returns
 * how many are left. */
static int deal(const int wants[], int lines, int gets[])
{
	for (int round = 0; round < 2; round++)
		for (int rank = 1; rank <= PARTS; rank++)
			for (int i = 0; i < PARTS; i++) {
				const int least = MIN(wants[i], parts[i].least);
				const int more = round == 0 ? least : wants[i] - gets[i];
				if (parts[i].rank != rank || (round == 0 && least > lines) ||
				    (round == 1 && gets[i] == 0))
					continue;
				gets[i] += MIN(more, lines);
				lines -= MIN(more, lines);
			}
	return lines;
}

void view_draw(const struct view *view, struct screen *screen)
{
	int wants[PARTS], gets[PARTS] = {0}, gaps = 0, line = 0;

	for (int i = 0; i < PARTS; i++)
		wants[i] = parts[i].want(view, screen);
	const int left = deal(wants, screen->height, gets);
	for (int i = 0; i < PARTS; i++)
		gaps += parts[i].gap && gets[i] > 0;

	for (int i = 0; i < PARTS; i++) {
		if (gets[i] == 0)
			continue;
		line += parts[i].gap && gaps <= left;
		parts[i].draw(view, (struct view_place){screen, line, gets[i]});
		line += gets[i];
	}
}
