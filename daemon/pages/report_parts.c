/* report_parts: see report_parts.h. */
#include "report_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "picture/plot.h"

enum { WIDE = 860, WIDE_BESIDE = 620, NARROW = 340, LOOKS = 6 };

char *report_number(const struct sheet *sheet, int row, int column, int digits,
                    char text[REPORT_NUMBER_SIZE])
{
	return axis_print_number(sheet_number(sheet, row, column), digits, text);
}

void report_say(struct page *page, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	for (; *format != '\0'; format++) {
		if (*format != '%') {
			putc(*format, page->out);
			continue;
		}
		format++;
		if (*format == 's')
			page_text(page, va_arg(values, const char *));
		else if (*format == 'd')
			fprintf(page->out, "%d", va_arg(values, int));
		else
			putc('%', page->out);
	}
	va_end(values);
}

void report_open_section(struct page *page, const char *id, const char *heading)
{
	report_say(page, "<section id=\"%s\" aria-labelledby=\"%s-h\">\n<h2 id=\"%s-h\">%s</h2>\n", id,
	           id, id, heading);
}

void report_close_section(struct page *page)
{
	fputs("</section>\n", page->out);
}

void report_name_side(struct page *page, const struct report *report, int side)
{
	if (report->sides > 1)
		report_say(page, "<h3>%s</h3>\n", report->side[side].name);
}

/* ── tables ── */

static void put_cell(struct page *page, const struct report_column *column,
                     const struct sheet *sheet, int row)
{
	char text[REPORT_NUMBER_SIZE];
	const double number = sheet_number(sheet, row, column->column);
	const char *shown = sheet_text(sheet, row, column->column);
	if (*shown == '\0') {
		shown = "";
	} else if (column->kind == COLUMN_CHANCE) {
		shown = number < 0.0001 ? "<.0001" : axis_print_number(number, 4, text);
	} else if (column->kind == COLUMN_TIME) {
		shown = axis_print_time(number, text);
	} else if (column->kind != COLUMN_TEXT) {
		shown = axis_print_number(number, column->kind == COLUMN_COUNT ? 0 : column->digits, text);
	}
	report_say(page, column->kind == COLUMN_TEXT ? "<td>%s</td>" : "<td class=\"n\">%s</td>",
	           shown);
}

void report_put_table(struct page *page, const char *caption, const struct report_column column[],
                      const struct sheet *sheet, int from, int to)
{
	report_say(page,
	           "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>"
	           "<caption>%s</caption>\n<thead><tr>",
	           caption, caption);
	for (const struct report_column *c = column; c->heading != NULL; c++)
		report_say(page,
		           c->kind == COLUMN_TEXT ? "<th scope=\"col\">%s</th>"
		                                  : "<th scope=\"col\" class=\"n\">%s</th>",
		           c->heading);
	fputs("</tr></thead>\n<tbody>\n", page->out);
	for (int row = from; row < to; row++) {
		fputs("<tr>", page->out);
		for (const struct report_column *c = column; c->heading != NULL; c++)
			put_cell(page, c, sheet, row);
		fputs("</tr>\n", page->out);
	}
	fputs("</tbody></table></div>\n", page->out);
}

void report_put_numbers(struct page *page, const char *caption, const struct report_column column[],
                        const struct sheet *sheet, int from, int to)
{
	report_say(page, "<details><summary>%s</summary>\n", caption);
	report_put_table(page, caption, column, sheet, from, to);
	fputs("</details>\n", page->out);
}

/* ── plots ── */

void report_open_figure(struct page *page)
{
	fputs("<figure>\n", page->out);
}

void report_close_figure(struct page *page, const char *caption)
{
	report_say(page, "<figcaption>%s</figcaption></figure>\n", caption);
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
	fprintf(page->out, "<div class=\"%s\">", class);
	fwrite(text, 1, size, page->out);
	fputs("</div>\n", page->out);
	free(text);
}

void report_put_dots(struct page *page, const struct plot_dots *plot)
{
	struct plot_dots narrow = *plot;
	narrow.head.width = NARROW;
	put_any(page, (struct any_plot){.dots = plot}, "wide");
	put_any(page, (struct any_plot){.dots = &narrow}, "narrow");
}

void report_put_lines(struct page *page, const struct plot_lines *plot)
{
	struct plot_lines narrow = *plot;
	narrow.head.width = NARROW;
	narrow.height = plot->height < 300 ? plot->height : 300;
	put_any(page, (struct any_plot){.lines = plot}, "wide");
	put_any(page, (struct any_plot){.lines = &narrow}, "narrow");
}

void report_put_bars(struct page *page, const struct plot_bars *plot)
{
	struct plot_bars narrow = *plot;
	narrow.head.width = NARROW;
	put_any(page, (struct any_plot){.bars = plot}, "wide");
	put_any(page, (struct any_plot){.bars = &narrow}, "narrow");
}

void report_put_columns(struct page *page, const struct plot_columns *plot)
{
	struct plot_columns narrow = *plot;
	narrow.head.width = NARROW;
	put_any(page, (struct any_plot){.columns = plot}, "wide");
	put_any(page, (struct any_plot){.columns = &narrow}, "narrow");
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
		fwrite(text, 1, size, page->out);
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
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_STANDINGS];
		for (int row = 0; row < sheet->rows; row++) {
			const char *const name = sheet_text(sheet, row, 0);
			if (strcmp(name, player) == 0)
				return looks[place < LOOKS ? place : LOOKS];
			place +=
				side == 0 || sheet_find(&report->side[0].sheet[REPORT_STANDINGS], 0, 0, name) < 0;
		}
	}
	return looks[LOOKS];
}

const char *report_look_power(int power)
{
	static const char *const looks[] = {"b-u0", "b-u1", "b-u2", "b-u3", "b-u4", "b-u5", "b-u6"};
	return power >= 0 && power < 7 ? looks[power] : "p-c6";
}

void report_stretch(const struct sheet *sheet, int column, double *low, double *high)
{
	for (int row = 0; row < sheet->rows; row++) {
		const double number = sheet_number(sheet, row, column);
		if (!isfinite(number))
			continue;
		*low = fmin(*low, number);
		*high = fmax(*high, number);
	}
}

static double number_of(const struct sheet *sheet, int row, int column)
{
	return column == 0 ? NAN : sheet_number(sheet, row, column);
}

void report_make_rows(const struct report *report, const struct report_dots *dots,
                      struct report_rows *rows)
{
	int count = 0;
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[dots->sheet];
		if (report->sides > 1 && sheet->rows > 0)
			rows->row[count++] = (struct plot_row){.label = report->side[side].name,
			                                       .at = NAN,
			                                       .low = NAN,
			                                       .high = NAN,
			                                       .fair = NAN,
			                                       .far = NAN};
		for (int i = 0; i < sheet->rows && i < REPORT_PLAYERS_MAX; i++, count++) {
			char *const said = rows->said[count];
			if (dots->digits < 0)
				axis_print_time(sheet_number(sheet, i, dots->at), said);
			else
				report_number(sheet, i, dots->at, dots->digits, said);
			rows->row[count] =
				(struct plot_row){.label = sheet_text(sheet, i, 0),
			                      .said = said,
			                      .look = report_look(report, sheet_text(sheet, i, 0)),
			                      .at = number_of(sheet, i, dots->at),
			                      .low = number_of(sheet, i, dots->low),
			                      .high = number_of(sheet, i, dots->high),
			                      .fair = number_of(sheet, i, dots->fair),
			                      .far = number_of(sheet, i, dots->far)};
		}
	}
	rows->count = count;
}

double report_fact(const struct report *report, int side, int fact)
{
	return sheet_number(&report->side[side].sheet[REPORT_FACTS], 0, fact);
}
