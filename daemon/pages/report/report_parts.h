/* report_parts: what the sections of a report share. Used by report*.c only. */
#ifndef ARESFARM_REPORT_PARTS_H
#define ARESFARM_REPORT_PARTS_H

#include <stddef.h>

#include "picture/plot/plot.h"
#include "report.h"

enum { REPORT_NUMBER_SIZE = AXIS_TEXT_SIZE };

/* Where the columns of a row are, of any answer: REPORT_AT(standings, share). The first column of
 * most is what the row is called. */
#define REPORT_AT(answer, column) offsetof(struct report_##answer, column)

/* A text of a row, and a number of it: NAN where there is no such row. */
const char *report_text(const struct stmt_rows *answer, int row, size_t at);
double report_number(const struct stmt_rows *answer, int row, size_t at);

/* The first row with this text; -1: none has it. */
int report_find(const struct stmt_rows *answer, size_t at, const char *text);

/* The rows of an answer: REPORT_ANSWER(standings). */
#define REPORT_ANSWER(answer) offsetof(struct report_answers, answer)
const struct stmt_rows *report_answer(const struct report *report, int side, size_t answer);

/* Whether the answer has rows on any side. */
bool report_has(const struct report *report, size_t answer);

/* The tournament's name above its part, where there are two. */
void report_name_side(struct page *page, const struct report *report, int side);

/* ── tables ── */

/* The first five are the number of digits after the point. */
enum report_column_kind {
	COLUMN_COUNT, /* a whole number */
	COLUMN_DIGITS_1,
	COLUMN_DIGITS_2,
	COLUMN_DIGITS_3,
	COLUMN_DIGITS_4,
	COLUMN_TEXT,
	COLUMN_PLAIN,  /* a whole number that is not a count: a year */
	COLUMN_CHANCE, /* p: "<.0001" */
	COLUMN_TIME    /* nanoseconds */
};

struct report_column {
	const char *heading; /* NULL ends a list */
	size_t at;           /* REPORT_AT */
	enum report_column_kind kind;
};

/* A table of all rows, if there are any. caption: for screen readers, and in print. */
void report_put_table(struct page *page, const char *caption, const struct report_column column[],
                      const struct stmt_rows *answer);

/* The same, closed; its caption opens it. */
void report_put_numbers(struct page *page, const char *caption, const struct report_column column[],
                        const struct stmt_rows *answer);

/* What is closed until the reader opens it. */
void report_open_details(struct page *page, const char *summary);
void report_close_details(struct page *page);

/* ── plots ── */

void report_open_figure(struct page *page);
void report_close_figure(struct page *page, const char *caption);

/* A wide plot, and a narrow one for phones: one of them is shown. */
void report_put_dots(struct page *page, const struct plot_dots *plot);
void report_put_lines(struct page *page, const struct plot_lines *plot);
void report_put_bars(struct page *page, const struct plot_bars *plot);
void report_put_columns(struct page *page, const struct plot_columns *plot);

/* One of several small plots beside each other, as wide as its head says. */
void report_put_panel_lines(struct page *page, const struct plot_lines *plot);
void report_put_panel_columns(struct page *page, const struct plot_columns *plot);
void report_put_strip(struct page *page, const struct plot_row *row, const struct axis *axis,
                      const char *title);

/* Two sides beside each other, if their plots are small enough. */
void report_open_sides(struct page *page, const struct report *report, bool beside);
void report_open_side(struct page *page);
void report_close_side(struct page *page);
void report_close_sides(struct page *page);

/* The rows of a plot of dots: one for each player, and one above for the tournament where there are
 * two. 0: there is no such number. */
enum { REPORT_PLAYERS_MAX = 64, REPORT_ROWS_MAX = REPORT_SIDES * (REPORT_PLAYERS_MAX + 1) };
struct report_dots {
	size_t answer; /* REPORT_ANSWER */
	size_t at, low, high, fair, far;
	int digits; /* of the value in words; -1: it is a time */
};
struct report_rows {
	struct plot_row row[REPORT_ROWS_MAX];
	char said[REPORT_ROWS_MAX][REPORT_NUMBER_SIZE];
	int count;
	double least,
		greatest; /* of all numbers that are plotted; INFINITY, -INFINITY: there are none */
};
void report_make_rows(const struct report *report, const struct report_dots *dots,
                      struct report_rows *rows);

/* The width of wide plots: less where two tournaments stand beside each other. */
int report_wide(const struct report *report);

/* The class of a player's colour: the same in both tournaments. */
const char *report_look(const struct report *report, const char *player);
const char *report_look_power(int power);

/* The least and greatest numbers of a column, in *low and *high, which have values
 * already. */
void report_stretch(const struct stmt_rows *answer, size_t at, double *low, double *high);

/* ── sections ── */

void report_write_head(struct page *page, const struct report *report);
void report_write_verdicts(struct page *page, const struct report *report);
void report_write_costs(struct page *page, const struct report *report);
void report_write_branches(struct page *page, const struct report *report);
void report_write_differences(struct page *page, const struct report *report);
void report_write_standings(struct page *page, const struct report *report);
void report_write_ratings(struct page *page, const struct report *report);
void report_write_years(struct page *page, const struct report *report);
void report_write_endings(struct page *page, const struct report *report);
void report_write_openings(struct page *page, const struct report *report);
void report_write_times(struct page *page, const struct report *report);
void report_write_games(struct page *page, const struct report *report);
void report_write_making(struct page *page, const struct report *report);

#endif
