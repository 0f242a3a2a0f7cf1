/* replay_times: how long the players of a game thought: a dot a phase, on a scale of decades, and
 * the median. Dots have the powers' colours: b-uP of the board's style. Lengths are in tenths of
 * the chart's unit. See replay_parts.h. */
#include "replay_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WIDE = 5600,
	LEFT = 1400,
	RIGHT = 4650,
	TOP = 220,
	ROW = 300,
	DECADES = 12, /* of nanoseconds */
	DECADE = 10,
};

/* A length in units. */
static double units(int tenths)
{
	return tenths / 10.0;
}

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
	return LEFT + (int)((RIGHT - LEFT) * (part < 1 ? part : 1));
}

/* "1.2 ms"; a whole number: "1 ms" */
static void write_time(struct page *page, double ns, bool whole)
{
	static const char *const names[] = {"ns", "&#181;s", "ms", "s"};
	int unit = 0;
	for (; ns >= 999.5 && unit < 3; unit++)
		ns /= 1000;
	fprintf(page->out, ns < 9.95 && !whole ? "%.1f %s" : "%.0f %s", ns, names[unit]);
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
	const double y = units(TOP + ROW * power + ROW / 2);
	char label[STMT_SEATS_SIZE];

	fprintf(page->out,
	        "<path class=\"grid\" d=\"M%g %gH%g\"/><svg x=\"0\" y=\"%g\" width=\"%g\" "
	        "height=\"24\"><text class=\"name\" x=\"0\" y=\"17\">",
	        units(LEFT), y, units(RIGHT), y - 12, units(LEFT) - 8);
	page_text(page, game->map.power[power]);
	fputs(" <tspan class=\"soft\">", page->out);
	page_text(page, replay_line(game->head.seats, power, label, sizeof label));
	fprintf(page->out, "</tspan></text></svg>\n<path class=\"b-u%d dots\" d=\"",
	        picture_colour(&game->map, power));

	for (int n = 0; n < game->count; n++)
		if (game->phases[n].think_ns[power] > 0)
			fprintf(page->out, "M%g %gh0",
			        units(replay_time_x(game, game->phases[n].think_ns[power])), y);

	fputs("\"/>\n", page->out);
	if (median > 0)
		fprintf(page->out, "<path class=\"median\" d=\"M%g %gv20\"/>",
		        units(replay_time_x(game, median)), y - 10);

	fprintf(page->out, "<text class=\"name\" x=\"%g\" y=\"%g\">", units(RIGHT) + 8, y + 5);
	if (median > 0)
		write_time(page, (double)median, median < 1000);
	else
		fputs("none", page->out);

	fprintf(page->out,
	        "</text>\n<circle class=\"b-u%d mark\" data-power=\"%d\" cy=\"%g\" r=\"6\" "
	        "visibility=\"hidden\"/>\n",
	        picture_colour(&game->map, power), power, y);
}

static void write_scale(struct page *page, const struct replay_game *game)
{
	const int bottom = TOP + ROW * game->map.power_count;
	double ns = pow(DECADE, game->decade_first);

	for (int d = game->decade_first; d <= game->decade_last; d++, ns *= DECADE) {
		const int x = LEFT + (RIGHT - LEFT) * (d - game->decade_first) /
		                         (game->decade_last - game->decade_first);
		fprintf(page->out,
		        "<path class=\"grid\" d=\"M%g %gV%g\"/><text class=\"middle\" x=\"%g\" y=\"%g\">",
		        units(x), units(TOP), units(bottom) + 5, units(x), units(bottom) + 20);
		if (d >= 6 || d % 3 == 0 || game->decade_last - game->decade_first <= 5)
			write_time(page, ns, true);
		fputs("</text>\n", page->out);
	}

	fprintf(page->out,
	        "<text class=\"middle\" x=\"%g\" y=\"%g\">time to think, a dot a phase</text>"
	        "<text x=\"%g\" y=\"%g\">median</text>\n",
	        units((LEFT + RIGHT) / 2), units(bottom) + 39, units(RIGHT) + 8, units(TOP) - 6);
}

bool replay_write_times(struct page *page, const struct replay_game *game)
{
	int64_t *const times = malloc((size_t)game->count * sizeof *times);

	if (times == NULL)
		return false;
	fputs("<figure id=\"times\">\n<figcaption>Thinking times of each power</figcaption>\n",
	      page->out);
	if (game->decade_last == 0) {
		fputs("<p>No thinking times are known: the powers had nothing to decide, or were played "
		      "from outside.</p>\n</figure>\n",
		      page->out);
		free(times);
		return true;
	}

	fprintf(page->out,
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-pic\" role=\"img\" "
	        "viewBox=\"0 0 %d %d\">\n<title>Thinking times of each power</title>\n<desc>Medians:",
	        WIDE / 10, (TOP + ROW * game->map.power_count + 450) / 10);

	for (int p = 0; p < game->map.power_count; p++) {
		fputs(p > 0 ? ", " : " ", page->out);
		page_text(page, game->map.power[p]);
		fputs(" ", page->out);
		write_time(page, (double)find_median(game, p, times), false);
	}

	fputs(".</desc>\n", page->out);
	write_scale(page, game);
	for (int p = 0; p < game->map.power_count; p++)
		write_row(page, game, p, find_median(game, p, times));
	fputs("</svg>\n</figure>\n", page->out);
	free(times);

	return true;
}
