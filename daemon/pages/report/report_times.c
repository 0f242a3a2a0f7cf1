/* report_times: the time of the judge, by stage (thesis, figure 16), and the thinking time of
 * players. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>

#include "pages/report/report_times.inc"

enum { STAGES_SHOWN = 4, BINS_MAX = 64, STAGE_WIDE = 360, STAGE_HIGH = 230 };

/* ── the judge ── */

static const char *const stage_titles[STAGES_SHOWN] = {
	"decision conditioning", "predicate substitution", "predicate supposition",
	"paradox elimination"};
static const char *const stage_looks[STAGES_SHOWN] = {"p-c0", "p-c1", "p-c2", "p-c3"};

/* The columns of the histogram, by stage. */
static const size_t stage_columns[STAGES_SHOWN] = {
	REPORT_AT(histogram, conditioning), REPORT_AT(histogram, substitution),
	REPORT_AT(histogram, supposition), REPORT_AT(histogram, paradox)};

/* The boards that a stage concluded. */
static double add_up(const struct report_answers *answers, int stage)
{
	double sum = 0;
	for (int row = 0; row < answers->histogram.count; row++)
		sum += report_number(&answers->histogram.all, row, stage_columns[stage]);
	return sum;
}

/* A bin's share of its stage's boards, in %. The last bin is open: it is as wide as the others. */
static int make_bins(const struct report_answers *answers, int stage, struct plot_column column[],
                     double *most)
{
	const struct report_histogram *const bin = answers->histogram.row;
	const double all = add_up(answers, stage);
	int count = 0;
	for (; count < answers->histogram.count && count < BINS_MAX; count++) {
		const double from = bin[count].from, to = bin[count].to, width = bin[0].to - bin[0].from;
		const double boards = report_number(&answers->histogram.all, count, stage_columns[stage]);
		column[count] = (struct plot_column){.from = from, .to = isnan(to) ? from + width : to};
		column[count].part[0] = all > 0 ? 100 * boards / all : 0;
		*most = fmax(*most, column[count].part[0]);
	}
	return count;
}

static void plot_stages(struct page *page, const struct report *report, int side, double most,
                        double end)
{
	const struct report_answers *const answers = &report->side[side].answers;
	char text[REPORT_NUMBER_SIZE];

	open_stages(page);
	for (int stage = 0; stage < STAGES_SHOWN; stage++) {
		struct plot_column column[BINS_MAX];
		double none = 0;
		const double boards = add_up(answers, stage);
		if (!(boards > 0))
			continue;
		const struct plot_columns plot = {.head = {stage_titles[stage],
		                                           "The table below has the numbers.", "boards, %",
		                                           STAGE_WIDE},
		                                  .x_unit = "ns a unit",
		                                  .x = axis_between(0, end, 8),
		                                  .y = axis_fit(0, most, 4),
		                                  .column = column,
		                                  .count = make_bins(answers, stage, column, &none),
		                                  .parts = 1,
		                                  .look = {stage_looks[stage]},
		                                  .mark = NAN,
		                                  .height = STAGE_HIGH};
		open_stage(page, stage_titles[stage], axis_print_number(boards, 0, text));
		report_put_panel_columns(page, &plot);
		close_stage(page);
	}
	close_stages(page);
}

static void write_judge(struct page *page, const struct report *report)
{
	static const struct report_column resolution[] = {
		{"conclusive stage", REPORT_AT(resolution, stage), COLUMN_TEXT},
		{"boards", REPORT_AT(resolution, boards), COLUMN_COUNT},
		{"%", REPORT_AT(resolution, percent), COLUMN_DIGITS_1},
		{"mean", REPORT_AT(resolution, mean), COLUMN_TIME},
		{"median", REPORT_AT(resolution, median), COLUMN_TIME},
		{"orders", REPORT_AT(resolution, orders), COLUMN_DIGITS_1},
		{"ns an order", REPORT_AT(resolution, an_order), COLUMN_DIGITS_1},
		{0},
	};
	static const struct report_column bins[] = {
		{"ns a unit, from", REPORT_AT(histogram, from), COLUMN_COUNT},
		{"to", REPORT_AT(histogram, to), COLUMN_COUNT},
		{"conditioning", REPORT_AT(histogram, conditioning), COLUMN_COUNT},
		{"substitution", REPORT_AT(histogram, substitution), COLUMN_COUNT},
		{"supposition", REPORT_AT(histogram, supposition), COLUMN_COUNT},
		{"paradox", REPORT_AT(histogram, paradox), COLUMN_COUNT},
		{0},
	};
	double most = 1, end = 2;

	put_resolution(page);
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		for (int stage = 0; stage < STAGES_SHOWN; stage++) {
			struct plot_column column[BINS_MAX];
			const int count = make_bins(answers, stage, column, &most);
			end = count > 0 ? fmax(end, column[count - 1].to) : end;
		}
	}
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		report_name_side(page, report, side);
		if (answers->resolution.count == 0) {
			put_no_phase(page);
			continue;
		}
		report_put_table(page, "Time of the judge, by conclusive stage", resolution,
		                 &answers->resolution.all);
		bool any = false;
		for (int stage = 0; stage < STAGES_SHOWN; stage++)
			any |= add_up(answers, stage) > 0;
		if (!any)
			continue;
		report_open_figure(page);
		plot_stages(page, report, side, most, end);
		report_close_figure(page,
		                    "Boards by the nanoseconds a unit of their resolution, of each stage "
		                    "that concluded any; all on the same scales. The last column has all "
		                    "that took longer.");
		report_put_numbers(page, "Boards by the time of their resolution", bins,
		                   &answers->histogram.all);
	}
}

/* ── players ── */

static void plot_thinking(struct page *page, const struct report *report)
{
	static const struct report_dots dots = {.answer = REPORT_ANSWER(thinking),
	                                        .at = REPORT_AT(thinking, p50),
	                                        .low = REPORT_AT(thinking, p10),
	                                        .high = REPORT_AT(thinking, p90),
	                                        .far = REPORT_AT(thinking, p99),
	                                        .digits = -1};
	struct report_rows rows;
	report_make_rows(report, &dots, &rows);
	struct plot_dots plot = {.head = {"Thinking times", "The table below has the numbers.",
	                                  "time of a decision, each step ten times as long", 860},
	                         .axis = axis_fit_log(rows.least, fmax(rows.greatest, 0), 10),
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
		{"player", REPORT_AT(thinking, player), COLUMN_TEXT},
		{"decisions", REPORT_AT(thinking, decisions), COLUMN_COUNT},
		{"10 %", REPORT_AT(thinking, p10), COLUMN_TIME},
		{"median", REPORT_AT(thinking, p50), COLUMN_TIME},
		{"90 %", REPORT_AT(thinking, p90), COLUMN_TIME},
		{"99 %", REPORT_AT(thinking, p99), COLUMN_TIME},
		{"longest", REPORT_AT(thinking, most), COLUMN_TIME},
		{0},
	};
	char some[REPORT_NUMBER_SIZE], all[REPORT_NUMBER_SIZE];
	if (!report_has(report, REPORT_ANSWER(thinking)))
		return;

	put_thinking(page);
	plot_thinking(page, report);
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		const struct report_thinking *const first = answers->thinking.row;
		report_name_side(page, report, side);
		if (answers->thinking.count > 0 && first->looked < first->games)
			put_sample(page, axis_print_number(first->looked, 0, some),
			           axis_print_number(first->games, 0, all));
		report_put_numbers(page, "Time of a decision, by player", columns, &answers->thinking.all);
	}
}

static void write_forecasts(struct page *page, const struct report *report)
{
	static const struct report_column columns[] = {
		{"player", REPORT_AT(forecasts, player), COLUMN_TEXT},
		{"with forecasts", REPORT_AT(forecasts, decisions), COLUMN_COUNT},
		{"forecasts each", REPORT_AT(forecasts, each), COLUMN_DIGITS_1},
		{"conditioning %", REPORT_AT(forecasts, conditioning), COLUMN_DIGITS_1},
		{"substitution %", REPORT_AT(forecasts, substitution), COLUMN_DIGITS_1},
		{"supposition %", REPORT_AT(forecasts, supposition), COLUMN_DIGITS_1},
		{"paradox %", REPORT_AT(forecasts, paradox), COLUMN_DIGITS_1},
		{"time of one", REPORT_AT(forecasts, ns), COLUMN_TIME},
		{"% of thinking", REPORT_AT(forecasts, thinking), COLUMN_DIGITS_1},
		{"capped %", REPORT_AT(forecasts, capped), COLUMN_DIGITS_1},
		{0},
	};
	if (!report_has(report, REPORT_ANSWER(forecasts)))
		return;

	put_forecasts(page);
	for (int side = 0; side < report->sides; side++) {
		const struct stmt_rows *const forecasts = &report->side[side].answers.forecasts.all;
		report_name_side(page, report, side);
		if (forecasts->count > 0)
			report_put_table(page, "Forecasts, by player", columns, forecasts);
		else
			put_no_forecast(page);
	}
}

void report_write_times(struct page *page, const struct report *report)
{
	write_judge(page, report);
	write_thinking(page, report);
	write_forecasts(page, report);
}
