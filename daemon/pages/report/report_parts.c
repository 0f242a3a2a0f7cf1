/* report_parts: see report_parts.h. */
#include "report_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/plot/plot.h"
#include "pages/report/report_parts.inc"

enum { WIDE = 860, WIDE_BESIDE = 620, NARROW = 340, LOOKS = 6 };

static const void *find_column(const struct stmt_rows *answer, int row, size_t at)
{
	return (const char *)answer->row + (size_t)row * answer->size + at;
}

const char *report_text(const struct stmt_rows *answer, int row, size_t at)
{
	return *(const char *const *)find_column(answer, row, at);
}

double report_number(const struct stmt_rows *answer, int row, size_t at)
{
	return row < 0 ? NAN : *(const double *)find_column(answer, row, at);
}

int report_find(const struct stmt_rows *answer, size_t at, const char *text)
{
	for (int row = 0; row < answer->count; row++)
		if (strcmp(report_text(answer, row, at), text) == 0)
			return row;
	return -1;
}

const struct stmt_rows *report_answer(const struct report *report, int side, size_t answer)
{
	return (const void *)((const char *)&report->side[side].answers + answer);
}

bool report_has(const struct report *report, size_t answer)
{
	for (int side = 0; side < report->sides; side++)
		if (report_answer(report, side, answer)->count > 0)
			return true;
	return false;
}

void report_name_side(struct page *page, const struct report *report, int side)
{
	if (report->sides > 1)
		put_side(page, report->side[side].name);
}

/* ── tables ── */

static const char *print_number(const struct report_column *column, double number,
                                char text[REPORT_NUMBER_SIZE])
{
	if (isnan(number))
		return "";
	if (column->kind == COLUMN_CHANCE && number < 0.0001)
		return "<.0001";
	if (column->kind == COLUMN_TIME)
		return axis_print_time(number, text);
	if (column->kind == COLUMN_PLAIN) {
		snprintf(text, REPORT_NUMBER_SIZE, "%.0f", number);
		return text;
	}
	return axis_print_number(number, column->kind == COLUMN_CHANCE ? 4 : (int)column->kind, text);
}

static bool is_left(const struct report_column *column)
{
	return column->kind == COLUMN_TEXT || column->kind == COLUMN_PLAIN;
}

static void put_cell(struct page *page, const struct report_column *column,
                     const struct stmt_rows *answer, int row)
{
	char text[REPORT_NUMBER_SIZE];
	const char *const shown =
		column->kind == COLUMN_TEXT
			? report_text(answer, row, column->at)
			: print_number(column, report_number(answer, row, column->at), text);

	if (is_left(column))
		put_text_cell(page, shown);
	else
		put_number_cell(page, shown);
}

static void put_head(struct page *page, const struct report_column *column)
{
	if (is_left(column))
		put_text_head(page, column->heading);
	else
		put_number_head(page, column->heading);
}

void report_put_table(struct page *page, const char *caption, const struct report_column column[],
                      const struct stmt_rows *answer)
{
	if (answer->count == 0)
		return;
	open_table(page, caption);
	for (const struct report_column *c = column; c->heading != NULL; c++)
		put_head(page, c);

	open_rows(page);
	for (int row = 0; row < answer->count; row++) {
		open_row(page);
		for (const struct report_column *c = column; c->heading != NULL; c++)
			put_cell(page, c, answer, row);
		close_row(page);
	}
	close_table(page);
}

void report_open_details(struct page *page, const char *summary)
{
	open_details(page, summary);
}

void report_close_details(struct page *page)
{
	close_details(page);
}

void report_put_numbers(struct page *page, const char *caption, const struct report_column column[],
                        const struct stmt_rows *answer)
{
	if (answer->count == 0)
		return;
	open_details(page, caption);
	report_put_table(page, caption, column, answer);
	close_details(page);
}

/* ── plots ── */

void report_open_figure(struct page *page)
{
	open_figure(page);
}

void report_close_figure(struct page *page, const char *caption)
{
	close_figure(page, caption);
}

/* A plot of any kind. */
struct any_plot {
	const struct plot_dots *dots;
	const struct plot_lines *lines;
	const struct plot_bars *bars;
	const struct plot_columns *columns;
};

static size_t write_any(struct any_plot plot, char *text, size_t size)
{
	if (plot.dots != NULL)
		return plot_dots_write(plot.dots, text, size);
	if (plot.lines != NULL)
		return plot_lines_write(plot.lines, text, size);
	if (plot.bars != NULL)
		return plot_bars_write(plot.bars, text, size);
	return plot_columns_write(plot.columns, text, size);
}

/* page_close notices when there was no memory: then the stream has failed, too. */
static void put_any(struct page *page, struct any_plot plot, const char *class)
{
	const size_t size = write_any(plot, NULL, 0);
	char *text = malloc(size);
	if (text == NULL)
		return;
	(void)!write_any(plot, text, size);
	open_plot(page, class);
	page_markup_bytes(page, text, size);
	close_plot(page);
	free(text);
}

/* A plot as it is, and one for phones. */
static void put_both(struct page *page, struct any_plot wide, struct any_plot narrow)
{
	put_any(page, wide, "wide");
	put_any(page, narrow, "narrow");
}

void report_put_dots(struct page *page, const struct plot_dots *plot)
{
	struct plot_dots narrow = *plot;
	narrow.head.width = NARROW;
	put_both(page, (struct any_plot){.dots = plot}, (struct any_plot){.dots = &narrow});
}

void report_put_lines(struct page *page, const struct plot_lines *plot)
{
	struct plot_lines narrow = *plot;
	narrow.head.width = NARROW;
	narrow.height = MIN(plot->height, 300);
	put_both(page, (struct any_plot){.lines = plot}, (struct any_plot){.lines = &narrow});
}

void report_put_bars(struct page *page, const struct plot_bars *plot)
{
	struct plot_bars narrow = *plot;
	narrow.head.width = NARROW;
	put_both(page, (struct any_plot){.bars = plot}, (struct any_plot){.bars = &narrow});
}

void report_put_columns(struct page *page, const struct plot_columns *plot)
{
	struct plot_columns narrow = *plot;
	narrow.head.width = NARROW;
	put_both(page, (struct any_plot){.columns = plot}, (struct any_plot){.columns = &narrow});
}

void report_put_panel_lines(struct page *page, const struct plot_lines *plot)
{
	put_any(page, (struct any_plot){.lines = plot}, "panel");
}

void report_put_panel_columns(struct page *page, const struct plot_columns *plot)
{
	put_any(page, (struct any_plot){.columns = plot}, "panel");
}

void report_put_strip(struct page *page, const struct plot_row *row, const struct axis *axis,
                      const char *title)
{
	char text[4096];
	const size_t size = plot_strip_write(row, axis, title, text, sizeof text);
	if (size <= sizeof text)
		page_markup_bytes(page, text, size);
}

int report_wide(const struct report *report)
{
	return report->sides > 1 ? WIDE_BESIDE : WIDE;
}

const char *report_look(const struct report *report, const char *player)
{
	static const char *const looks[LOOKS + 1] = {"p-c0", "p-c1", "p-c2", "p-c3",
	                                             "p-c4", "p-c5", "p-c6"};
	int place = 0;
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		for (int row = 0; row < answers->standings.count; row++) {
			const char *const name = answers->standings.row[row].player;
			if (strcmp(name, player) == 0)
				return looks[place < LOOKS ? place : LOOKS];
			place += side == 0 || report_find(&report->side[0].answers.standings.all, 0, name) < 0;
		}
	}
	return looks[LOOKS];
}

const char *report_look_power(int power)
{
	static const char *const looks[] = {"b-u0", "b-u1", "b-u2", "b-u3", "b-u4", "b-u5", "b-u6"};
	return power >= 0 && power < 7 ? looks[power] : "p-c6";
}

void report_stretch(const struct stmt_rows *answer, size_t at, double *low, double *high)
{
	for (int row = 0; row < answer->count; row++) {
		const double number = report_number(answer, row, at);
		if (!isfinite(number))
			continue;
		*low = fmin(*low, number);
		*high = fmax(*high, number);
	}
}

/* ── sides beside each other ── */

void report_open_sides(struct page *page, const struct report *report, bool beside)
{
	if (beside && report->sides > 1)
		open_beside(page);
	else
		open_alone(page);
}

void report_open_side(struct page *page)
{
	open_side(page);
}

void report_close_side(struct page *page)
{
	close_side(page);
}

void report_close_sides(struct page *page)
{
	close_sides(page);
}

/* ── players as dots ── */

/* A number of a row, which stretches what is plotted. */
static double take_number(const struct stmt_rows *answer, int row, size_t at,
                          struct report_rows *rows)
{
	const double number = at == 0 ? NAN : report_number(answer, row, at);
	if (isfinite(number)) {
		rows->least = fmin(rows->least, number);
		rows->greatest = fmax(rows->greatest, number);
	}
	return number;
}

static void add_name(struct report_rows *rows, const char *name)
{
	rows->row[rows->count++] = (struct plot_row){
		.label = name, .at = NAN, .low = NAN, .high = NAN, .fair = NAN, .far = NAN};
}

static void add_player(const struct report *report, const struct report_dots *dots,
                       const struct stmt_rows *answer, int row, struct report_rows *rows)
{
	const char *const name = report_text(answer, row, 0);
	char *const said = rows->said[rows->count];

	if (dots->digits < 0)
		axis_print_time(report_number(answer, row, dots->at), said);
	else
		axis_print_number(report_number(answer, row, dots->at), dots->digits, said);

	rows->row[rows->count++] = (struct plot_row){.label = name,
	                                             .said = said,
	                                             .look = report_look(report, name),
	                                             .at = take_number(answer, row, dots->at, rows),
	                                             .low = take_number(answer, row, dots->low, rows),
	                                             .high = take_number(answer, row, dots->high, rows),
	                                             .fair = take_number(answer, row, dots->fair, rows),
	                                             .far = take_number(answer, row, dots->far, rows)};
}

void report_make_rows(const struct report *report, const struct report_dots *dots,
                      struct report_rows *rows)
{
	rows->count = 0;
	rows->least = INFINITY;
	rows->greatest = -INFINITY;
	for (int side = 0; side < report->sides; side++) {
		const struct stmt_rows *const answer = report_answer(report, side, dots->answer);
		if (report->sides > 1 && answer->count > 0)
			add_name(rows, report->side[side].name);
		for (int i = 0; i < answer->count && i < REPORT_PLAYERS_MAX; i++)
			add_player(report, dots, answer, i, rows);
	}
}
