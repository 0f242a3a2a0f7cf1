/* report_parts: what the sections of a report share. Used by report*.c only. */
#ifndef ARESFARM_REPORT_PARTS_H
#define ARESFARM_REPORT_PARTS_H

#include "picture/plot.h"
#include "report.h"

/* Texts for people: thousands with commas. NAN is "?". */
enum { REPORT_NUMBER_SIZE = AXIS_TEXT_SIZE };
char *report_number(const struct sheet *sheet, int row, int column, int digits,
                    char text[REPORT_NUMBER_SIZE]);

/* Markup with texts that are escaped: %s is a text, %d an int, %% a percent sign. */
__attribute__((format(printf, 2, 3))) void report_say(struct page *page, const char *format, ...);

void report_open_section(struct page *page, const char *id, const char *heading);
void report_close_section(struct page *page);

/* The tournament's name above its part, where there are two. */
void report_name_side(struct page *page, const struct report *report, int side);

/* ── tables ── */

enum report_kind {
	COLUMN_TEXT,
	COLUMN_COUNT,  /* a whole number */
	COLUMN_NUMBER, /* with as many digits as `digits` says */
	COLUMN_CHANCE, /* p: "<.0001" */
	COLUMN_TIME    /* nanoseconds */
};

struct report_column {
	const char *heading; /* NULL ends a list */
	int column;          /* of the sheet */
	enum report_kind kind;
	int digits;
};

/* A table of the rows from `from` to before `to`. caption: for screen readers, and in print. */
void report_put_table(struct page *page, const char *caption, const struct report_column column[],
                      const struct sheet *sheet, int from, int to);

/* The same, closed; its caption opens it. */
void report_put_numbers(struct page *page, const char *caption, const struct report_column column[],
                        const struct sheet *sheet, int from, int to);

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

/* The rows of a plot of dots: one for each player, and one above for the tournament where there are
 * two. The columns are those of a sheet of numbers; 0: there is no such number. */
enum { REPORT_PLAYERS_MAX = 64, REPORT_ROWS_MAX = REPORT_SIDES * (REPORT_PLAYERS_MAX + 1) };
struct report_dots {
	int sheet;
	int at, low, high, fair, far;
	int digits; /* of the value in words; -1: it is a time */
};
struct report_rows {
	struct plot_row row[REPORT_ROWS_MAX];
	char said[REPORT_ROWS_MAX][REPORT_NUMBER_SIZE];
	int count;
};
void report_make_rows(const struct report *report, const struct report_dots *dots,
                      struct report_rows *rows);

/* The width of wide plots: less where two tournaments stand beside each other. */
int report_wide(const struct report *report);

/* The class of a player's colour: the same in both tournaments. */
const char *report_look(const struct report *report, const char *player);
const char *report_look_power(int power);

/* The least and greatest numbers of columns of both sides, in *low and *high, which have values
 * already. */
void report_stretch(const struct sheet *sheet, int column, double *low, double *high);

/* How many blocks are complete; how many games are finished. */
double report_fact(const struct report *report, int side, int fact);
enum {
	FACT_FINISHED,
	FACT_OPEN,
	FACT_ASIDE,
	FACT_CANCELLED,
	FACT_BLOCKS,
	FACT_LEFT_OUT,
	FACT_PLAYERS,
	FACT_POWERS,
	FACT_BLOCK,
	FACT_TEAM,
	FACT_GAMES,
	FACT_RULES,
	FACT_MAP,
	FACT_MADE,
	FACT_WAITING
};

/* ── sections ── */

void report_write_head(struct page *page, const struct report *report);
void report_write_verdicts(struct page *page, const struct report *report);
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
