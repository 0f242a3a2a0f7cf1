/* Plots: axes have round ticks that differ; each kind of plot is well-formed XML whatever its texts
 * are; its numbers and names do not overlap; marks and texts stand inside of it; a plot of nothing
 * is a plot.
 *
 * RUNS=N plots per kind (200). SEED draws them. */
#include "picture/plot/plot.h"
#include "picture/plot/plot_ink.h"
#include "suite.h"
#include "xml.h"

#include <math.h>

enum { TEXT_SIZE = 512 * 1024, BOXES_MAX = 512, ROWS = 30, POINTS = 20, EDGE = 4 };

static char text[TEXT_SIZE + 1], again[TEXT_SIZE + 1];
static uint64_t digest = SUITE_DIGEST; /* of all plots */
static const char *const hostile[] = {
	"<script>alert(1)</script>",
	"\"quoted\" & 'so'",
	"a\tb\nc\x01",
	"\xff\xfe no UTF-8 \xc3",
	"ααααααα ααα",
	"",
	"漢字漢字漢字",
	"a label that is longer than any place has room for it, by far"};

static double draw(struct rng *rng, double from, double to)
{
	return from + (to - from) * rng_below(rng, 1000001) / 1e6;
}

/* ── axes ── */

static void check_axis(const struct axis *axis, double low, double high, const char *what)
{
	char one[AXIS_TEXT_SIZE], other[AXIS_TEXT_SIZE];
	CHECK(axis->from < axis->to, "%s: from %g to %g", what, axis->from, axis->to);
	CHECK(axis->from <= low + 1e-9 * fabs(low) && axis->to >= high - 1e-9 * fabs(high),
	      "%s: %g to %g is not from %g to %g", what, low, high, axis->from, axis->to);
	CHECK(axis->count >= 2, "%s: %d ticks", what, axis->count);
	for (int i = 0; i < axis->count; i++) {
		const double tick = axis->tick[i], span = axis->to - axis->from;
		CHECK(tick >= axis->from - 1e-9 * span && tick <= axis->to + 1e-9 * span, "%s: tick %g",
		      what, tick);
		if (i == 0)
			continue;
		CHECK(axis->tick[i - 1] < tick, "%s: ticks %g, %g", what, axis->tick[i - 1], tick);
		CHECK(strcmp(axis_print_tick(axis, i - 1, one), axis_print_tick(axis, i, other)) != 0,
		      "%s: two ticks are %s", what, one);
	}
}

/* A step, or a tick of a logarithmic axis: 1, 2 or 5 times a power of ten. */
static void check_step(double step)
{
	const double part = step / pow(10, floor(log10(step) + 1e-9));
	CHECK(fabs(part - 1) < 1e-6 || fabs(part - 2) < 1e-6 || fabs(part - 5) < 1e-6, "a step of %g",
	      step);
}

TEST(test_axes, "axes")
{
	struct rng rng = suite_rng(1);
	char what[64];
	for (int run = 0; run < 20 * suite_number("RUNS", 200); run++) {
		const double low = draw(&rng, -1000, 1000) * pow(10, (int)rng_below(&rng, 5) - 2);
		const double high = low + draw(&rng, 1e-2, 500);
		const int steps = 2 + (int)rng_below(&rng, 11);
		const struct axis axis = axis_fit(low, high, steps);
		snprintf(what, sizeof what, "%g to %g", low, high);
		check_axis(&axis, low, high, what);
		check_step(axis.tick[1] - axis.tick[0]);
		CHECK(axis.count <= steps + 1, "%s: %d ticks for %d steps", what, axis.count, steps);
		const double least = draw(&rng, 1, 50), most = least * pow(10, draw(&rng, 0.01, 20));
		struct axis log = axis_fit_log(least, most, 1);
		snprintf(what, sizeof what, "log %g to %g", least, most);
		check_axis(&log, least, fmax(most, 2 * least), what);
		for (int i = 0; i < log.count; i++)
			check_step(log.tick[i]);
	}
}

TEST(test_axes_of_nothing, "axes of nothing")
{
	const struct axis axes[] = {
		axis_fit(NAN, NAN, 5),         axis_fit(3, 3, 5),      axis_fit(0, 0, 5),
		axis_fit(-2, -2, 5),           axis_fit(5, 1, 5),      axis_fit(-INFINITY, INFINITY, 5),
		axis_fit_log(INFINITY, 0, 10), axis_fit_log(0, 0, 10), axis_between(1901, 1902, 8)};
	for (int i = 0; i < COUNT(axes); i++)
		check_axis(&axes[i], axes[i].from, axes[i].to, "an axis of nothing");
}

TEST(test_numbers, "numbers")
{
	static const struct {
		double value;
		int digits;
		const char *text;
	} numbers[] = {{1234567, 0, "1,234,567"},
	               {-1234.56, 1, "-1,234.6"},
	               {-0.04, 1, "0.0"},
	               {999.96, 1, "1,000.0"},
	               {NAN, 1, "?"},
	               {INFINITY, 0, "inf"},
	               {-INFINITY, 2, "-inf"},
	               {0.5, 9, "0.500000"},
	               {123, 0, "123"}};
	static const struct {
		double ns;
		const char *text;
	} times[] = {{0, "0 ns"},        {15.4, "15 ns"},  {1500, "1.50 µs"}, {15e6, "15 ms"},
	             {1.25e9, "1.25 s"}, {120e9, "2 min"}, {7200e9, "2 h"},   {NAN, "? ns"}};
	char print[AXIS_TEXT_SIZE];
	for (int i = 0; i < COUNT(numbers); i++)
		CHECK(strcmp(axis_print_number(numbers[i].value, numbers[i].digits, print),
		             numbers[i].text) == 0,
		      "%g is %s", numbers[i].value, print);
	for (int i = 0; i < COUNT(times); i++)
		CHECK(strcmp(axis_print_time(times[i].ns, print), times[i].text) == 0, "%g ns is %s",
		      times[i].ns, print);
}

/* ── what is drawn ── */

struct box {
	double left, right, top, bottom;
	char said[64];
};

static double read_attribute(const char *tag, const char *end, const char *name)
{
	char sought[32];
	snprintf(sought, sizeof sought, " %s=\"", name);
	const char *const at = strstr(tag, sought);
	return at == NULL || at > end ? NAN : atof(at + strlen(sought));
}

/* The place of a text: letters are as wide as plot_measure says, less what is spare there. */
static struct box find_box(const char *tag)
{
	struct box box;
	char content[PLOT_CUT_SIZE];
	const char *const end = strchr(tag, '>'), *const stop = strstr(end, "</text>");
	size_t length = 0;
	for (const char *at = end + 1; at < stop && length < sizeof content - 1; at++) {
		content[length++] = *at;
		if (*at == '&') /* an entity is one letter */
			while (*at != ';')
				at++;
	}
	content[length] = '\0';
	const double wide = 0.9 * plot_measure(content), x = read_attribute(tag, end, "x");
	const char *const anchor = strstr(tag, "text-anchor=\"") + strlen("text-anchor=\"");
	box.left = x - (*anchor == 'e' ? wide : *anchor == 'm' ? wide / 2 : 0);
	box.right = box.left + wide;
	box.bottom = read_attribute(tag, end, "y");
	box.top = box.bottom - 0.75 * PLOT_LETTER;
	snprintf(box.said, sizeof box.said, "%.60s", content);
	return box;
}

static void check_texts(double width, double height)
{
	static struct box box[BOXES_MAX];
	int count = 0;
	for (const char *at = text; (at = strstr(at, "<text ")) != NULL && count < BOXES_MAX; at++)
		box[count++] = find_box(at);
	for (int i = 0; i < count; i++) {
		CHECK(box[i].left >= -EDGE && box[i].right <= width + EDGE && box[i].top >= -EDGE &&
		          box[i].bottom <= height,
		      "'%s' from %.0f to %.0f of %.0f, at %.0f of %.0f", box[i].said, box[i].left,
		      box[i].right, width, box[i].bottom, height);
		for (int k = 0; k < i; k++)
			CHECK(box[i].left >= box[k].right || box[k].left >= box[i].right ||
			          box[i].top >= box[k].bottom || box[k].top >= box[i].bottom,
			      "'%s' and '%s' overlap at %.0f %.0f", box[i].said, box[k].said, box[i].left,
			      box[i].bottom);
	}
}

/* Circles and rectangles stand inside of the plot; no number is none. */
static void check_marks(double width, double height)
{
	CHECK(strstr(text, "nan") == NULL && strstr(text, "2147483") == NULL, "a place that is none");
	for (const char *at = text; (at = strstr(at, "<circle ")) != NULL; at++) {
		const char *const end = strchr(at, '>');
		const double x = read_attribute(at, end, "cx"), y = read_attribute(at, end, "cy");
		CHECK(x >= 0 && x <= width && y >= 0 && y <= height, "a dot at %g %g", x, y);
	}
	for (const char *at = text; (at = strstr(at, "<rect ")) != NULL; at++) {
		const char *const end = strchr(at, '>');
		const double x = read_attribute(at, end, "x"), y = read_attribute(at, end, "y");
		CHECK(x >= -1 && x + read_attribute(at, end, "width") <= width + 1 && y >= -1 &&
		          y + read_attribute(at, end, "height") <= height + 1,
		      "a box at %g %g", x, y);
	}
}

/* Holds what stands in text to all that must be true of each plot. */
static void check_plot(size_t length, int width)
{
	CHECK(length <= TEXT_SIZE, "%zu bytes", length);
	digest = suite_digest(digest, text, length);
	text[length] = '\0';
	const char *const fault = xml_find_fault(text, length);
	CHECK(fault == NULL, "no XML: %.*s", fault == NULL ? 0 : 80, fault == NULL ? "" : fault);
	CHECK(strstr(text, "<script") == NULL, "a script");
	const char *const view = strstr(text, "viewBox=\"0 0 ");
	const double height = atof(strchr(view + strlen("viewBox=\"0 0 "), ' '));
	check_texts(width, height);
	check_marks(width, height);
}

/* ── kinds ── */

static const char *draw_label(struct rng *rng, char label[32], bool kind)
{
	if (kind && rng_below(rng, 4) == 0)
		return hostile[rng_below(rng, COUNT(hostile))];
	snprintf(label, 32, "player %d", (int)rng_below(rng, 1000));
	return label;
}

TEST(test_dots, "dots")
{
	struct rng rng = suite_rng(2);
	for (int run = 0; run < suite_number("RUNS", 200); run++) {
		struct plot_row row[ROWS];
		char label[ROWS][32];
		const int count = (int)rng_below(&rng, ROWS + 1);
		for (int i = 0; i < count; i++) {
			const double at = draw(&rng, 0, 100);
			const bool heading = rng_below(&rng, 8) == 0;
			row[i] = (struct plot_row){.label = draw_label(&rng, label[i], true),
			                           .said = rng_below(&rng, 2) ? "12.5" : NULL,
			                           .look = "p-c0",
			                           .at = heading ? NAN : at,
			                           .low = heading ? NAN : at - draw(&rng, 0, 30),
			                           .high = heading ? NAN : at + draw(&rng, 0, 30),
			                           .fair = rng_below(&rng, 2) ? draw(&rng, 0, 100) : NAN,
			                           .far = rng_below(&rng, 2) ? INFINITY : NAN};
		}
		const struct plot_dots plot = {
			.head = {"dots", "about", "share, %", rng_below(&rng, 2) ? 860 : 340},
			.axis = rng_below(&rng, 2) ? axis_between(0, 100, 5) : axis_fit(-20, 120, 8),
			.row = row,
			.count = count,
			.fair = rng_below(&rng, 2) ? "fair share" : NULL};
		check_plot(plot_dots_write(&plot, text, TEXT_SIZE), plot.head.width);
		const size_t length = plot_dots_write(&plot, again, 100);
		CHECK(length == strlen(text) && memcmp(text, again, 100) == 0,
		      "another length, another plot");
	}
}

TEST(test_lines, "lines")
{
	struct rng rng = suite_rng(3);
	for (int run = 0; run < suite_number("RUNS", 200); run++) {
		static double x[POINTS], y[ROWS][POINTS], low[ROWS][POINTS], high[ROWS][POINTS];
		struct plot_line line[ROWS];
		char label[ROWS][32];
		const int count = (int)rng_below(&rng, 12), points = (int)rng_below(&rng, POINTS + 1);
		for (int i = 0; i < count; i++) {
			for (int k = 0; k < points; k++) {
				x[k] = 1901 + k;
				y[i][k] = rng_below(&rng, 9) == 0 ? NAN : draw(&rng, 0, 60);
				low[i][k] = rng_below(&rng, 9) == 0 ? NAN : y[i][k] - draw(&rng, 0, 30);
				high[i][k] = y[i][k] + draw(&rng, 0, 60);
			}
			line[i] = (struct plot_line){
				draw_label(&rng, label[i], true), "p-c1", x, y[i], low[i], high[i], points,
				rng_below(&rng, 3) == 0};
		}
		const struct plot_lines plot = {
			.head = {"lines", NULL, "share, %", rng_below(&rng, 2) ? 860 : 340},
			.x_unit = "year",
			.x = axis_between(1901, 1901 + POINTS, 5),
			.y = axis_between(0, 100, 5),
			.line = line,
			.count = count,
			.height = 260,
			.fair = NAN};
		check_plot(plot_lines_write(&plot, text, TEXT_SIZE), plot.head.width);
	}
}

/* A name stands at the end of its line where there is room. */
TEST(test_names_at_ends, "names at ends")
{
	static const double x[] = {0, 1}, high[] = {10, 90}, low[] = {90, 10};
	const struct plot_line line[] = {{"up", "p-c0", x, high, NULL, NULL, 2, false},
	                                 {"down", "p-c1", x, low, NULL, NULL, 2, false}};
	const struct plot_lines plot = {.head = {"lines", NULL, NULL, 400},
	                                .x = axis_between(0, 1, 2),
	                                .y = axis_between(0, 100, 5),
	                                .line = line,
	                                .count = 2,
	                                .height = 200,
	                                .fair = 50,
	                                .tag = "fair"};
	check_plot(plot_lines_write(&plot, text, TEXT_SIZE), 400);
	const struct box up = find_box(strstr(strstr(text, ">up<") - 80, "<text "));
	const struct box down = find_box(strstr(strstr(text, ">down<") - 80, "<text "));
	CHECK(up.bottom < down.top, "up stands at %g, down at %g", up.bottom, down.bottom);
	CHECK(strstr(text, "p-leader") == NULL, "a name was moved without need");
	CHECK(strstr(text, ">fair<") != NULL, "the line across has no name");
}

TEST(test_bars, "bars")
{
	struct rng rng = suite_rng(4);
	for (int run = 0; run < suite_number("RUNS", 200); run++) {
		struct plot_bar bar[ROWS];
		char label[ROWS][32];
		const int count = (int)rng_below(&rng, ROWS + 1);
		for (int i = 0; i < count; i++) {
			bar[i] = (struct plot_bar){.label = draw_label(&rng, label[i], true), .said = "1,000"};
			for (int part = 0; part < 4; part++)
				bar[i].part[part] = rng_below(&rng, 3) == 0 ? 0 : draw(&rng, 0, 50);
		}
		const struct plot_bars plot = {
			.head = {"bars", NULL, "of its games, %", rng_below(&rng, 2) ? 860 : 340},
			.part = {"won", "shared a draw", "survived another's win", "eliminated"},
			.parts = 4,
			.bar = bar,
			.count = count};
		check_plot(plot_bars_write(&plot, text, TEXT_SIZE), plot.head.width);
	}
}

TEST(test_columns, "columns")
{
	struct rng rng = suite_rng(5);
	for (int run = 0; run < suite_number("RUNS", 200); run++) {
		struct plot_column column[ROWS];
		const int count = (int)rng_below(&rng, ROWS + 1);
		for (int i = 0; i < count; i++) {
			column[i] = (struct plot_column){.from = i, .to = i + 1};
			for (int part = 0; part < 2; part++)
				column[i].part[part] = rng_below(&rng, 3) == 0 ? 0 : draw(&rng, 0, 50);
		}
		const struct plot_columns plot = {
			.head = {"columns", NULL, "games", rng_below(&rng, 2) ? 860 : 340},
			.x_unit = "years",
			.x = axis_between(0, ROWS, 5),
			.y = axis_between(0, 100, 4),
			.column = column,
			.count = count,
			.parts = 2,
			.look = {"p-c0", "p-c6"},
			.name = {"won", "draws"},
			.mark = rng_below(&rng, 2) ? NAN : draw(&rng, 0, ROWS),
			.height = 260};
		check_plot(plot_columns_write(&plot, text, TEXT_SIZE), plot.head.width);
	}
}

TEST(test_strip, "strip")
{
	const struct axis axis = axis_between(0, 100, 4);
	const struct plot_row row = {
		.look = "p-c0", .at = 120, .low = -5, .high = INFINITY, .fair = 50, .far = NAN};
	check_plot(plot_strip_write(&row, &axis, "<12 % & more>", text, TEXT_SIZE), 90);
}

/* Cutting never splits a character. */
TEST(test_cut, "cut")
{
	char cut[PLOT_CUT_SIZE];
	for (int i = 0; i < COUNT(hostile); i++)
		for (int width = 0; width < 300; width += 7) {
			plot_cut(hostile[i], width, cut);
			CHECK(plot_measure(cut) <= (width > 9 ? width : 9), "'%s' is %d wide, not %d", cut,
			      plot_measure(cut), width);
			CHECK(strlen(cut) == 0 || strncmp(cut, hostile[i], 1) == 0 || cut[0] == '\xe2',
			      "'%s' is not a part", cut);
		}
	CHECK(strcmp(plot_cut("ab", 100, cut), "ab") == 0, "'%s'", cut);
}

TEST(test_plots_are_the_same, "plots are the same")
{
	suite_same(digest, UINT64_C(0x0ed00b06875eb550));
}

SUITE("plot")
