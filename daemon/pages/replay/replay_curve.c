/* replay_curve: the centres of a game's powers over its phases. Lines have the powers' colours:
 * b-uP of the board's style. Lengths are in tenths of the chart's unit. See replay_parts.h. */
#include "replay_parts.h"

#include <stdlib.h>

#include "pages/replay/replay_curve.inc"

enum {
	CURVE_LEFT = 340,
	CURVE_RIGHT = 4900,
	CURVE_TOP = 140,
	CURVE_BOTTOM = 2600,
	CURVE_HIGH = 3050,
	LABEL = 165, /* least distance between two labels, from top to top */
	YEARS = 8,   /* labels of years, at most */
};

/* ── centres ── */

static int count_centres(const struct replay_game *game, int n, int power)
{
	int centres[POWERS_MAX];
	board_count_centres(&game->map, &game->phases[n].record.board, centres);
	return centres[power];
}

int replay_curve_x(const struct replay_game *game, int n)
{
	return game->count > 1 ? CURVE_LEFT + (CURVE_RIGHT - CURVE_LEFT) * n / (game->count - 1)
	                       : CURVE_LEFT;
}

/* The number of centres at the top of the chart: at least what it takes to win. */
static int find_most(const struct replay_game *game)
{
	int most = game->map.centre_count / 2 + 1;
	for (int n = 0; n < game->count; n++)
		for (int p = 0; p < game->map.power_count; p++)
			if (count_centres(game, n, p) > most)
				most = count_centres(game, n, p);
	return most;
}

static int curve_y(int centres, int most)
{
	return CURVE_BOTTOM - (CURVE_BOTTOM - CURVE_TOP) * centres / most;
}

static void write_grid(struct page *page, const struct replay_game *game, int most)
{
	const int wins = game->map.centre_count / 2 + 1;
	int step = 1;
	if (most > 8)
		step = most > 40 ? 10 : 5;

	for (int centres = 0; centres <= most; centres += step) {
		const double y = replay_units(curve_y(centres, most));
		put_grid(page, replay_units(CURVE_LEFT), replay_units(CURVE_RIGHT), y,
		         replay_units(CURVE_LEFT) - 6, y + 5, centres);
	}

	const double y = replay_units(curve_y(wins, most));
	put_goal(page, replay_units(CURVE_LEFT), replay_units(CURVE_RIGHT), y,
	         replay_units(CURVE_LEFT) + 4, y - 4, wins);
}

static void write_years(struct page *page, const struct replay_game *game)
{
	static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
	const int first = phase_year(game->phases[0].record.board.phase);
	const int last = phase_year(replay_last(game)->record.board.phase);
	size_t s = 0;
	int before = first - 1;

	while ((last - first) / steps[s] >= YEARS && s + 1 < sizeof steps / sizeof *steps)
		s++;
	for (int n = 0; n < game->count; n++) {
		const int year = phase_year(game->phases[n].record.board.phase);
		const bool whole = year % steps[s] == 0, apart = year - first >= steps[s] / 2;
		if (year != before && (year == first || (whole && apart)))
			put_year(page, replay_units(replay_curve_x(game, n)), replay_units(CURVE_BOTTOM),
			         replay_units(CURVE_BOTTOM) + 20, year);
		before = year;
	}

	put_unit(page, replay_units((CURVE_LEFT + CURVE_RIGHT) / 2), replay_units(CURVE_HIGH) - 6);
}

/* A line with steps. It ends where the power has lost its last centre for good. Returns that phase.
 */
static int write_line(struct page *page, const struct replay_game *game, int power, int most)
{
	const int colour = picture_colour(&game->map, power);
	int last = game->count - 1, before = count_centres(game, 0, power);

	while (last > 0 && count_centres(game, last, power) == 0 &&
	       count_centres(game, last - 1, power) == 0)
		last--;

	open_line(page, colour, replay_units(CURVE_LEFT), replay_units(curve_y(before, most)));
	for (int n = 1; n <= last; n++) {
		const int centres = count_centres(game, n, power);
		if (centres != before)
			put_step(page, replay_units(replay_curve_x(game, n)),
			         replay_units(curve_y(centres, most)));
		before = centres;
	}
	close_line(page, colour, replay_units(replay_curve_x(game, last)),
	           replay_units(curve_y(before, most)));

	return last;
}

struct label {
	int power, centres, y;
};

static int compare_labels(const void *a, const void *b)
{
	const struct label *const one = a, *const two = b;
	return one->y != two->y ? one->y - two->y : one->power - two->power;
}

/* The labels at the right, each beside its line's end or as near to it as there is room. */
static void write_labels(struct page *page, const struct replay_game *game, struct label labels[],
                         int count)
{
	qsort(labels, (size_t)count, sizeof *labels, compare_labels);
	for (int i = 1; i < count; i++)
		if (labels[i].y < labels[i - 1].y + LABEL)
			labels[i].y = labels[i - 1].y + LABEL;

	for (int i = count - 1, floor = CURVE_BOTTOM; i >= 0; i--, floor -= LABEL)
		if (labels[i].y > floor)
			labels[i].y = floor;

	for (int i = 0; i < count; i++)
		put_label(page, replay_units(CURVE_RIGHT) + 8, replay_units(labels[i].y) + 5,
		          game->map.power[labels[i].power], labels[i].centres);
}

/* The names of eliminated powers, above the ends of their lines. */
static void write_losers(struct page *page, const struct replay_game *game, const int ends[])
{
	int levels[POWERS_MAX] = {0};

	for (int p = 0; p < game->map.power_count; p++) {
		const int x = replay_curve_x(game, ends[p]);
		if (ends[p] < 0)
			continue;
		for (int q = 0; q < p; q++)
			if (ends[q] >= 0 && abs(x - replay_curve_x(game, ends[q])) < 2 * LABEL &&
			    levels[p] <= levels[q])
				levels[p] = levels[q] + 1;
		put_loser(page, replay_units(x), replay_units(CURVE_BOTTOM - levels[p] * LABEL) - 5,
		          game->map.power[p]);
	}
}

void replay_write_curve(struct page *page, const struct replay_game *game)
{
	const int most = find_most(game);
	struct label labels[POWERS_MAX];
	int ends[POWERS_MAX], count = 0;

	open_curve(page, REPLAY_CHART_WIDE / 10, CURVE_HIGH / 10);
	for (int p = 0; p < game->map.power_count; p++)
		put_end(page, p > 0 ? "," : "", game->map.power[p],
		        count_centres(game, game->count - 1, p));
	close_ends(page);

	write_grid(page, game, most);
	write_years(page, game);
	for (int p = 0; p < game->map.power_count; p++) {
		const int centres = count_centres(game, game->count - 1, p);
		const int last = write_line(page, game, p, most);
		ends[p] = last < game->count - 1 ? last : -1;
		if (ends[p] < 0)
			labels[count++] = (struct label){p, centres, curve_y(centres, most)};
	}

	write_labels(page, game, labels, count);
	write_losers(page, game, ends);
	close_curve(page, replay_units(CURVE_TOP), replay_units(CURVE_BOTTOM));
}
