/* fragments: see fragments.h. */
#include "fragments.h"

#include "web/site/fragments.inc"

enum { SCALE = 1000 }; /* tenths of a per cent */

/* ── progress ── */

/* Draws parts of a whole, one after the other. */
struct bar {
	struct page *page;
	int64_t drawn;
};

static struct bar begin_bar(struct page *page, int64_t games)
{
	open_bar(page, games);
	return (struct bar){page, 0};
}

static void draw_part(struct bar *bar, const char *kind, int64_t games)
{
	if (games > 0)
		put_part_of_bar(bar->page, kind, bar->drawn, games);
	bar->drawn += games;
}

void fragment_bar(struct page *page, int64_t finished, int64_t games)
{
	struct bar bar = begin_bar(page, games);
	draw_part(&bar, "finished", finished);
	close_bar(page);
}

void fragment_progress(struct page *page, const struct web_tournament *tournament)
{
	const struct {
		const char *kind, *name;
		int64_t games;
	} parts[] = {
		{"finished", "finished", tournament->finished},
		{"claimed", "being played", tournament->claimed},
		{"waiting", "waiting for somebody", tournament->waiting},
		{"quarantined", "quarantined", tournament->quarantined},
		{"cancelled", "cancelled", tournament->cancelled},
		{"pending", "to be played", tournament->pending},
	};
	struct bar bar = begin_bar(page, tournament->games);

	for (size_t i = 0; i < sizeof parts / sizeof *parts - 1; i++)
		draw_part(&bar, parts[i].kind, parts[i].games);
	close_bar(page);

	open_counts(page, tournament->finished, tournament->games, PLURAL(tournament->games));
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].games > 0)
			put_count(page, parts[i].kind, parts[i].games, parts[i].name);
	if (tournament->paused && tournament->pending > 0)
		put_paused(page);
	close_counts(page);

	if (tournament->stop[0] != '\0')
		put_stop(page, tournament->stop);
}

/* ── standings ── */

enum { TENTHS_SIZE = 16 };

static char *print_tenths(int32_t tenths, char text[TENTHS_SIZE])
{
	snprintf(text, TENTHS_SIZE, "%d.%d", (int)tenths / 10, (int)tenths % 10);
	return text;
}

static void put_range(struct page *page, const struct web_standing *standing)
{
	if (!standing->told) {
		put_no_range(page);
		return;
	}

	open_range(page, SCALE, standing->share, standing->expected);
	if (!standing->certain)
		put_interval(page, standing->low, standing->high);
	close_range(page);
}

static void write_standing(struct page *page, const struct web_standing *standing)
{
	char share[TENTHS_SIZE] = "?", low[TENTHS_SIZE], high[TENTHS_SIZE], interval[64] = "";

	if (standing->told)
		print_tenths(standing->share, share);
	if (standing->told && !standing->certain)
		snprintf(interval, sizeof interval, "%s to %s", print_tenths(standing->low, low),
		         print_tenths(standing->high, high));

	open_standing(page, standing->player, standing->points, share, interval);
	put_range(page, standing);
	close_standing(page, standing->seats, standing->wins, standing->draws, standing->survivals,
	               standing->eliminations);
}

static bool write_remarks(struct page *page, struct db *db, const char *tournament)
{
	struct db_rows rows;
	const char *said;

	if (!stmt_web_remarks(db, tournament, &rows))
		return false;
	while (stmt_web_next_remark(&rows, &said))
		put_remark(page, said);
	return db_rows_close(&rows);
}

bool fragment_standings(struct page *page, struct db *db, const char *tournament, const char *score)
{
	struct db_rows rows;
	struct web_standing standing;

	if (!stmt_web_standings(db, tournament, score, &rows))
		return false;
	if (rows.count == 0) {
		put_no_standing(page);
	} else {
		open_standings(page);
		while (stmt_web_next_standing(&rows, &standing))
			write_standing(page, &standing);
		close_standings(page);
	}

	return db_rows_close(&rows) && write_remarks(page, db, tournament);
}
