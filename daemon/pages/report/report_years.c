/* report_years: the score by year, of players and of powers (thesis, figures 12, 13 and 17). */
#include "report_parts.h"

#include <math.h>
#include <string.h>

#include "pages/report/report_years.inc"

enum {
	SERIES_MAX = 26,
	POINTS_MAX = 40,
	TOGETHER = 4, /* the most lines in one plot; if there are more, each has its own */
	CONTEXT = 12, /* the others are in the background, in grey, where there are no more than that */
	PANEL_WIDE = 272,
	PANEL_HIGH = 174,
	YEARS_HIGH = 340
};

struct series {
	const char *name;
	int count;
	double year[POINTS_MAX], share[POINTS_MAX], low[POINTS_MAX], high[POINTS_MAX], fair;
};

struct collection {
	int count;
	struct series series[SERIES_MAX];
	double first, last, most; /* years; the greatest share that is shown */
};

/* The rows of one kind: they stand together by name, in the order of years. */
static void collect(const struct report_answers *answers, const char *kind, struct collection *all)
{
	struct series *series = NULL; /* the last one of all->series */
	for (int i = 0; i < answers->years.count; i++) {
		const struct report_years *const row = &answers->years.row[i];
		if (strcmp(row->kind, kind) != 0)
			continue;

		if (series == NULL || strcmp(series->name, row->name) != 0) {
			if (all->count == SERIES_MAX)
				return;
			series = &all->series[all->count++];
			*series = (struct series){.name = row->name, .fair = row->fair};
		}
		if (series->count == POINTS_MAX || isnan(row->share))
			continue;

		const int at = series->count++;
		series->year[at] = row->year;
		series->share[at] = row->share;
		series->low[at] = row->low;
		series->high[at] = row->high;
		all->first = fmin(all->first, series->year[at]);
		all->last = fmax(all->last, series->year[at]);
		all->most = fmax(all->most, fmax(series->share[at], series->high[at]));
	}
}

/* The players that end with most come first. */
static void sort_series(struct collection *all)
{
	for (int i = 1; i < all->count; i++)
		for (int k = i; k > 0 && all->series[k].count > 0 && all->series[k - 1].count > 0 &&
		                all->series[k].share[all->series[k].count - 1] >
		                    all->series[k - 1].share[all->series[k - 1].count - 1];
		     k--) {
			const struct series moved = all->series[k];
			all->series[k] = all->series[k - 1];
			all->series[k - 1] = moved;
		}
}

static struct plot_line make_line(const struct series *series, const char *look)
{
	return (struct plot_line){.label = series->name,
	                          .look = look,
	                          .x = series->year,
	                          .y = series->share,
	                          .low = series->low,
	                          .high = series->high,
	                          .count = series->count};
}

static struct plot_lines make_plot(const struct collection *all, const char *title, int width)
{
	const double last = all->last > all->first ? all->last : all->first + 1;
	struct plot_lines plot = {
		.head = {title, "The table below has the numbers.", "share of the points, %", width},
		.x_unit = "year",
		.x = axis_between(all->first, last, width < 400 ? 4 : 8),
		.y = all->most > 60 ? axis_between(0, 100, 5) : axis_fit(0, all->most, 5),
		.height = YEARS_HIGH,
		.fair = NAN};
	plot.x.unit = AXIS_YEAR;
	return plot;
}

static bool is_same_fair(const struct collection *all)
{
	for (int i = 1; i < all->count; i++)
		if (fabs(all->series[i].fair - all->series[0].fair) > 1e-6)
			return false;
	return all->count > 0;
}

typedef const char *look_of(const struct report *report, const struct collection *all, int series);

static const char *look_of_player(const struct report *report, const struct collection *all,
                                  int series)
{
	return report_look(report, all->series[series].name);
}

static const char *look_of_power(const struct report *report, const struct collection *all,
                                 int series)
{
	(void)report;
	(void)all;
	return report_look_power(series);
}

static void plot_together(struct page *page, const struct report *report,
                          const struct collection *all, const char *title, look_of *look)
{
	struct plot_line line[TOGETHER];
	struct plot_lines plot = make_plot(all, title, report_wide(report));
	for (int i = 0; i < all->count; i++)
		line[i] = make_line(&all->series[i], look(report, all, i));
	plot.line = line;
	plot.count = all->count;
	if (is_same_fair(all)) {
		plot.fair = all->series[0].fair;
		plot.tag = "fair";
	}
	report_put_lines(page, &plot);
}

/* One panel per line, all with the same scales; the others are in the background, in grey. */
static void plot_apart(struct page *page, const struct report *report, const struct collection *all,
                       look_of *look)
{
	open_panels(page);
	for (int panel = 0; panel < all->count; panel++) {
		struct plot_line line[SERIES_MAX];
		struct plot_lines plot = make_plot(all, all->series[panel].name, PANEL_WIDE);
		int count = 0;
		for (int i = 0; i < all->count; i++) {
			if (i != panel && all->count > CONTEXT)
				continue;
			line[count] = make_line(&all->series[i], look(report, all, i));
			line[count].label = NULL;
			line[count++].context = i != panel;
		}
		plot.head.unit = NULL;
		plot.x_unit = NULL;
		plot.height = PANEL_HIGH;
		plot.line = line;
		plot.count = count;
		plot.fair = all->series[panel].fair;

		report_open_side(page);
		put_name(page, all->series[panel].name);
		report_put_panel_lines(page, &plot);
		report_close_side(page);
	}
	report_close_sides(page);
}

static void put_year_numbers(struct page *page, const struct report_answers *answers,
                             const char *kind, const char *caption)
{
	const struct report_column columns[] = {
		{kind, REPORT_AT(years, name), COLUMN_TEXT},
		{"year", REPORT_AT(years, year), COLUMN_PLAIN},
		{"share %", REPORT_AT(years, share), COLUMN_DIGITS_1},
		{"low", REPORT_AT(years, low), COLUMN_DIGITS_1},
		{"high", REPORT_AT(years, high), COLUMN_DIGITS_1},
		{0},
	};
	struct stmt_rows part = answers->years.all; /* rows of a kind stand together */
	const int from = report_find(&part, REPORT_AT(years, kind), kind);
	if (from < 0)
		return;
	part.row = (void *)(answers->years.row + from);
	part.count = 0;
	while (from + part.count < answers->years.count &&
	       strcmp(answers->years.row[from + part.count].kind, kind) == 0)
		part.count++;
	report_put_numbers(page, caption, columns, &part);
}

/* One kind of line, of both tournaments on the same scales. */
static void write_kind(struct page *page, const struct report *report, const char *kind,
                       const char *title, const char *caption, look_of *look)
{
	struct collection all[REPORT_SIDES];
	double first = INFINITY, last = -INFINITY, most = 0;
	int lines = 0;
	for (int side = 0; side < report->sides; side++) {
		all[side] = (struct collection){.first = INFINITY, .last = -INFINITY};
		collect(&report->side[side].answers, kind, &all[side]);
		if (look == look_of_player)
			sort_series(&all[side]);
		first = fmin(first, all[side].first);
		last = fmax(last, all[side].last);
		most = fmax(most, all[side].most);
		lines = MAX(all[side].count, lines);
	}
	if (lines == 0)
		return;
	const bool together = lines <= TOGETHER;

	put_kind(page, title);
	report_open_figure(page);
	report_open_sides(page, report, together);
	for (int side = 0; side < report->sides; side++) {
		report_open_side(page);
		if (report->sides > 1)
			put_name(page, report->side[side].name);
		all[side].first = first;
		all[side].last = last;
		all[side].most = most;
		if (together)
			plot_together(page, report, &all[side], title, look);
		else
			plot_apart(page, report, &all[side], look);
		report_close_side(page);
	}
	report_close_sides(page);
	report_close_figure(page, caption);

	for (int side = 0; side < report->sides; side++) {
		report_name_side(page, report, side);
		put_year_numbers(page, &report->side[side].answers, kind, title);
	}
}

void report_write_years(struct page *page, const struct report *report)
{
	put_years(page);
	write_kind(page, report, "player", "By player",
	           "Share of the points over the years, %. Bands are 95 % intervals of a mean "
	           "over blocks; the broken line is "
	           "the fair share.",
	           look_of_player);
	write_kind(page, report, "power", "By power",
	           "Share of the points over the years, %, all players together. All have the same "
	           "scales; the other powers are in the background, in grey.",
	           look_of_power);
}
