/* watch_workers: the part of the screen that has workers (watch_parts.h). */
#include "watch_parts.h"

#include <string.h>

enum {
	INDENT = 2,
	NAME_LEAST = 22,
	NAME_MOST = 30,
	GAMES = 8,
	RATE = 12,
	HEARTBEAT = 12,
	LINE_SIZE = 512
};

/* A line of the list: a worker, or all workers of a host. */
struct line {
	char name[LINE_SIZE];
	int workers, lost;
	int64_t claims, heartbeat; /* heartbeat: the oldest */
	double rate;               /* below 0: none is known */
};

static void count_in(struct line *line, const struct view_worker *worker)
{
	line->workers++;
	line->lost += worker->lost;
	line->claims += worker->claims;
	if (worker->heartbeat > line->heartbeat)
		line->heartbeat = worker->heartbeat;
	if (worker->rate >= 0)
		line->rate = MAX(0, line->rate) + worker->rate;
}

static bool same_host(const struct view *view, int a, int b)
{
	return strcmp(view->worker[a].host, view->worker[b].host) == 0;
}

/* Takes the next line, of a worker or of a host, which begins with worker `at`. Returns the first
 * worker after it. */
static int take_line(const struct view *view, int at, bool by_host, struct line *line)
{
	const int first = at;
	*line = (struct line){.rate = -1};
	do
		count_in(line, &view->worker[at++]);
	while (by_host && at < view->worker_count && same_host(view, first, at));
	if (by_host)
		snprintf(line->name, sizeof line->name, "%s: %d worker%s", view->worker[first].host,
		         line->workers, PLURAL(line->workers));
	else
		snprintf(line->name, sizeof line->name, "%s, process %d", view->worker[first].host,
		         view->worker[first].pid);
	return at;
}

static int count_hosts(const struct view *view)
{
	int hosts = 0;
	for (int i = 0; i < view->worker_count; i++)
		hosts += i == 0 || !same_host(view, i - 1, i);
	return hosts;
}

/* Workers get up to half of the screen; if that is too small for all, they are listed by host. */
int view_want_workers(const struct view *view, struct screen *screen)
{
	if (view->worker_count == 0)
		return 0;
	return 1 + (2 * view->worker_count < screen->height ? view->worker_count : count_hosts(view));
}

/* Where columns end. A column that does not fit ends at 0. */
struct table {
	int name, games, rate, heartbeat;
};

static struct table plan(const struct view *view, const struct screen *screen, bool by_host)
{
	struct table table = {.name = NAME_LEAST};
	struct line line;

	for (int at = 0; at < view->worker_count;) {
		at = take_line(view, at, by_host, &line);
		const int columns = terminal_columns(line.name);
		table.name = MAX(columns, table.name);
	}

	table.name = INDENT + MIN(table.name, NAME_MOST);
	int end = table.name;
	table.games = end + GAMES <= screen->width ? (end += GAMES) : 0;
	table.rate = end + RATE <= screen->width ? (end += RATE) : 0;
	table.heartbeat = end + HEARTBEAT <= screen->width ? end + HEARTBEAT : 0;
	return table;
}

static void put(struct view_place place, int end, enum terminal_ink ink, const char *text)
{
	if (end > 0)
		screen_put_right(place.screen, place.line, end, ink, text);
}

static void draw_head(const struct view *view, struct view_place place, const struct table *table)
{
	const int hosts = count_hosts(view);
	const int column =
		screen_print(place.screen, place.line, 0, INK_PLAIN, "%d worker%s on %d host%s",
	                 view->worker_count, PLURAL(view->worker_count), hosts, PLURAL(hosts));
	put(place, table->games > column + (int)strlen(" games") ? table->games : 0, INK_FAINT,
	    "games");
	put(place, table->games > column ? table->rate : 0, INK_FAINT, "phases/s");
	put(place, table->games > column ? table->heartbeat : 0, INK_FAINT, "heartbeat");
}

static void draw_line(const struct line *line, struct view_place place, const struct table *table)
{
	char text[LINE_SIZE];
	const enum terminal_ink ink = line->lost > 0 ? INK_BAD : INK_PLAIN;

	snprintf(text, sizeof text, "%s", line->name);
	terminal_cut(text, table->name - INDENT);
	screen_put(place.screen, place.line, INDENT, ink, text);
	snprintf(text, sizeof text, "%lld", (long long)line->claims);
	put(place, table->games, INK_PLAIN, text);
	snprintf(text, sizeof text, "%.0f", line->rate);
	put(place, table->rate, INK_PLAIN, line->rate < 0 ? "?" : text);
	snprintf(text, sizeof text, "%lld s ago", (long long)line->heartbeat);
	put(place, table->heartbeat, ink, text);
	if (line->lost > 0 && line->workers > 1)
		snprintf(text, sizeof text, "  %d lost", line->lost);
	else
		snprintf(text, sizeof text, line->lost > 0 ? "  lost" : "");

	const int end = table->heartbeat > 0 ? table->heartbeat : table->games;
	screen_put(place.screen, place.line, end, INK_BAD, text);
}

void view_draw_workers(const struct view *view, struct view_place place)
{
	const bool by_host = place.lines - 1 < view->worker_count;
	const struct table table = plan(view, place.screen, by_host);
	const int end = place.line + place.lines;
	struct line line;

	draw_head(view, place, &table);
	for (int at = 0, hosts = count_hosts(view); at < view->worker_count && ++place.line < end;) {
		const int left = by_host ? hosts-- : view->worker_count - at;
		if (place.line == end - 1 && left > 1) {
			screen_print(place.screen, place.line, INDENT, INK_FAINT, "and %d more", left);
			break;
		}
		at = take_line(view, at, by_host, &line);
		draw_line(&line, place, &table);
	}
}
