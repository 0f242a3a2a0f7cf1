/* replay_times: how long the players of a game thought: a dot a phase, on a scale of decades, and
 * the median. Dots have the powers' colours: b-uP of the board's style. Lengths are in tenths of
 * the chart's unit. See replay_parts.h. */
#include "replay_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "pages/replay/replay_times.inc"

enum {
	LEFT = 1400,
	RIGHT = 4650,
	TOP = 220,
	ROW = 300,
	DECADES = 12, /* of nanoseconds */
	DECADE = 10,
};

void replay_measure_times(struct replay_game *game)
{
	game->decade_first = DECADES;
	game->decade_last = 0;
	for (int n = 0; n < game->count; n++)
		for (int p = 0; p < game->map.power_count; p++) {
			const int64_t ns = game->phases[n].think_ns[p];
			int decade = 0;
			for (int64_t rest = ns; rest >= DECADE && decade < DECADES; rest /= DECADE)
				decade++;
			if (ns > 0 && decade < game->decade_first)
				game->decade_first = decade;
			if (ns > 0 && decade + 1 > game->decade_last)
				game->decade_last = decade + 1;
		}
}

int replay_time_x(const struct replay_game *game, int64_t ns)
{
	const int decades = game->decade_last - game->decade_first;
	if (ns <= 0)
		return -1;
	const double part = (log10((double)ns) - game->decade_first) / decades;
	return LEFT + (int)((RIGHT - LEFT) * MIN(part, 1));
}

/* "1.2 ms"; a whole number: "1 ms" */
enum { TIME_SIZE = 48 };
static char *print_time(double ns, bool whole, char text[TIME_SIZE])
{
	static const char *const names[] = {"ns", "µs", "ms", "s"};
	int unit = 0;

	for (; ns >= 999.5 && unit < 3; unit++)
		ns /= 1000;
	snprintf(text, TIME_SIZE, ns < 9.95 && !whole ? "%.1f %s" : "%.0f %s", ns, names[unit]);
	return text;
}

static int compare_times(const void *a, const void *b)
{
	const int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;
	return (one > two) - (one < two);
}

/* The median of a power's times that are known; 0: none is. times: room for all. */
static int64_t find_median(const struct replay_game *game, int power, int64_t times[])
{
	int count = 0;
	for (int n = 0; n < game->count; n++)
		if (game->phases[n].think_ns[power] > 0)
			times[count++] = game->phases[n].think_ns[power];
	if (count == 0)
		return 0;
	qsort(times, (size_t)count, sizeof *times, compare_times);
	return times[count / 2];
}

static void write_row(struct page *page, const struct replay_game *game, int power, int64_t median)
{
	const double y = replay_units(TOP + ROW * power + ROW / 2);
	const int colour = picture_colour(&game->map, power);
	char label[STMT_SEATS_SIZE], time[TIME_SIZE] = "none";

	open_row(page, replay_units(LEFT), replay_units(RIGHT), y, y - 12, replay_units(LEFT) - 8);
	open_dots(page, game->map.power[power],
	          replay_line(game->head.seats, power, label, sizeof label), colour);
	for (int n = 0; n < game->count; n++)
		if (game->phases[n].think_ns[power] > 0)
			put_dot(page, replay_units(replay_time_x(game, game->phases[n].think_ns[power])), y);
	close_dots(page);

	if (median > 0) {
		put_median_mark(page, replay_units(replay_time_x(game, median)), y - 10);
		print_time((double)median, median < 1000, time);
	}
	close_row(page, replay_units(RIGHT) + 8, y + 5, time, colour, power, y);
}

static void write_scale(struct page *page, const struct replay_game *game)
{
	const int bottom = TOP + ROW * game->map.power_count;
	const int decades = game->decade_last - game->decade_first;
	double ns = pow(DECADE, game->decade_first);

	for (int d = game->decade_first; d <= game->decade_last; d++, ns *= DECADE) {
		const int x = LEFT + (RIGHT - LEFT) * (d - game->decade_first) / decades;
		const bool named = d >= 6 || d % 3 == 0 || decades <= 5;
		char time[TIME_SIZE] = "";
		if (named)
			print_time(ns, true, time);
		put_decade(page, replay_units(x), replay_units(TOP), replay_units(bottom) + 5,
		           replay_units(bottom) + 20, time);
	}

	put_units(page, replay_units((LEFT + RIGHT) / 2), replay_units(bottom) + 39,
	          replay_units(RIGHT) + 8, replay_units(TOP) - 6);
}

static void write_plot(struct page *page, const struct replay_game *game, int64_t times[])
{
	char time[TIME_SIZE];

	open_plot(page, REPLAY_CHART_WIDE / 10, (TOP + ROW * game->map.power_count + 450) / 10);
	for (int p = 0; p < game->map.power_count; p++)
		put_median(page, p > 0 ? "," : "", game->map.power[p],
		           print_time((double)find_median(game, p, times), false, time));
	close_medians(page);

	write_scale(page, game);
	for (int p = 0; p < game->map.power_count; p++)
		write_row(page, game, p, find_median(game, p, times));
	close_plot(page);
}

void replay_write_times(struct page *page, const struct replay_game *game)
{
	int64_t *const times = heap_get((size_t)game->count, sizeof *times);

	open_times(page);
	if (game->decade_last == 0)
		put_unknown(page);
	else
		write_plot(page, game, times);
	close_times(page);

	free(times);
}
