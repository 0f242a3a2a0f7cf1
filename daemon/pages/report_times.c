/* report_times: what the judge took, by stage (thesis, figure 16), and what players took to think.
 */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>

enum { STAGES_SHOWN = 4, BINS_MAX = 64, PANEL_WIDE = 360, PANEL_HIGH = 230 };

/* ── the judge ── */

static const char *const stage_names[STAGES_SHOWN] = {
	"decision conditioning", "predicate substitution", "predicate supposition",
	"paradox elimination"};
static const char *const stage_looks[STAGES_SHOWN] = {"p-c0", "p-c1", "p-c2", "p-c3"};

static double add_up(const struct sheet *sheet, int column)
{
	double sum = 0;
	for (int row = 0; row < sheet->rows; row++)
		sum += sheet_number(sheet, row, column);
	return sum;
}

/* A bin's share of its stage's boards, in %. The last bin is open: it is as wide as the others. */
static int make_bins(const struct sheet *sheet, int stage, struct plot_column column[],
                     double *most)
{
	const double all = add_up(sheet, 2 + stage);
	int count = 0;
	for (int row = 0; row < sheet->rows && count < BINS_MAX; row++, count++) {
		const double from = sheet_number(sheet, row, 0), to = sheet_number(sheet, row, 1);
		const double width = sheet_number(sheet, 0, 1) - sheet_number(sheet, 0, 0);
		column[count] = (struct plot_column){.from = from, .to = isnan(to) ? from + width : to};
		column[count].part[0] = all > 0 ? 100 * sheet_number(sheet, row, 2 + stage) / all : 0;
		*most = fmax(*most, column[count].part[0]);
	}
	return count;
}

static void plot_stages(struct page *page, const struct report *report, int side, double most,
                        double end)
{
	const struct sheet *const sheet = &report->side[side].sheet[REPORT_HISTOGRAM];
	char text[REPORT_NUMBER_SIZE];
	fputs("<div class=\"panels large\">\n", page->out);
	for (int stage = 0; stage < STAGES_SHOWN; stage++) {
		struct plot_column column[BINS_MAX];
		double none = 0;
		const double boards = add_up(sheet, 2 + stage);
		if (!(boards > 0))
			continue;
		const struct plot_columns plot = {.head = {stage_names[stage],
		                                           "The table below has the numbers.", "boards, %",
		                                           PANEL_WIDE},
		                                  .x_unit = "ns a unit",
		                                  .x = axis_between(0, end, 8),
		                                  .y = axis_fit(0, most, 4),
		                                  .column = column,
		                                  .count = make_bins(sheet, stage, column, &none),
		                                  .parts = 1,
		                                  .look = {stage_looks[stage]},
		                                  .mark = NAN,
		                                  .height = PANEL_HIGH};
		report_say(page, "<div><h4>%s: %s boards</h4>\n", stage_names[stage],
		           axis_print_number(boards, 0, text));
		report_put_panel_columns(page, &plot);
		fputs("</div>\n", page->out);
	}
	fputs("</div>\n", page->out);
}

static void write_judge(struct page *page, const struct report *report)
{
	static const struct report_column resolution[] = {
		{"conclusive stage", 0, COLUMN_TEXT, 0},
		{"boards", 1, COLUMN_COUNT, 0},
		{"%", 2, COLUMN_NUMBER, 1},
		{"mean", 3, COLUMN_TIME, 0},
		{"median", 4, COLUMN_TIME, 0},
		{"orders", 5, COLUMN_NUMBER, 1},
		{"ns an order", 6, COLUMN_NUMBER, 1},
		{0},
	};
	static const struct report_column bins[] = {
		{"ns a unit, from", 0, COLUMN_COUNT, 0},
		{"to", 1, COLUMN_COUNT, 0},
		{"conditioning", 2, COLUMN_COUNT, 0},
		{"substitution", 3, COLUMN_COUNT, 0},
		{"supposition", 4, COLUMN_COUNT, 0},
		{"paradox", 5, COLUMN_COUNT, 0},
		{0},
	};
	double most = 1, end = 2;
	report_say(page,
	           "<h3>Resolution</h3>\n<p>What the judge took for a movement phase, by the stage "
	           "that concluded it.</p>\n");
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_HISTOGRAM];
		for (int stage = 0; stage < STAGES_SHOWN; stage++) {
			struct plot_column column[BINS_MAX];
			const int count = make_bins(sheet, stage, column, &most);
			end = count > 0 ? fmax(end, column[count - 1].to) : end;
		}
	}
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = report->side[side].sheet;
		report_name_side(page, report, side);
		if (sheet[REPORT_RESOLUTION].rows == 0) {
			report_say(page, "<p>No movement phase was played.</p>\n");
			continue;
		}
		report_put_table(page, "Time of the judge, by conclusive stage", resolution,
		                 &sheet[REPORT_RESOLUTION], 0, sheet[REPORT_RESOLUTION].rows);
		bool any = false;
		for (int stage = 0; stage < STAGES_SHOWN; stage++)
			any |= add_up(&sheet[REPORT_HISTOGRAM], 2 + stage) > 0;
		if (!any)
			continue;
		report_open_figure(page);
		plot_stages(page, report, side, most, end);
		report_close_figure(page,
		                    "Boards by the nanoseconds a unit of their resolution, of each stage "
		                    "that concluded any; all on the same scales. The last column has all "
		                    "that took longer.");
		report_put_numbers(page, "Boards by the time of their resolution", bins,
		                   &sheet[REPORT_HISTOGRAM], 0, sheet[REPORT_HISTOGRAM].rows);
	}
}

/* ── players ── */

static void plot_thinking(struct page *page, const struct report *report)
{
	static const struct report_dots dots = {
		.sheet = REPORT_THINKING, .at = 3, .low = 2, .high = 4, .far = 5, .digits = -1};
	struct report_rows rows;
	double low = INFINITY, high = 0;
	for (int side = 0; side < report->sides; side++)
		for (int column = 2; column <= 5; column++)
			report_stretch(&report->side[side].sheet[REPORT_THINKING], column, &low, &high);
	report_make_rows(report, &dots, &rows);
	struct plot_dots plot = {.head = {"Thinking times", "The table below has the numbers.",
	                                  "time of a decision, each step ten times as long", 860},
	                         .axis = axis_fit_log(low, high, 10),
	                         .row = rows.row,
	                         .count = rows.count};
	plot.axis.unit = AXIS_TIME;
	report_open_figure(page);
	report_put_dots(page, &plot);
	report_close_figure(page,
	                    "The time of a decision in a movement phase: a dot is the median, the line "
	                    "holds the middle 80 of 100, the tick is above 99 of 100.");
}

static void write_thinking(struct page *page, const struct report *report)
{
	static const struct report_column columns[] = {
		{"player", 0, COLUMN_TEXT, 0},  {"decisions", 1, COLUMN_COUNT, 0},
		{"10 %", 2, COLUMN_TIME, 0},    {"median", 3, COLUMN_TIME, 0},
		{"90 %", 4, COLUMN_TIME, 0},    {"99 %", 5, COLUMN_TIME, 0},
		{"longest", 6, COLUMN_TIME, 0}, {0},
	};
	char some[REPORT_NUMBER_SIZE], all[REPORT_NUMBER_SIZE];
	bool any = false;
	for (int side = 0; side < report->sides; side++)
		any |= report->side[side].sheet[REPORT_THINKING].rows > 0;
	if (!any)
		return;
	report_say(page, "<h3>Thinking</h3>\n");
	plot_thinking(page, report);
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_THINKING];
		report_name_side(page, report, side);
		if (sheet->rows > 0 && sheet_number(sheet, 0, 7) < sheet_number(sheet, 0, 8))
			report_say(page, "<p>These are the decisions of %s games, evenly chosen of %s.</p>\n",
			           report_number(sheet, 0, 7, 0, some), report_number(sheet, 0, 8, 0, all));
		report_put_numbers(page, "Time of a decision, by player", columns, sheet, 0, sheet->rows);
	}
}

static void write_forecasts(struct page *page, const struct report *report)
{
	static const struct report_column columns[] = {
		{"player", 0, COLUMN_TEXT, 0},
		{"with forecasts", 1, COLUMN_COUNT, 0},
		{"forecasts each", 2, COLUMN_NUMBER, 1},
		{"conditioning %", 3, COLUMN_NUMBER, 1},
		{"substitution %", 4, COLUMN_NUMBER, 1},
		{"supposition %", 5, COLUMN_NUMBER, 1},
		{"paradox %", 6, COLUMN_NUMBER, 1},
		{"time of one", 7, COLUMN_TIME, 0},
		{"% of thinking", 8, COLUMN_NUMBER, 1},
		{"capped %", 9, COLUMN_NUMBER, 1},
		{0},
	};
	bool any = false;
	for (int side = 0; side < report->sides; side++)
		any |= report->side[side].sheet[REPORT_FORECASTS].rows > 0;
	if (!any)
		return;
	report_say(page,
	           "<h3>Forecasts</h3>\n<p>Some players resolve orders ahead: how many forecasts a "
	           "decision had, and which stage concluded them.</p>\n");
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_FORECASTS];
		report_name_side(page, report, side);
		if (sheet->rows > 0)
			report_put_table(page, "Forecasts, by player", columns, sheet, 0, sheet->rows);
		else
			report_say(page, "<p>No player made forecasts.</p>\n");
	}
}

void report_write_times(struct page *page, const struct report *report)
{
	write_judge(page, report);
	write_thinking(page, report);
	write_forecasts(page, report);
}
