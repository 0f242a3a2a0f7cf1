/* watch_points: the part of the screen that has points and intervals (watch_parts.h). */
#include "watch_parts.h"

enum {
	INDENT = 2,
	NAME_MOST = 20,  /* columns of a player's name */
	AXIS_LEAST = 16, /* columns; narrower, intervals are not drawn */
	LINE_SIZE = 512,
};

/* Where the columns of the list of points begin. axis 0: no room for the axis. */
struct table {
	int name, points, share, interval, axis, axis_end;
	double most; /* at the axis's end, in percent */
};

static struct table plan_points(const struct view *view, struct screen *screen)
{
	enum { POINTS = 10, SHARE = 8, INTERVAL = 15 };
	struct table table = {.name = 6, .most = 10};

	for (int i = 0; i < view->player_count; i++) {
		const struct view_player *const player = &view->player[i];
		const int columns = terminal_columns(player->name);
		const double high = player->has_interval ? player->high : player->share;
		if (columns > table.name)
			table.name = MIN(columns, NAME_MOST);
		while (player->has_share && (high > table.most || player->fair > table.most))
			table.most = table.most >= 100 ? high + player->fair : table.most + 10;
	}

	table.points = INDENT + table.name + POINTS;
	table.share = table.points + SHARE;
	table.interval = table.share + INTERVAL;
	if (table.interval + AXIS_LEAST + INDENT > screen->width)
		table.interval = table.share;
	table.axis = table.interval + INDENT;
	table.axis_end = MIN(screen->width, table.axis + 100);
	if (table.axis + AXIS_LEAST > table.axis_end)
		table.axis = 0;

	return table;
}

static int axis_column(const struct table *table, double percent)
{
	const int last = table->axis_end - table->axis - 1;
	const int at = (int)(percent / table->most * last + 0.5);
	if (at < 0)
		return table->axis;
	return table->axis + MIN(last, at);
}

/* The share with its interval, on an axis with a mark at the fair share of the seats. */
static void draw_interval(struct screen *screen, int line, const struct table *table,
                          const struct view_player *player)
{
	static const char *const glyphs[2][5] = {{":", "-", "|", "|", "o"}, {"┊", "─", "├", "┤", "●"}};
	enum { FAIR, LINE, BEGIN, END, SHARE };
	const char *const *const glyph = glyphs[screen->utf8];
	enum terminal_ink ink = INK_PLAIN;

	if (player->has_interval && player->low > player->fair)
		ink = INK_GOOD;
	else if (player->has_interval && player->high < player->fair)
		ink = INK_BAD;

	const int fair = axis_column(table, player->fair);
	screen_put(screen, line, fair, INK_FAINT, glyph[FAIR]);
	if (player->has_interval) {
		const int low = axis_column(table, player->low), high = axis_column(table, player->high);
		for (int column = low; column <= high; column++)
			screen_put(screen, line, column, ink, glyph[column == fair ? FAIR : LINE]);
		screen_put(screen, line, low, ink, glyph[BEGIN]);
		screen_put(screen, line, high, ink, glyph[END]);
	}
	screen_put(screen, line, axis_column(table, player->share), ink, glyph[SHARE]);
}

int view_want_points(const struct view *view, struct screen *screen)
{
	(void)screen;
	return view->player_count > 0 ? view->player_count + 1 + (view->players > view->player_count)
	                              : 0;
}

static void draw_points_head(const struct view *view, struct view_place place,
                             const struct table *table)
{
	char text[LINE_SIZE] = "player";
	struct screen *const screen = place.screen;

	if (view->points_age >= VIEW_AGE_LEAST)
		snprintf(text, sizeof text, "%.0f s ago", view->points_age);
	screen_put(screen, place.line, INDENT, INK_FAINT, text);
	screen_put_right(screen, place.line, table->points, INK_FAINT, "points");
	screen_put_right(screen, place.line, table->share, INK_FAINT, "share %");
	if (table->interval > table->share)
		screen_put_right(screen, place.line, table->interval, INK_FAINT, "95 % interval");
	if (table->axis > 0) {
		screen_put(screen, place.line, table->axis, INK_FAINT, "0 %");
		snprintf(text, sizeof text, "%.0f %%", table->most);
		screen_put_right(screen, place.line, table->axis_end, INK_FAINT, text);
	}
}

static void draw_player(const struct view_player *player, struct view_place place,
                        const struct table *table)
{
	char text[LINE_SIZE];
	struct screen *const screen = place.screen;

	snprintf(text, sizeof text, "%s", player->name);
	terminal_cut(text, table->name);
	screen_put(screen, place.line, INDENT, INK_PLAIN, text);
	snprintf(text, sizeof text, "%.2f", player->points);
	screen_put_right(screen, place.line, table->points, INK_PLAIN, text);
	snprintf(text, sizeof text, "%.1f", player->share);
	screen_put_right(screen, place.line, table->share, INK_BOLD, player->has_share ? text : "?");
	snprintf(text, sizeof text, "%.1f to %.1f", player->low, player->high);
	if (table->interval > table->share && player->has_interval)
		screen_put_right(screen, place.line, table->interval, INK_PLAIN, text);
	if (table->axis > 0 && player->has_share)
		draw_interval(screen, place.line, table, player);
}

void view_draw_points(const struct view *view, struct view_place place)
{
	const struct table table = plan_points(view, place.screen);
	const int end = place.line + place.lines;
	const int rows = place.lines - 1; /* a line that says how many more takes the last */
	const int most = rows < view->players ? rows - 1 : view->player_count;
	const int shown = MIN(most, view->player_count);
	draw_points_head(view, place, &table);
	for (int i = 0; i < shown; i++)
		draw_player(&view->player[i], (struct view_place){place.screen, ++place.line, 1}, &table);
	if (shown < view->players)
		screen_print(place.screen, end - 1, INDENT, INK_FAINT, "and %lld more players",
		             (long long)(view->players - shown));
}
